/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks and results in a store: what is still to be done, and writing what has been. */
#pragma once

#include "repl/batch/task_outcome.h"
#include "repl/batch/workers.h"
#include "repl/store/store.h"

/*
 * What the answers to a task depend on besides the problem, as `name=value` words: every option of
 * the conventions, the rule switches that were set, and --shorten. (transfer full)
 */
char *kj_task_rules(const KjValues *values);

/* The id of the task of a kind, the version of this program, and rules, made if need be; -1 with
 * KJ_STORE_ERROR. */
gint64 kj_task_open(KjStore *store, const char *kind, const char *rules, GError **error);

/* Problems still to be done and results on their way in, for one task and the scope (import.h). */
typedef struct {
    KjStore *store;
    gint64 task;
    KjBudget budget;
    gint64 memory_mib;
    bool certificates; // a decided problem without one is open
    gint64 last;       // problem given last
    sqlite3_stmt *next, *checkpoint, *put, *put_limits, *clear_checkpoint, *put_checkpoint;
} KjResults;

/* Prepares for a task; clear with kj_results_clear. Errors: KJ_STORE_ERROR. */
bool kj_results_init(KjResults *results, KjStore *store, gint64 task, gint64 memory_mib,
                     GError **error);
void kj_results_clear(KjResults *results);

/* Begins a pass: from now on those are open that have no result, or an unsettled one of less than
 * `budget`. Returns how many there are, -1 on an error. */
gint64 kj_results_begin(KjResults *results, const KjBudget *budget, GError **error);

/* The next up to `n` open problems of the pass, as jobs without rules, in the order of their ids;
 * fewer than `n` at the end. NULL on an error. (transfer full, KjBatchJob*) */
GPtrArray *kj_results_next(KjResults *results, unsigned n, GError **error);

/* Fetches the checkpoint of the last try of a job, if there is one. */
bool kj_results_fetch_checkpoint(KjResults *results, KjBatchJob *job, GError **error);

/* Writes an outcome in the present transaction, over an earlier one; of one that is no news its
 * limits. */
bool kj_results_put(KjResults *results, gint64 problem, const KjTaskOutcome *outcome,
                    GError **error);
