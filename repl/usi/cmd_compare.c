/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare: Kanju beside another engine. */
#include <stdatomic.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/job/certificate.h"
#include "repl/job/phrases.h"
#include "repl/job/pool.h"
#include "repl/usi/compare.h"
#include "repl/usi/compare_print.h"
#include "repl/usi/engine.h"

enum {
    SECONDS = 10,         // a problem, where no limit is given
    MAX_FAILED_STARTS = 3 // in a row, then the engine is asked no more
};

/* What the threads share. */
typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPrinter *printer;
    KjSolveRequest request;
    KjComparison *jobs;
    unsigned n_jobs, n_done;
    KjEngineSetup setup;
    KjCompareTotals totals;
    KjExit status;
    pthread_mutex_t lock; // guards all below
    GPtrArray *idle;      // engines (KjEngine*) that wait for a problem
    unsigned failed_starts;
} Run;

/* ---- engines ---- */

/* An engine that waits, or a new one; NULL with what went wrong in `out_why`. */
static KjEngine *take_engine(Run *run, const atomic_bool *cancel, char **out_why)
{
    pthread_mutex_lock(&run->lock);
    KjEngine *engine = run->idle->len ? g_ptr_array_steal_index_fast(run->idle, 0) : NULL;
    bool hopeless = run->failed_starts >= MAX_FAILED_STARTS;
    pthread_mutex_unlock(&run->lock);
    if (engine)
        return engine;
    if (hopeless) {
        *out_why =
            g_strdup_printf("not asked: it could not be started %d times", MAX_FAILED_STARTS);
        return NULL;
    }
    g_autoptr(GError) error = NULL;
    engine = kj_engine_start(&run->setup, cancel, &error);
    pthread_mutex_lock(&run->lock);
    run->failed_starts = engine ? 0 : run->failed_starts + 1;
    pthread_mutex_unlock(&run->lock);
    if (!engine)
        *out_why = g_strdup(error->message);
    return engine;
}

static void give_back(Run *run, KjEngine *engine)
{
    if (!kj_engine_usable(engine)) {
        kj_engine_free(engine);
        return;
    }
    pthread_mutex_lock(&run->lock);
    g_ptr_array_add(run->idle, engine);
    pthread_mutex_unlock(&run->lock);
}

/* What the problem is: the position, after the moves before it where they count. Not to be cleared.
 */
static KjPositionText game_of(const Run *run, const KjComparison *c)
{
    const KjInput *input = c->job.input;
    if (input->text.n_moves && kj_loops_by_law(run->request.solver.loops, input->position.game))
        return input->text;
    return (KjPositionText){.start = input->position};
}

static void ask_engine(Run *run, KjComparison *c, const atomic_bool *cancel)
{
    c->answer.kind = KJ_ENGINE_FAILED;
    KjEngine *engine = take_engine(run, cancel, &c->answer.failure);
    if (!engine) {
        if (atomic_load(cancel))
            c->answer.kind = KJ_ENGINE_NOT_ASKED;
        return;
    }
    double seconds = run->request.limits.seconds;
    unsigned milliseconds = (unsigned)CLAMP(seconds * 1000, 1, (double)G_MAXINT32);
    KjPositionText game = game_of(run, c);
    kj_engine_ask(engine, &game, milliseconds, cancel, &c->answer);
    give_back(run, engine);
}

/* ---- one problem ---- */

/* What differs; a side that does not know differs from nobody. */
static KjAnswerDifference difference(const KjComparison *c)
{
    const KjResult *result = &c->job.result;
    if (c->answer.kind == KJ_ENGINE_FAILED)
        return KJ_DIFFERENT_FAILURE;
    if (c->answer.kind == KJ_ENGINE_MATE && c->line.fault)
        return KJ_DIFFERENT_LINE;
    bool mate = c->answer.kind == KJ_ENGINE_MATE;
    if (result->verdict == KJ_UNKNOWN || (!mate && c->answer.kind != KJ_ENGINE_NOMATE))
        return KJ_UNDECIDED;
    if (!mate && kj_solve_is_over(result)) // who is mated has no mate to give (docs/usi.md)
        return KJ_SAME;
    if (mate != (result->verdict == KJ_MATE))
        return KJ_DIFFERENT_VERDICT;
    return mate && c->line.n != result->pure_plies ? KJ_DIFFERENT_LENGTH : KJ_SAME;
}

/* Looks at a line of the problem. */
static void check_line(const Run *run, const KjComparison *c, char **words, KjComparedLine *out)
{
    const KjSolverOptions *options = &run->request.solver;
    KjPositionText game = game_of(run, c);
    KjLineOf of = {.game = &game,
                   .attacker = c->job.attacker,
                   .checks_only = options->attacker_moves == KJ_CHECKS_ONLY,
                   .by_law = kj_loops_by_law(options->loops, game.start.game)};
    kj_compare_line(&of, words, out);
}

