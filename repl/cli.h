/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line as one of the front ends over the command table. */
#ifndef KJ_REPL_CLI_H
#define KJ_REPL_CLI_H

/* Runs the command that the program's arguments name (argv[0] apart) and returns the exit status. */
int kj_cli_main(char **argv);

#endif
