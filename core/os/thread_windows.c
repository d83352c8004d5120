/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/os/thread.h"

#include <string.h>
#include <time.h>
#include <windows.h>

static const char *last_words = "";
static int last_status;

enum { MICROSECONDS = 1000000, HANDLER_STACK = 1 << 16 };

/* What is left of the stack for the handler is asked for by each thread itself. */
static void keep_room_for_handler(void)
{
    ULONG bytes = HANDLER_STACK;
    SetThreadStackGuarantee(&bytes);
}

static LONG CALLBACK on_fault(EXCEPTION_POINTERS *fault)
{
    DWORD written;
    if (fault->ExceptionRecord->ExceptionCode != EXCEPTION_STACK_OVERFLOW)
        return EXCEPTION_CONTINUE_SEARCH;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), last_words, (DWORD)strlen(last_words), &written,
              NULL);
    TerminateProcess(GetCurrentProcess(), (UINT)last_status);
    return EXCEPTION_CONTINUE_SEARCH;
}

void kj_os_guard_stack(const char *words, int status)
{
    static void *handler;
    last_words = words;
    last_status = status;
    keep_room_for_handler();
    if (!handler)
        handler = AddVectoredExceptionHandler(1, on_fault);
}

typedef struct {
    void *(*run)(void *data);
    void *data;
} Start;

static void *begin_thread(void *data)
{
    Start start = *(Start *)data;
    free(data);
    keep_room_for_handler();
    return start.run(start.data);
}

/* The stack is as the linker has it for the whole program (KJ_OS_STACK_MIB): a size that is asked for
 * here would be committed, used or not. */
bool kj_os_thread_start(pthread_t *out, void *(*run)(void *data), void *data)
{
    Start *start = malloc(sizeof *start);
    if (!start)
        return false;
    *start = (Start){run, data};
    bool started = pthread_create(out, NULL, begin_thread, start) == 0;
    if (!started)
        free(start);
    return started;
}

/* winpthreads waits by the clock of the day only, so what is left is counted from now. */
bool kj_os_wait_until(pthread_cond_t *changed, pthread_mutex_t *lock, long long deadline)
{
    struct timespec now, until;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long left = deadline - ((long long)now.tv_sec * MICROSECONDS + now.tv_nsec / 1000);
    if (left <= 0)
        return false;
    clock_gettime(CLOCK_REALTIME, &until);
    long long at = (long long)until.tv_sec * MICROSECONDS + until.tv_nsec / 1000 + left;
    until = (struct timespec){at / MICROSECONDS, (long)(at % MICROSECONDS * 1000)};
    return pthread_cond_timedwait(changed, lock, &until) == 0;
}
