/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that do jobs from a queue. */
#include "repl/job/pool.h"

#include <pthread.h>

#include "core/text/lang.h"
#include "solver/search/thread.h"

enum { POLL = 50000 }; // microseconds

struct KjPool {
    KjPoolFn work;
    void *data;
    pthread_t *threads;
    unsigned n_threads, n_seated; // those that have their number
    // of jobs, guarded by `lock`. Not queues with locks of their own: those of GLib's no thread
    // sanitizer sees.
    GQueue todo, done;
    bool ends;
    atomic_bool cancel;            // set with the lock held; jobs read it without
    pthread_cond_t came, finished; // todo or `ends`; done or `cancel`
    pthread_mutex_t lock;
};

static void *run_worker(void *data)
{
    KjPool *pool = data;
    pthread_mutex_lock(&pool->lock);
    unsigned thread = pool->n_seated++;
    while (!pool->ends) {
        void *job = pool->cancel ? NULL : g_queue_pop_head(&pool->todo);
        if (!job) {
            pthread_cond_wait(&pool->came, &pool->lock);
            continue;
        }
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->data, job, thread, &pool->cancel);
        pthread_mutex_lock(&pool->lock);
        g_queue_push_tail(&pool->done, job);
        pthread_cond_signal(&pool->finished);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

KjPool *kj_pool_new(unsigned n, KjPoolFn work, void *data)
{
    KjPool *pool = g_new0(KjPool, 1);
    pool->work = work;
    pool->data = data;
    pool->threads = g_new0(pthread_t, n);
    g_queue_init(&pool->todo);
    g_queue_init(&pool->done);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->came, NULL);
    pthread_cond_init(&pool->finished, NULL);
    while (pool->n_threads < n &&
           kj_thread_start(&pool->threads[pool->n_threads], run_worker, pool))
        pool->n_threads++;
    return pool;
}

unsigned kj_pool_threads(const KjPool *pool)
{
    return pool->n_threads;
}

void kj_pool_cancel(KjPool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->cancel, true);
    pthread_cond_signal(&pool->finished);
    pthread_mutex_unlock(&pool->lock);
}

void kj_pool_free(KjPool *pool, GDestroyNotify drop)
{
    kj_pool_cancel(pool);
    pthread_mutex_lock(&pool->lock);
    pool->ends = true;
    pthread_cond_broadcast(&pool->came);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->n_threads; i++)
        pthread_join(pool->threads[i], NULL);
    for (void *job; drop && (job = kj_pool_take(pool, 0, NULL));)
        drop(job);
    g_queue_clear(&pool->todo);
    g_queue_clear(&pool->done);
    pthread_cond_destroy(&pool->came);
    pthread_cond_destroy(&pool->finished);
    pthread_mutex_destroy(&pool->lock);
    g_free(pool->threads);
    g_free(pool);
}

void kj_pool_give(KjPool *pool, void *job)
{
    pthread_mutex_lock(&pool->lock);
    g_queue_push_tail(&pool->todo, job);
    pthread_cond_signal(&pool->came);
    pthread_mutex_unlock(&pool->lock);
}

/* Whether there is something to take, with the lock held. */
static bool has_some(KjPool *pool)
{
    return pool->done.length || (pool->cancel && pool->todo.length);
}

void *kj_pool_take(KjPool *pool, guint64 microseconds, bool *out_done)
{
    gint64 deadline = g_get_monotonic_time() + (gint64)microseconds;
    pthread_mutex_lock(&pool->lock);
    while (!has_some(pool) && microseconds &&
           kj_os_wait_until(&pool->finished, &pool->lock, deadline))
        continue;
    void *job = g_queue_pop_head(&pool->done);
    if (out_done)
        *out_done = job != NULL;
    if (!job && pool->cancel)
        job = g_queue_pop_head(&pool->todo);
    pthread_mutex_unlock(&pool->lock);
    return job;
}

/* ---- in order ---- */

/* Numbered jobs. To the pool a job is the place where it is noted that it was done. */
typedef struct {
    const KjPoolTask *task;
    bool *done;
    unsigned n; // those that were or will be begun
} Numbered;

static void work_numbered(void *data, void *job, unsigned thread, const atomic_bool *cancel)
{
    (void)thread;
    const Numbered *numbered = data;
    unsigned number = (unsigned)((bool *)job - numbered->done);
    numbered->task->work(numbered->task->data, number, cancel);
}

/* Waits a little for a job that was done, or will not be. */
static void take_numbered(KjPool *pool, Numbered *numbered)
{
    bool was_done, *job = kj_pool_take(pool, POLL, &was_done);
    if (job && was_done)
        *job = true;
    else if (job) // none after it were begun either
        numbered->n = MIN(numbered->n, (unsigned)(job - numbered->done));
}

/* Delivers jobs in order until all that were or will be begun are. */
static void deliver_all(KjPool *pool, Numbered *numbered, const atomic_bool *stop)
{
    const KjPoolTask *task = numbered->task;
    bool more = true;
    for (unsigned job = 0; job < numbered->n && more;) {
        if (atomic_load(stop)) // another thread may set it
            kj_pool_cancel(pool);
        if (task->tick)
            task->tick(task->data);
        if (numbered->done[job])
            more = task->deliver(task->data, job++);
        else
            take_numbered(pool, numbered);
    }
}

/* Where there are no threads. */
static void run_here(unsigned n_jobs, const atomic_bool *stop, const KjPoolTask *task)
{
    bool more = true;
    for (unsigned job = 0; job < n_jobs && more && !atomic_load(stop); job++) {
        if (task->tick)
            task->tick(task->data);
        task->work(task->data, job, stop);
        more = task->deliver(task->data, job);
    }
}

bool kj_pool_run(unsigned n_jobs, unsigned n_threads, const atomic_bool *stop,
                 const KjPoolTask *task, GError **error)
{
    if (n_jobs == 0)
        return true;
    if (!KJ_THREADS) {
        run_here(n_jobs, stop, task);
        return true;
    }
    Numbered numbered = {task, g_new0(bool, n_jobs), n_jobs};
    KjPool *pool = kj_pool_new(MIN(n_threads, n_jobs), work_numbered, &numbered);
    bool started = kj_pool_threads(pool) > 0;
    if (started) {
        for (unsigned i = 0; i < n_jobs; i++)
            kj_pool_give(pool, &numbered.done[i]);
        deliver_all(pool, &numbered, stop);
    } else {
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
                     "cannot start a thread for the search");
    }
    kj_pool_free(pool, NULL);
    g_free(numbered.done);
    return started;
}
