/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the workbench does for who types at it, however lines are edited. */
#pragma once

#include "repl/shell/shell.h"

/* Begins: the settings of the user are read if wished for, earlier sessions are told. Returns the folder
 * of history and sessions, NULL without one. (transfer full) */
char *kj_typed_begin(KjSession *session, bool read_rc);

/* Whether Enter alone runs a line again. */
bool kj_typed_is_repeated(const char *line);

/* Runs what was typed; what was pasted as a whole may have several lines. A Ctrl-C that comes as soon
 * as the line was accepted stops it before it begins. Returns whether it has begun jobs. */
bool kj_typed_run(KjSession *session, const char *text);

/* What there is to be told after a wake: output of jobs; NULL nothing. (transfer full) */
char *kj_typed_news(KjSession *session);
