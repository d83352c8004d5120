/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line in node (cli_worker.mjs): the program with the library's commands. */
#include <stdio.h>
#include <string.h>

#include "repl/cli/cli.h"
#include "repl/lib/lib_commands.h"

/* All commands there are, also those that are not here. */
static const char *const names[] = {
#define KJ_COMMAND(name) #name,
#include "repl/commands.def"
#undef KJ_COMMAND
    NULL,
};

/* Runs the command that `n` words (each ended by NUL) name. Returns the exit status. */
int kanju_main(int n, const char *words);

/* Stops it, as Ctrl-C does. */
void kanju_interrupt(void);

static bool is_workbench_option(const char *word)
{
    (void)word;
    return false;
}

static KjExit no_workbench(KjSession *session, char **words)
{
    (void)words;
    kj_term_message(&session->term,
                    "there is no workbench in this build, expected a command (see 'kanju help')");
    return KJ_EXIT_USAGE;
}

int kanju_main(int n, const char *words)
{
    static const KjProgram program = {kj_lib_commands, kj_option_tables, is_workbench_option,
                                      no_workbench};
    g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(argv, g_strdup("kanju"));
    for (; n > 0; n--, words += strlen(words) + 1)
        g_ptr_array_add(argv, g_strdup(words));
    g_ptr_array_add(argv, NULL);
    kj_commands_lack(names);
    int status = kj_cli_main(&program, (char **)argv->pdata);
    fflush(NULL);
    return status;
}

void kanju_interrupt(void)
{
    kj_session_interrupt();
}
