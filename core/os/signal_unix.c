/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/os/signal.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

static const int numbers[KJ_OS_SIGNALS] = {
    [KJ_OS_INTERRUPT] = SIGINT, [KJ_OS_END] = SIGTERM,     [KJ_OS_HANG_UP] = SIGHUP,
    [KJ_OS_STATUS] = SIGUSR1,   [KJ_OS_RESIZE] = SIGWINCH, [KJ_OS_PIPE] = SIGPIPE,
};
static void (*_Atomic handlers[KJ_OS_SIGNALS])(KjOsSignal what);

static void on_signal(int number)
{
    for (KjOsSignal what = 0; what < KJ_OS_SIGNALS; what++) {
        void (*handler)(KjOsSignal) = numbers[what] == number ? handlers[what] : NULL;
        if (handler)
            handler(what);
    }
}

void kj_os_on(KjOsSignal what, void (*handler)(KjOsSignal what))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler ? on_signal : SIG_DFL;
    action.sa_flags = what == KJ_OS_STATUS ? (int)SA_RESTART : 0;
    handlers[what] = handler;
    sigaction(numbers[what], &action, NULL);
}

void kj_os_ignore(KjOsSignal what)
{
    signal(numbers[what], SIG_IGN);
}

void kj_os_writing_fails(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void kj_os_end_by(KjOsSignal what)
{
    signal(numbers[what], SIG_DFL);
    raise(numbers[what]);
}
