/* SPDX-License-Identifier: GPL-3.0-or-later */
/* There are no threads, and nothing waits where there is one; the browser tells when the stack is full. */
#include "core/os/thread.h"

bool kj_os_thread_start(pthread_t *out, void *(*run)(void *data), void *data)
{
    (void)out, (void)run, (void)data;
    return false;
}

bool kj_os_wait_until(pthread_cond_t *changed, pthread_mutex_t *lock, long long deadline)
{
    (void)changed, (void)lock, (void)deadline;
    return false;
}

void kj_os_guard_stack(const char *words, int status)
{
    (void)words, (void)status;
}
