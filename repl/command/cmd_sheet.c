/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: problems side by side on pages, solved, with the solutions at the end. */
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/command/command_fields.def"
#include "repl/diagram/picture.h"
#include "repl/diagram/sheet_command.h"
#include "repl/job/input_record.h"
#include "repl/run/runner.h"
#include "solver/follow.h"

/* What one run of the command has besides KjRun. */
typedef struct {
    KjSheet sheet;
    bool solutions;
    unsigned n_problems, n_solved, n_verified; // of the sheet
} Own;

/* A problem and the line that its file gives. */
typedef struct {
    KjSolveJob solve;
    KjMove *line; // owned
    unsigned n_line;
    KjFollow follow; // of the line, if it was followed
    bool followed, solved;
} Job;

/* ---- the work ---- */

static void prepare_sheet(KjRun *run, KjSolveJob *solve)
{
    const Own *own = run->own;
    Job *job = (Job *)solve;
    const KjInput *input = solve->input;
    if (!own->solutions && !own->sheet.lengths)
        return;
    kj_solve_prepare(run->call->values, solve);
    if (own->solutions && input->file && input->text.n_moves == 0)
        job->line = kj_move_tree_main_line(input->file->tree, &job->n_line);
}

/* Whether nothing but futile interpositions is left after the author's line, so that it ends. */
static bool is_at_end(KjRunSearch *search, const Job *job, const KjLimits *limits)
{
    KjPosition end = kj_position_after_line(&job->solve.input->position, job->line, job->n_line);
    g_auto(KjResult) result = {0};
    kj_solver_set_past(search->solver, &end, NULL, 0);
    kj_solver_solve(search->solver, &end, job->solve.attacker, limits, &result);
    return result.verdict == KJ_MATE && result.plies == 0;
}

/* Verifies the author's line. Each move of it has its share of the limits. */
static void follow(KjRunSearch *search, Job *job)
{
    KjLimits share = search->limits;
    share.seconds /= job->n_line;
    share.nodes = share.nodes ? MAX(1, share.nodes / job->n_line) : 0;
    kj_follow_line(search->solver, &job->solve.input->position, job->solve.attacker, job->line,
                   job->n_line, &share, &job->follow);
    job->followed = true;
    if (job->follow.n_after > 0 && is_at_end(search, job, &share))
        job->follow.n_after = 0;
}

static bool is_proved(const Job *job)
{
    return job->followed && job->follow.verdict == KJ_FOLLOW_PROVED;
}

/* A search for what the author's line does not answer. */
static void work_sheet(KjRunSearch *search)
{
    const Own *own = search->run->own;
    Job *job = (Job *)search->job;
    if (job->n_line > 0)
        follow(search, job);
    if (is_proved(job) && !own->sheet.lengths)
        return;
    kj_solve_job_search(search->solver, &search->limits, search->job);
    job->solved = true;
}

static void clear_sheet(KjSolveJob *solve)
{
    Job *job = (Job *)solve;
    if (job->followed)
        kj_follow_clear(&job->follow);
    g_free(job->line);
    kj_solve_job_clear(solve);
}

/* ---- the sheet ---- */

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
    own->n_problems = own->n_solved = own->n_verified = 0;
}

/* What is drawn without a search, and a line that is proved, is no fault. */
static KjExit status_of(const KjSolveJob *solve)
{
    const Job *job = (const Job *)solve;
    return job->solved && !is_proved(job) ? kj_solve_exit(solve->result.verdict) : KJ_EXIT_OK;
}

/* The author's line if it is proved, with the mate after its end; else what the search found. `line`
 * takes its moves. */
