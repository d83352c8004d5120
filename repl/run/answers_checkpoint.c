/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers of a command of the composer, as a checkpoint. */
#include "repl/run/answers_checkpoint.h"

#include <string.h>

#include "core/text/lang.h"

enum { SHARE = 50 };

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

static bool write_answers(void *data, KjCheckpointOut *out)
{
    const KjAnswersCheckpoint *checkpoint = data;
    Sums sums = {checkpoint->nodes, checkpoint->answers->len,
                 checkpoint->before + seconds_since(checkpoint->begun)};
    return kj_checkpoint_out_write(out, &sums, sizeof sums) &&
           kj_checkpoint_out_write(out, checkpoint->answers->data, checkpoint->answers->len);
}

static bool read_answers(void *data, KjCheckpointIn *in)
{
    KjAnswersCheckpoint *checkpoint = data;
    Sums sums;
    if (!kj_checkpoint_in_read(in, &sums, sizeof sums) ||
        !kj_checkpoint_in_read_array(in, checkpoint->answers, sums.n_bytes))
        return false;
    checkpoint->nodes = sums.nodes;
    checkpoint->before = sums.seconds;
    return true;
}

bool kj_answers_checkpoint_begin(KjAnswersCheckpoint *checkpoint, GString *about, GError **error)
{
    checkpoint->answers = g_byte_array_new();
    checkpoint->begun = checkpoint->written = g_get_monotonic_time();
    checkpoint->file.write = write_answers;
    checkpoint->file.read = read_answers;
    checkpoint->file.data = checkpoint;
    g_autofree char *why = kj_checkpoint_file_begin(&checkpoint->file, g_string_free(about, FALSE));
    if (why) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, why);
        return false;
    }
    if (checkpoint->answers->len)
        kj_checkpoint_file_tell_resumed(&checkpoint->file, checkpoint->nodes, checkpoint->before);
    return true;
}

void kj_answers_checkpoint_note(KjAnswersCheckpoint *checkpoint, uint64_t nodes)
{
    gint64 now = g_get_monotonic_time();
    checkpoint->nodes = MAX(checkpoint->nodes, nodes);
    if (now - checkpoint->written <
        MAX((gint64)(checkpoint->file.every * 1e6), SHARE * checkpoint->took))
        return;
    kj_checkpoint_file_write(&checkpoint->file);
    checkpoint->written = g_get_monotonic_time();
    checkpoint->took = checkpoint->written - now;
}

void kj_answers_checkpoint_end(KjAnswersCheckpoint *checkpoint, bool open)
{
    kj_checkpoint_file_end(&checkpoint->file, open);
    g_clear_pointer(&checkpoint->answers, g_byte_array_unref);
}

/* ---- answers ---- */

bool kj_answers_checkpoint_read(void *data, void *bytes, size_t n)
{
    KjAnswersCheckpoint *checkpoint = data;
    if (checkpoint->answers->len - checkpoint->at < n)
        return false;
    memcpy(bytes, checkpoint->answers->data + checkpoint->at, n);
    checkpoint->at += (unsigned)n;
    return true;
}

bool kj_answers_checkpoint_next(KjAnswersCheckpoint *checkpoint, unsigned index, unsigned n)
{
    unsigned at = checkpoint->at;
    Head head;
    if (kj_answers_checkpoint_read(checkpoint, &head, sizeof head) && head.index == index &&
        head.n == n)
        return true;
    checkpoint->at = at;
    g_byte_array_set_size(checkpoint->answers, at);
    return false;
}

void kj_answers_checkpoint_open(KjAnswersCheckpoint *checkpoint, unsigned index, unsigned n)
{
    Head head = {index, n};
    kj_answers_checkpoint_add(checkpoint, &head, sizeof head);
}

bool kj_answers_checkpoint_add(void *data, const void *bytes, size_t n)
{
    KjAnswersCheckpoint *checkpoint = data;
    g_byte_array_append(checkpoint->answers, bytes, (unsigned)n);
    checkpoint->at = checkpoint->answers->len;
    return true;
}
