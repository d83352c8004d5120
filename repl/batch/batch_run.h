/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working through the open problems of a queue, pass by pass. */
#pragma once

#include "repl/batch/progress.h"
#include "repl/batch/queue.h"

/* What a run works with; all but `progress` set by the caller. */
typedef struct {
    KjSession *session;
    KjQueue *queue;
    const KjValues *values; // for the rule switches
    const KjTaskKind *kind;
    KjSolveRequest options; // memory for one job
    unsigned jobs;
    const GArray *budgets;    // KjBudget
    const char *certificates; // folder, or NULL
    KjBatchProgress progress;
} KjBatchRun;

/*
 * Works on the problems of the queue until all are settled, the budgets are used up, or the session
 * is stopped. Every result is committed when the queue says that it is due. Errors: KJ_STORE_ERROR,
 * G_FILE_ERROR; what was committed before is there.
 */
bool kj_batch_run(KjBatchRun *run, GError **error);
