/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: searching, collections, and the workbench itself. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/help.h"
#include "repl/cli/output.h"
#include "repl/collection/collection.h"
#include "repl/shell/shell.h"
#include "repl/shell/shell_commands.h"

enum { MAX_SOURCING = 16 }; // files inside one another

static KjExit cmd_apropos(KjSession *session, const KjCall *call, KjPrinter *printer,
                          GError **error)
{
    (void)session;
    g_autofree char *wanted = g_utf8_casefold(call->args[0], -1);
    unsigned n = 0;
    kj_printer_begin(printer, "");
    for (size_t i = 0; i < kj_command_count(); i++) {
        const KjCommand *command = kj_command_at(i);
        // in both languages, whichever is spoken
        g_autofree char *text =
            g_strjoin(" ", command->name, command->aliases, command->summary, command->details,
                      kj_tr(command->summary), kj_tr(command->details), NULL);
        g_autofree char *folded = g_utf8_casefold(text, -1);
        if (!strstr(folded, wanted))
            continue;
        kj_printer_line(printer, "  %-10s %s", command->name, kj_tr(command->summary));
        n++;
    }
    kj_printer_end(printer);
    return n ? KJ_EXIT_OK : kj_usage_error(error, "nothing about '%s'", call->args[0]);
}

static KjExit cmd_source(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
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

static KjExit cmd_once(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
    (void)error;
    g_free(session->bench->once);
    session->bench->once = g_strdup(call->args[0]);
    return KJ_EXIT_OK;
}

static KjExit cmd_say(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)session;
    (void)error;
    g_autofree char *text = kj_call_text(call, 0);
    return kj_print_line(printer, "%s", text);
}

static KjExit cmd_echo(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
    (void)error;
    session->bench->echo = strcmp(call->args[0], "on") == 0;
    return KJ_EXIT_OK;
}

/* What a file holds of the session. (transfer full) */
static char *session_text(const KjWorkbench *bench)
{
    return g_strdup_printf(kj_tr("%u earlier states, %u names%s%s"), kj_states_at(bench->states),
                           g_hash_table_size(bench->names),
                           bench->collection ? kj_tr(", collection ") : "",
                           bench->collection ? bench->collection->path : "");
}

static KjExit cmd_restore(KjSession *session, const KjCall *call, KjPrinter *printer,
                          GError **error)
{
    KjWorkbench *bench = session->bench;
    g_autofree char *path = call->args[0]         ? g_strdup(call->args[0])
                            : bench->state_folder ? kj_workbench_file(bench, "previous")
                                                  : NULL;
    if (!path)
        return kj_usage_error(error, "no session was kept, expected a FILE");
    g_autofree char *text = NULL;
    if (!kj_file_read(path, &text, NULL, error))
        return KJ_EXIT_INPUT;
    if (!kj_workbench_read(bench, text, error)) {
        kj_text_error_prefix(error, "%s: ", path);
        return KJ_EXIT_INPUT;
    }
    g_autofree char *what = session_text(bench);
    return kj_print_line(printer, "restored: %s", what);
}

static KjExit cmd_keep(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    const KjWorkbench *bench = session->bench;
    g_autofree char *text = kj_workbench_write(bench);
    if (!kj_file_write(call->args[0], text, -1, error)) {
        kj_text_error_prefix(error, "%s: ", call->args[0]);
        return KJ_EXIT_INTERNAL;
    }
    g_autofree char *what = session_text(bench);
    return kj_print_line(printer, "kept in %s: %s", call->args[0], what);
}

static KjExit cmd_yes(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)call;
    (void)printer;
    g_autofree char *line = g_steal_pointer(&session->bench->asked);
    return line ? kj_shell_line(session, line) : kj_usage_error(error, "nothing was asked");
}

static KjExit cmd_quit(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)call;
    (void)printer;
    KjWorkbench *bench = session->bench;
    bool unsaved = bench->collection && bench->collection->changed;
    if (unsaved && bench->interactive && !bench->leaving) {
        bench->leaving = true;
        return kj_usage_error(error, "%s is not saved: 'save' it, or 'quit' once more",
                              bench->collection->path);
    }
    bench->quit = true;
    return KJ_EXIT_OK;
}

