/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of a batch. The store is used on this thread only, searches run on worker threads. */
#include "repl/batch/run.h"

#include <string.h>

#include "core/text/lang.h"

enum {
    CHUNK = 512,    // problems fetched at a time
    AHEAD = 64,     // that wait for each worker, so that none runs dry while the store is busy
    HELD = 1 << 20, // bytes of checkpoints on their way, besides those of running jobs
    POLL = 100000,  // microseconds
};

/* One pass on its way. */
typedef struct {
    KjBatchRun *run;
    KjResults *results;
    KjGame *games;   // of kj_game_at, with the switches
    GPtrArray *next; // KjBatchJob*, fetched and not handed over
    guint at;        // of the first of them
    bool exhausted;  // there are no more in the store
    unsigned flying; // handed over and not back
    gsize held;      // bytes of their checkpoints
    gint64 since;    // when the transaction began, 0: none
} Pass;

static bool fetch(Pass *pass, GError **error)
{
    if (pass->at < pass->next->len || pass->exhausted)
        return true;
    GPtrArray *jobs = kj_results_next(pass->results, CHUNK, error);
    if (!jobs)
        return false;
    g_ptr_array_unref(pass->next);
    pass->next = jobs;
    pass->at = 0;
    pass->exhausted = jobs->len < CHUNK;
    return true;
}

static const KjGame *game_of(const Pass *pass, const char *id)
{
    for (size_t i = 0; i < kj_game_count(); i++)
        if (g_str_equal(pass->games[i].row->id, id))
            return &pass->games[i];
    return NULL;
}

static gsize checkpoint_bytes(const KjBatchJob *job)
{
    return job->checkpoint ? g_bytes_get_size(job->checkpoint) : 0;
}

static bool enough_wait(const Pass *pass)
{
    unsigned jobs = pass->run->jobs;
    return pass->flying >= jobs * AHEAD || (pass->held >= HELD && pass->flying > jobs);
}

/* Hands jobs over until enough of them wait. */
static bool hand_over(Pass *pass, GError **error)
{
    while (!enough_wait(pass)) {
        if (!fetch(pass, error))
            return false;
        if (pass->at >= pass->next->len)
            return true;
        KjBatchJob *job = pass->next->pdata[pass->at++];
        job->rules = game_of(pass, job->game);
        if (!job->rules) {
            kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: unknown game '%s'",
                         pass->run->store->path, job->game);
            kj_batch_job_free(job);
            return false;
        }
        if (!kj_results_fetch_checkpoint(pass->results, job, error)) {
            kj_batch_job_free(job);
            return false;
        }
        pass->flying++;
        pass->held += checkpoint_bytes(job);
        kj_workers_give(pass->run->progress.workers, job);
    }
    return true;
}

static bool commit(Pass *pass, GError **error)
{
    bool open = pass->since != 0;
    pass->since = 0;
    return !open || kj_store_commit(pass->run->store, error);
}

/* Writes what came back. What was told to end is no result. */
static bool take(Pass *pass, KjBatchJob *job, GError **error)
{
    KjBatchRun *run = pass->run;
    if (job->outcome.failure) {
        g_autofree char *label = kj_problem_label(run->store, job->problem);
        kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: %s", label,
                     job->outcome.failure);
        return false;
    }
    if (job->outcome.stopped)
        return true;
    if (pass->since == 0) {
        if (!kj_store_begin(run->store, error))
            return false;
        pass->since = g_get_monotonic_time();
    }
    // what was decided stays so, even if a machine that is busier now gets less far in the same
    // time
    const char *unknown = kj_task_unknown(run->kind);
    bool decided = job->before && strcmp(job->before, unknown) != 0;
    if (decided && strcmp(job->outcome.verdict, unknown) == 0) {
        job->outcome.no_news = true;
        job->outcome.verdict = job->before;
    }
    kj_progress_count(&run->progress, &job->outcome, job->before);
    return kj_results_put(pass->results, job->problem, &job->outcome, error);
}

/* How long to wait for a result: until the commit is due, at most. */
static guint64 patience(const Pass *pass)
{
    if (pass->since == 0)
        return POLL;
    gint64 left = pass->since + KJ_BATCH_COMMIT - g_get_monotonic_time();
    return (guint64)CLAMP(left, 1, POLL);
}

