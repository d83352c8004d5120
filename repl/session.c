/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Session and signals. */
#include "repl/session.h"

#include <signal.h>
#include <string.h>

// The one thing a signal handler can reach.
static volatile bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = true;
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
    kj_term_init(&session->term);
    session->stop = &interrupted;
}

void kj_session_clear(KjSession *session)
{
    kj_term_clear(&session->term);
}

bool kj_session_stopped(const KjSession *session)
{
    return *session->stop;
}
