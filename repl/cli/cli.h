/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line as one of the front ends over the command table. */
#pragma once

#include "repl/cli/commands.h"

/* What the program consists of. The workbench is handed in so that this file need not know it. */
typedef struct {
    const KjCommand *const *commands;              // NULL at the end
    const KjOption *const *options;                // tables, NULL at the end
    bool (*is_workbench_option)(const char *word); // whether an argument opens the workbench
    KjExit (*workbench)(KjSession *session, char **words);
} KjProgram;

/* Runs the command that the program's arguments name (argv[0] apart) and returns the exit
 * status. */
int kj_cli_main(const KjProgram *program, char **argv);
