/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working through the open problems of a store, pass by pass. */
#ifndef KJ_REPL_BATCH_RUN_H
#define KJ_REPL_BATCH_RUN_H

#include "repl/batch/progress.h"
#include "repl/batch/results.h"

/*
 * How long a finished result may wait for its commit, in microseconds: what a kill can cost, and
 * the reason why thousands of results a second can be written with every commit synchronised.
 */
enum { KJ_BATCH_COMMIT = 200000 };

/* What a run works with; all but `progress` and `task` set by the caller. */
typedef struct {
    KjSession *session;
    KjStore *store;
    const KjValues *values; // for the rule switches
    const KjTaskKind *kind;
    KjSolveRequest options; // memory for one job
    unsigned jobs;
    const GArray *budgets;    // KjBudget
    const char *certificates; // folder, or NULL
    gint64 task;
    KjBatchProgress progress;
} KjBatchRun;

/*
 * Works on the problems of the temporary table `scope` until all are settled, the budgets are used
 * up, or the session is stopped. Every result is committed within KJ_BATCH_COMMIT. Errors:
 * KJ_STORE_ERROR, G_FILE_ERROR; what was committed before is there.
 */
bool kj_batch_run(KjBatchRun *run, GError **error);

#endif
