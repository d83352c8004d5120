/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that search. */
#include "repl/thread.h"

#include <signal.h>

// The search may recurse thousands of plies with a list of moves at each; untouched stack is free.
enum { STACK_MIB = 256 };

bool kj_thread_start(pthread_t *out, void *(*run)(void *data), void *data)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)STACK_MIB << 20);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(out, &attributes, run, data) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}
