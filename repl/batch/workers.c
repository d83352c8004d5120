/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker threads of a batch. */
#include "repl/batch/workers.h"

#include <stdatomic.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/job/cores.h"
#include "repl/job/pool.h"

typedef struct {
    KjWorkers *workers;
    KjTaskEngine *engine;
    unsigned cores; // of the engine
    // what it is at; guarded by workers->lock
    gint64 problem;
    gint64 begun; // monotonic microseconds
    guint64 nodes;
} Worker;

struct KjWorkers {
    const KjTaskKind *kind;
    unsigned n; // engines
    Worker *worker;
    KjPool *pool; // of KjBatchJob
    KjCores cores;
    KjSolveRequest options; // of an engine
    const char *certificates;
    pthread_mutex_t lock;
};

void kj_batch_job_free(KjBatchJob *job)
{
    if (!job)
        return;
    g_free(job->game);
    g_free(job->position);
    g_free(job->claim);
    g_clear_pointer(&job->checkpoint, g_bytes_unref);
    kj_task_outcome_clear(&job->outcome);
    g_free(job);
}

static void show_progress(const KjProgress *progress, void *data)
{
    Worker *worker = data;
    pthread_mutex_lock(&worker->workers->lock);
    worker->nodes = progress->nodes;
    pthread_mutex_unlock(&worker->workers->lock);
}

static void set_state(Worker *worker, gint64 problem)
{
    pthread_mutex_lock(&worker->workers->lock);
    worker->problem = problem;
    worker->begun = g_get_monotonic_time();
    worker->nodes = 0;
    pthread_mutex_unlock(&worker->workers->lock);
}

/*
 * Makes the engine one for several threads, or for one again, as a problem may have. False: there is
 * none any more.
 */
static bool refit(Worker *worker, const KjBatchJob *job)
{
    KjWorkers *workers = worker->workers;
    unsigned cores = kj_cores_for_next(&workers->cores, job->budget.nodes > 0);
    if (cores == worker->cores)
        return true;
    KjSolveRequest options = workers->options;
    options.solver.threads = cores;
    kj_task_engine_free(worker->engine); // first: its memory is what the other one gets
    worker->engine = kj_task_engine_new(workers->kind, &options, workers->certificates, NULL);
    if (!worker->engine)
        worker->engine =
            kj_task_engine_new(workers->kind, &workers->options, workers->certificates, NULL);
    worker->cores = cores;
    return worker->engine != NULL;
}

static void work_on_job(void *data, void *taken, unsigned thread, const atomic_bool *cancel)
{
    KjWorkers *workers = data;
    Worker *worker = &workers->worker[thread];
    KjBatchJob *job = taken;
    if (!refit(worker, job)) {
        job->outcome.failure = g_strdup(kj_tr("no memory for a search"));
        return;
    }
    g_autoptr(GError) error = NULL;
    KjPositionText text;
    if (!kj_position_text_read(job->position, job->rules, &text, &error)) {
        job->outcome.failure =
            g_strdup_printf(kj_tr("a position of the store cannot be read, '%s': %s"),
                            job->position, error->message);
        return;
    }
    text.start.game = job->rules;
    KjPosition root = kj_position_text_end(&text);
    KjTaskRequest request = {
        .root = &root,
        .past = text.n_moves ? &text : NULL,
        .game = job->game,
        .position = job->position,
        .claim = job->claim,
        .limits = {job->budget.seconds, job->budget.nodes, cancel},
        .checkpoint = job->checkpoint,
        .progress = show_progress,
        .progress_data = worker,
    };
    set_state(worker, job->problem);
    workers->kind->run(worker->engine, &request, &job->outcome);
    set_state(worker, 0);
    kj_position_text_clear(&text);
}

KjWorkers *kj_workers_new(unsigned n, const KjTaskKind *kind, const KjSolveRequest *options,
                          const char *certificates, GError **error)
{
    KjWorkers *workers = g_new0(KjWorkers, 1);
    workers->kind = kind;
    workers->options = *options;
    workers->certificates = certificates;
    workers->cores =
        (KjCores){.all = n, .each = 1, .repeat = options->deterministic, .left = G_MAXUINT};
    workers->worker = g_new0(Worker, n);
    pthread_mutex_init(&workers->lock, NULL);
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) {
        workers->worker[i] = (Worker){.workers = workers, .cores = 1};
        workers->worker[i].engine = kj_task_engine_new(kind, options, certificates, error);
        ok = workers->worker[i].engine != NULL;
        workers->n += ok;
    }
    workers->pool = kj_pool_new(ok ? n : 0, work_on_job, workers);
    if (ok && kj_pool_threads(workers->pool) == n)
        return workers;
    if (ok)
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
                     "cannot start %u threads, expected a smaller --threads", n);
    kj_workers_free(workers);
    return NULL;
}

void kj_workers_free(KjWorkers *workers)
{
    if (!workers)
        return;
    kj_pool_free(workers->pool, (GDestroyNotify)kj_batch_job_free);
    for (unsigned i = 0; i < workers->n; i++)
        kj_task_engine_free(workers->worker[i].engine);
    pthread_mutex_destroy(&workers->lock);
    g_free(workers->worker);
    g_free(workers);
}

void kj_workers_give(KjWorkers *workers, KjBatchJob *job)
{
    kj_pool_give(workers->pool, job);
}

KjBatchJob *kj_workers_take(KjWorkers *workers, guint64 microseconds)
{
    bool done;
    KjBatchJob *job = kj_pool_take(workers->pool, microseconds, &done);
    if (job && !done)
        job->outcome.stopped = true;
    return job;
}

void kj_workers_left(KjWorkers *workers, unsigned n)
{
    atomic_store(&workers->cores.left, n);
}

void kj_workers_stop(KjWorkers *workers)
{
    kj_pool_cancel(workers->pool);
}

KjWorkerState kj_workers_state(KjWorkers *workers, unsigned index)
{
    pthread_mutex_lock(&workers->lock);
    const Worker *worker = &workers->worker[index];
    KjWorkerState state = {worker->problem, 0, worker->nodes};
    if (worker->problem)
        state.seconds = (double)(g_get_monotonic_time() - worker->begun) / 1e6;
    pthread_mutex_unlock(&workers->lock);
    return state;
}
