/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/certify/length_lies.h"

#include <string.h>

#include "core/format/sfen.h"
#include "solver/check/report_certificate.h"
#include "tests/support/certify/certified.h"

enum { NODES = 1000000, MOST_CHANGES = 4 };

static bool complain(const KjPosition *pos, unsigned plies, const char *what)
{
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    g_printerr("%s %s, %u plies: %s\n", pos->game->row->id, sfen, plies, what);
    return false;
}

static const char END[] = "\nend\n";

/* The length of the header. */
static size_t header_of(const GByteArray *bytes)
{
    const char *end = g_strstr_len((const char *)bytes->data, (gssize)bytes->len, END);
    return (size_t)(end - (const char *)bytes->data) + sizeof END - 1;
}

/* The same facts, a few of their numbers changed, under the claim of another length. */
static GByteArray *lie(const GByteArray *bytes, unsigned claimed, unsigned plies, NvRng *rng)
{
    const size_t head = header_of(bytes);
    g_autofree char *text = g_strndup((const char *)bytes->data, head);
    g_autofree char *was = g_strdup_printf("length %u\n", plies),
                    *is = g_strdup_printf("length %u\n", claimed);
    g_autoptr(GString) header = g_string_new(text);
    g_string_replace(header, was, is, 1);
    GByteArray *out = g_byte_array_new();
    g_byte_array_append(out, (const guint8 *)header->str, (guint)header->len);
    g_byte_array_append(out, bytes->data + head, bytes->len - (guint)head);
    for (int n = nv_random(rng, MOST_CHANGES); n > 0 && bytes->len > head; n--) {
        unsigned at = (unsigned)header->len + (unsigned)nv_random(rng, (int)(bytes->len - head));
        out->data[at] = (guint8)(out->data[at] + nv_random(rng, 5) - 2);
    }
    return out;
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
        g_autoptr(GByteArray) forged = lie(bytes, (unsigned)claimed, result->plies, rng);
        if (certified_verify(forged).ok)
            return complain(pos, result->plies, "a lie is believed");
    }
    return true;
}
