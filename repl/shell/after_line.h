/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happens between two lines of the workbench: the light, the autosave, the board, the prompt.
 */
#pragma once

#include "repl/cli/session.h"
#include "repl/workbench/workbench.h"

/* After each line: the light, the autosave, the board if it changed. */
void kj_shell_after_line(KjSession *session);

/* Writes what the session is now to where it is kept, if that is news. */
void kj_shell_keep(KjSession *session);

/* Ends the session: jobs are stopped, what they have found is printed, and what they were at is
 * kept. */
void kj_shell_leave(KjSession *session);

/* The prompt: game, side to move, ply, place in the collection, light or what a search has found.
 * (transfer full) */
char *kj_shell_prompt(const KjSession *session);
