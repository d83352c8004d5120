/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve: proves or refutes forced mates, one problem or many side by side. */
#include "core/text/lang.h"
#include "repl/cli/result_json.h"
#include "repl/command/hisshi_job.h"
#include "repl/command/solve_print.h"
#include "repl/job/certificate.h"
#include "repl/job/refutation.h"
#include "repl/job/solution.h"
#include "repl/job/solver_cache.h"
#include "repl/run/runner.h"
#include "solver/checkpoint.h"

/* What one run of the command has besides KjRun. */
typedef struct {
    const char *html; // the page to write, or NULL
    KjPictureRequest pictures;
    unsigned count[KJ_UNKNOWN + 1]; // by verdict
    uint64_t nodes;
} Own;

/* ---- the work ---- */

static void show_first(const KjResult *first, void *data)
{
    const KjRunSearch *search = data;
    KjSolveJob *job = search->job;
    KjRun *run = search->run;
    KjSolveJob now = {.input = job->input,
                      .attacker = job->attacker,
                      .missing = job->missing,
                      .note = job->note,
                      .result = *first,
                      .first = true};
    pthread_mutex_lock(&run->printing);
    if (!run->call->printer->failed)
        kj_solve_print(run->session, run->call, run->request, &now);
    pthread_mutex_unlock(&run->printing);
    job->shown = run->request->diagrams;
}

/* Whether solutions are needed with all their branches. */
static bool wants_tree(const KjRun *run)
{
    const Own *own = run->own;
    return own->html || run->output.target;
}

/* Finds out why there is no mate: the tree if it was asked for, or for a file; else the nearest
 * failure. */
static void explain(const KjRunSearch *search)
{
    KjSolveJob *job = search->job;
    const KjSolveRequest *request = search->run->request;
    unsigned plies =
        request->refutation || wants_tree(search->run) ? MAX(1, request->tree_plies) : 0;
    job->refutation = kj_refutation_of(search->solver, &job->input->position, job->attacker, plies,
                                       request->tree_moves, &job->result, &search->limits);
}

static void work_solve(KjRunSearch *search)
{
    KjRun *run = search->run;
    KjSolveJob *job = search->job;
    const KjResult *result = &job->result;
    if (run->request->first)
        kj_solver_set_first(search->solver, show_first, search);
    const KjLimits all = search->limits;
    gint64 begun = g_get_monotonic_time();
    kj_solve_job_search(search->solver, &search->limits, job);
    kj_limits_left(&all, 0, (double)(g_get_monotonic_time() - begun) / 1e6, &search->limits);
    search->proof_nodes = kj_solver_spent(search->solver).proof_nodes;
    kj_checkpoint_end(&run->checkpoint, 0,
                      result->verdict == KJ_UNKNOWN ||
                          (result->verdict == KJ_MATE && !result->plies_proved));
    if (job->certificate && result->verdict != KJ_UNKNOWN)
        kj_certificate_write(search->solver, run->request, &search->limits, job);
    if (result->verdict == KJ_NOMATE)
        explain(search);
    if (wants_tree(run) || (run->request->explain && result->verdict == KJ_MATE))
        job->solution = kj_solution_tree(search->solver, run->request, &search->limits, job);
    search->done = true;
}

/* Leaves what came out, and of a single problem the solver, for the rest of the session. */
static void close_solve(KjRunSearch *search)
{
    const KjRun *run = search->run;
    KjSolverCache *cache = run->session->cache;
    if (!cache || !search->done)
        return;
    KjQuestion question = kj_solve_question(run->request, search->job);
    kj_solver_set_first(search->solver, NULL, NULL);
    kj_solver_cache_remember(cache, &question, &search->job->result, !*search->limits.stop,
                             search->proof_nodes);
    if (run->n_jobs == 1)
        kj_solver_cache_put(cache, g_steal_pointer(&search->solver), &run->request->solver);
}

/* ---- what comes out ---- */

/* Warns of pieces in nobody's hand: at once of a single problem, of many in one line. */
static void warn_of_missing(const KjRun *run)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_jobs; i++)
        n += run->jobs[i]->missing > 0;
    const KjSolveJob *first = run->jobs[0];
    if (n > 0 && run->n_jobs == 1)
        kj_term_message(&run->session->term,
                        kj_tr_n(first->missing,
                                "%s: warning: %u piece is in nobody's hand, expected %s to hold it "
                                "(--complete-hands)",
                                "%s: warning: %u pieces are in nobody's hand, expected %s to hold "
                                "them (--complete-hands)"),
                        first->input->where, first->missing,
                        kj_tr(kj_side_name(kj_other(first->attacker))));
    else if (n > 0)
        kj_term_message(&run->session->term,
                        "warning: in %u of %u problems some pieces are in nobody's hand, expected "
                        "the defender to hold them (--complete-hands)",
                        n, run->n_jobs);
}

