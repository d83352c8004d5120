/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare: Kanju beside another engine. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/job/certificate.h"
#include "repl/job/phrases.h"
#include "repl/run/runner.h"
#include "repl/usi/compare.h"
#include "repl/usi/compare_print.h"
#include "repl/usi/engine.h"

enum {
    SECONDS = 10,         // a problem, where no limit is given
    MAX_FAILED_STARTS = 3 // in a row, then the engine is asked no more
};

/* What one run of the command has besides KjRun. */
typedef struct {
    KjEngineSetup setup;
    KjCompareTotals totals;
    pthread_mutex_t lock; // guards all below
    GPtrArray *idle;      // engines (KjEngine*) that wait for a problem
    unsigned failed_starts;
} Own;

/* ---- engines ---- */

/* An engine that waits, or a new one; NULL with what went wrong in `out_why`. */
static KjEngine *take_engine(Own *own, const atomic_bool *cancel, char **out_why)
{
    pthread_mutex_lock(&own->lock);
    KjEngine *engine = own->idle->len ? g_ptr_array_steal_index_fast(own->idle, 0) : NULL;
    bool hopeless = own->failed_starts >= MAX_FAILED_STARTS;
    pthread_mutex_unlock(&own->lock);
    if (engine)
        return engine;
    if (hopeless) {
        *out_why =
            g_strdup_printf("not asked: it could not be started %d times", MAX_FAILED_STARTS);
        return NULL;
    }
    g_autoptr(GError) error = NULL;
    engine = kj_engine_start(&own->setup, cancel, &error);
    pthread_mutex_lock(&own->lock);
    own->failed_starts = engine ? 0 : own->failed_starts + 1;
    pthread_mutex_unlock(&own->lock);
    if (!engine)
        *out_why = g_strdup(error->message);
    return engine;
}

static void give_back(Own *own, KjEngine *engine)
{
    if (!kj_engine_usable(engine)) {
        kj_engine_free(engine);
        return;
    }
    pthread_mutex_lock(&own->lock);
    g_ptr_array_add(own->idle, engine);
    pthread_mutex_unlock(&own->lock);
}

/* What the problem is: the position, after the moves before it where they count. Not to be cleared.
 */
static KjPositionText game_of(const KjRun *run, const KjComparison *c)
{
    const KjInput *input = c->job.input;
    if (input->text.n_moves && kj_loops_by_law(run->request->solver.loops, input->position.game))
        return input->text;
    return (KjPositionText){.start = input->position};
}

