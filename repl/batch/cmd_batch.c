/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch: whole collections into a store. */
#include <errno.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/batch/batch_fields.def"
#include "repl/batch/batch_run.h"
#include "repl/batch/import.h"
#include "repl/batch/results.h"
#include "repl/cli/fields_print.h"
#include "repl/job/cores.h"
#include "repl/job/files.h"
#include "repl/report/cmd_report.h"

static bool refuse(GError **error, const char *text)
{
    g_set_error_literal(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, kj_tr(text));
    return false;
}

static bool goal_fits(const KjValues *values, const KjTaskKind *kind, GError **error)
{
    const KjOptionId others[] = {KJ_OPT(CERTIFICATE), KJ_OPT(CHECKS_ONLY), KJ_OPT(REPETITION),
                                 KJ_OPT(INTERPOSITIONS)};
    bool hisshi = kind == &kj_task_hisshi || values->value[KJ_OPT(GOAL)].choice != 0;
    return !hisshi || kj_solve_goal_fits(values, others, G_N_ELEMENTS(others), error);
}

/* Looks at the options that a batch takes otherwise than `solve`. */
static bool check_options(const KjValues *values, GError **error)
{
    const KjValue *value = values->value;
    if (!value[KJ_OPT(STORE)].text || !*value[KJ_OPT(STORE)].text)
        return refuse(error, "--store=FILE is missing, expected the file that keeps the results");
    const KjTaskKind *kind = kj_task_kind_of(values);
    if (value[KJ_OPT(FIRST_DEFECT)].flag && kind != &kj_task_check)
        return refuse(error, "--first-defect: expected only with --task check");
    if (value[KJ_OPT(USELESS)].set && kind != &kj_task_check)
        return refuse(error, "--useless: expected only with --task check");
    if (value[KJ_OPT(DIAGRAM)].set)
        return refuse(error, "--diagram: batch draws none, expected 'kanju report' to");
    if (!goal_fits(values, kind, error))
        return false;
    const char *folder = value[KJ_OPT(CERTIFICATE)].text;
    if (folder && !g_str_has_suffix(folder, "/"))
        return refuse(error, "--certificate: expected a folder, ending in /");
    return !folder || kj_files_make_folder("certificate", folder, error);
}

/* The worst status of what was read and found out. */
static KjExit worst(const KjBatchRun *run, const KjImportCount *read)
{
    KjExit status = read->errors ? KJ_EXIT_INPUT : KJ_EXIT_OK;
    for (int i = 0; run->kind->verdicts[i]; i++)
        if (run->progress.count[i])
            status = kj_exit_worse(status, run->kind->exits[i]);
    return status;
}

static void sum_up(const KjBatchRun *run, const KjImportCount *read, const char *rules,
                   double seconds, KjPrinter *printer, const char *schema)
{
    const KjBatchProgress *progress = &run->progress;
    kj_printer_begin(printer, schema);
    KJ_FIELDS_BATCH;
    g_autofree char *verdicts = kj_progress_verdicts(progress);
    guint64 have = 0;
    for (int i = 0; run->kind->verdicts[i]; i++)
        have += progress->count[i];
    if (read->items)
        kj_printer_line(printer,
                        "read: %" G_GUINT64_FORMAT " in %" G_GUINT64_FORMAT
                        " files, %" G_GUINT64_FORMAT " not understood",
                        read->items, read->files, read->errors);
    kj_printer_line(printer, "%" G_GUINT64_FORMAT " different problems: %s", progress->problems,
                    verdicts);
    if (run->kind == &kj_task_check && !run->options.spares)
        kj_printer_line(printer, "useless pieces not looked for");
    if (have < progress->problems)
        kj_printer_line(printer, "%" G_GUINT64_FORMAT " not done yet", progress->problems - have);
    kj_printer_line(
        printer, "done now: %" G_GUINT64_FORMAT " in %.2f s, %.0f/s; store: %s", progress->done_now,
        seconds, seconds > 0 ? (double)progress->done_now / seconds : 0, run->queue->store->path);
    kj_printer_end(printer);
}

static void warn_of_missing(KjSession *session, const KjImportCount *read)
{
    if (read->missing)
        kj_term_message(&session->term,
                        "warning: in %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                        " problems some pieces are in nobody's hand, expected the defender to "
                        "hold them (--complete-hands)",
                        read->missing, read->items);
}

