/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session and its signal handlers. */
#include "repl/cli/session.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// What a signal handler can reach.
static atomic_bool interrupted;
static atomic_bool ending; // the workbench is to end
static atomic_int wake_fd = -1;
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

static void on_interrupt(int signal_number)
{
    int before = errno;
    (void)signal_number;
    interrupted = true;
    // a full pipe wakes as well
    if (wake_fd >= 0) {
        ssize_t written = write(wake_fd, "", 1);
        (void)written;
    }
    errno = before;
}

/* The first signal asks the program to end, a later one ends it. */
static void on_interrupt_or_end(int signal_number)
{
    gint64 nothing = 0, time = now();
    if (!atomic_compare_exchange_strong(&first_wish, &nothing, time) && time - nothing > ONE_WISH) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    on_interrupt(signal_number);
}

/* Who has hung up or wants the workbench to end gets that, work kept; who says so twice at once. */
static void on_end(int signal_number)
{
    if (atomic_exchange(&ending, true)) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    on_interrupt(signal_number);
}

static void handle(int signal_number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    // no SA_RESTART: a read from standard input ends as well
    sigaction(signal_number, &action, NULL);
}

void kj_session_init(KjSession *session)
{
    interrupted = false;
    first_wish = 0;
    own_signals = true;
    handle(SIGINT, on_interrupt_or_end);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error, as a full disk is
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

void kj_session_survive(int wake)
{
    wake_fd = wake;
    handle(SIGINT, on_interrupt);
    handle(SIGTERM, wake < 0 ? SIG_DFL : on_end);
    handle(SIGHUP, wake < 0 ? SIG_DFL : on_end);
}

bool kj_session_ending(void)
{
    return atomic_load(&ending);
}

void kj_session_end_softly(void)
{
    if (own_signals)
        handle(SIGTERM, on_interrupt_or_end);
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
