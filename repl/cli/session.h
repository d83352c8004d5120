/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lives as long as the program: the terminal, and the flag by which Ctrl-C stops a search. The
 * command line makes one session for one command; the workbench keeps one for all.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "core/os/wake.h"
#include "repl/cli/board.h"
#include "repl/cli/offers.h"
#include "repl/cli/term.h"
#include "repl/job/options.h"
#include "repl/job/solver_cache.h"

struct KjSettings;

typedef struct KjSession {
    KjTerm term;
    const atomic_bool *stop;           // set by SIGINT
    void *bench;                       // kj_workbench_of; NULL: on the command line
    const KjBoard *board;              // for a command that is given no PROBLEM, or NULL; not owned
    const char *checkpoint;            // keeps a search by itself, and gives it back; or NULL
    KjOffers *offers;                  // takes versions that are listed, or NULL; not owned
    const char *input;                 // instead of standard input, or NULL; not owned
    bool told;                         // `!`: a file that is there may be written over
    bool cut_off;                      // nobody reads standard output any more
    KjSolverCache *cache;              // the workbench's, or NULL; not owned
    const struct KjSettings *settings; // options given to every command, or NULL; not owned
} KjSession;

/*
 * Begins a session: SIGINT from now on sets the stop flag; another one ends the program, if it comes
 * half a second later or more (what comes sooner is the same wish, told twice). SIGPIPE and SIGXFSZ
 * are ignored so that writing tells. One session at a time. Clear with kj_session_clear.
 */
void kj_session_init(KjSession *session);
void kj_session_clear(KjSession *session);

/* Whether a progress line is wanted: as --progress says, else on a terminal. */
bool kj_session_shows_progress(const KjSession *session, const KjValues *values);

/* Whether Ctrl-C was pressed since the session began, or since kj_session_resume. */
bool kj_session_stopped(const KjSession *session);

/*
 * Makes Ctrl-C do no more than set the stop flag, as often as it comes, and wake; for the workbench,
 * which it never ends. Being told to end and hanging up do the same once, and then
 * kj_session_ending. NULL: no more.
 */
void kj_session_survive(KjOsWake *wake);
bool kj_session_ending(void);

/* Makes SIGTERM set the stop flag, as SIGINT does; a later one ends the program. Nothing where no
 * session was begun by kj_session_init: in a program that is another's. */
void kj_session_end_softly(void);

/* Does what SIGINT does the first time; where there are no signals. */
void kj_session_interrupt(void);

/* Clears the stop flag: what was to be stopped has been. */
void kj_session_resume(void);
