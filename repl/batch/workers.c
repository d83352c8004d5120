/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker threads of a batch. */
#include "repl/batch/workers.h"

#include <stdatomic.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "solver/search/thread.h"

typedef struct {
    KjWorkers *workers;
    void *engine;
    unsigned cores; // of the engine
    // what it is at; guarded by workers->lock
    gint64 problem;
    gint64 begun; // monotonic microseconds
    guint64 nodes;
} Worker;

struct KjWorkers {
    const KjTaskKind *kind;
    unsigned n;       // engines
    unsigned started; // threads
    unsigned seated;  // threads that have found their worker
    Worker *worker;
    pthread_t *threads;
    // of jobs, and that these change; guarded by `lock`. Not a queue with locks of its own: those of
    // GLib's no thread sanitizer sees.
    GQueue todo, done;
    bool ends; // no more jobs come
    pthread_cond_t came, finished;
    atomic_bool stop;
    atomic_uint left;       // problems
    KjSolveRequest options; // of an engine
    const char *certificates;
    KjRunning *running; // or NULL; not owned
    pthread_mutex_t lock;
};

void kj_batch_job_free(KjBatchJob *job)
{
    if (!job)
        return;
    g_free(job->game);
    g_free(job->position);
    g_free(job->claim);
    g_free(job->said);
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
    if (worker->workers->running)
        atomic_store(&worker->workers->running[worker - worker->workers->worker], problem);
}

/*
 * Makes the engine one for several threads, or for one again, as a problem may have. False: there is
 * none any more.
 */
static bool refit(Worker *worker, const KjBatchJob *job)
{
    KjWorkers *workers = worker->workers;
    unsigned left = MAX(1, atomic_load(&workers->left));
    bool repeats = job->budget.nodes || workers->options.deterministic;
    unsigned cores = repeats ? 1 : MAX(1, workers->n / left);
    if (cores == worker->cores)
        return true;
    KjSolveRequest options = workers->options;
    options.solver.threads = cores;
    workers->kind->end(worker->engine); // first: its memory is what the other one gets
    worker->engine = workers->kind->begin(&options, workers->certificates, NULL);
    if (!worker->engine)
        worker->engine = workers->kind->begin(&workers->options, workers->certificates, NULL);
    worker->cores = cores;
    return worker->engine != NULL;
}

static void work_on_job(Worker *worker, KjBatchJob *job)
{
    KjWorkers *workers = worker->workers;
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
    KjPosition root;
    text.start.game = job->rules;
    kj_position_text_end(&text, &root);
    KjTaskRequest request = {
        .root = &root,
        .past = text.n_moves ? &text : NULL,
        .game = job->game,
        .position = job->position,
        .claim = job->claim,
        .limits = {job->budget.seconds, job->budget.nodes, &workers->stop},
        .checkpoint = job->checkpoint,
        .trust = job->trust,
        .progress = show_progress,
        .progress_data = worker,
    };
    set_state(worker, job->problem);
    workers->kind->run(worker->engine, &request, &job->outcome);
    set_state(worker, 0);
    kj_position_text_clear(&text);
}

/* The next job, waited for, with the lock held; NULL: no more come. */
static KjBatchJob *next_job(KjWorkers *workers)
{
    while (!workers->todo.length && !workers->ends)
        pthread_cond_wait(&workers->came, &workers->lock);
    return g_queue_pop_head(&workers->todo);
}

static void *run_worker(void *data)
{
    KjWorkers *workers = data;
    pthread_mutex_lock(&workers->lock);
    Worker *worker = &workers->worker[workers->seated++];
    for (KjBatchJob *job; (job = next_job(workers));) {
        pthread_mutex_unlock(&workers->lock);
        if (atomic_load(&workers->stop))
            job->outcome.stopped = true;
        else
            work_on_job(worker, job);
        pthread_mutex_lock(&workers->lock);
        g_queue_push_tail(&workers->done, job);
        pthread_cond_signal(&workers->finished);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

static bool start(KjWorkers *workers, unsigned n, GError **error)
{
    while (workers->started < n &&
           kj_thread_start(&workers->threads[workers->started], run_worker, workers))
        workers->started++;
    if (workers->started == n)
        return true;
    kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
                 "cannot start %u threads, expected a smaller --threads", n);
    return false;
}

KjWorkers *kj_workers_new(unsigned n, const KjTaskKind *kind, const KjSolveRequest *options,
                          const char *certificates, KjRunning *running, GError **error)
{
    KjWorkers *workers = g_new0(KjWorkers, 1);
    workers->kind = kind;
    workers->running = running;
    workers->options = *options;
    workers->certificates = certificates;
    workers->left = G_MAXUINT;
    workers->worker = g_new0(Worker, n);
    g_queue_init(&workers->todo);
    g_queue_init(&workers->done);
    pthread_cond_init(&workers->came, NULL);
    pthread_cond_init(&workers->finished, NULL);
    pthread_mutex_init(&workers->lock, NULL);
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) {
        workers->worker[i].workers = workers;
        workers->worker[i].cores = 1;
        workers->worker[i].engine = kind->begin(options, certificates, error);
        ok = workers->worker[i].engine != NULL;
        workers->n += ok;
    }
    workers->threads = g_new0(pthread_t, n);
    if (ok && start(workers, n, error))
        return workers;
    kj_workers_free(workers);
    return NULL;
}

void kj_workers_free(KjWorkers *workers)
{
    if (!workers)
        return;
    kj_workers_stop(workers);
    pthread_mutex_lock(&workers->lock);
    workers->ends = true;
    pthread_cond_broadcast(&workers->came);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->started; i++)
        pthread_join(workers->threads[i], NULL);
    for (unsigned i = 0; i < workers->n; i++)
        if (workers->worker[i].engine)
            workers->kind->end(workers->worker[i].engine);
    g_queue_clear_full(&workers->todo, (GDestroyNotify)kj_batch_job_free);
    g_queue_clear_full(&workers->done, (GDestroyNotify)kj_batch_job_free);
    pthread_cond_destroy(&workers->came);
    pthread_cond_destroy(&workers->finished);
    pthread_mutex_destroy(&workers->lock);
    g_free(workers->worker);
    g_free(workers->threads);
    g_free(workers);
}

void kj_workers_give(KjWorkers *workers, KjBatchJob *job)
{
    pthread_mutex_lock(&workers->lock);
    g_queue_push_tail(&workers->todo, job);
    pthread_cond_signal(&workers->came);
    pthread_mutex_unlock(&workers->lock);
}

KjBatchJob *kj_workers_take(KjWorkers *workers, guint64 microseconds)
{
    gint64 deadline = g_get_monotonic_time() + (gint64)microseconds;
    pthread_mutex_lock(&workers->lock);
    while (!workers->done.length && microseconds &&
           kj_thread_wait(&workers->finished, &workers->lock, deadline))
        continue;
    KjBatchJob *job = g_queue_pop_head(&workers->done);
    pthread_mutex_unlock(&workers->lock);
    return job;
}

void kj_workers_left(KjWorkers *workers, unsigned n)
{
    atomic_store(&workers->left, n);
}

void kj_workers_stop(KjWorkers *workers)
{
    atomic_store(&workers->stop, true);
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
