/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check: is a work sound? */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdatomic.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/check/check_page.h"
#include "repl/check/check_print.h"
#include "repl/cli/input_print.h"
#include "repl/cli/output.h"
#include "repl/cli/search_checkpoint.h"
#include "repl/diagram/replay_page.h"
#include "repl/job/cores.h"
#include "repl/job/pool.h"
#include "repl/job/solver_cache.h"

typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPrinter *printer;
    KjCheckRequest request;
    KjCheckJob *jobs;
    unsigned n_jobs, n_done;
    unsigned count[KJ_WORK_UNKNOWN + 1];
    KjExit status;
    GString *page; // the body of --html, or NULL
    KjGlyphs *glyphs;
    KjPictureRequest pictures;
    KjOutput annotated; // --kif
    GString *records;   // what goes to one file of it
    KjCheckpoint checkpoint;
    KjCores cores;
    unsigned n_records;
} Run;

typedef struct {
    const Run *run;
    const KjCheckJob *job;
} Watch;

static void show_progress(const KjProgress *progress, void *data)
{
    const Watch *watch = data;
    double speed = progress->seconds > 0 ? (double)progress->nodes / progress->seconds : 0;
    g_autofree char *moves = progress->moves ? g_strdup_printf(kj_tr("%u of %u moves decided, "),
                                                               progress->decided, progress->moves)
                                             : NULL;
    g_autofree char *text = g_strdup_printf(
        kj_tr("%s: %s%.2f M nodes in this question, %.0f k/s, depth %u, table %u %%"),
        watch->job->solve.input->id, moves ? moves : "", (double)progress->nodes / 1e6, speed / 1e3,
        progress->depth, progress->table_permille / 10);
    kj_term_bar(&watch->run->session->term, text);
}

/* The question of the mate that a check begins with. */
static KjQuestion question_of(const Run *run, const KjCheckJob *job)
{
    return (KjQuestion){.root = &job->root,
                        .attacker = job->solve.attacker,
                        .options = run->request.solve.solver,
                        .limits = run->request.solve.limits};
}

/* Leaves the mate that was found for the rest of the session, and what its first proof took. */
static void leave(KjSolverCache *cache, const Run *run, const KjCheckJob *job, uint64_t proof_nodes)
{
    const KjReport *report = &job->report;
    bool mates = report->mate == KJ_MATE && !report->authors && !report->tentative &&
                 report->plies == report->shortest && report->n_line == report->plies;
    KjQuestion question = question_of(run, job);
    KjResult result = {.verdict = report->mate,
                       .plies = report->plies,
                       .plies_proved = report->shortest_proved,
                       .pure_plies = report->pure_plies,
                       .pure_proved = report->pure_proved,
                       .n_line = report->n_line,
                       .line = report->line,
                       .leftover = report->leftover,
                       .line_complete = mates,
                       .nodes = report->searched,
                       .seconds = report->seconds};
    kj_solver_cache_remember(cache, &question, &result, false, proof_nodes);
}

/*
 * Checks with what the cache has. A proof that older ones have helped says nothing of how hard the
 * work is: what it took at first counts, and if nobody knows that, nothing does.
 */
static void check_with(KjSolverCache *cache, const Run *run, KjSolver *solver, bool warm,
                       const KjLimits *limits, KjCheckJob *job)
{
    KjQuestion question = question_of(run, job);
    if (cache && !run->request.solve.hisshi)
        job->proof_nodes = kj_solver_cache_proof_nodes(cache, &question);
    bool known = job->proof_nodes || !warm;
    kj_check_run(&run->request, solver, limits, job);
    if (!job->reported)
        return;
    if (!known)
        job->report.difficulty.stars = 0;
    if (cache && !run->request.solve.hisshi)
        leave(cache, run, job, known && job->report.mate == KJ_MATE ? job->report.proof_nodes : 0);
}

/* Begins with what is kept of the check, if anything is; false if that cannot be. */
static bool begin_checkpoint(Run *run, KjSolver *solver, KjLimits *limits, KjCheckJob *job)
{
    KjCheckpoint *checkpoint = &run->checkpoint;
    if (!checkpoint->file.path)
        return true;
    job->answers = kj_check_answers_new();
    checkpoint->hisshi = job->hisshi;
    if (!kj_checkpoint_begin(checkpoint, &run->request.solve, solver, job->answers, &job->solve))
        return false;
    kj_checkpoint_limits(checkpoint, limits);
    job->before.nodes = checkpoint->unanswered;
    return true;
}

static void end_checkpoint(Run *run, KjCheckJob *job)
{
    bool open = job->reported && (job->report.n_open || job->report.mate == KJ_UNKNOWN);
    kj_checkpoint_end(&run->checkpoint, job->report.searched, open);
    if (job->reported) {
        job->report.seconds += run->checkpoint.before.seconds;
        job->report.searched += run->checkpoint.unanswered;
    }
}