const KjCommand kj_apropos_command = {
    .name = "apropos",
    .aliases = "",
    .group = KJ_COMMANDS_SHELL,
    .summary = "find commands by a word",
    .details = "Lists the commands whose name, summary or help holds a text.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "TEXT"}},
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_apropos,
    .examples = {{"apropos background", "What is said of it.", "jobs"}},
};

const KjCommand kj_source_command = {
    .name = "source",
    .aliases = ".",
    .group = KJ_COMMANDS_SHELL,
    .summary = "run the commands of a file",
    .details = "Reads commands from a file, a line at a time, and stops at the first error unless "
               "--keep-going was given.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE"}},
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_source,
    .examples = {{"!echo 'new; position' >commands\nsource commands", "A file of one line.",
                  "4k4/9/"}},
};

const KjCommand kj_once_command = {
    .name = "once",
    .aliases = ".once",
    .group = KJ_COMMANDS_SHELL,
    .summary = "send the output of the next command to a file",
    .details =
        "The next command's output goes to the file instead. COMMAND > FILE does the same for "
        "one command, >> adds to the file. A file that is there stays as it is unless ! is said "
        "(once! FILE, COMMAND >! FILE) or 'yes' is the next line.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE", .written = true, .made = true}},
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_once,
    .examples = {{"new; once out.txt; position; !cat out.txt", "Into a file and out.", "4k4/9/"}},
};

const KjCommand kj_echo_command = {
    .name = "echo",
    .aliases = "",
    .group = KJ_COMMANDS_SHELL,
    .summary = "draw the board after each change",
    .details = "On by default on a terminal, off elsewhere.",
    .args = {{.kind = KJ_ARG_CHOICE, .name = "SWITCH", .choices = "on|off"}},
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_echo,
    .examples = {{"echo on; new", "The board is drawn.", "v玉"}},
};

const KjCommand kj_say_command = {
    .name = "say",
    .aliases = "print",
    .group = KJ_COMMANDS_SHELL,
    .summary = "print words",
    .details = "Prints its arguments, for scripts.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "TEXT", .optional = true, .repeating = true}},
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_say,
    .examples = {{"say hello", "Words.", "hello"}},
};

const KjCommand kj_keep_command = {
    .name = "keep",
    .aliases = "",
    .group = KJ_COMMANDS_SHELL,
    .summary = "write the session to a file",
    .details =
        "Writes the board with its moves, what undo would bring back, names and collection to a "
        "file that 'restore' reads. A file that is there stays as it is without keep! or 'yes'.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE", .written = true, .made = true}},
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_keep,
    .examples = {{"new; keep session; startpos; restore session; position", "There and back.",
                  "4k4/9/"}},
};

const KjCommand kj_restore_command = {
    .name = "restore",
    .aliases = "",
    .group = KJ_COMMANDS_SHELL,
    .summary = "bring back the last session",
    .details =
        "Brings back what the last session on a terminal left, however it ended, or the session "
        "in a file.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE", .optional = true}},
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_restore,
    .examples = {{"new; name one; keep mine; restore mine", "With its names.", "1 names"}},
};

const KjCommand kj_yes_command = {
    .name = "yes",
    .aliases = "",
    .group = KJ_COMMANDS_SHELL,
    .summary = "do what the last command asked about",
    .details =
        "Runs the command before once more as COMMAND! does: with leave to write to a file that "
        "is there, or to leave with work that is not saved. Without this, or !, such a file stays "
        "as it is.",
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_yes,
    .examples = {{"!echo old >a.txt\nsay new >! a.txt; !cat a.txt", "! says yes beforehand.",
                  "new"}},
};

const KjCommand kj_quit_command = {
    .name = "quit",
    .aliases = "exit,q",
    .group = KJ_COMMANDS_SHELL,
    .summary = "leave the workbench",
    .details = "Leaves the workbench. Jobs are stopped. If the collection is not saved, asks for a "
               "second time.",
    .flags = KJ_COMMAND_SHELL,
    .run = cmd_quit,
    .examples = {{"say one; quit; say two", "Nothing after it.", "one"}},
};
