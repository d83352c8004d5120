/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of 必至 in memory. */
#include "tests/support/solver/hisshi_forge.h"

#include <stdio.h>
#include <string.h>

#include "core/format/sfen.h"
#include "solver/hisshi/certify_hisshi.h"
#include "tests/support/certify/certified.h"

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

/* The header with another position and claim, up to the sections; *out_body is where they begin in
 * the certificate. */
static GString *header_with(const GByteArray *certificate, const KjPosition *pos, unsigned plies,
                            size_t *out_body)
{
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    g_autofree char *all = g_strndup((const char *)certificate->data, certificate->len);
    char *position = strstr(all, "\nposition "), *end = strstr(all, "\nend\n");
    g_assert(position && end);
    *out_body = (size_t)(end - all) + strlen("\nend\n");
    *position = '\0';
    GString *text = g_string_new(all);
    g_string_append_printf(text, "\nposition %s\nclaim hisshi %u\nend\n", sfen, plies);
    return text;
}

unsigned hisshi_forged(const GByteArray *certificate, const KjPosition *pos, unsigned plies,
                       NvRng *rng, unsigned tries)
{
    size_t body;
    unsigned accepted = 0;
    g_autoptr(GString) header = header_with(certificate, pos, plies, &body);
    int n = (int)(certificate->len - body);
    for (unsigned i = 0; i < tries; i++) {
        g_autoptr(GByteArray) forged = g_byte_array_new();
        g_byte_array_append(forged, (const guint8 *)header->str, (guint)header->len);
        g_byte_array_append(forged, certificate->data + body, (guint)n);
        for (unsigned k = 0; k < i && n > 0; k++)
            forged->data[header->len + (size_t)nv_random(rng, n)] = (guint8)nv_random(rng, 8);
        KvResult verdict = certified_verify(forged);
        if (verdict.ok)
            printf("accepted: %s\n", header->str);
        accepted += verdict.ok;
    }
    return accepted;
}
