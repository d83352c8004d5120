/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the output of one command goes: to a file by `> FILE` or `>> FILE`. */
#pragma once

#include <stdio.h>

#include "repl/cli/session.h"
#include "repl/job/exit.h"
#include "repl/job/file_draft.h"

typedef struct {
    char *path; // NULL: none is asked for
    bool adds;
    FILE *out;         // NULL until it is open
    KjFileDraft draft; // unless it adds
} KjRedirect;

/* Takes `> FILE` off the end of the words. What is wrong is told, and is the status. */
KjExit kj_redirect_take(KjSession *session, char **words, KjRedirect *out);

/* Opens the file, unless `words` read it or it may not be written over; told likewise. */
KjExit kj_redirect_open(KjSession *session, char **words, KjRedirect *redirect);

/* Ends with the status of the command: what was there stays if the command has not run. Gives the
 * worse status if it cannot be written. Frees what it holds. */
KjExit kj_redirect_close(KjSession *session, KjRedirect *redirect, KjExit status);
