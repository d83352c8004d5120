/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads with a deep stack, and the handler of stack overflow. */
#define _GNU_SOURCE // waiting by a clock of choice
#include "solver/search/thread.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/text/lang.h"

enum {
    // The search may recurse thousands of plies with a list of moves at each; untouched stack is
    // free.
    STACK_MIB = 256,
    // Bytes below a stack in which a fault is its overflow: more than any function has at once, and
    // as much as the kernel keeps free below the main stack.
    GUARD = 1 << 20,
    HANDLER_STACK = 1 << 16,
};
// The largest a stack is taken to be where there is no limit.
static const rlim_t MOST = (rlim_t)1 << 36;

// Where faults of the thread are overflows of its stack.
static __thread uintptr_t stack_low, stack_high;
// What is said then. Made beforehand: there is nothing left to make it with.
static char last_words[256];
static int last_status;

enum { GUARDED = KJ_THREADS && !KJ_SANITIZER };

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)context;
    uintptr_t at = (uintptr_t)info->si_addr;
    if (info->si_code > 0 && at >= stack_low && at < stack_high) {
        ssize_t written = write(STDERR_FILENO, last_words, strlen(last_words));
        (void)written;
        _exit(last_status);
    }
    signal(number, SIG_DFL); // it happens again at once, and ends the program as ever
}

/* Notes where the stack is that `top` is on, and has faults handled on other memory. */
static void guard(const void *top, size_t size, void *handler_stack)
{
    stack_high = (uintptr_t)top;
    stack_low = stack_high > size + GUARD ? stack_high - size - GUARD : GUARD;
    sigaltstack(&(stack_t){.ss_sp = handler_stack, .ss_size = HANDLER_STACK}, NULL);
}

void kj_thread_guard(int status)
{
    static char handler_stack[HANDLER_STACK];
    struct rlimit limit;
    if (!GUARDED || getrlimit(RLIMIT_STACK, &limit) != 0)
        return;
    last_status = status;
    g_snprintf(last_words, sizeof last_words, "kanju: %s\n",
               kj_tr("the stack is used up: out of memory, or something nested too deeply"));
    guard(&limit, MIN(limit.rlim_cur, MOST), handler_stack);
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK, .sa_sigaction = on_fault};
    sigaction(SIGSEGV, &action, NULL);
}

typedef struct {
    void *(*run)(void *data);
    void *data;
    KjLang lang;
} Start;

static void *begin_thread(void *data)
{
    char handler_stack[HANDLER_STACK];
    Start start = *(Start *)data;
    g_free(data);
    kj_lang_set(start.lang);
    if (GUARDED)
        guard(handler_stack, (size_t)STACK_MIB << 20, handler_stack);
    void *result = start.run(start.data);
    if (GUARDED)
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    return result;
}

bool kj_thread_start(pthread_t *out, void *(*run)(void *data), void *data)
{
    if (!KJ_THREADS)
        return false;
    Start *start = g_new(Start, 1);
    *start = (Start){run, data, kj_lang()};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)STACK_MIB << 20);
    pthread_attr_setguardsize(&attributes, GUARD);
    sigset_t others, before; // but for what a thread does itself
    sigfillset(&others);
    sigdelset(&others, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &others, &before);
    bool started = pthread_create(out, &attributes, begin_thread, start) == 0;
    if (!started)
        g_free(start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

bool kj_thread_wait(pthread_cond_t *changed, pthread_mutex_t *lock, gint64 deadline)
{
    struct timespec until = {deadline / G_USEC_PER_SEC, deadline % G_USEC_PER_SEC * 1000};
    return pthread_cond_clockwait(changed, lock, CLOCK_MONOTONIC, &until) == 0;
}
