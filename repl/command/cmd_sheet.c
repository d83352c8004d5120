/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: problems side by side on pages, solved, with the solutions at the end. */
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/command_fields.def"
#include "repl/diagram/picture.h"
#include "repl/diagram/sheet_command.h"
#include "repl/job/input_record.h"
#include "repl/run/runner.h"

/* What one run of the command has besides KjRun. */
typedef struct {
    KjSheet sheet;
    bool solutions;
    unsigned n_problems, n_solved; // of the sheet
} Own;

/* A problem is searched if solutions are wanted and its file gives none. */
static void prepare_sheet(KjRun *run, KjSolveJob *job)
{
    const Own *own = run->own;
    if (own->solutions)
        kj_solve_prepare(run->call->values, job);
    job->usable &= !(job->input->file && kj_move_tree_plies(job->input->file->tree));
}

static void work_sheet(KjRunSearch *search)
{
    kj_solve_job_search(search->solver, &search->limits, search->job);
}

/* Writes a file of what is on the sheet, says so, and begins the next one. */
static void write_sheet(KjRun *run, const char *path)
{
    KjPrinter *printer = run->call->printer;
    Own *own = run->own;
    g_autoptr(GError) error = NULL;
    unsigned pages = 0;
    g_autoptr(GByteArray) bytes = kj_sheet_write(&own->sheet, &pages, &error);
    if (!bytes ||
        !kj_output_write(&run->output, path, (const char *)bytes->data, bytes->len, &error)) {
        kj_run_unwritten(run, path, error);
        return;
    }
    kj_printer_begin(printer, run->call->command->schema);
    g_autofree char *problems =
        g_strdup_printf(kj_tr_n(own->n_problems, "%u problem", "%u problems"), own->n_problems);
    g_autofree char *sheets = g_strdup_printf(kj_tr_n(pages, "%u page", "%u pages"), pages);
    kj_printer_line(printer, "%s: %s, %s", path, problems, sheets);
    KJ_FIELDS_SHEET;
    kj_printer_end(printer);
    kj_sheet_next(&own->sheet);
    own->n_problems = own->n_solved = 0;
}

/* What is drawn without a search is no fault. */
static KjExit status_of(const KjSolveJob *job)
{
    return job->usable ? kj_solve_exit(job->result.verdict) : KJ_EXIT_OK;
}

/* Takes a problem onto the sheet. */
static void draw(KjRun *run, KjSolveJob *job)
{
    Own *own = run->own;
    bool solved = job->usable && !job->failure;
    own->n_problems++;
    own->n_solved += solved && job->result.verdict == KJ_MATE;
    kj_sheet_add(&own->sheet, job->input, solved ? &job->result : NULL, own->solutions);
    if (run->output.to_folder) {
        g_autofree char *path = kj_output_name(&run->output, job->index, "pdf");
        write_sheet(run, path);
    }
}

static bool plan_sheet(KjRun *run, GError **error)
{
    Own *own = run->own;
    return kj_sheet_open(&own->sheet, run->call, error);
}

static void finish_sheet(KjRun *run)
{
    const Own *own = run->own;
    if (own->n_problems) // else the status says why, or all have files of their own
        write_sheet(run, run->output.target);
}

static KjExit kj_cmd_sheet(KjSession *session, const KjCall *call, GError **error)
{
    static const KjRunKind kind = {.job_bytes = sizeof(KjSolveJob),
                                   .one_thread = true,
                                   .print_failed = true,
                                   .records = KJ_OPTION_OUTPUT,
                                   .prepare = prepare_sheet,
                                   .plan = plan_sheet,
                                   .work = work_sheet,
                                   .status = status_of,
                                   .print = draw,
                                   .finish = finish_sheet};
    const KjValue *values = call->values->value;
    if (!values[KJ_OPTION_OUTPUT].text) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "no file to write, expected --output=FILE.pdf");
        return KJ_EXIT_USAGE;
    }
    Own own = {.solutions =
                   (!values[KJ_OPTION_SOLUTIONS].set || values[KJ_OPTION_SOLUTIONS].flag) &&
                   kj_input_moves_along(call->values)};
    KjExit status = kj_run(&kind, &own, session, call, error);
    kj_sheet_clear(&own.sheet);
    return status;
}

const KjCommand kj_sheet_command = {
    .name = "sheet",
    .group = KJ_COMMANDS_POSITION,
    .summary = "print problems on pages, solutions at the end",
    .details =
        "Writes a PDF of A4 pages with the diagrams of all problems, numbered, and the "
        "solutions on the last pages: those their files give, else what a search "
        "finds within the limits. The title is that of the sheet. Into a folder each problem "
        "is written as a sheet of its own.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "COLLECTION", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SHEET | KJ_OPTIONS_PICTURE | KJ_OPTIONS_TSUME |
               KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
               KJ_OPTIONS_JSON | KJ_OPTIONS_ALONG,
    .flags = KJ_COMMAND_LONG,
    .endings = "pdf",
    .run = kj_cmd_sheet,
    .examples = {{"sheet --output sheet.pdf '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "A sheet of a single problem.", "1 problem, 2 pages"}},
    .schema = "kanju.sheet/1",
};
