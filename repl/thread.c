/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that search. */
#include "repl/thread.h"

#include <signal.h>

#include "core/lang.h"

// The search may recurse thousands of plies with a list of moves at each; untouched stack is free.
enum { STACK_MIB = 256 };

typedef struct {
    void *(*run)(void *data);
    void *data;
    KjLang lang;
} Start;

static void *begin(void *data)
{
    Start start = *(Start *)data;
    g_free(data);
    kj_lang_set(start.lang);
    return start.run(start.data);
}

bool kj_thread_start(pthread_t *out, void *(*run)(void *data), void *data)
{
    Start *start = g_new(Start, 1);
    *start = (Start){run, data, kj_lang()};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)STACK_MIB << 20);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(out, &attributes, begin, start) == 0;
    if (!started)
        g_free(start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}