static KjSheetAnswer answer_of(const Job *job, GArray *line)
{
    const KjResult *result = &job->solve.result;
    KjSheetAnswer answer = {.verdict = is_proved(job) ? KJ_MATE
                                       : job->solved  ? result->verdict
                                                      : KJ_UNKNOWN};
    bool open =
        answer.verdict == KJ_UNKNOWN && job->followed && job->follow.verdict == KJ_FOLLOW_OPEN;
    if (is_proved(job) || open)
        g_array_append_vals(line, job->line, job->n_line);
    if (is_proved(job) && job->follow.n_after > 0)
        g_array_append_vals(line, job->follow.after, job->follow.n_after);
    if (!is_proved(job) && answer.verdict == KJ_MATE && result->n_line > 0)
        g_array_append_vals(line, result->line, result->n_line);
    answer.cut = !is_proved(job) && answer.verdict == KJ_MATE && !result->line_complete;
    answer.n_line = line->len;
    answer.line = line->len ? (const KjMove *)(const void *)line->data : NULL;
    return answer;
}

/* Says why an author's line is not what the sheet has. */
static void tell_author(const KjRun *run, const Job *job, const KjSheetAnswer *answer)
{
    KjTerm *term = &run->session->term;
    const char *place = job->solve.input->place;
    if (!job->followed || is_proved(job))
        return;
    if (job->follow.verdict == KJ_FOLLOW_BROKEN)
        kj_term_message(term, "%s: the author's line fails at ply %u and is not on the sheet",
                        place, job->follow.ply);
    else if (answer->verdict == KJ_UNKNOWN)
        kj_term_message(term, "%s: the author's line is not verified, since a limit was reached",
                        place);
}

/* Takes a problem onto the sheet. */
static void draw(KjRun *run, KjSolveJob *solve)
{
    Own *own = run->own;
    Job *job = (Job *)solve;
    bool searched = solve->usable && !solve->failure;
    const KjResult *result = &solve->result;
    g_autoptr(GArray) line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    KjSheetAnswer answer = answer_of(job, line);
    bool mate = searched && job->solved && result->verdict == KJ_MATE;
    own->n_problems++;
    own->n_verified += searched && is_proved(job);
    own->n_solved += mate && !is_proved(job);
    kj_sheet_add(&own->sheet, solve->input, searched && own->solutions ? &answer : NULL,
                 mate && result->plies_proved ? result->plies : 0);
    if (searched)
        tell_author(run, job, &answer);
    if (run->output.to_folder) {
        g_autofree char *path =
            kj_output_name(&run->output, solve->index, kj_sheet_ending(&own->sheet));
        write_sheet(run, path);
    }
}

static bool read_options(KjRun *run, GError **error)
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
    static const KjRunKind kind = {.job_bytes = sizeof(Job),
                                   .one_thread = true,
                                   .print_failed = true,
                                   .records = "output",
                                   .prepare = prepare_sheet,
                                   .options = read_options,
                                   .work = work_sheet,
                                   .status = status_of,
                                   .print = draw,
                                   .finish = finish_sheet,
                                   .clear = clear_sheet};
    const KjValue *values = call->values->value;
    if (!values[KJ_OPT(OUTPUT)].text) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "no file to write, expected --output=FILE.pdf or FILE.html");
        return KJ_EXIT_USAGE;
    }
    Own own = {.solutions = (!values[KJ_OPT(SOLUTIONS)].set || values[KJ_OPT(SOLUTIONS)].flag) &&
                            kj_input_moves_along(call->values)};
    KjExit status = kj_run(&kind, &own, session, call, error);
    kj_sheet_clear(&own.sheet);
    return status;
}

const KjCommand kj_sheet_command = {
    .name = "sheet",
    .ja = "問題用紙",
    .group = KJ_COMMANDS_POSITION,
    .summary = "print problems on pages, solutions at the end",
    .details =
        "Writes pages of A4, PDF or HTML, with the diagrams of all problems, numbered, and the "
        "solutions on the last pages: those their files give if they can be "
        "verified, else what a search finds within the limits. The title is that of the "
        "sheet. Into a folder each problem "
        "is written as a sheet of its own.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "COLLECTION", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SHEET | KJ_OPTIONS_PICTURE | KJ_OPTIONS_TSUME |
               KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
               KJ_OPTIONS_JSON | KJ_OPTIONS_ALONG | KJ_OPTIONS_GIVEN,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_sheet,
    .examples = {{"sheet --output sheet.pdf '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "A sheet of a single problem.", "1 problem, 2 pages"}},
    .schema = "kanju.sheet/1",
};