static bool plan_solve(KjRun *run, GError **error)
{
    Own *own = run->own;
    const KjValue *value = run->call->values->value;
    own->html = value[KJ_OPT(HTML)].text;
    if (!kj_certificate_plan("certificate", value[KJ_OPT(CERTIFICATE)].text, run->jobs, run->n_jobs,
                             error) ||
        (own->html && !kj_picture_request(run->call, false, &own->pictures, error)))
        return false;
    warn_of_missing(run);
    return true;
}

static void print_solved(KjRun *run, KjSolveJob *job)
{
    Own *own = run->own;
    own->count[job->result.verdict]++;
    own->nodes += job->result.nodes;
    kj_solve_print(run->session, run->call, run->request, job);
    if (run->output.target && job->solution) {
        g_autofree char *kif = kj_solve_record(job);
        kj_run_record(run, job, kif);
    }
}

static void sum_up(const KjRun *run, double seconds)
{
    const Own *own = run->own;
    if (run->n_jobs == 1 || run->call->printer->failed)
        return;
    kj_printer_begin(run->call->printer, NULL);
    kj_printer_line(run->call->printer,
                    "%u problems: %u mate, %u no mate, %u unknown, %u not understood%s; "
                    "%" G_GUINT64_FORMAT " nodes, %.2f s",
                    run->n_done, own->count[KJ_MATE], own->count[KJ_NOMATE], own->count[KJ_UNKNOWN],
                    run->n_unusable,
                    run->n_done < run->n_jobs ? kj_tr(", the others not begun") : "", own->nodes,
                    seconds);
    kj_printer_end(run->call->printer);
}

static void finish_solve(KjRun *run)
{
    const Own *own = run->own;
    g_autoptr(GError) error = NULL;
    sum_up(run, (double)(g_get_monotonic_time() - run->begun) / 1e6);
    if (own->html && !kj_solve_page(own->html, run->call->values->over, &own->pictures, run->jobs,
                                    run->n_jobs, &error))
        kj_run_unwritten(run, own->html, error);
}

static KjExit kj_cmd_solve(KjSession *session, const KjCall *call, GError **error)
{
    enum { GOAL_MATE, GOAL_HISSHI };
    static const KjRunKind kind = {.job_bytes = sizeof(KjSolveJob),
                                   .plan = plan_solve,
                                   .work = work_solve,
                                   .close = close_solve,
                                   .print = print_solved,
                                   .finish = finish_solve};
    if (call->values->value[KJ_OPT(GOAL)].choice == GOAL_HISSHI)
        return kj_hisshi_run(session, call, error);
    if (!kj_solve_any_fits(call->values, error))
        return KJ_EXIT_USAGE;
    Own own = {.html = NULL};
    KjExit status = kj_run(&kind, &own, session, call, error);
    return status;
}

const KjCommand kj_solve_command = {
    .name = "solve",
    .ja = "解く",
    .aliases = {"mate"},
    .group = KJ_COMMANDS_MATE,
    .summary = "prove or refute a forced mate",
    .details = "Searches each problem for a forced mate by the attacker and prints the "
               "verdict, the length of the shortest mate against the longest defence, and a "
               "main line. Futile interpositions (無駄合) are not counted unless --profile "
               "says so. A limit that is reached makes the answer unknown, never \"no mate\".",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
               KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON |
               KJ_OPTIONS_FIRST | KJ_OPTIONS_STEPS | KJ_OPTIONS_PICTURE | KJ_OPTIONS_KEEP |
               KJ_OPTIONS_GIVEN,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_solve,
    .examples = {{"solve '7k1/9/6B1R/9/9/9/9/9/9 b G'", "Mate by a dropped gold.", "mate in 1 ply"},
                 {"solve --json --time 5 '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "The same for a program to read, within five seconds.", "\"verdict\":\"mate\""},
                 {"solve --certificate mate.kjc '7k1/9/6B1R/9/9/9/9/9/9 b G'",
                  "And with a proof that others can check.", "certificate: mate.kjc"}},
    .schema = KJ_SOLVE_SCHEMA,
};
