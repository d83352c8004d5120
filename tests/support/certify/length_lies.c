/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/certify/length_lies.h"

#include "core/format/sfen.h"
#include "solver/check/report_certificate.h"
#include "tests/support/certify/certified.h"
#include "tests/support/certify/mutant.h"

enum { NODES = 1000000, MOST_CHANGES = 4 };

static bool complain(const KjPosition *pos, unsigned plies, const char *what)
{
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    g_printerr("%s %s, %u plies: %s\n", pos->game->row->id, sfen, plies, what);
    return false;
}

/* The same facts, a few of their numbers changed, under the claim of another length. (transfer
 * full) */
static GByteArray *lie(const GByteArray *bytes, unsigned claimed, NvRng *rng)
{
    g_auto(Mutant) m;
    g_autofree char *length = g_strdup_printf("%u", claimed);
    mutant_of(&m, bytes, rng);
    g_assert(mutant_change(&m, MUTANT_WORD, "claim ", -1, length));
    for (int n = nv_random(rng, MOST_CHANGES); n > 0 && m.body->len > 0; n--) {
        guint8 *byte = mutant_byte(&m, 0, 100);
        *byte = (guint8)(*byte + nv_random(rng, 5) - 2);
    }
    return mutant_write(&m);
}

bool length_lies_check(KjSolver *solver, const KjPosition *pos, const KjResult *result,
                       unsigned lies, NvRng *rng)
{
    static const int others[] = {-2, 2, 4, -4};
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    const KjLimits limits = {.nodes = NODES};
    const KjCertificateSink sink = {kj_certificate_hold, bytes};
    KjCertifyCount count;
    if (!kj_certify_length(solver, pos, KJ_SENTE, result, &limits, sink, &count, &error))
        return complain(pos, result->plies, error->message);
    KvResult verdict = certified_verify(bytes);
    if (!verdict.ok)
        return complain(pos, result->plies, verdict.reason);
    if (verdict.plies != result->plies || !*verdict.interpositions ||
        verdict.records != count.records || count.bytes != bytes->len)
        return complain(pos, result->plies, "verified, but of another claim");
    for (unsigned i = 0; i < lies; i++) {
        int claimed = (int)result->plies + others[i % G_N_ELEMENTS(others)];
        if (claimed < 0)
            continue;
        g_autoptr(GByteArray) forged = lie(bytes, (unsigned)claimed, rng);
        if (certified_verify(forged).ok)
            return complain(pos, result->plies, "a lie is believed");
    }
    return true;
}
