/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of commands made a table. */
#include "repl/command_table.h"

#define KJ_COMMAND(name) extern const KjCommand kj_##name##_command;
#include "repl/commands.def"
#undef KJ_COMMAND

const KjCommand *const kj_command_table[] = {
#define KJ_COMMAND(name) &kj_##name##_command,
#include "repl/commands.def"
#undef KJ_COMMAND
    NULL,
};
