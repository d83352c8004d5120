/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE // waiting by a clock of choice
#include "core/os/thread.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    // Bytes below a stack in which a fault is its overflow: more than any function has at once, and
    // as much as the kernel keeps free below the main stack.
    GUARD = 1 << 20,
    HANDLER_STACK = 1 << 16,
    MICROSECONDS = 1000000,
};
static const size_t STACK = (size_t)KJ_OS_STACK_MIB << 20;
// The largest a stack is taken to be where there is no limit.
static const rlim_t MOST = (rlim_t)1 << 36;

// Where faults of the thread are overflows of its stack.
static __thread uintptr_t stack_low, stack_high;
static const char *last_words = ""; // what is said then
static int last_status;

enum { GUARDED = !KJ_SANITIZER };

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

void kj_os_guard_stack(const char *words, int status)
{
    static char handler_stack[HANDLER_STACK];
    struct rlimit limit;
    if (!GUARDED || getrlimit(RLIMIT_STACK, &limit) != 0)
        return;
    last_status = status;
    last_words = words;
    guard(&limit, limit.rlim_cur < MOST ? limit.rlim_cur : MOST, handler_stack);
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK, .sa_sigaction = on_fault};
    sigaction(SIGSEGV, &action, NULL);
}

typedef struct {
    void *(*run)(void *data);
    void *data;
} Start;

static void *begin_thread(void *data)
{
    char handler_stack[HANDLER_STACK];
    Start start = *(Start *)data;
    free(data);
    if (GUARDED)
        guard(handler_stack, STACK, handler_stack);
    void *result = start.run(start.data);
    if (GUARDED)
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    return result;
}

bool kj_os_thread_start(pthread_t *out, void *(*run)(void *data), void *data)
{
    Start *start = malloc(sizeof *start);
    if (!start)
        return false;
    *start = (Start){run, data};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setguardsize(&attributes, GUARD);
    sigset_t others, before; // but for what a thread does itself
    sigfillset(&others);
    sigdelset(&others, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &others, &before);
    bool started = pthread_create(out, &attributes, begin_thread, start) == 0;
    if (!started)
        free(start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

bool kj_os_wait_until(pthread_cond_t *changed, pthread_mutex_t *lock, long long deadline)
{
    struct timespec until = {deadline / MICROSECONDS, deadline % MICROSECONDS * 1000};
    return pthread_cond_clockwait(changed, lock, CLOCK_MONOTONIC, &until) == 0;
}
