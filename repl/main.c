/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program kanju. */
#include "repl/program.h"

int main(int argc, char **argv)
{
    (void)argc;
    return kj_cli_main(&kj_program, argv);
}