/* Reads and works, with the store open. */
static KjExit work_on_store(KjBatchRun *run, KjStore *store, const KjCall *call, GError **error)
{
    KjImportCount read;
    gint64 begun = g_get_monotonic_time();
    g_autofree char *rules = kj_task_rules(call->values);
    bool claims = run->kind->claims;
    gint64 left_out = 0;
    if (!kj_import(store, run->session, call, call->args, run->progress.bar, &read, error) ||
        (claims && !kj_import_claims(store, &left_out, error)))
        return KJ_EXIT_OK; // the error tells
    warn_of_missing(run->session, &read);
    if (left_out)
        kj_term_message(&run->session->term,
                        "warning: %" G_GINT64_FORMAT " problems are positions after moves that "
                        "count by the law of repetition: they are not checked",
                        left_out);
    gint64 task = kj_task_open(store, run->kind->name, rules, error);
    KjQueue queue;
    if (task < 0 ||
        !kj_queue_init(&queue, store, task, run->budgets, (gint64)run->options.solver.memory_mib,
                       run->certificates != NULL, error))
        return KJ_EXIT_OK;
    run->queue = &queue;
    KjBatchProgress *progress = &run->progress;
    bool ok =
        kj_batch_run(run, error) &&
        kj_queue_count(&queue, run->kind->verdicts, &progress->problems, progress->count, error);
    kj_queue_clear(&queue);
    if (!ok)
        return KJ_EXIT_OK;
    double seconds = (double)(g_get_monotonic_time() - begun) / 1e6;
    sum_up(run, &read, rules, seconds, call->printer, call->command->schema);
    return worst(run, &read);
}

/* Whether any of the collections named is there, or none is named. If not no store is made. */
static bool is_any_there(const char *const *args, GError **error)
{
    if (!*args)
        return true;
    for (const char *const *arg = args; *arg; arg++)
        if (strcmp(*arg, "-") == 0 || g_file_test(*arg, G_FILE_TEST_EXISTS))
            return true;
    return kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: %s", **args ? *args : "''",
                        kj_os_text(ENOENT));
}

static KjExit batch(KjSession *session, const KjCall *call, GError **error)
{
    const KjValue *value = call->values->value;
    if (!check_options(call->values, error))
        return KJ_EXIT_USAGE;
    g_autoptr(GArray) budgets = kj_budgets_of(call->values, error);
    if (!budgets)
        return KJ_EXIT_USAGE;
    KjBatchRun run = {
        .session = session,
        .values = call->values,
        .kind = kj_task_kind_of(call->values),
        .jobs = kj_cores_asked(call->values),
        .budgets = budgets,
        .certificates = value[KJ_OPT(CERTIFICATE)].text,
    };
    kj_solve_request(call->values, 1, &run.options);
    // no search does with less than 1 MiB
    run.jobs = (unsigned)MIN(run.jobs, run.options.solver.memory_mib);
    run.options.threads = run.jobs;
    run.options.solver.memory_mib /= run.jobs;
    run.progress.bar = kj_session_shows_progress(session, call->values);
    run.progress.lines = value[KJ_OPT(PROGRESS)].set ? false : !session->term.err_is_terminal;
    if (!is_any_there(call->args, error))
        return KJ_EXIT_INPUT;
    KjStoreMode mode = *call->args ? KJ_STORE_CREATE : KJ_STORE_WRITE;
    g_autoptr(KjStore) store = kj_store_open(value[KJ_OPT(STORE)].text, mode, error);
    return store ? work_on_store(&run, store, call, error) : KJ_EXIT_OK;
}

static KjExit kj_cmd_batch(KjSession *session, const KjCall *call, GError **error)
{
    kj_progress_listen(); // before anything that takes time: unheard, the signal ends the program
    KjExit status = batch(session, call, error);
    kj_progress_ignore();
    return status;
}

const KjCommand kj_batch_command = {
    .name = "batch",
    .ja = "一括",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "solve whole collections into a store",
    .details =
        "Reads files and folders with problems in any format and keeps what "
        "it finds out in a store, a file that report and find read. All problems get "
        "the first budget, those still open the second, and so on. Killed at any "
        "moment it loses nothing that was finished, and the same command goes on from "
        "there; without a COLLECTION it works on what the store holds. The signal USR1 makes "
        "it say how far it is. With --task check works are judged as check does.",
    .args = {{.kind = KJ_ARG_FILE, .name = "COLLECTION", .optional = true, .repeating = true}},
    .options = KJ_OPTIONS_BATCH | KJ_OPTIONS_JUDGE | KJ_OPTIONS_STORE | KJ_OPTIONS_SEARCH |
               KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_JSON | KJ_OPTIONS_GIVEN,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_batch,
    .examples = {{"convert --json -o mates.tsv '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "A collection of one problem.", "\"format\":\"tsv\""},
                 {"batch --store mates.kdb mates.tsv", "Solve it into a store.", "1 mate"}},
    .schema = "kanju.batch/1",
};
