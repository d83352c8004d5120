/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what comes before a command, and the exit status. */
#include "repl/cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "core/os/file.h"
#include "core/os/signal.h"
#include "core/os/terminal.h"
#include "core/text/lang.h"
#include "repl/cli/dispatch.h"
#include "repl/cli/help.h"
#include "repl/job/exit.h"
#include "solver/search/thread.h"
#include "version.h"

static KjExit print_version(KjSession *session)
{
    g_autoptr(KjPrinter) printer = kj_printer_new_text(stdout);
    kj_printer_begin(printer, "kanju.version/1");
    kj_printer_line(printer, "kanju %s", KJ_VERSION);
    kj_printer_end(printer);
    return kj_dispatch_printed(session, printer);
}

/* How many words are options that every command takes, with their values, in front of all else:
 * --lang ja, --no-pager. */
static unsigned common_options(char **words)
{
    unsigned n = 0;
    KjOptionWord word;
    while (words[n] && words[n][0] == '-' &&
           kj_option_read(KJ_OPTIONS_COMMON, words[n], &word, NULL) &&
           (word.option->kind != KJ_OPTION_FLAG ? word.value || words[n + 1] : word.negated))
        n += word.value || word.negated ? 1 : 2;
    return n;
}

/* Puts the first `n` words behind the one that follows them, the command. */
static void put_command_first(char **words, unsigned n)
{
    char *command = words[n];
    memmove(words + 1, words, n * sizeof *words);
    words[0] = command;
}

static KjExit run(const KjProgram *program, KjSession *session, char **words)
{
    unsigned n = common_options(words);
    if (!words[n] || program->is_workbench_option(words[n]))
        return program->workbench(session, words);
    put_command_first(words, n);
    if (strcmp(words[0], "--version") == 0 || strcmp(words[0], "-V") == 0)
        return print_version(session);
    static char help[] = "help";
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
        words[0] = help;
    if (words[0][0] == '-') {
        kj_term_message(&session->term,
                        "unexpected option '%s', expected a command first (see 'kanju help')",
                        words[0]);
        return KJ_EXIT_USAGE;
    }
    return kj_dispatch(session, words, stdout);
}

/* Ends as a program does that was writing to a pipe nobody reads. */
static void end_as_filter(void)
{
    kj_os_end_by(KJ_OS_PIPE);
}

// Another name of the program that stands for a command: GUIs start an engine without arguments.
static const struct {
    const char *program;
    char command[8];
} called[] = {{"kanju-usi", "usi"}};

/* The words after the program's name, a command that its name stands for first. (transfer
 * container, g_free) */
static char **words_of(char **argv)
{
    GPtrArray *words = g_ptr_array_new();
    g_autofree char *name = g_path_get_basename(argv[0] ? argv[0] : "");
    char *ending = strstr(name, ".exe");
    if (ending)
        *ending = '\0';
    bool version =
        argv[0] && argv[1] && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0);
    for (size_t i = 0; i < G_N_ELEMENTS(called) && !version; i++)
        if (strcmp(name, called[i].program) == 0)
            g_ptr_array_add(words, (char *)(gsize)called[i].command);
    for (char **word = argv + (argv[0] != NULL); *word; word++)
        g_ptr_array_add(words, *word);
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

int kj_cli_main(const KjProgram *program, char **argv)
{
    kj_thread_guard(KJ_EXIT_INTERNAL); // before GLib's first allocation, which may find no memory
    kj_os_speak_utf8();
    kj_commands_use(program->commands);
    kj_options_use(program->options);
    kj_os_keep_standard();
    KjSession session;
    kj_session_init(&session);
    kj_lang_set(kj_lang_of_environment());
    kj_thread_guard(KJ_EXIT_INTERNAL); // its words in the user's language
    g_autofree char **words = words_of(argv);
    KjExit status = run(program, &session, words);
    kj_session_clear(&session);
    if (session.cut_off)
        end_as_filter();
    return (int)status;
}
