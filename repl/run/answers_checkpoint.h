/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answers a command of the composer has got, kept in a file (--checkpoint). When it is resumed
 * its questions come again in the same order, and those that were answered are answered out of the
 * file: so what it lists is what a command lists that was not ended.
 */
#pragma once

#include "repl/run/checkpoint_file.h"
#include "solver/checkpoint.h"

typedef struct {
    KjCheckpointFile file; // planned with kj_checkpoint_file_plan
    GByteArray *answers;   // in the order of the questions; owned
    unsigned at;           // the bytes before it were given back, or are of this run
    uint64_t nodes;        // all answers took
    double before;         // seconds of the runs it goes on from
    gint64 begun;          // microseconds
    gint64 written;        // likewise: when it was last,
    gint64 took;           // and what that took
} KjAnswersCheckpoint;

/* Begins to keep answers, with those of the file if it is to be resumed. `about` (taken) is what
 * must be the same. Errors: G_FILE_ERROR, if it cannot be resumed. */
bool kj_answers_checkpoint_begin(KjAnswersCheckpoint *checkpoint, GString *about, GError **error);

/* Goes to the answer that was kept of question `index` of `n`, for kj_answers_checkpoint_read;
 * false if there is none, and then what follows is forgotten. */
bool kj_answers_checkpoint_next(KjAnswersCheckpoint *checkpoint, unsigned index, unsigned n);

/* KjBytesInFn and KjBytesOutFn (`data`: KjAnswersCheckpoint): the bytes of an answer. */
bool kj_answers_checkpoint_read(void *data, void *bytes, size_t n);
bool kj_answers_checkpoint_add(void *data, const void *bytes, size_t n);

/* Begins the answer to question `index` of `n`, for kj_answers_checkpoint_add. */
void kj_answers_checkpoint_open(KjAnswersCheckpoint *checkpoint, unsigned index, unsigned n);

/* After an answer: `nodes` all took so far; the file is written if it is time to. */
void kj_answers_checkpoint_note(KjAnswersCheckpoint *checkpoint, uint64_t nodes);

/* Writes the file for the last time, where it was begun; `open`: the command may be resumed, which
 * is told. Frees what it holds. */
void kj_answers_checkpoint_end(KjAnswersCheckpoint *checkpoint, bool open);
