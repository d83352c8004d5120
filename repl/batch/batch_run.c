/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of a batch. The store is used on this thread only, searches run on worker threads. */
#include "repl/batch/batch_run.h"

#include <string.h>

#include "core/text/lang.h"

enum {
    AHEAD = 64,     // that wait for each worker, so that none runs dry while the store is busy
    HELD = 1 << 20, // bytes of checkpoints on their way, besides those of running jobs
    POLL = 100000,  // microseconds
};

/* One pass on its way. */
typedef struct {
    KjBatchRun *run;
    KjQueue *queue;
    KjGame *games;   // of kj_game_at, with the switches
    GPtrArray *next; // KjBatchJob*, fetched and not handed over
    guint at;        // of the first of them
    bool exhausted;  // there are no more in the store
    unsigned flying; // handed over and not back
    gsize held;      // bytes of their checkpoints
} Pass;

static bool fetch(Pass *pass, GError **error)
{
    if (pass->at < pass->next->len || pass->exhausted)
        return true;
    GPtrArray *jobs = kj_queue_next(pass->queue, error);
    if (!jobs)
        return false;
    pass->exhausted = jobs->len == 0;
    g_ptr_array_unref(pass->next);
    pass->next = jobs;
    pass->at = 0;
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

/* Tells the threads how many problems they have left in this pass. */
static void tell_left(const Pass *pass)
{
    const KjBatchProgress *progress = &pass->run->progress;
    guint64 left = progress->pass_total - MIN(progress->pass_done, progress->pass_total);
    kj_workers_left(progress->workers, (unsigned)MIN(left, G_MAXUINT));
}

/* Hands jobs over until enough of them wait. */
static bool hand_over(Pass *pass, GError **error)
{
    while (!enough_wait(pass)) {
        if (!fetch(pass, error))
            return false;
        if (pass->at >= pass->next->len)
            return true;
        tell_left(pass);
        KjBatchJob *job = pass->next->pdata[pass->at++];
        job->rules = game_of(pass, job->game);
        if (!job->rules) {
            kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: unknown game '%s'",
                         pass->queue->store->path, job->game);
            kj_batch_job_free(job);
            return false;
        }
        if (!kj_results_fetch_checkpoint(&pass->queue->results, job, error)) {
            kj_batch_job_free(job);
            return false;
        }
        pass->flying++;
        pass->held += checkpoint_bytes(job);
        kj_workers_give(pass->run->progress.workers, job);
    }
    return true;
}

/* Writes what came back. What was told to end is no result. */
static bool take_job(Pass *pass, KjBatchJob *job, GError **error)
{
    KjBatchRun *run = pass->run;
    if (job->outcome.failure) {
        g_autofree char *label = kj_queue_label(pass->queue, job->problem);
        return kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: %s", label,
                            job->outcome.failure);
    }
    // what was decided stays so, even if a machine that is busier now gets less far in the same
    // time
    const char *unknown = kj_task_unknown(run->kind);
    bool decided = job->before && strcmp(job->before, unknown) != 0;
    if (decided && !job->outcome.stopped && strcmp(job->outcome.verdict, unknown) == 0) {
        job->outcome.no_news = true;
        job->outcome.verdict = job->before;
    }
    if (!job->outcome.stopped)
        kj_progress_count(&run->progress, &job->outcome, job->before);
    return kj_queue_put(pass->queue, job, error);
}

/* How long to wait for a result: until the commit is due, at most. */
static guint64 patience(const Pass *pass)
{
    gint64 due = kj_queue_due(pass->queue);
    gint64 wait = due - g_get_monotonic_time(); // read once: CLAMP evaluates its arguments again
    return due ? (guint64)CLAMP(wait, 1, POLL) : POLL;
}

static bool is_due(const Pass *pass)
{
    gint64 due = kj_queue_due(pass->queue);
    return due && g_get_monotonic_time() >= due;
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
        ok = take_job(pass, job, error);
        kj_batch_job_free(job);
        tell_left(pass);
        job = ok && !is_due(pass) ? kj_workers_take(workers, 0) : NULL;
    }
    return ok && (!is_due(pass) || kj_queue_commit(pass->queue, error));
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
        if (pass->flying == 0 && (stopped || pass->exhausted))
            return kj_queue_commit(pass->queue, error);
        if (!take_all(pass, error) || !kj_store_is_there(pass->queue->store, error))
            return false;
        kj_progress_show(&run->progress);
    }
}

static bool run_pass(KjBatchRun *run, KjGame *games, GError **error)
{
    gint64 total = kj_queue_begin(run->queue, run->progress.pass, error);
    if (total <= 0)
        return total == 0;
    KjBatchProgress *progress = &run->progress;
    progress->pass_total = (guint64)total;
    progress->pass_done = progress->pass_open = 0;
    progress->pass_begun = g_get_monotonic_time();
    Pass pass = {.run = run, .queue = run->queue, .games = games, .next = g_ptr_array_new()};
    bool ok = work_through(&pass, error);
    if (!ok)
        kj_queue_rollback(run->queue);
    for (; pass.at < pass.next->len; pass.at++)
        kj_batch_job_free(pass.next->pdata[pass.at]);
    g_ptr_array_unref(pass.next);
    return ok;
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

static bool run_passes(KjBatchRun *run, KjGame *games, GError **error)
{
    bool ok = true;
    for (unsigned i = 0; i < run->budgets->len && ok && !kj_session_stopped(run->session); i++) {
        run->progress.pass = i;
        ok = run_pass(run, games, error);
    }
    return ok;
}

bool kj_batch_run(KjBatchRun *run, GError **error)
{
    KjBatchProgress *progress = &run->progress;
    progress->session = run->session;
    progress->queue = run->queue;
    progress->kind = run->kind;
    progress->jobs = run->jobs;
    progress->budgets = run->budgets;
    progress->begun = progress->written = g_get_monotonic_time();
    if (!kj_queue_count(run->queue, run->kind->verdicts, &progress->problems, progress->count,
                        error))
        return false;
    g_autofree KjGame *games = games_of(run); // workers use them until they are gone
    progress->workers =
        kj_workers_new(run->jobs, run->kind, &run->options, run->certificates, error);
    bool ok = progress->workers && run_passes(run, games, error);
    // what has not been taken is told to end and dropped, whatever went wrong
    kj_workers_free(progress->workers);
    progress->workers = NULL;
    return ok;
}
