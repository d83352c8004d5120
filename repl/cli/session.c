/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session and its signal handlers. */
#include "repl/cli/session.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// What a signal handler can reach.
static atomic_bool interrupted;
static atomic_int wake_fd = -1;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = true;
    if (wake_fd >= 0) {
        int before = errno;
        // a full pipe wakes as well
        ssize_t written = write(wake_fd, "", 1);
        (void)written;
        errno = before;
    }
}

void kj_session_init(KjSession *session)
{
    interrupted = false;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    // no SA_RESTART: a read from standard input ends as well
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
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
    const KjValue *progress = &values->value[KJ_OPTION_PROGRESS];
    return progress->set ? progress->flag : session->term.err_is_terminal;
}

bool kj_session_stopped(const KjSession *session)
{
    return atomic_load(session->stop);
}

void kj_session_survive(int wake)
{
    wake_fd = wake;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, NULL);
}

void kj_session_end_softly(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGTERM, &action, NULL);
}

void kj_session_resume(void)
{
    interrupted = false;
}
