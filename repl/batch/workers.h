/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that work on problems in any order, and what they are at. */
#pragma once

#include "repl/batch/task_outcome.h"

/* A problem on its way to an engine and back. */
typedef struct {
    gint64 problem; // its id in the store
    char *game, *position, *claim;
    const KjGame *rules; // the game with its switches; outlives the job
    KjBudget budget;
    GBytes *checkpoint;    // of the last try, packed, or NULL
    const char *before;    // interned verdict of the last try, or NULL
    KjTaskOutcome outcome; // filled when it comes back
} KjBatchJob;

void kj_batch_job_free(KjBatchJob *job);

/* What a worker is at. */
typedef struct {
    gint64 problem; // 0: nothing
    double seconds;
    guint64 nodes;
} KjWorkerState;

typedef struct KjWorkers KjWorkers;

/*
 * Starts `n` threads with an engine each. NULL with G_FILE_ERROR_NOMEM when an engine or a thread
 * cannot be had. `certificates` (a folder, or NULL) is not copied. (transfer full)
 */
KjWorkers *kj_workers_new(unsigned n, const KjTaskKind *kind, const KjSolveRequest *options,
                          const char *certificates, GError **error);

/*
 * Says that `n` problems are left, those that wait or are at work included, so that those that begin
 * from now on share the threads that have none: each gets an equal part of all. Only searches
 * without a limit of nodes, which would not be the same twice. G_MAXUINT: more than there are
 * threads.
 */
void kj_workers_left(KjWorkers *workers, unsigned n);

/* Tells running searches to end, drops what waits, and waits for the threads. */
void kj_workers_free(KjWorkers *workers);

/* Hands a job over. */
void kj_workers_give(KjWorkers *workers, KjBatchJob *job);

/* Takes a finished job; NULL when there is none within the time. (transfer full) */
KjBatchJob *kj_workers_take(KjWorkers *workers, guint64 microseconds);

/* Tells running searches to end; what waits comes back at once, as stopped. */
void kj_workers_stop(KjWorkers *workers);

/* What worker `index` is at. */
KjWorkerState kj_workers_state(KjWorkers *workers, unsigned index);
