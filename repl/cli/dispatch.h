/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One command line to one run of a command, the same for every front end. */
#pragma once

#include <stdio.h>

#include "repl/cli/commands.h"
#include "repl/job/files.h"

/*
 * Runs the command named by the first of `words` (NULL-terminated, not empty) with the others as
 * its options and arguments; results go to `out`, messages to standard error. Returns
 * the status of the whole, write errors included.
 */
KjExit kj_dispatch(KjSession *session, char **words, FILE *out);

/* Says what went wrong in printing, and gives the status for it. When nobody reads any more, as
 * behind `| head`, nothing is said and session->cut_off is set. */
KjExit kj_dispatch_printed(KjSession *session, const KjPrinter *printer);

/* What words of a call read: the files they name, and the collection of the session. (transfer
 * full) */
KjFiles *kj_dispatch_files(const KjSession *session, const char *const *words);

/* Takes the `!` off the end of a command's name; whether there was one. */
bool kj_dispatch_told(char *word);

/* The language of a call: as asked for, else that of the environment, English for programs; and the
 * width of characters. */
void kj_dispatch_language(KjValues *values);

/* Chooses the language and width of what is said outside of commands, by the settings and the
 * environment. */
void kj_dispatch_speak(const KjSession *session);
