/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that search. */
#ifndef KJ_REPL_THREAD_H
#define KJ_REPL_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/*
 * Starts a thread with a stack deep enough for the search, which leaves signals to the others; join
 * it with pthread_join. False when none can be had.
 */
bool kj_thread_start(pthread_t *out, void *(*run)(void *data), void *data);

#endif
