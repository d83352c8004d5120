/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queue of a store in a file: rows of one task, in transactions of this process. */
#include "repl/batch/queue.h"

#include "core/text/lang.h"
#include "repl/batch/results.h"

enum {
    CHUNK = 512, // problems fetched at a time
    /*
     * How long a finished result may wait for its commit, in microseconds: what a kill can cost,
     * and the reason why thousands of results a second can be written with every commit
     * synchronised.
     */
    COMMIT = 200000,
};

typedef struct {
    KjQueue base;
    KjStore *store; // not owned
    KjResults results;
    const GArray *budgets;
    bool exhausted; // there are no more in this pass
    gint64 since;   // when the transaction began, 0: none
} FileQueue;

static gint64 begin_file_pass(KjQueue *queue, unsigned pass, GError **error)
{
    FileQueue *q = (FileQueue *)queue;
    q->exhausted = false;
    return kj_results_begin(&q->results, &g_array_index(q->budgets, KjBudget, pass), error);
}

static GPtrArray *next(KjQueue *queue, unsigned flying, bool *out_end, GError **error)
{
    (void)flying;
    FileQueue *q = (FileQueue *)queue;
    GPtrArray *jobs = q->exhausted ? g_ptr_array_new() : kj_results_next(&q->results, CHUNK, error);
    if (!jobs)
        return NULL;
    q->exhausted = jobs->len < CHUNK;
    *out_end = jobs->len == 0;
    return jobs;
}

static bool prepare_from_file(KjQueue *queue, KjBatchJob *job, GError **error)
{
    return kj_results_fetch_checkpoint(&((FileQueue *)queue)->results, job, error);
}

static bool put(KjQueue *queue, const KjBatchJob *job, GError **error)
{
    FileQueue *q = (FileQueue *)queue;
    if (job->outcome.stopped)
        return true;
    if (q->since == 0) {
        if (!kj_store_begin(q->store, error))
            return false;
        q->since = g_get_monotonic_time();
    }
    return kj_results_put(&q->results, job->problem, &job->outcome, error);
}

static gint64 due(const KjQueue *queue)
{
    const FileQueue *q = (const FileQueue *)queue;
    return q->since ? q->since + COMMIT : 0;
}

static bool commit(KjQueue *queue, GError **error)
{
    FileQueue *q = (FileQueue *)queue;
    bool open = q->since != 0;
    q->since = 0;
    return !open || kj_store_commit(q->store, error);
}

static void rollback(KjQueue *queue)
{
    FileQueue *q = (FileQueue *)queue;
    q->since = 0;
    kj_store_rollback(q->store);
}

static bool is_there(KjQueue *queue, GError **error)
{
    return kj_store_is_there(((FileQueue *)queue)->store, error);
}

static bool count_in_file(KjQueue *queue, const char *const *verdicts, guint64 *out_problems,
                          guint64 *out_counts, GError **error)
{
    FileQueue *q = (FileQueue *)queue;
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(
        q->store,
        "SELECT count(*) FROM result r JOIN scope s ON s.problem=r.problem WHERE r.task=? AND "
        "r.verdict=?",
        error);
    gint64 problems = kj_store_number(q->store, "SELECT count(*) FROM scope", error);
    if (!rows || problems < 0)
        return false;
    *out_problems = (guint64)problems;
    for (int i = 0; verdicts[i]; i++) {
        sqlite3_bind_int64(rows, 1, q->results.task);
        kj_bind_text(rows, 2, verdicts[i]);
        if (kj_store_step(q->store, rows, error) < 0)
            return false;
        out_counts[i] = (guint64)sqlite3_column_int64(rows, 0);
        sqlite3_reset(rows);
    }
    return true;
}

static char *label(KjQueue *queue, gint64 problem)
{
    KjStore *store = ((FileQueue *)queue)->store;
    g_autoptr(sqlite3_stmt) find = kj_store_prepare(
        store,
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

static void free_queue(KjQueue *queue)
{
    FileQueue *q = (FileQueue *)queue;
    kj_results_clear(&q->results);
}

static const KjQueueKind kind = {begin_file_pass, next,     prepare_from_file, put,           due,
                                 commit,          rollback, is_there,          count_in_file, label,
                                 free_queue};

KjQueue *kj_queue_of_file(KjStore *store, gint64 task, const GArray *budgets, gint64 memory_mib,
                          bool certificates, GError **error)
{
    FileQueue *q = g_new0(FileQueue, 1);
    q->base = (KjQueue){.kind = &kind, .passes = budgets->len, .name = g_strdup(store->path)};
    q->store = store;
    q->budgets = budgets;
    if (!kj_results_init(&q->results, store, task, memory_mib, error)) {
        kj_queue_free(&q->base);
        return NULL;
    }
    q->results.certificates = certificates;
    return &q->base;
}