/* Takes what is finished, waiting a little for the first. */
static bool take_all(Pass *pass, GError **error)
{
    KjWorkers *workers = pass->run->progress.workers;
    bool ok = true;
    KjBatchJob *job = kj_workers_take(workers, patience(pass));
    while (job) {
        pass->flying--;
        pass->held -= checkpoint_bytes(job);
        ok = take(pass, job, error);
        kj_batch_job_free(job);
        bool due = pass->since && g_get_monotonic_time() - pass->since >= KJ_BATCH_COMMIT;
        job = ok && !due ? kj_workers_take(workers, 0) : NULL;
    }
    bool due = pass->since && g_get_monotonic_time() - pass->since >= KJ_BATCH_COMMIT;
    return ok && (!due || commit(pass, error));
}

static bool work_through(Pass *pass, GError **error)
{
    KjBatchRun *run = pass->run;
    for (;;) {
        bool stopped = kj_session_stopped(run->session);
        if (stopped)
            kj_workers_stop(run->progress.workers);
        else if (!hand_over(pass, error))
            return false;
        if (pass->flying == 0)
            return commit(pass, error);
        if (!take_all(pass, error) || !kj_store_is_there(run->store, error))
            return false;
        kj_progress_show(&run->progress);
    }
}

static bool run_pass(KjBatchRun *run, KjResults *results, KjGame *games, GError **error)
{
    const KjBudget *budget = &g_array_index(run->budgets, KjBudget, run->progress.pass);
    gint64 total = kj_results_begin(results, budget, error);
    if (total <= 0)
        return total == 0;
    KjBatchProgress *progress = &run->progress;
    progress->pass_total = (guint64)total;
    progress->pass_done = progress->pass_open = 0;
    progress->pass_begun = g_get_monotonic_time();
    Pass pass = {.run = run, .results = results, .games = games, .next = g_ptr_array_new()};
    bool ok = work_through(&pass, error);
    if (!ok)
        kj_store_rollback(run->store);
    for (; pass.at < pass.next->len; pass.at++)
        kj_batch_job_free(pass.next->pdata[pass.at]);
    g_ptr_array_unref(pass.next);
    return ok;
}

/* Counts what the store has already. */
static bool count_results(KjBatchRun *run, GError **error)
{
    KjBatchProgress *progress = &run->progress;
    g_autoptr(sqlite3_stmt) count = kj_store_prepare(
        run->store,
        "SELECT count(*) FROM result r JOIN scope s ON s.problem=r.problem WHERE r.task=? AND "
        "r.verdict=?",
        error);
    gint64 problems = kj_store_number(run->store, "SELECT count(*) FROM scope", error);
    if (!count || problems < 0)
        return false;
    progress->problems = (guint64)problems;
    for (int i = 0; run->kind->verdicts[i]; i++) {
        sqlite3_bind_int64(count, 1, run->task);
        kj_bind_text(count, 2, run->kind->verdicts[i]);
        if (kj_store_step(run->store, count, error) < 0)
            return false;
        progress->count[i] = (guint64)sqlite3_column_int64(count, 0);
        sqlite3_reset(count);
    }
    return true;
}

/* The games of kj_game_at, with the switches of the run. (transfer full) */
static KjGame *games_of(const KjBatchRun *run)
{
    KjGame *games = g_new(KjGame, kj_game_count());
    for (size_t i = 0; i < kj_game_count(); i++) {
        games[i] = *kj_game_at(i);
        kj_rules_apply(run->values, &games[i].rules);
    }
    return games;
}

static bool run_passes(KjBatchRun *run, KjResults *results, KjGame *games, GError **error)
{
    bool ok = true;
    for (unsigned i = 0; i < run->budgets->len && ok && !kj_session_stopped(run->session); i++) {
        run->progress.pass = i;
        ok = run_pass(run, results, games, error);
    }
    return ok;
}

bool kj_batch_run(KjBatchRun *run, GError **error)
{
    KjResults results;
    KjBatchProgress *progress = &run->progress;
    progress->session = run->session;
    progress->store = run->store;
    progress->kind = run->kind;
    progress->jobs = run->jobs;
    progress->budgets = run->budgets;
    progress->begun = progress->written = g_get_monotonic_time();
    if (!count_results(run, error) ||
        !kj_results_init(&results, run->store, run->task, (gint64)run->options.solver.memory_mib,
                         error))
        return false;
    results.certificates = run->certificates != NULL;
    g_autofree KjGame *games = games_of(run); // workers use them until they are gone
    progress->workers =
        kj_workers_new(run->jobs, run->kind, &run->options, run->certificates, error);
    bool ok = progress->workers && run_passes(run, &results, games, error);
    // what has not been taken is told to end and dropped, whatever went wrong
    kj_workers_free(progress->workers);
    progress->workers = NULL;
    kj_results_clear(&results);
    kj_term_bar(&run->session->term, NULL);
    return ok;
}
