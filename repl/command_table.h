/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All commands of the program, as commands.def lists them. */
#ifndef KJ_REPL_COMMAND_TABLE_H
#define KJ_REPL_COMMAND_TABLE_H

#include "repl/commands.h"

/* The rows, NULL at the end; for kj_commands_use. */
extern const KjCommand *const kj_command_table[];

#endif
