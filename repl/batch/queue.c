/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open problems of a task in a store, and its results. */
#include "repl/batch/queue.h"

#include "core/text/lang.h"

enum {
    CHUNK = 512, // problems fetched at a time
    /*
     * How long a finished result may wait for its commit, in microseconds: what a kill can cost,
     * and the reason why thousands of results a second can be written with every commit
     * synchronised.
     */
    COMMIT = 200000,
};

bool kj_queue_init(KjQueue *queue, KjStore *store, gint64 task, const GArray *budgets,
                   gint64 memory_mib, bool certificates, GError **error)
{
    *queue = (KjQueue){.store = store, .budgets = budgets};
    if (!kj_results_init(&queue->results, store, task, memory_mib, error))
        return false;
    queue->results.certificates = certificates;
    return true;
}

void kj_queue_clear(KjQueue *queue)
{
    kj_results_clear(&queue->results);
}

gint64 kj_queue_begin(KjQueue *queue, unsigned pass, GError **error)
{
    queue->exhausted = false;
    return kj_results_begin(&queue->results, &g_array_index(queue->budgets, KjBudget, pass), error);
}

GPtrArray *kj_queue_next(KjQueue *queue, GError **error)
{
    if (queue->exhausted)
        return g_ptr_array_new();
    GPtrArray *jobs = kj_results_next(&queue->results, CHUNK, error);
    queue->exhausted = jobs && jobs->len < CHUNK;
    return jobs;
}

bool kj_queue_put(KjQueue *queue, const KjBatchJob *job, GError **error)
{
    if (job->outcome.stopped)
        return true;
    if (queue->since == 0) {
        if (!kj_store_begin(queue->store, error))
            return false;
        queue->since = g_get_monotonic_time();
    }
    return kj_results_put(&queue->results, job->problem, &job->outcome, error);
}

gint64 kj_queue_due(const KjQueue *queue)
{
    return queue->since ? queue->since + COMMIT : 0;
}

bool kj_queue_commit(KjQueue *queue, GError **error)
{
    bool open = queue->since != 0;
    queue->since = 0;
    return !open || kj_store_commit(queue->store, error);
}

void kj_queue_rollback(KjQueue *queue)
{
    queue->since = 0;
    kj_store_rollback(queue->store);
}

bool kj_queue_count(KjQueue *queue, const char *const *verdicts, guint64 *out_problems,
                    guint64 *out_counts, GError **error)
{
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(
        queue->store,
        "SELECT count(*) FROM result r JOIN scope s ON s.problem=r.problem WHERE r.task=? AND "
        "r.verdict=?",
        error);
    gint64 problems = kj_store_number(queue->store, "SELECT count(*) FROM scope", error);
    if (!rows || problems < 0)
        return false;
    *out_problems = (guint64)problems;
    for (int i = 0; verdicts[i]; i++) {
        sqlite3_bind_int64(rows, 1, queue->results.task);
        kj_bind_text(rows, 2, verdicts[i]);
        if (kj_store_step(queue->store, rows, error) < 0)
            return false;
        out_counts[i] = (guint64)sqlite3_column_int64(rows, 0);
        sqlite3_reset(rows);
    }
    return true;
}

char *kj_queue_label(const KjQueue *queue, gint64 problem)
{
    g_autoptr(sqlite3_stmt) find = kj_store_prepare(
        queue->store,
        "SELECT coalesce(i.name, f.name || ':' || coalesce(i.line, i.number)) FROM item i JOIN "
        "file f ON f.id=i.file JOIN problem p ON p.id=i.problem JOIN problem w "
        "USING(position,game) WHERE w.id=? AND w.claim IN ('',i.claim) ORDER BY f.name, i.number "
        "LIMIT 1",
        NULL);
    if (find) {
        sqlite3_bind_int64(find, 1, problem);
        if (sqlite3_step(find) == SQLITE_ROW)
            return g_strdup(kj_column_text(find, 0));
    }
    return g_strdup_printf(kj_tr("problem %d"), (int)problem);
}
