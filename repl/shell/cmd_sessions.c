/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: sessions kept and brought back, and the end of one. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/os/file.h"
#include "core/text/lang.h"
#include "repl/cli/output.h"
#include "repl/cli/settings.h"
#include "repl/collection/collection.h"
#include "repl/command/compose.h"
#include "repl/job/file_draft.h"
#include "repl/shell/after_line.h"
#include "repl/shell/shell.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/sessions.h"
#include "repl/workbench/version_outcome.h"

/* What a file holds of the session. (transfer full) */
static char *session_text(const KjWorkbench *bench)
{
    return g_strdup_printf(kj_tr("earlier states %u, names %u%s%s"), kj_states_at(bench->states),
                           g_hash_table_size(bench->beside.names),
                           bench->beside.collection ? kj_tr(", collection ") : "",
                           bench->beside.collection ? bench->beside.collection->path : "");
}

static KjExit cmd_keep(KjSession *session, const KjCall *call, GError **error)
{
    const KjWorkbench *bench = session->bench;
    g_autofree char *text = kj_workbench_write(bench);
    if (!kj_file_write(call->args[0], text, -1, MAX(call->values->over, KJ_OVER_SESSION), error)) {
        kj_text_error_prefix(error, "%s: ", call->args[0]);
        return KJ_EXIT_INTERNAL;
    }
    g_autofree char *what = session_text(bench);
    return kj_print_line(call->printer, "kept in %s: %s", call->args[0], what);
}

/* ---- those that were kept ---- */

/* What was found out of the board of a session, in words, "" nothing. (transfer full) */
static char *judged_text(const KjWorkbench *bench)
{
    const KjVersion *version = kj_versions_find(bench->versions, &kj_workbench_tree(bench)->start);
    if (version && version->outcome)
        return kj_judgement_text(&version->outcome->judged);
    return g_strdup(bench->light ? bench->light : "");
}

static void print_contents(const KjWorkbench *bench, KjPrinter *printer)
{
    KjPosition position = kj_workbench_position(bench);
    g_autofree char *board = kj_position_write(&position);
    g_autofree char *judged = judged_text(bench);
    const KjCollection *collection = bench->beside.collection;
    g_autoptr(GString) rest = g_string_new(NULL);
    g_string_append_printf(rest, kj_tr("versions: %u"), kj_versions_last(bench->versions));
    if (*judged)
        g_string_append_printf(rest, "%s%s", kj_tr(", "), judged);
    if (collection)
        g_string_append_printf(rest,
                               kj_collection_changed(collection) ? kj_tr("; %s %u/%u, not saved")
                                                                 : kj_tr("; %s %u/%u"),
                               collection->path, collection->current + 1,
                               collection->problems->len);
    kj_printer_line(printer, "    %s", board);
    kj_printer_line(printer, "    %s", rest->str);
    for (unsigned i = 0; i < bench->left->len; i++) {
        const KjLeftJob *job = bench->left->pdata[i];
        kj_printer_line(printer, "    job left: %s  %s", job->line, job->place);
    }
}

static void print_session(const KjSessionFile *file, unsigned number, KjPrinter *printer)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_local(file->changed / G_USEC_PER_SEC);
    g_autofree char *when = g_date_time_format(date, "%Y-%m-%d %H:%M");
    kj_printer_line(printer, "%3u %s%s", number, when,
                    file->running ? kj_tr(", in another terminal") : "");
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjWorkbench) bench = kj_workbench_new();
    if (kj_file_read(file->path, &text, NULL, &error) && kj_workbench_read(bench, text, &error)) {
        print_contents(bench, printer);
        return;
    }
    g_autofree char *why = kj_text_error_write(error);
    kj_printer_line(printer, "    %s", why);
}

