/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session and its signal handlers. */
#include "repl/cli/session.h"

#include <errno.h>
#include <stdatomic.h>
#include <time.h>

#include "core/os/signal.h"

// What a signal handler can reach.
static atomic_bool interrupted;
static atomic_bool ending; // the workbench is to end
static KjOsWake *_Atomic waked;
static _Atomic gint64 first_wish; // when the program was first asked to end; 0: never
static bool own_signals;          // those of a program that has the library are its own

/*
 * Microseconds within which signals are one wish. Who stops a job often tells it twice at once:
 * timeout(1) signals its child and then the child's group, systemd all processes of a service, and a
 * parent passes on what its child got from the terminal.
 */
static const gint64 ONE_WISH = 500000;

static gint64 now(void)
{
    struct timespec time; // g_get_monotonic_time is not said to be safe in a handler
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (gint64)time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void on_interrupt(KjOsSignal what)
{
    int before = errno;
    (void)what;
    interrupted = true;
    KjOsWake *wake = waked;
    if (wake)
        kj_os_wake(wake);
    errno = before;
}

/* The first signal asks the program to end, a later one ends it. */
static void on_interrupt_or_end(KjOsSignal what)
{
    gint64 nothing = 0, time = now();
    if (!atomic_compare_exchange_strong(&first_wish, &nothing, time) && time - nothing > ONE_WISH)
        kj_os_end_by(what);
    on_interrupt(what);
}

/* Who has hung up or wants the workbench to end gets that, work kept; who says so twice at once. */
static void on_end(KjOsSignal what)
{
    if (atomic_exchange(&ending, true))
        kj_os_end_by(what);
    on_interrupt(what);
}

void kj_session_init(KjSession *session)
{
    interrupted = false;
    first_wish = 0;
    own_signals = true;
    kj_os_on(KJ_OS_INTERRUPT, on_interrupt_or_end);
    kj_os_writing_fails();
    *session = (KjSession){.stop = &interrupted};
    kj_term_init(&session->term);
}

void kj_session_clear(KjSession *session)
{
    kj_term_clear(&session->term);
}

bool kj_session_shows_progress(const KjSession *session, const KjValues *values)
{
    const KjValue *progress = &values->value[KJ_OPT(PROGRESS)];
    return progress->set ? progress->flag : session->term.err_is_terminal;
}

bool kj_session_stopped(const KjSession *session)
{
    return atomic_load(session->stop);
}

void kj_session_survive(KjOsWake *wake)
{
    waked = wake;
    kj_os_on(KJ_OS_INTERRUPT, on_interrupt);
    kj_os_on(KJ_OS_END, wake ? on_end : NULL);
    kj_os_on(KJ_OS_HANG_UP, wake ? on_end : NULL);
}

bool kj_session_ending(void)
{
    return atomic_load(&ending);
}

void kj_session_end_softly(void)
{
    if (own_signals)
        kj_os_on(KJ_OS_END, on_interrupt_or_end);
}

void kj_session_interrupt(void)
{
    interrupted = true;
}

void kj_session_resume(void)
{
    first_wish = 0;
    interrupted = false;
}
