/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program kanju. */
#include "repl/cli.h"
#include "repl/command_table.h"
#include "repl/shell.h"

int main(int argc, char **argv)
{
    (void)argc;
    static const KjProgram kanju = {kj_command_table, kj_shell_is_option, kj_shell_main};
    return kj_cli_main(&kanju, argv);
}
