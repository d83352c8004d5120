/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs on threads: as they come and in any order, or numbered and delivered in order. */
#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

/* ---- as they come ---- */

typedef struct KjPool KjPool;

/* Does a job, on thread `thread` (from 0). It should end soon once *cancel is set. */
typedef void (*KjPoolFn)(void *data, void *job, unsigned thread, const atomic_bool *cancel);

/*
 * Starts up to `n` threads with stacks deep enough for the search; kj_pool_threads says how many
 * could be had, which may be none. (transfer full)
 */
KjPool *kj_pool_new(unsigned n, KjPoolFn work, void *data);
unsigned kj_pool_threads(const KjPool *pool);

/* Cancels and waits for the threads. Jobs that were not taken are given to `drop` (may be NULL). */
void kj_pool_free(KjPool *pool, GDestroyNotify drop);

/* Hands a job over, to be begun after those handed over before. */
void kj_pool_give(KjPool *pool, void *job);

/*
 * Takes a finished job; NULL when there is none within the time. Once the pool is cancelled it also
 * gives back, in order, the jobs that will not be done: `out_done` tells.
 */
void *kj_pool_take(KjPool *pool, guint64 microseconds, bool *out_done);

/* Tells jobs that were begun to end, and begins no more. */
void kj_pool_cancel(KjPool *pool);

/* ---- in order ---- */

typedef struct {
    /* Does one job, on any thread, as KjPoolFn. */
    void (*work)(void *data, unsigned job, const atomic_bool *cancel);
    /* Takes one finished job, on the calling thread, in order. False: do no more. */
    bool (*deliver)(void *data, unsigned job);
    void (*tick)(void *data); // on the calling thread, many times a second; or NULL
    void *data;
} KjPoolTask;

/*
 * Does the jobs 0..n_jobs-1 on up to `n_threads` threads. Once *stop is set or `deliver` refuses,
 * the pool is cancelled; all that were begun are delivered, unless `deliver` refused. Returns false
 * with G_FILE_ERROR when no thread can be had.
 */
bool kj_pool_run(unsigned n_jobs, unsigned n_threads, const atomic_bool *stop,
                 const KjPoolTask *task, GError **error);