static void ask_engine(KjRun *run, KjComparison *c, const atomic_bool *cancel)
{
    c->answer.kind = KJ_ENGINE_FAILED;
    KjEngine *engine = take_engine(run->own, cancel, &c->answer.failure);
    if (!engine) {
        if (atomic_load(cancel))
            c->answer.kind = KJ_ENGINE_NOT_ASKED;
        return;
    }
    double seconds = run->request->limits.seconds;
    unsigned milliseconds = (unsigned)CLAMP(seconds * 1000, 1, (double)G_MAXINT32);
    KjPositionText game = game_of(run, c);
    kj_engine_ask(engine, &game, milliseconds, cancel, &c->answer);
    give_back(run->own, engine);
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
static void check_line(const KjRun *run, const KjComparison *c, char **words, KjComparedLine *out)
{
    const KjSolverOptions *options = &run->request->solver;
    KjPositionText game = game_of(run, c);
    KjLineOf of = {.game = &game,
                   .attacker = c->job.attacker,
                   .checks_only = options->attacker_moves == KJ_CHECKS_ONLY,
                   .by_law = kj_loops_by_law(options->loops, game.start.game)};
    kj_compare_line(&of, words, out);
}

/* Says that Kanju's own line mates, having looked. */
static void vouch(const KjRun *run, KjComparison *c)
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

static void explain(const KjRun *run, KjComparison *c, KjSolver *solver, const KjLimits *limits)
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

static void compare(KjRunSearch *search)
{
    KjRun *run = search->run;
    KjComparison *c = (KjComparison *)search->job;
    kj_solve_job_search(search->solver, &search->limits, &c->job);
    ask_engine(run, c, search->limits.stop);
    if (c->answer.kind == KJ_ENGINE_MATE)
        check_line(run, c, c->answer.line, &c->line);
    c->difference = difference(c);
    bool differs = c->difference > KJ_UNDECIDED;
    if (c->job.certificate && differs && c->job.result.verdict != KJ_UNKNOWN)
        kj_certificate_write(search->solver, run->request, &search->limits, &c->job);
    else
        g_clear_pointer(&c->job.certificate, g_free);
    explain(run, c, search->solver, &search->limits);
}

static KjExit status_of(const KjSolveJob *job)
{
    if (job->result.verdict == KJ_UNKNOWN)
        return KJ_EXIT_UNKNOWN;
    return ((const KjComparison *)job)->difference > KJ_UNDECIDED ? KJ_EXIT_DEFECT : KJ_EXIT_OK;
}

static void print_comparison(KjRun *run, KjSolveJob *job)
{
    Own *own = run->own;
    kj_compare_print(run->call, (KjComparison *)job, &own->totals);
}

/* ---- the command ---- */

static void prepare_comparison(KjRun *run, KjSolveJob *job)
{
    ((KjComparison *)job)->remarks = g_ptr_array_new_with_free_func(g_free);
    kj_solve_prepare(run->call->values, job);
}

static void clear_comparison(KjSolveJob *job)
{
    KjComparison *c = (KjComparison *)job;
    kj_engine_answer_clear(&c->answer);
    kj_compared_line_clear(&c->line);
    g_ptr_array_unref(c->remarks);
    kj_solve_job_clear(job);
}

/* The command and options of the engine; false with KJ_USAGE_ERROR. */
static bool set_up(KjRun *run, GError **error)
{
    Own *own = run->own;
    const KjValue *value = run->call->values->value;
    const char *command = value[KJ_OPTION_ENGINE].text;
    g_autoptr(GError) why = NULL;
    if (run->request->limits.seconds <= 0)
        run->request->limits.seconds = SECONDS;
    if (!command || !g_shell_parse_argv(command, NULL, &own->setup.argv, &why))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--engine: %s, expected the command of an engine",
                            why ? why->message : kj_tr("not given"));
    g_autofree char *program = g_find_program_in_path(own->setup.argv[0]);
    if (!program)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--engine: '%s' is not a program that can be run", own->setup.argv[0]);
    const char *options = value[KJ_OPTION_ENGINE_OPTIONS].text;
    own->setup.settings = options ? g_strsplit(options, ";", -1) : NULL;
    own->setup.hash_mib = (unsigned)run->request->solver.memory_mib;
    return true;
}

/* Gives each job the file of its certificate, by --certificates, and prints the head. */
static bool plan_comparison(KjRun *run, GError **error)
{
    Own *own = run->own;
    const char *folder = run->call->values->value[KJ_OPTION_CERTIFICATES].text;
    g_autofree char *pattern = folder ? g_strconcat(folder, "/", NULL) : NULL;
    if (!kj_certificate_plan("certificates", pattern, run->jobs, run->n_jobs, error))
        return false;
    for (unsigned i = 0; i < run->n_jobs; i++)
        own->totals.id_columns =
            MAX(own->totals.id_columns, kj_text_columns(run->jobs[i]->input->id));
    kj_compare_print_head(run->call->printer, &own->totals);
    return true;
}

static void finish_comparison(KjRun *run)
{
    Own *own = run->own;
    own->totals.not_understood = run->n_unusable;
    if (!run->call->printer->failed)
        kj_compare_print_totals(run->call, &own->totals);
}

static KjExit kj_cmd_compare(KjSession *session, const KjCall *call, GError **error)
{
    static const KjRunKind kind = {.job_bytes = sizeof(KjComparison),
                                   .one_thread = true,
                                   .options = set_up,
                                   .prepare = prepare_comparison,
                                   .plan = plan_comparison,
                                   .work = compare,
                                   .status = status_of,
                                   .print = print_comparison,
                                   .finish = finish_comparison,
                                   .clear = clear_comparison};
    Own own = {.lock = PTHREAD_MUTEX_INITIALIZER};
    own.idle = g_ptr_array_new_with_free_func((GDestroyNotify)kj_engine_free);
    KjExit status = kj_run(&kind, &own, session, call, error);
    g_ptr_array_unref(own.idle);
    pthread_mutex_destroy(&own.lock);
    g_strfreev(own.setup.argv);
    g_strfreev(own.setup.settings);
    return status;
}

const KjCommand kj_compare_command = {
    .name = "compare",
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
