/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: searching, collections, and the workbench itself. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/help.h"
#include "repl/cli/output.h"
#include "repl/shell/shell.h"
#include "repl/shell/shell_commands.h"

enum { MAX_SOURCING = 16 }; // files inside one another

static KjExit cmd_source(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    if (bench->sourcing >= MAX_SOURCING)
        return kj_usage_error(error, "%s: files read one inside the other %d deep", call->args[0],
                              MAX_SOURCING);
    g_autofree char *text = NULL;
    if (!kj_file_read(call->args[0], &text, NULL, error))
        return KJ_EXIT_INPUT;
    bench->sourcing++;
    KjExit status = kj_shell_text(session, text, call->args[0]);
    bench->sourcing--;
    return status;
}

static KjExit cmd_once(KjSession *session, const KjCall *call, GError **error)
{
    (void)error;
    g_free(session->bench->once);
    session->bench->once = g_strdup(call->args[0]);
    return KJ_EXIT_OK;
}

static KjExit cmd_say(KjSession *session, const KjCall *call, GError **error)
{
    (void)session;
    (void)error;
    g_autofree char *text = kj_call_text(call, 0);
    return kj_print_line(call->printer, "%s", text);
}

static KjExit cmd_clear(KjSession *session, const KjCall *call, GError **error)
{
    static const char home_and_erase[] = "\033[H\033[2J";
    (void)call;
    (void)error;
    if (session->bench->interactive && session->term.out_is_terminal &&
        g_strcmp0(g_getenv("TERM"), "dumb") != 0)
        fputs(home_and_erase, stdout);
    return KJ_EXIT_OK;
}

static KjExit cmd_echo(KjSession *session, const KjCall *call, GError **error)
{
    (void)error;
    session->bench->echo = strcmp(call->args[0], "on") == 0;
    return KJ_EXIT_OK;
}

const KjCommand kj_source_command = {
    .name = "source",
    .ja = "実行",
    .aliases = {"."},
    .group = KJ_COMMANDS_SHELL,
    .summary = "run the commands of a file",
    .details = "Reads commands from a file, a line at a time, and stops at the first error unless "
               "--keep-going was given.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE"}},
    .run = cmd_source,
    .examples = {{"!echo 'new; position' >commands\nsource commands", "A file of one line.",
                  "4k4/9/"}},
};

const KjCommand kj_once_command = {
    .name = "once",
    .ja = "出力先",
    .aliases = {".once"},
    .group = KJ_COMMANDS_SHELL,
    .summary = "send the output of the next command to a file",
    .details =
        "Writes the output of the next command to the file, not to the screen. COMMAND > FILE does "
        "the same for one command, >> adds to the file. A file that exists already is overwritten "
        "only with ! (once! FILE, COMMAND >! FILE), or if the next line is 'yes'.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE", .written = true, .made = true}},
    .run = cmd_once,
    .examples = {{"new; once out.txt; position; !cat out.txt", "Into a file and out.", "4k4/9/"}},
};

const KjCommand kj_echo_command = {
    .name = "echo",
    .ja = "盤表示",
    .group = KJ_COMMANDS_SHELL,
    .summary = "draw the board after each change",
    .details = "On by default on a terminal, off elsewhere.",
    .args = {{.kind = KJ_ARG_CHOICE, .name = "SWITCH", .choices = "on|off"}},
    .run = cmd_echo,
    .examples = {{"echo on; new", "The board is drawn.", "v玉"}},
};

const KjCommand kj_clear_command = {
    .name = "clear",
    .ja = "画面消去",
    .aliases = {"cls"},
    .group = KJ_COMMANDS_SHELL,
    .summary = "clear the screen",
    .details = "Clears the screen of a terminal; the board and all else stay. 'new empty' clears "
               "the board.",
    .run = cmd_clear,
    .examples = {{"new; clear; position", "The board stays.", "4k4/9/"}},
};

const KjCommand kj_say_command = {
    .name = "say",
    .ja = "言う",
    .aliases = {"print"},
    .group = KJ_COMMANDS_SHELL,
    .summary = "print words",
    .details = "Prints its arguments, for scripts.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "TEXT", .optional = true, .repeating = true}},
    .run = cmd_say,
    .examples = {{"say hello", "Words.", "hello"}},
};
