/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve: proves or refutes forced mates, one problem or many side by side. */
#include <pthread.h>
#include <stdatomic.h>

#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/cli/refutation_json.h"
#include "repl/cli/search_checkpoint.h"
#include "repl/cli/solve_json.h"
#include "repl/command/hisshi_job.h"
#include "repl/command/solve_print.h"
#include "repl/job/certificate.h"
#include "repl/job/cores.h"
#include "repl/job/pool.h"
#include "repl/job/refutation.h"
#include "repl/job/solution.h"
#include "repl/job/solve_job.h"
#include "repl/job/solver_cache.h"
#include "solver/checkpoint.h"

/* What one run of the command works with. */
typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPrinter *printer;
    KjSolveRequest request;
    const char *html; // the page to write, or NULL
    KjPictureRequest pictures;
    KjOutput records; // --kif
    KjCheckpoint checkpoint;
    KjCores cores;
    KjSolveJob *jobs;
    unsigned n_jobs;
    atomic_uint n_done; // delivered so far
    unsigned count[4];  // by verdict; the last: not understood
    uint64_t nodes;
    KjExit status;
    pthread_mutex_t printing; // first mates are printed by the threads that find them
} Run;

enum { NOT_UNDERSTOOD = KJ_UNKNOWN + 1 };

/* Where the progress of a job goes. */
typedef struct {
    Run *run;
    KjSolveJob *job;
} Watch;

static void show_progress(const KjProgress *progress, void *data)
{
    const Watch *watch = data;
    unsigned done_so_far = atomic_load(&watch->run->n_done);
    g_autofree char *done = watch->run->n_jobs > 1
                                ? g_strdup_printf(kj_tr("%u/%u done, %s: "), done_so_far,
                                                  watch->run->n_jobs, watch->job->input->id)
                                : g_strdup("");
    g_autofree char *text = kj_solve_progress_text(progress, done);
    kj_term_bar(&watch->run->session->term, text);
}

static void show_first(const KjResult *first, void *data)
{
    const Watch *watch = data;
    Run *run = watch->run;
    KjSolveJob now = {.input = watch->job->input,
                      .attacker = watch->job->attacker,
                      .missing = watch->job->missing,
                      .note = watch->job->note,
                      .result = *first,
                      .first = true};
    pthread_mutex_lock(&run->printing);
    kj_term_bar(&run->session->term, NULL);
    if (!run->printer->failed)
        kj_solve_print(run->session, run->call, &run->request, &now, run->printer);
    pthread_mutex_unlock(&run->printing);
    watch->job->shown = run->request.diagrams;
}

/* Leaves what came out, and of a single problem the solver, for the rest of the session. */
static void leave(const Run *run, const KjSolveJob *job, KjSolver **solver, bool stopped,
                  uint64_t proof_nodes)
{
    KjSolverCache *cache = run->session->cache;
    if (!cache)
        return;
    KjQuestion question = kj_solve_question(&run->request, job);
    kj_solver_cache_remember(cache, &question, &job->result, !stopped, proof_nodes);
    if (run->n_jobs == 1)
        kj_solver_cache_put(cache, g_steal_pointer(solver), &run->request.solver);
}

/* Whether solutions are needed with all their branches. */
static bool wants_tree(const Run *run)
{
    return run->html || run->records.target;
}

/* Finds out why there is no mate: the tree if it was asked for, or for a file; else the nearest
 * failure. */
static void explain(const Run *run, KjSolver *solver, const KjLimits *limits, KjSolveJob *job)
{
    const KjSolveRequest *request = &run->request;
    unsigned plies = request->refutation || wants_tree(run) ? MAX(1, request->tree_plies) : 0;
    job->refutation = kj_refutation_of(solver, &job->input->position, job->attacker, plies,
                                       request->tree_moves, &job->result, limits);
}

