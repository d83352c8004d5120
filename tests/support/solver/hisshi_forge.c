/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of 必至 in memory. */
#include "tests/support/solver/hisshi_forge.h"

#include <stdio.h>

#include "core/format/sfen.h"
#include "solver/hisshi/certify_hisshi.h"
#include "tests/support/certify/certified.h"
#include "tests/support/certify/mutant.h"

GByteArray *hisshi_certified(KjHisshi *x, const KjPosition *pos, const KjHisshiResult *result)
{
    static const KjLimits limits = {.nodes = 10000000};
    g_autoptr(GError) error = NULL;
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    GByteArray *bytes = g_byte_array_new();
    KjCertificateSink sink = {kj_certificate_hold, bytes};
    if (!kj_certify_hisshi(x, pos, result, &limits, sink, NULL, &error)) {
        printf("%s: %s\n", sfen, error->message);
        g_byte_array_unref(bytes);
        return NULL;
    }
    KvResult verdict = certified_verify(bytes);
    if (verdict.ok && verdict.hisshi && verdict.plies == result->plies)
        return bytes;
    printf("%s: %s\n", sfen, verdict.reason);
    g_byte_array_unref(bytes);
    return NULL;
}

unsigned hisshi_forged(const GByteArray *certificate, const KjPosition *pos, unsigned plies,
                       NvRng *rng, unsigned tries)
{
    unsigned accepted = 0;
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    g_autofree char *position = g_strdup_printf("position %s", sfen);
    g_autofree char *claim = g_strdup_printf("claim hisshi %u", plies);
    for (unsigned i = 0; i < tries; i++) {
        g_auto(Mutant) m;
        mutant_of(&m, certificate, rng);
        mutant_change(&m, MUTANT_LINE, "position ", 0, position);
        mutant_change(&m, MUTANT_LINE, "claim ", 0, claim);
        for (unsigned k = 0; k < i && m.body->len > 0; k++) {
            guint8 number = (guint8)nv_random(rng, 8);
            *mutant_byte(&m, 0, 100) = number;
        }
        g_autoptr(GByteArray) forged = mutant_write(&m);
        KvResult verdict = certified_verify(forged);
        if (verdict.ok)
            printf("accepted: %s, %s\n", position, claim);
        accepted += verdict.ok;
    }
    return accepted;
}
