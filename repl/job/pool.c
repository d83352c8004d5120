/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small thread pool. */
#include "repl/job/pool.h"

#include <pthread.h>
#include <stdatomic.h>

#include "core/text/lang.h"
#include "solver/search/thread.h"

enum { POLL_MILLISECONDS = 50 };

typedef struct {
    const KjPoolTask *task;
    unsigned n_jobs, next;
    bool *done;           // of each job
    atomic_bool cancel;   // jobs should end
    pthread_mutex_t lock; // guards next and done
    pthread_cond_t changed;
} Pool;

static void *run_worker(void *data)
{
    Pool *pool = data;
    pthread_mutex_lock(&pool->lock);
    while (pool->next < pool->n_jobs && !pool->cancel) {
        unsigned job = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        pool->task->work(pool->task->data, job, &pool->cancel);
        pthread_mutex_lock(&pool->lock);
        pool->done[job] = true;
        pthread_cond_signal(&pool->changed);
    }
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Starts up to n threads and returns how many. */
static unsigned start(Pool *pool, pthread_t *threads, unsigned n)
{
    unsigned started = 0;
    while (started < n && kj_thread_start(&threads[started], run_worker, pool))
        started++;
    return started;
}

/* Waits, with the lock held, for a change or a little while. */
static void wait_a_little(Pool *pool)
{
    kj_thread_wait(&pool->changed, &pool->lock,
                   g_get_monotonic_time() + POLL_MILLISECONDS * G_TIME_SPAN_MILLISECOND);
}

/* Jobs read the flag without the lock. */
static void cancel(Pool *pool)
{
    atomic_store(&pool->cancel, true);
}

/* Delivers finished jobs in order until all that were or will be begun are. */
static void deliver_all(Pool *pool, const atomic_bool *stop)
{
    pthread_mutex_lock(&pool->lock);
    for (unsigned job = 0; job < pool->n_jobs;) {
        if (atomic_load(stop)) // another thread may set it
            cancel(pool);
        if (pool->done[job]) {
            pthread_mutex_unlock(&pool->lock);
            bool more = pool->task->deliver(pool->task->data, job++);
            pthread_mutex_lock(&pool->lock);
            if (!more) {
                cancel(pool);
                break;
            }
        } else if (pool->cancel && job >= pool->next) {
            break;
        } else {
            wait_a_little(pool);
        }
    }
    pthread_mutex_unlock(&pool->lock);
}

bool kj_pool_run(unsigned n_jobs, unsigned n_threads, const atomic_bool *stop,
                 const KjPoolTask *task, GError **error)
{
    if (n_jobs == 0)
        return true;
    Pool pool = {.task = task, .n_jobs = n_jobs};
    pool.done = g_new0(bool, n_jobs);
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.changed, NULL);
    g_autofree pthread_t *threads = g_new0(pthread_t, n_threads);
    unsigned started = start(&pool, threads, MIN(n_threads, n_jobs));
    if (started > 0)
        deliver_all(&pool, stop);
    else
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
                     "cannot start a thread for the search");
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.lock);
    g_free(pool.done);
    return started > 0;
}
