/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: problems side by side on pages, solved, with the solutions at the end. */
#include <stdatomic.h>

#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/cli/output.h"
#include "repl/diagram/picture.h"
#include "repl/diagram/sheet_command.h"
#include "repl/job/pool.h"
#include "repl/job/solve_job.h"

/* What one run of the command works with. */
typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPrinter *printer;
    KjSolveRequest request;
    KjSheet sheet;
    KjOutput output;
    bool solutions;
    KjSolveJob *jobs;
    unsigned n_jobs, n_done, n_problems, n_solved;
    KjExit status;
} Run;

/* Whether a problem is searched: solutions are wanted, and its file gives none. */
static bool to_solve(const Run *run, const KjSolveJob *job)
{
    return run->solutions && job->usable &&
           !(job->input->file && kj_move_tree_plies(job->input->file->tree));
}

static void work_sheet(void *data, unsigned index, const atomic_bool *cancel)
{
    Run *run = data;
    KjSolveJob *job = &run->jobs[index];
    if (!to_solve(run, job))
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&run->request.solver, &error);
    if (!solver) {
        job->failure = g_strdup(error->message);
        return;
    }
    KjLimits limits = run->request.limits;
    limits.stop = cancel;
    const KjPositionText *text = &job->input->text;
    kj_solver_set_past(solver, &text->start, text->moves, text->n_moves);
    kj_solver_solve(solver, &job->input->position, job->attacker, &limits, &job->result);
}

/* Writes a file of what is on the sheet, says so, and begins the next one. */
static KjExit write_sheet(Run *run, const char *path)
{
    g_autoptr(GError) error = NULL;
    unsigned pages = 0;
    g_autoptr(GByteArray) bytes = kj_sheet_write(&run->sheet, &pages, &error);
    if (!bytes ||
        !kj_output_write(&run->output, path, (const char *)bytes->data, bytes->len, &error)) {
        kj_term_message(&run->session->term, "%s: %s", path, error->message);
        return KJ_EXIT_INTERNAL;
    }
    kj_printer_begin(run->printer, run->call->command->schema);
    g_autofree char *problems =
        g_strdup_printf(kj_tr_n(run->n_problems, "%u problem", "%u problems"), run->n_problems);
    g_autofree char *sheets = g_strdup_printf(kj_tr_n(pages, "%u page", "%u pages"), pages);
    kj_printer_line(run->printer, "%s: %s, %s", path, problems, sheets);
    kj_printer_string(run->printer, "file", NULL, path);
    kj_printer_integer(run->printer, "problems", NULL, run->n_problems);
    kj_printer_integer(run->printer, "solved", NULL, run->n_solved);
    kj_printer_integer(run->printer, "pages", NULL, pages);
    kj_printer_end(run->printer);
    kj_sheet_next(&run->sheet);
    run->n_problems = run->n_solved = 0;
    return KJ_EXIT_OK;
}

/* Takes a problem onto the sheet. What cannot be searched is drawn all the same. */
static bool deliver_sheet(void *data, unsigned index)
{
    Run *run = data;
    KjSolveJob *job = &run->jobs[index];
    const KjInput *input = job->input;
    run->n_done++;
    if (kj_session_shows_progress(run->session, run->call->values)) {
        g_autofree char *text = g_strdup_printf(kj_tr("%u/%u done"), run->n_done, run->n_jobs);
        kj_term_bar(&run->session->term, text);
    }
    if (!kj_input_usable(run->session, run->printer, input, run->call->command->schema)) {
        run->status = kj_exit_worse(run->status, KJ_EXIT_INPUT);
        return true;
    }
    bool solved = to_solve(run, job) && !job->failure;
    if (job->failure)
        kj_term_message(&run->session->term, "%s: %s", input->place, job->failure);
    if (solved || job->failure)
        run->status = kj_exit_worse(run->status, kj_solve_status(job));
    run->n_problems++;
    run->n_solved += solved && job->result.verdict == KJ_MATE;
    kj_sheet_add(&run->sheet, input, solved ? &job->result : NULL, run->solutions);
    if (run->output.to_folder) {
        g_autofree char *path = kj_output_name(&run->output, index, "pdf");
        run->status = kj_exit_worse(run->status, write_sheet(run, path));
    }
    return true;
}

static KjExit run_all(Run *run, GError **error)
{
    KjPoolTask task = {.work = work_sheet, .deliver = deliver_sheet, .data = run};
    if (!kj_pool_run(run->n_jobs, run->request.threads, run->session->stop, &task, error))
        return KJ_EXIT_INTERNAL;
    kj_term_bar(&run->session->term, NULL);
    if (run->n_problems == 0)
        return run->status; // which says why, or all have files of their own
    return kj_exit_worse(run->status, write_sheet(run, run->output.target));
}

static KjExit kj_cmd_sheet(KjSession *session, const KjCall *call, KjPrinter *printer,
                           GError **error)
{
    const KjValue *values = call->values->value;
    const char *path = values[KJ_OPTION_OUTPUT].text;
    if (!path) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "no file to write, expected --output=FILE.pdf");
        return KJ_EXIT_USAGE;
    }
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->on_board, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    Run run = {.session = session, .call = call, .printer = printer, .n_jobs = inputs->len};
    run.solutions = !values[KJ_OPTION_SOLUTIONS].set || values[KJ_OPTION_SOLUTIONS].flag;
    kj_solve_request(call->values, run.n_jobs, &run.request);
    run.jobs = g_new0(KjSolveJob, run.n_jobs);
    for (unsigned i = 0; i < run.n_jobs; i++) {
        run.jobs[i].input = inputs->pdata[i];
        if (run.solutions)
            kj_solve_prepare(call->values, &run.jobs[i]);
    }
    KjExit status = KJ_EXIT_USAGE;
    if (kj_output_open(&run.output, path, call->args, error) &&
        kj_sheet_open(&run.sheet, call, error)) {
        kj_output_plan_inputs(&run.output, inputs);
        status = run_all(&run, error);
    }
    kj_sheet_clear(&run.sheet);
    kj_output_clear(&run.output);
    for (unsigned i = 0; i < run.n_jobs; i++)
        kj_solve_job_clear(&run.jobs[i]);
    g_free(run.jobs);
    return status;
}

const KjCommand kj_sheet_command = {
    .name = "sheet",
    .aliases = "",
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
               KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .endings = "pdf",
    .run = kj_cmd_sheet,
    .examples = {{"sheet --output sheet.pdf '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "A sheet of a single problem.", "1 problem, 2 pages"}},
    .schema = "kanju.sheet/1",
};
