/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of all commands, made from commands.def. */
#include "repl/program.h"

#include "repl/lib/lib_commands.h"
#include "repl/shell/shell.h"

#define KJ_COMMAND(name) extern const KjCommand kj_##name##_command;
#include "repl/commands.def"
#undef KJ_COMMAND

static const KjCommand *const commands[] = {
#define KJ_COMMAND(name) &kj_##name##_command,
#include "repl/commands.def"
#undef KJ_COMMAND
    NULL,
};

const KjProgram kj_program = {commands, kj_option_tables, kj_shell_is_option, kj_shell_main};
