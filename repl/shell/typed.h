/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the workbench does for who types at it, however lines are edited. */
#pragma once

#include "repl/shell/shell.h"

/* Begins: the settings of the user are read if wished for, earlier sessions are told. Returns the folder
 * of history and sessions, NULL without one. (transfer full) */
char *kj_typed_begin(KjSession *session, bool read_rc);

/*
 * Runs what was typed, without blanks around it; what was pasted as a whole may have several lines.
 * Enter alone runs the line before again, if it is one that goes on. A Ctrl-C that comes as soon as
 * the line was accepted stops it before it begins. Returns whether it has begun jobs.
 */
bool kj_typed_line(KjSession *session, const char *line);

/* Runs what the end of input stands for: the workbench is left. */
void kj_typed_end(KjSession *session);

/* What there is to be told after a wake: output of jobs; NULL nothing. (transfer full) */
char *kj_typed_news(KjSession *session);