static void search_solve(Run *run, KjSolveJob *job, const atomic_bool *cancel)
{
    if (!job->usable)
        return;
    g_autoptr(GError) error = NULL;
    KjSolverOptions options = run->request.solver;
    options.threads = kj_cores_for_next(&run->cores, false);
    // a fresh table for each problem, so that its node count does not depend on the others
    g_autoptr(KjSolver) solver = kj_solver_new(&options, &error);
    if (!solver) {
        job->failure = g_strdup(error->message);
        return;
    }
    Watch watch = {run, job};
    if (kj_session_shows_progress(run->session, run->call->values))
        kj_solver_set_progress(solver, show_progress, &watch);
    if (run->request.first)
        kj_solver_set_first(solver, show_first, &watch);
    KjLimits limits = run->request.limits;
    limits.stop = cancel;
    if (!kj_checkpoint_begin(&run->checkpoint, &run->request, solver, NULL, job))
        return;
    kj_checkpoint_limits(&run->checkpoint, &limits);
    if (run->checkpoint.resumed)
        kj_solver_resume(solver, &run->checkpoint.before);
    const KjPositionText *text = &job->input->text;
    kj_solver_set_past(solver, &text->start, text->moves, text->n_moves);
    kj_solver_solve(solver, &job->input->position, job->attacker, &limits, &job->result);
    uint64_t proof_nodes = kj_solver_spent(solver).proof_nodes;
    kj_checkpoint_end(&run->checkpoint, 0,
                      job->result.verdict == KJ_UNKNOWN ||
                          (job->result.verdict == KJ_MATE && !job->result.plies_proved));
    if (job->certificate && job->result.verdict != KJ_UNKNOWN)
        kj_certificate_write(solver, &run->request, &limits, job);
    if (job->result.verdict == KJ_NOMATE)
        explain(run, solver, &limits, job);
    if (wants_tree(run))
        job->solution = kj_solution_tree(solver, &run->request, &limits, job);
    kj_solver_set_progress(solver, NULL, NULL);
    kj_solver_set_first(solver, NULL, NULL);
    leave(run, job, &solver, *cancel, proof_nodes);
}

static void work_solve(void *data, unsigned index, const atomic_bool *cancel)
{
    Run *run = data;
    search_solve(run, &run->jobs[index], cancel);
    kj_cores_done(&run->cores);
}

/* Warns of pieces in nobody's hand: at once of a single problem, of many in one line. */
static void warn_of_missing(const Run *run)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_jobs; i++)
        n += run->jobs[i].missing > 0;
    const KjSolveJob *first = run->jobs;
    if (n > 0 && run->n_jobs == 1)
        kj_term_message(&run->session->term,
                        kj_tr_n(first->missing,
                                "%s: warning: %u piece is in nobody's hand, expected %s to hold it "
                                "(--complete-hands)",
                                "%s: warning: %u pieces are in nobody's hand, expected %s to hold "
                                "them (--complete-hands)"),
                        first->input->place, first->missing,
                        kj_tr(kj_side_name(kj_other(first->attacker))));
    else if (n > 0)
        kj_term_message(&run->session->term,
                        "warning: in %u of %u problems some pieces are in nobody's hand, expected "
                        "the defender to hold them (--complete-hands)",
                        n, run->n_jobs);
}

static bool deliver_solved(void *data, unsigned index)
{
    Run *run = data;
    KjSolveJob *job = &run->jobs[index];
    pthread_mutex_lock(&run->printing);
    atomic_fetch_add(&run->n_done, 1); // progress reads it
    kj_term_bar(&run->session->term, NULL);
    run->status = kj_exit_worse(run->status, kj_solve_status(job));
    if (!kj_input_usable(run->session, run->printer, job->input, run->call->command->schema)) {
        run->count[NOT_UNDERSTOOD]++;
    } else if (job->failure) {
        kj_input_report_failure(run->session, job);
    } else {
        run->count[job->result.verdict]++;
        run->nodes += job->result.nodes;
        kj_solve_print(run->session, run->call, &run->request, job, run->printer);
        if (job->certificate_failure)
            kj_term_message(&run->session->term, "%s: %s", job->input->place,
                            job->certificate_failure);
    }
    pthread_mutex_unlock(&run->printing);
    return run->printer->failed == 0;
}

static void sum_up(const Run *run, double seconds)
{
    if (run->n_jobs == 1 || !kj_printer_is_text(run->printer))
        return;
    kj_printer_begin(run->printer, "");
    kj_printer_line(run->printer,
                    "%u problems: %u mate, %u no mate, %u unknown, %u not understood%s; "
                    "%" G_GUINT64_FORMAT " nodes, %.2f s",
                    run->n_done, run->count[KJ_MATE], run->count[KJ_NOMATE], run->count[KJ_UNKNOWN],
                    run->count[NOT_UNDERSTOOD],
                    run->n_done < run->n_jobs ? ", the others not begun" : "", run->nodes, seconds);
    kj_printer_end(run->printer);
}

