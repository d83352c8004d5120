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
    unsigned pass;         // of the run, from 0, where a server keeps count of it
    GBytes *checkpoint;    // of the last try, packed, or NULL
    KjTrust trust;         // in it: facts, if we wrote it ourselves
    const char *before;    // interned verdict of the last try, or NULL
    char *said;            // the line of the result that is verified, or NULL
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

/* The id of a problem, for others to read, who may be another process. */
typedef _Atomic gint64 KjRunning;

/*
 * Starts `n` threads with an engine each. NULL with G_FILE_ERROR_NOMEM when an engine or a thread
 * cannot be had. `certificates` (a folder, or NULL) is not copied. `running`, if not NULL, has `n`
 * places where threads say which problem they are solving, 0: none. (transfer full)
 */
KjWorkers *kj_workers_new(unsigned n, const KjTaskKind *kind, const KjSolveRequest *options,
                          const char *certificates, KjRunning *running, GError **error);

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
