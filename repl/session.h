/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lives as long as the program: the terminal, and the flag by which Ctrl-C stops a search. The
 * command line makes one session for one command; the workbench keeps one for all.
 */
#ifndef KJ_REPL_SESSION_H
#define KJ_REPL_SESSION_H

#include <stdbool.h>

#include "repl/term.h"

typedef struct KjSession {
    KjTerm term;
    const volatile bool *stop; // set by SIGINT
} KjSession;

/*
 * Begins a session: SIGINT from now on sets the stop flag, a second SIGINT ends the program; SIGPIPE
 * is ignored so that writing tells. One session at a time. Clear with kj_session_clear.
 */
void kj_session_init(KjSession *session);
void kj_session_clear(KjSession *session);

/* Whether Ctrl-C was pressed since the session began. */
bool kj_session_stopped(const KjSession *session);

#endif