/* Solves all problems, with the jobs prepared. */
static KjExit run_all(Run *run, GError **error)
{
    warn_of_missing(run);
    gint64 begun = g_get_monotonic_time();
    KjPoolTask task = {.work = work_solve, .deliver = deliver_solved, .data = run};
    if (!kj_pool_run(run->n_jobs, run->request.threads, run->session->stop, &task, error))
        return KJ_EXIT_INTERNAL;
    if (!run->printer->failed)
        sum_up(run, (double)(g_get_monotonic_time() - begun) / 1e6);
    return run->status;
}

/* Writes the page and the records, with all that was done. */
static KjExit write_files(const Run *run)
{
    g_autoptr(GError) error = NULL, kif_error = NULL;
    if (run->html && !kj_solve_page(run->html, &run->pictures, run->jobs, run->n_jobs, &error))
        kj_term_message(&run->session->term, "%s: %s", run->html, error->message);
    if (run->records.target &&
        !kj_solve_records(&run->session->term, &run->records, run->jobs, run->n_jobs, &kif_error))
        kj_term_message(&run->session->term, "%s", kif_error->message);
    return error || kif_error ? KJ_EXIT_INTERNAL : KJ_EXIT_OK;
}

static KjExit kj_cmd_solve(KjSession *session, const KjCall *call, KjPrinter *printer,
                           GError **error)
{
    enum { GOAL_MATE, GOAL_HISSHI };
    if (call->values->value[KJ_OPTION_GOAL].choice == GOAL_HISSHI)
        return kj_hisshi_run(session, call, printer, error);
    if (!kj_solve_any_fits(call->values, error))
        return KJ_EXIT_USAGE;
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->on_board, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    Run run = {.session = session,
               .call = call,
               .printer = printer,
               .n_jobs = inputs->len,
               .printing = PTHREAD_MUTEX_INITIALIZER};
    kj_solve_request(call->values, run.n_jobs, &run.request);
    kj_cores_plan(&run.cores, call->values, run.n_jobs, &run.request);
    run.jobs = g_new0(KjSolveJob, run.n_jobs);
    for (unsigned i = 0; i < run.n_jobs; i++) {
        run.jobs[i].input = inputs->pdata[i];
        kj_solve_prepare(call->values, &run.jobs[i]);
    }
    run.html = call->values->value[KJ_OPTION_HTML].text;
    const char *kif = call->values->value[KJ_OPTION_KIF].text;
    if (kif && !*kif)
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--%s: the name is empty, expected a file or folder", "kif");
    bool planned =
        kj_checkpoint_file_plan(session, call->values, run.n_jobs, &run.checkpoint.file, error) &&
        (!kif || *kif) && kj_output_open(&run.records, kif, call->args, error) &&
        kj_certificate_plan(call->values, run.jobs, run.n_jobs, error) &&
        (!run.html || kj_picture_request(call, false, &run.pictures, error));
    if (planned)
        kj_output_plan_inputs(&run.records, inputs);
    KjExit status = planned ? run_all(&run, error) : KJ_EXIT_USAGE;
    if (planned)
        status = kj_exit_worse(status, write_files(&run));
    kj_picture_request_clear(&run.pictures);
    kj_output_clear(&run.records);
    for (unsigned i = 0; i < run.n_jobs; i++)
        kj_solve_job_clear(&run.jobs[i]);
    g_free(run.jobs);
    return status;
}

const KjCommand kj_solve_command = {
    .name = "solve",
    .aliases = "mate",
    .group = KJ_COMMANDS_MATE,
    .summary = "prove or refute a forced mate",
    .details = "Searches each problem for a forced mate by the attacker and prints the "
               "verdict, the length of the shortest mate against the longest defence, and a "
               "main line. Futile interpositions (無駄合) are not counted unless --profile "
               "says so. A limit that is reached makes the answer unknown, never \"no mate\".",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
               KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON |
               KJ_OPTIONS_FIRST | KJ_OPTIONS_STEPS | KJ_OPTIONS_PICTURE | KJ_OPTIONS_KEEP,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_solve,
    .examples = {{"solve '7k1/9/6B1R/9/9/9/9/9/9 b G'", "Mate by a dropped gold.", "mate in 1 ply"},
                 {"solve --json --time 5 '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "The same for a program to read, within five seconds.", "\"verdict\":\"mate\""},
                 {"solve --certificate mate.kjc '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "And with a proof that others can check.", "certificate: mate.kjc"}},
    .schema = KJ_SOLVE_SCHEMA,
};
