/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/os/signal.h"

#include <stdatomic.h>
#include <stddef.h>
#include <windows.h>

static void (*_Atomic handlers[KJ_OS_SIGNALS])(KjOsSignal what);

/* The system calls it on a thread of its own. */
static BOOL WINAPI on_control(DWORD event)
{
    // when the window is closed, the process ends as soon as this returns, or after some seconds
    enum { LONGEST = 5000, STEP = 50 };
    KjOsSignal what = event == CTRL_C_EVENT       ? KJ_OS_INTERRUPT
                      : event == CTRL_BREAK_EVENT ? KJ_OS_END
                                                  : KJ_OS_HANG_UP;
    void (*handler)(KjOsSignal) = handlers[what];
    if (!handler)
        return FALSE;
    handler(what);
    for (int waited = 0; what == KJ_OS_HANG_UP && waited < LONGEST; waited += STEP)
        Sleep(STEP);
    return TRUE;
}

void kj_os_on(KjOsSignal what, void (*handler)(KjOsSignal what))
{
    static atomic_flag asked = ATOMIC_FLAG_INIT;
    handlers[what] = handler;
    if (!atomic_flag_test_and_set(&asked))
        SetConsoleCtrlHandler(on_control, TRUE);
}

void kj_os_ignore(KjOsSignal what)
{
    handlers[what] = NULL;
}

void kj_os_writing_fails(void)
{
    // it does by itself
}

void kj_os_end_by(KjOsSignal what)
{
    enum { BY_SIGNAL = 128, INTERRUPTED = 2, PIPE = 13, ENDED = 15 }; // as shells elsewhere tell it
    int number = what == KJ_OS_INTERRUPT ? INTERRUPTED : what == KJ_OS_PIPE ? PIPE : ENDED;
    TerminateProcess(GetCurrentProcess(), (UINT)(BY_SIGNAL + number));
}
