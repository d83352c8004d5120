/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads with a deep stack, and what happens when a stack overflows. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

// Sanitizers handle faults themselves. gcc tells of them by macros, clang by features.
#ifdef __has_feature
#define KJ_SANITIZER (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KJ_SANITIZER 1
#else
#define KJ_SANITIZER 0
#endif

// Whether there are threads. Where there are none, what would run on one runs on the caller's.
#ifdef __EMSCRIPTEN__
#define KJ_THREADS 0
#else
#define KJ_THREADS 1
#endif

// Of what threads and, on Windows, the program have for a stack, untouched memory is free: the
// search may recurse thousands of plies with a list of moves at each.
enum { KJ_OS_STACK_MIB = 256 };

/* Starts a thread with such a stack, which leaves signals to the others; join it with pthread_join.
 * False when none can be had. */
bool kj_os_thread_start(pthread_t *out, void *(*run)(void *data), void *data);

/* Waits, with the lock held, for a change or until a moment of the monotonic clock, in microseconds.
 * False when that has come. */
bool kj_os_wait_until(pthread_cond_t *changed, pthread_mutex_t *lock, long long deadline);

/*
 * On the main thread: from now on a stack that is used up, that of a thread above included, ends the
 * program with `words` on standard error and this exit status. `words` must live on. Any other fault
 * of memory stays what it is. With sanitizers nothing changes.
 */
void kj_os_guard_stack(const char *words, int status);