/* Says that Kanju's own line mates, having looked. */
static void vouch(const Run *run, KjComparison *c)
{
    const KjSolveJob *job = &c->job;
    g_auto(GStrv) words = kj_line_text(&job->input->position, job->result.line, job->result.n_line,
                                       job->input->last, KJ_NOTATION_USI);
    KjComparedLine line;
    check_line(run, c, words, &line);
    g_ptr_array_add(c->remarks,
                    line.fault ? g_strdup_printf("Kanju's line is not complete: %s", line.fault)
                               : g_strdup("Kanju's line mates, checked move by move"));
    kj_compared_line_clear(&line);
}

static void explain(const Run *run, KjComparison *c, KjSolver *solver, const KjLimits *limits)
{
    const KjResult *result = &c->job.result;
    bool line_mates = c->answer.kind == KJ_ENGINE_MATE && !c->line.fault;
    if (c->answer.kind == KJ_ENGINE_NOMATE && c->difference == KJ_DIFFERENT_VERDICT)
        vouch(run, c);
    if (!line_mates)
        return;
    if (c->difference == KJ_UNDECIDED || c->difference == KJ_DIFFERENT_VERDICT)
        g_ptr_array_add(c->remarks, g_strdup("the engine's line mates, checked move by move"));
    if (c->difference == KJ_DIFFERENT_LENGTH && !result->pure_proved)
        g_ptr_array_add(c->remarks, g_strdup(c->line.n < result->pure_plies
                                                 ? "Kanju's length is not proved the shortest"
                                                 : "Kanju's mate is shorter"));
    if (c->difference == KJ_DIFFERENT_VERDICT ||
        (c->difference == KJ_DIFFERENT_LENGTH && result->pure_proved)) {
        const KjInput *input = c->job.input;
        g_autoptr(GArray) past = g_array_new(FALSE, FALSE, sizeof(KjMove));
        if (input->text.n_moves)
            g_array_append_vals(past, input->text.moves, input->text.n_moves);
        kj_compare_explain(
            solver, limits, &input->text.start, past, &input->position, c->job.attacker,
            c->difference == KJ_DIFFERENT_LENGTH ? result->pure_plies : 0, &c->line, c->remarks);
    }
    if (c->difference == KJ_SAME && result->line_complete && c->line.leftover != result->leftover)
        g_ptr_array_add(c->remarks, g_strdup("the lines leave different pieces in hand"));
}

static void compare(Run *run, KjComparison *c, KjSolver *solver, const atomic_bool *cancel)
{
    KjLimits limits = run->request.limits;
    limits.stop = cancel;
    const KjPositionText *text = &c->job.input->text;
    kj_solver_set_past(solver, &text->start, text->moves, text->n_moves);
    kj_solver_solve(solver, &c->job.input->position, c->job.attacker, &limits, &c->job.result);
    ask_engine(run, c, cancel);
    if (c->answer.kind == KJ_ENGINE_MATE)
        check_line(run, c, c->answer.line, &c->line);
    c->difference = difference(c);
    bool differs = c->difference > KJ_UNDECIDED;
    if (c->job.certificate && differs && c->job.result.verdict != KJ_UNKNOWN)
        kj_certificate_write(solver, &run->request, &limits, &c->job);
    else
        g_clear_pointer(&c->job.certificate, g_free);
    explain(run, c, solver, &limits);
}

static void work_comparison(void *data, unsigned index, const atomic_bool *cancel)
{
    Run *run = data;
    KjComparison *c = &run->jobs[index];
    if (!c->job.usable)
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&run->request.solver, &error);
    if (solver)
        compare(run, c, solver, cancel);
    else
        c->job.failure = g_strdup(error->message);
}

static KjExit status_of(const KjComparison *c)
{
    if (!c->job.usable || c->job.failure || c->job.certificate_failure)
        return kj_solve_status(&c->job);
    if (c->job.result.verdict == KJ_UNKNOWN)
        return KJ_EXIT_UNKNOWN;
    return c->difference > KJ_UNDECIDED ? KJ_EXIT_DEFECT : KJ_EXIT_OK;
}

static bool deliver_comparison(void *data, unsigned index)
{
    Run *run = data;
    KjComparison *c = &run->jobs[index];
    run->n_done++;
    kj_term_bar(&run->session->term, NULL);
    run->status = kj_exit_worse(run->status, status_of(c));
    if (!kj_input_usable(run->session, run->printer, c->job.input, run->call->command->schema)) {
        run->totals.not_understood++;
    } else if (c->job.failure) {
        kj_term_message(&run->session->term, "%s: %s", c->job.input->place, c->job.failure);
    } else {
        kj_compare_print(run->call, c, run->printer, &run->totals);
        if (c->job.certificate_failure)
            kj_term_message(&run->session->term, "%s: %s", c->job.input->place,
                            c->job.certificate_failure);
    }
    if (kj_session_shows_progress(run->session, run->call->values) && run->n_done < run->n_jobs) {
        g_autofree char *bar = g_strdup_printf(kj_tr("%u/%u done"), run->n_done, run->n_jobs);
        kj_term_bar(&run->session->term, bar);
    }
    return run->printer->failed == 0;
}