/* Checks within the limits of a run, and keeps what is to be kept. */
static void check(Run *run, KjSolver *solver, bool warm, const atomic_bool *cancel, KjCheckJob *job)
{
    g_autoptr(KjHisshi) hisshi = NULL;
    Watch watch = {run, job};
    KjLimits limits = run->request.solve.limits;
    limits.stop = cancel;
    if (run->request.solve.hisshi) {
        job->hisshi = hisshi = kj_check_new_hisshi(&run->request, solver, job);
        if (!hisshi)
            return;
    }
    kj_solver_set_progress(solver, NULL, NULL);
    if (kj_session_shows_progress(run->session, run->call->values))
        kj_solver_set_progress(solver, show_progress, &watch);
    if (begin_checkpoint(run, solver, &limits, job))
        check_with(run->session->cache, run, solver, warm, &limits, job);
    end_checkpoint(run, job);
    kj_solver_set_progress(solver, NULL, NULL);
    job->hisshi = NULL;
}

static void check_next(Run *run, const atomic_bool *cancel, KjCheckJob *job)
{
    if (!job->solve.usable)
        return;
    g_autoptr(GError) error = NULL;
    KjSolverOptions widened = run->request.solve.solver;
    const KjSolverOptions *options = &widened;
    widened.threads = kj_cores_for_next(&run->cores, false);
    // what is resumed, or resumed later by whoever asked for it, begins with an empty table
    const KjCheckpointFile *file = &run->checkpoint.file;
    bool alone = run->n_jobs == 1 && (!file->path || (file->quiet && !file->resumes));
    KjSolverCache *cache = alone ? run->session->cache : NULL;
    KjSolver *solver = cache ? kj_solver_cache_take(cache, options) : NULL;
    bool warm = solver != NULL;
    if (!warm)
        solver = kj_solver_new(options, &error);
    if (!solver) {
        job->solve.failure = g_strdup(error->message);
        return;
    }
    check(run, solver, warm, cancel, job);
    if (cache)
        kj_solver_cache_put(cache, solver, options);
    else
        kj_solver_free(solver);
}

static void work_check(void *data, unsigned index, const atomic_bool *cancel)
{
    Run *run = data;
    check_next(run, cancel, &run->jobs[index]);
    kj_cores_done(&run->cores);
}

static KjExit status_of(const KjCheckJob *job)
{
    static const KjExit status[] = {KJ_EXIT_OK, KJ_EXIT_OK, KJ_EXIT_DEFECT, KJ_EXIT_UNKNOWN};
    if (!job->solve.usable)
        return KJ_EXIT_INPUT;
    if (job->solve.refused)
        return KJ_EXIT_INPUT;
    return job->solve.failure || !job->reported ? KJ_EXIT_INTERNAL : status[job->report.verdict];
}

static void tell_unwritten(Run *run, const char *path, const GError *error)
{
    kj_term_message(&run->session->term, "%s: %s", path, error->message);
    run->status = kj_exit_worse(run->status, KJ_EXIT_INTERNAL);
}

/* Writes the annotated record to its file in the folder, or adds it to those for the file asked
 * for. */
static void annotate(Run *run, unsigned index)
{
    g_autofree char *kif = kj_check_kif(&run->request, &run->jobs[index]);
    if (!run->annotated.to_folder) {
        g_string_append(run->records, kif);
        run->n_records++;
        return;
    }
    g_autoptr(GError) error = NULL;
    g_autofree char *path = kj_output_name(&run->annotated, index, "kifu");
    if (!kj_output_write(&run->annotated, path, kif, -1, &error))
        tell_unwritten(run, path, error);
}

static bool deliver_check(void *data, unsigned index)
{
    Run *run = data;
    KjCheckJob *job = &run->jobs[index];
    run->n_done++;
    kj_term_bar(&run->session->term, NULL);
    run->status = kj_exit_worse(run->status, status_of(job));
    if (!kj_input_usable(run->session, run->printer, job->solve.input, run->call->command->schema))
        return run->printer->failed == 0;
    if (job->solve.failure) {
        kj_input_report_failure(run->session, &job->solve);
        return true;
    }
    run->count[job->report.verdict]++;
    kj_check_print(run->session, run->call, &run->request, job, run->printer);
    if (job->solve.certificate_failure) {
        kj_term_message(&run->session->term, "%s", job->solve.certificate_failure);
        run->status = kj_exit_worse(run->status, KJ_EXIT_INTERNAL);
    }
    if (run->request.output)
        annotate(run, index);
    if (run->page)
        kj_check_page_add(&run->request, &run->pictures, job, run->glyphs, run->page);
    return run->printer->failed == 0;
}

