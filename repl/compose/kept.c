/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers kept in a file. */
#include "repl/compose/kept.h"

#include <string.h>

#include "core/text/lang.h"

enum { SHARE = 50, MOST_BYTES = 1 << 30, AT_ONCE = 1 << 20 };

/* Before each answer. */
typedef struct {
    uint32_t index, n;
} Head;

/* Before all of them. */
typedef struct {
    uint64_t nodes, n_bytes;
    double seconds;
} Sums;

static double seconds_since(gint64 begun)
{
    return (double)(g_get_monotonic_time() - begun) / 1e6;
}

/* ---- the file ---- */

static bool write_answers(void *data, KjPackedOut *out)
{
    const KjComposeKept *kept = data;
    Sums sums = {kept->nodes, kept->answers->len, kept->before + seconds_since(kept->begun)};
    return kj_packed_write(out, &sums, sizeof sums) &&
           kj_packed_write(out, kept->answers->data, kept->answers->len);
}

static bool read_answers(void *data, KjPackedIn *in)
{
    KjComposeKept *kept = data;
    Sums sums;
    if (!kj_packed_read(in, &sums, sizeof sums) || sums.n_bytes > MOST_BYTES)
        return false;
    while (kept->answers->len < sums.n_bytes) { // no more is taken than there is
        unsigned had = kept->answers->len, more = (unsigned)MIN(sums.n_bytes - had, AT_ONCE);
        g_byte_array_set_size(kept->answers, had + more);
        if (!kj_packed_read(in, kept->answers->data + had, more))
            return false;
    }
    kept->nodes = sums.nodes;
    kept->before = sums.seconds;
    return true;
}

bool kj_compose_kept_plan(KjSession *session, const KjValues *values, unsigned n_problems,
                          KjComposeKept *out, GError **error)
{
    *out = (KjComposeKept){.answers = NULL};
    return kj_kept_file_plan(session, values, n_problems, &out->file, error);
}

bool kj_compose_kept_begin(KjComposeKept *kept, GString *about, GError **error)
{
    kept->answers = g_byte_array_new();
    kept->begun = kept->written = g_get_monotonic_time();
    kept->file.about = g_string_free(about, FALSE);
    kept->file.write = write_answers;
    kept->file.read = read_answers;
    kept->file.data = kept;
    g_autofree char *why = kj_kept_file_resume(&kept->file);
    if (why) {
        kj_kept_file_clear(&kept->file);
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, why);
        return false;
    }
    if (kept->answers->len)
        kj_kept_file_tell_begun(&kept->file, kept->nodes, kept->before);
    return true;
}

void kj_compose_kept_note(KjComposeKept *kept, uint64_t nodes)
{
    gint64 now = g_get_monotonic_time();
    kept->nodes = MAX(kept->nodes, nodes);
    if (now - kept->written < MAX((gint64)(kept->file.every * 1e6), SHARE * kept->took))
        return;
    kj_kept_file_write(&kept->file);
    kept->written = g_get_monotonic_time();
    kept->took = kept->written - now;
}

void kj_compose_kept_end(KjComposeKept *kept, bool open)
{
    if (kept->file.about && kj_kept_file_stays(&kept->file, open) &&
        kj_kept_file_write(&kept->file) && open)
        kj_kept_file_tell_open(&kept->file);
    kj_kept_file_clear(&kept->file);
    g_clear_pointer(&kept->answers, g_byte_array_unref);
}

/* ---- answers ---- */

bool kj_compose_kept_read(void *data, void *bytes, size_t n)
{
    KjComposeKept *kept = data;
    if (kept->answers->len - kept->at < n)
        return false;
    memcpy(bytes, kept->answers->data + kept->at, n);
    kept->at += (unsigned)n;
    return true;
}

bool kj_compose_kept_next(KjComposeKept *kept, unsigned index, unsigned n)
{
    unsigned at = kept->at;
    Head head;
    if (kj_compose_kept_read(kept, &head, sizeof head) && head.index == index && head.n == n)
        return true;
    kept->at = at;
    g_byte_array_set_size(kept->answers, at);
    return false;
}

void kj_compose_kept_open(KjComposeKept *kept, unsigned index, unsigned n)
{
    Head head = {index, n};
    kj_compose_kept_add(kept, &head, sizeof head);
}

bool kj_compose_kept_add(void *data, const void *bytes, size_t n)
{
    KjComposeKept *kept = data;
    g_byte_array_append(kept->answers, bytes, (unsigned)n);
    kept->at = kept->answers->len;
    return true;
}
