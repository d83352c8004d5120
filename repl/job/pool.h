/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs side by side on threads, results in the order of the jobs. */
#ifndef KJ_REPL_JOB_POOL_H
#define KJ_REPL_JOB_POOL_H

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    /* Does one job, on any thread. It should end soon once *cancel is set. */
    void (*work)(void *data, unsigned job, const atomic_bool *cancel);
    /* Takes one finished job, on the calling thread, in order. False: do no more. */
    bool (*deliver)(void *data, unsigned job);
    void *data;
} KjPoolTask;

/*
 * Does the jobs 0..n_jobs-1 on up to `n_threads` threads with stacks deep enough for the search.
 * Once *stop is set or `deliver` refuses, running jobs are told to end and no more are begun; all
 * that were begun are delivered, unless `deliver` refused. Returns false with G_FILE_ERROR when no
 * thread can be had.
 */
bool kj_pool_run(unsigned n_jobs, unsigned n_threads, const atomic_bool *stop,
                 const KjPoolTask *task, GError **error);

#endif