static void sum_up(const Run *run)
{
    if (run->n_jobs == 1 || !kj_printer_is_text(run->printer))
        return;
    kj_printer_begin(run->printer, "");
    kj_printer_line(run->printer,
                    "%u problems: %u sound, %u with blemishes, %u unsound, %u unknown", run->n_done,
                    run->count[KJ_WORK_SOUND], run->count[KJ_WORK_BLEMISHED],
                    run->count[KJ_WORK_UNSOUND], run->count[KJ_WORK_UNKNOWN]);
    kj_printer_end(run->printer);
}

/* Makes the page of its body, if it has one. */
static void finish_page(Run *run)
{
    if (run->page->len) {
        g_autofree char *page = kj_replay_page(kj_tr("Soundness"), run->page->str, run->glyphs);
        g_string_assign(run->page, page);
    }
    kj_glyphs_free(run->glyphs);
}

/* Writes a file of all works; none where all were refused. (text: transfer full, or NULL) */
static void write_file(Run *run, const char *path, GString *text)
{
    g_autoptr(GError) error = NULL;
    if (text && text->len && !kj_file_write(path, text->str, (gssize)text->len, &error))
        tell_unwritten(run, path, error);
    if (text)
        g_string_free(text, TRUE);
}

static KjExit run_all(Run *run, GError **error)
{
    const char *folder = run->request.certificates;
    if (folder && run->n_jobs > 1) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--certificates: expected a single problem");
        return KJ_EXIT_USAGE;
    }
    if (folder && g_mkdir_with_parents(folder, 0777) != 0) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION, "--certificates=%s: %s", folder,
                     kj_os_text(errno));
        return KJ_EXIT_USAGE;
    }
    if (run->request.html) {
        run->page = g_string_new(NULL);
        run->glyphs = kj_glyphs_new(run->pictures.font);
    }
    run->records = g_string_new(NULL);
    KjPoolTask task = {.work = work_check, .deliver = deliver_check, .data = run};
    if (!kj_pool_run(run->n_jobs, run->request.solve.threads, run->session->stop, &task, error))
        return KJ_EXIT_INTERNAL;
    if (!run->printer->failed)
        sum_up(run);
    if (run->page)
        finish_page(run);
    write_file(run, run->request.html, run->page);
    kj_output_warn_of_several(&run->session->term, "--kif", run->n_records);
    write_file(run, run->request.output, run->records);
    return run->status;
}

static KjExit kj_cmd_check(KjSession *session, const KjCall *call, KjPrinter *printer,
                           GError **error)
{
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->on_board, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    Run run = {.session = session, .call = call, .printer = printer, .n_jobs = inputs->len};
    if (!kj_check_request(call->values, run.n_jobs, &run.request, error) ||
        (run.request.html && !kj_picture_request(call, false, &run.pictures, error)))
        return KJ_EXIT_USAGE;
    if (!kj_checkpoint_file_plan(session, call->values, run.n_jobs, &run.checkpoint.file, error)) {
        kj_picture_request_clear(&run.pictures);
        return KJ_EXIT_USAGE;
    }
    kj_cores_plan(&run.cores, call->values, run.n_jobs, &run.request.solve);
    bool opened = kj_output_open(&run.annotated, run.request.output, call->args, error);
    if (opened)
        kj_output_plan_inputs(&run.annotated, inputs);
    run.jobs = g_new0(KjCheckJob, run.n_jobs);
    for (unsigned i = 0; i < run.n_jobs; i++) {
        run.jobs[i].solve.input = inputs->pdata[i];
        kj_check_prepare(session, call, &run.jobs[i]);
    }
    KjExit status = opened ? run_all(&run, error) : KJ_EXIT_USAGE;
    kj_output_clear(&run.annotated);
    for (unsigned i = 0; i < run.n_jobs; i++)
        kj_check_job_clear(&run.jobs[i]);
    g_free(run.jobs);
    kj_picture_request_clear(&run.pictures);
    return status;
}

const KjCommand kj_check_command = {
    .name = "check",
    .aliases = "",
    .group = KJ_COMMANDS_MATE,
    .summary = "report whether a work is sound, and if not, why",
    .details = "Looks at every other move at every node of the main line and says what it is: "
               "cooks, choices, detours, variations of every class, pieces left over, and what "
               "a limit left open. The author's line, from the problem or --line, is verified; "
               "else the line of best play is the main line. The status is 1 for an unsound "
               "work, 4 if no defect was found but some move is undecided. In the workbench it is "
               "about the position before the first move. With --goal=hisshi it is a problem of "
               "必至: what counts is whether mate is forced by checks and threats, and how many "
               "plies it takes to the move that makes it 必至.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_CHECK | KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME |
               KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
               KJ_OPTIONS_JSON | KJ_OPTIONS_PICTURE | KJ_OPTIONS_KEEP,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_check,
    .examples = {{"check '9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1'", "A sound mate in one.",
                  "sound"},
                 {"check --tree --lang ja '9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1'",
                  "Its tree, in Japanese.", "完全"}},
    .schema = KJ_CHECK_SCHEMA,
};
