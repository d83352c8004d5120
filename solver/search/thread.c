/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that speak the language of who starts them. */
#include "solver/search/thread.h"

#include "core/text/lang.h"

void kj_thread_guard(int status)
{
    // made beforehand: there is nothing left to make it with
    static char last_words[256];
    g_snprintf(last_words, sizeof last_words, "kanju: %s\n",
               kj_tr("the stack is used up: out of memory, or something nested too deeply"));
    kj_os_guard_stack(last_words, status);
}

typedef struct {
    void *(*run)(void *data);
    void *data;
    KjLang lang;
} Start;

static void *begin_thread(void *data)
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
    bool started = kj_os_thread_start(out, begin_thread, start);
    if (!started)
        g_free(start);
    return started;
}
