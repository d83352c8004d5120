/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a batch takes its problems from and where the results go: the rows of one task in a store,
 * in transactions of this process. The passes (batch_run.c) know nothing else of stores. All is
 * called on one thread. Errors: KJ_STORE_ERROR.
 */
#pragma once

#include "repl/batch/results.h"

typedef struct {
    KjStore *store; // not owned
    KjResults results;
    const GArray *budgets; // KjBudget, one a pass; not owned
    bool exhausted;        // there are no more in this pass
    gint64 since;          // when the transaction began, 0: none
} KjQueue;

/* Prepares a queue of the problems of the temporary table `scope` (import.h). With `certificates` a
 * decided problem without one is open. */
bool kj_queue_init(KjQueue *queue, KjStore *store, gint64 task, const GArray *budgets,
                   gint64 memory_mib, bool certificates, GError **error);

/* What was not committed is lost. */
void kj_queue_clear(KjQueue *queue);

/* Begins a pass, from 0. Returns how many problems are open in it, -1 on an error. */
gint64 kj_queue_begin(KjQueue *queue, unsigned pass, GError **error);

/* The next open problems, as jobs without rules; none at the end of the pass. NULL on an error.
 * (transfer full, KjBatchJob*) */
GPtrArray *kj_queue_next(KjQueue *queue, GError **error);

/*
 * Takes the outcome of a job, over an earlier one; of one that is no news its limits; of one that
 * was stopped nothing. It is kept for good by kj_queue_commit.
 */
bool kj_queue_put(KjQueue *queue, const KjBatchJob *job, GError **error);

/* When to commit at the latest, in monotonic microseconds; 0: nothing waits. */
gint64 kj_queue_due(const KjQueue *queue);
bool kj_queue_commit(KjQueue *queue, GError **error);

/* Takes back what was put and not committed. */
void kj_queue_rollback(KjQueue *queue);

/* Counts the problems that are asked for, and results by verdict (NULL-terminated). */
bool kj_queue_count(KjQueue *queue, const char *const *verdicts, guint64 *out_problems,
                    guint64 *out_counts, GError **error);

/* Where a problem was read: its name or file:line, for people. (transfer full) */
char *kj_queue_label(const KjQueue *queue, gint64 problem);