static KjExit list_sessions(const GPtrArray *list, KjPrinter *printer)
{
    kj_printer_begin(printer, NULL);
    for (unsigned i = 0; i < list->len; i++)
        print_session(list->pdata[i], i + 1, printer);
    if (!list->len)
        kj_printer_line(printer, "no session was kept");
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

/* The session's own names for what its jobs have kept: that of another goes when it goes. */
static void take_checkpoints(KjWorkbench *bench)
{
    for (unsigned i = 0; i < bench->left->len; i++) {
        KjLeftJob *job = bench->left->pdata[i];
        if (!job->checkpoint || !bench->sessions)
            continue;
        g_autofree char *leaf = g_strdup_printf("left-%u.ckpt", i + 1);
        g_autofree char *own = kj_sessions_beside(bench->sessions, leaf);
        if (!kj_os_link(job->checkpoint, own))
            continue; // it had kept none yet
        g_free(job->checkpoint);
        job->checkpoint = g_steal_pointer(&own);
    }
}

static KjExit restore_file(KjSession *session, const char *path, KjPrinter *printer, GError **error)
{
    KjWorkbench *bench = session->bench;
    g_autofree char *text = NULL;
    if (!kj_file_read(path, &text, NULL, error))
        return KJ_EXIT_INPUT;
    if (bench->sessions) // what was here stays a session of its own
        kj_shell_keep(session);
    if (!kj_workbench_read(bench, text, error)) {
        kj_text_error_prefix(error, "%s: ", path);
        return KJ_EXIT_INPUT;
    }
    if (bench->sessions) {
        kj_sessions_begin(bench->sessions);
        take_checkpoints(bench);
        g_clear_pointer(&bench->written, g_free);
    }
    kj_workbench_moved(bench);
    if (bench->watched && !bench->watch)
        kj_shell_watch(session, NULL);
    g_autofree char *what = session_text(bench);
    kj_print_line(printer, "restored: %s", what);
    if (bench->left->len)
        kj_print_line(printer, "jobs left: %u ('jobs' lists them, 'jobs 1' goes on with one)",
                      bench->left->len);
    return KJ_EXIT_OK;
}

static KjExit cmd_restore(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    KjWorkbench *bench = session->bench;
    const char *word = call->args[0];
    bool number = !word || word[strspn(word, "0123456789")] == '\0';
    // on a terminal what was here stays a session of its own
    if (!bench->sessions && !session->told &&
        kj_shell_leaves_behind(session, "'restore!' without it", error))
        return KJ_EXIT_USAGE;
    if (!number)
        return restore_file(session, word, printer, error);
    g_autofree char *folder = g_build_filename(g_get_user_state_dir(), "kanju", NULL);
    g_autoptr(GPtrArray) list = kj_sessions_list(folder, bench->sessions);
    if (!word)
        return list_sessions(list, printer);
    unsigned n = kj_call_number(call, 0);
    if (n < 1 || n > list->len)
        return kj_usage_error(error, "no session %u, expected one that 'restore' lists", n);
    const KjSessionFile *file = list->pdata[n - 1];
    return restore_file(session, file->path, printer, error);
}

/* ---- jobs that were left ---- */

/* Starts a job as it was, on what it was at. Its number, 0 with an error. */
static unsigned start_left(KjSession *session, const KjLeftJob *job, GError **error)
{
    g_auto(GStrv) words = NULL;
    if (!g_shell_parse_argv(job->line, NULL, &words, error))
        return 0;
    const KjCommand *command = kj_command_find(words[0]);
    bool offers = command && command->options & KJ_OPTIONS_COMPOSE;
    KjSession as = *session;
    KjBoard board = job->board;
    board.collection = kj_workbench_of(session)->beside.collection
                           ? kj_workbench_of(session)->beside.collection->path
                           : NULL;
    as.board = &board;
    as.offers = offers ? kj_workbench_of(session)->offered : NULL; // a job has a list of its own
    return kj_jobs_start(kj_workbench_of(session)->jobs, &as, words, job->place, job->checkpoint,
                         true, error);
}

KjExit kj_shell_resume(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    unsigned n = kj_call_number(call, 1);
    if (n > bench->left->len)
        return bench->left->len
                   ? kj_usage_error(error, "no job %u was left, expected one that 'jobs' lists", n)
                   : kj_usage_error(error, "no job was left to go on with");
    unsigned number = start_left(session, bench->left->pdata[n - 1], error);
    if (!number)
        return KJ_EXIT_USAGE;
    g_ptr_array_remove_index(bench->left, n - 1);
    return kj_print_line(call->printer, "[%u] in the background", number);
}

/* ---- the end ---- */

/* Whether jobs would be left behind, as an error. */
static bool leaves_jobs(const KjWorkbench *bench, GError **error)
{
    g_autoptr(GPtrArray) running = kj_jobs_left(bench->jobs);
    unsigned n = running->len;
    if (n)
        kj_usage_error(error,
                       kj_tr_n(n, "%u job is running: 'wait' for it, or 'quit' once more",
                               "%u jobs are running: 'wait' for them, or 'quit' once more"),
                       n);
    return n > 0;
}

static KjExit cmd_quit(KjSession *session, const KjCall *call, GError **error)
{
    (void)call;
    KjWorkbench *bench = session->bench;
    bool asks = bench->interactive && !bench->leaving && !session->told;
    if (asks &&
        (kj_shell_leaves_behind(session, "'quit' once more", error) || leaves_jobs(bench, error))) {
        bench->leaving = true;
        return KJ_EXIT_USAGE;
    }
    bench->quit = true;
    return KJ_EXIT_OK;
}

const KjCommand kj_keep_command = {
    .name = "keep",
    .ja = "取っておく",
    .group = KJ_COMMANDS_SHELL,
    .summary = "write the session to a file",
    .details =
        "Writes the board with its moves, earlier states for undo, names and collection to a file "
        "that 'restore' reads. A file that exists already is overwritten only by keep!.",
    .args = {{.kind = KJ_ARG_FILE, .name = "FILE", .written = true, .made = true}},
    .run = cmd_keep,
    .examples = {{"new; keep session; new startpos; restore session; position", "There and back.",
                  "4k4/9/"}},
};

const KjCommand kj_restore_command = {
    .name = "restore",
    .ja = "復元",
    .group = KJ_COMMANDS_SHELL,
    .summary = "list the sessions that were kept, or bring one back",
    .details =
        "Each session on a terminal is kept, however it ended, and the last 20 stay: the board "
        "with what undo brings back, versions with their verdicts, names, settings, collection, "
        "and jobs that were running. Without an argument lists them, the last one first; with N "
        "brings one back, with the name of a FILE what 'keep' has written. What was on the "
        "workbench before stays a session of its own.",
    .args = {{.kind = KJ_ARG_FILE, .name = "N_OR_FILE", .optional = true}},
    .run = cmd_restore,
    .examples = {{"new; name one; keep mine; restore mine", "With its names.", "names 1"}},
};

const KjCommand kj_quit_command = {
    .name = "quit",
    .ja = "終了",
    .aliases = {"exit", "q"},
    .group = KJ_COMMANDS_SHELL,
    .summary = "leave the workbench",
    .details =
        "Leaves the workbench. If the collection is not saved, or jobs are running, asks for a "
        "second time. Jobs are stopped: what they have found is printed, and 'restore' and "
        "'jobs' go on with them in another session. Ctrl-D is the same.",
    .run = cmd_quit,
    .examples = {{"!echo one\nquit\n!echo two", "Nothing after it.", "one"}},
};
