/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output that goes to a command of the system's shell: long output to $PAGER, and what a user pipes
 * (`check | less`).
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "repl/cli/term.h"
#include "repl/job/options.h"

/* A command that reads what is written to `out`. */
typedef struct {
    FILE *out;
    GPid pid;
} KjShellPipe;

/* Runs a command of the system's shell; returns its status. */
int kj_shell_run(const char *command);

/* Starts `sh -c COMMAND`. Errors: G_SPAWN_ERROR. */
bool kj_shell_pipe_open(KjShellPipe *pipe, const char *command, GError **error);

/* Ends its input and waits until it has ended; returns its status as the shell says it. Ctrl-C
 * meanwhile is for the command alone. */
int kj_shell_pipe_close(KjShellPipe *pipe);

/* Whether long output is to be paged: standard input and output are a terminal that is not dumb, and
 * --no-pager was not given. */
bool kj_pager_wanted(const KjTerm *term, const KjValues *values);

/* Shows a text by $PAGER, else by less, if it has more rows than the screen and no keys wait that
 * were typed already; false if not, or if there is no pager: nothing is shown then. */
bool kj_pager_show(const KjTerm *term, const char *text);