/* ---- the command ---- */

static KjExit run_all(Run *run, GError **error)
{
    for (unsigned i = 0; i < run->n_jobs; i++)
        run->totals.id_columns =
            MAX(run->totals.id_columns, kj_text_columns(run->jobs[i].job.input->id));
    kj_compare_print_head(run->printer, &run->totals);
    KjPoolTask task = {.work = work_comparison, .deliver = deliver_comparison, .data = run};
    if (!kj_pool_run(run->n_jobs, run->request.threads, run->session->stop, &task, error))
        return KJ_EXIT_INTERNAL;
    if (!run->printer->failed)
        kj_compare_print_totals(run->call, run->printer, &run->totals);
    return run->status;
}

/* Gives each job the file of its certificate, by --certificates. */
static bool plan_certificates(Run *run, GError **error)
{
    const char *folder = run->call->values->value[KJ_OPTION_CERTIFICATES].text;
    if (!folder)
        return true;
    KjValues values = *run->call->values;
    g_autofree char *pattern = g_strconcat(folder, "/", NULL);
    values.value[KJ_OPTION_CERTIFICATE].text = pattern;
    KjCall call = {.command = run->call->command, .values = &values};
    g_autofree KjSolveJob *jobs = g_new0(KjSolveJob, run->n_jobs);
    for (unsigned i = 0; i < run->n_jobs; i++)
        jobs[i] = run->jobs[i].job;
    bool planned = kj_certificate_plan(call.values, jobs, run->n_jobs, error);
    for (unsigned i = 0; i < run->n_jobs; i++)
        run->jobs[i].job.certificate = jobs[i].certificate;
    return planned;
}

/* The command and options of the engine; false with KJ_USAGE_ERROR. */
static bool set_up(Run *run, GError **error)
{
    const KjValue *value = run->call->values->value;
    const char *command = value[KJ_OPTION_ENGINE].text;
    g_autoptr(GError) why = NULL;
    if (!command || !g_shell_parse_argv(command, NULL, &run->setup.argv, &why)) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--engine: %s, expected the command of an engine",
                     why ? why->message : kj_tr("not given"));
        return false;
    }
    g_autofree char *program = g_find_program_in_path(run->setup.argv[0]);
    if (!program) {
        kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                     "--engine: '%s' is no program that can be run", run->setup.argv[0]);
        return false;
    }
    const char *options = value[KJ_OPTION_ENGINE_OPTIONS].text;
    run->setup.settings = options ? g_strsplit(options, ";", -1) : NULL;
    run->setup.hash_mib = (unsigned)run->request.solver.memory_mib;
    return true;
}

static void clear(Run *run)
{
    g_ptr_array_unref(run->idle);
    pthread_mutex_destroy(&run->lock);
    g_strfreev(run->setup.argv);
    g_strfreev(run->setup.settings);
    for (unsigned i = 0; i < run->n_jobs; i++) {
        KjComparison *c = &run->jobs[i];
        kj_solve_job_clear(&c->job);
        kj_engine_answer_clear(&c->answer);
        kj_compared_line_clear(&c->line);
        g_ptr_array_unref(c->remarks);
    }
    g_free(run->jobs);
}

static KjExit kj_cmd_compare(KjSession *session, const KjCall *call, KjPrinter *printer,
                             GError **error)
{
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->on_board, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    Run run = {.session = session, .call = call, .printer = printer, .n_jobs = inputs->len};
    kj_solve_request(call->values, run.n_jobs, &run.request);
    if (run.request.limits.seconds <= 0)
        run.request.limits.seconds = SECONDS;
    run.idle = g_ptr_array_new_with_free_func((GDestroyNotify)kj_engine_free);
    pthread_mutex_init(&run.lock, NULL);
    run.jobs = g_new0(KjComparison, run.n_jobs);
    for (unsigned i = 0; i < run.n_jobs; i++) {
        run.jobs[i].job.input = inputs->pdata[i];
        run.jobs[i].remarks = g_ptr_array_new_with_free_func(g_free);
        kj_solve_prepare(call->values, &run.jobs[i].job);
    }
    bool ready = set_up(&run, error) && plan_certificates(&run, error);
    KjExit status = ready ? run_all(&run, error) : KJ_EXIT_USAGE;
    clear(&run);
    return status;
}

const KjCommand kj_compare_command = {
    .name = "compare",
    .aliases = "",
    .group = KJ_COMMANDS_MATE,
    .summary = "set Kanju beside another engine, differences explained",
    .details = "Solves each problem and asks an engine that speaks USI for the same mate. A "
               "mate of the engine is played move by move, and a difference is followed to "
               "the move where it arises. Without --time each has ten seconds for a problem. "
               "An engine that dies, falls silent or says nonsense is reported and started "
               "again. The status is 1 if anything differs.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_COMPARE | KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
               KJ_OPTIONS_VARIANT | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_compare,
    .examples = {{"compare --engine 'kanju usi' '7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p'",
                  "With itself, for want of another engine.", "1 the same"}},
    .schema = "kanju.compare/1",
};
