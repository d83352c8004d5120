/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The workbench as a program: lines made commands, from a terminal, a file, a pipe or an argument.
 */
#pragma once

#include "repl/cli/session.h"
#include "repl/workbench/workbench.h"

/*
 * Runs the workbench until its end: the commands of -c, else standard input, line by line or, if it
 * is a terminal, with line editing. `words` are the program's arguments. Returns the exit status.
 */
KjExit kj_shell_main(KjSession *session, char **words);

/* Whether an argument of the program is an option of the workbench. */
bool kj_shell_is_option(const char *word);

/*
 * Runs one line: commands with ; between them, a position, a row of a board, !COMMAND for the
 * system's shell, COMMAND > FILE. What goes wrong has been told. Returns the worst status; after an
 * error the rest of the line is left out unless the workbench is to keep going.
 */
KjExit kj_shell_line(KjSession *session, const char *line);

/* No more of a paste will come: says what is wrong with it, if anything is. */
KjExit kj_shell_end_paste(KjSession *session);

/* Runs the lines of a text, a paste that ends with it included. After the first error says where it
 * was and stops, unless the workbench is to keep going. `name` is the file's. */
KjExit kj_shell_text(KjSession *session, const char *text, const char *name);

/* Whether a status ends a script: what was asked could not be done. An answer never does. */
bool kj_shell_is_error(KjExit status);

/* The workbench on a terminal. */
KjExit kj_terminal_run(KjSession *session, bool read_rc);
