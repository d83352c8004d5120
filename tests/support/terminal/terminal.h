/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The workbench on a real terminal: a child process on a pseudo-terminal, typed at and read like a
 * user would. Everything waits for text with a deadline, nothing for time alone.
 */
#pragma once

#include <stdbool.h>

#include <glib.h>
#include <sys/types.h>
#include <sys/wait.h>

#include "tests/support/cmocka.h"

/* A workbench being used. */
typedef struct {
    pid_t pid;
    int fd;
    GString *seen; // what it wrote
    size_t passed; // up to here it was looked at
} Terminal;

extern char *terminal_folder;           // where all keep their state
extern unsigned short terminal_columns; // of those begun from now on; at first 80
extern const char *terminal_locale;     // of those begun from now on: "LC_ALL=C.UTF-8", "" for none

/* For cmocka_run_group_tests: the folder, for the tests of a program. */
int terminal_make_folder(void **state);
int terminal_remove_folder(void **state);

/* A workbench on a terminal of this type, or an xterm; the last has shown its prompt. */
Terminal *terminal_begin_on(const char *type);
Terminal *terminal_begin(void);
Terminal *terminal_begin_at_prompt(void);

void terminal_type(Terminal *terminal, const char *text);

/* Waits until a text comes after what was looked at before: with `sees`, false and why is printed if
 * it does not. */
bool terminal_sees(Terminal *terminal, const char *text);
void terminal_expect(Terminal *terminal, const char *text);

/* Ends it and gives its status as by wait; quit: by leaving, without being asked. One that does not
 * end is killed. */
int terminal_end(Terminal *terminal, int signal_number);
void terminal_quit(Terminal *terminal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Terminal, terminal_quit)
