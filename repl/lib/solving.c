/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: solving. */
#include <string.h>

#include "repl/cli/input_json.h"
#include "repl/cli/result_json.h"
#include "repl/job/certificate.h"
#include "repl/job/phrases.h"
#include "repl/job/refutation.h"
#include "repl/job/solution.h"
#include "repl/lib/problems.h"
#include "solver/checkpoint.h"

struct kanju_result {
    KjSolveJob job;
    const KjLibProblem *problem; // held: `input` borrows of it
    KjInput input;
    KjSolveRequest request;
    kanju_solver *solver; // while it runs
    char **moves;
    char *leftover, *note;
    kanju_node *tree;
    GBytes *checkpoint;
};

/* ---- options ---- */

enum {
    GROUPS = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
             KJ_OPTIONS_CHECK | KJ_OPTIONS_JUDGE | KJ_OPTIONS_FIRST | KJ_OPTIONS_GIVEN
};

// What these ask for is the caller's own business.
static const KjOptionId left_out[] = {
    KJ_OPTION_PROGRESS, KJ_OPTION_DIAGRAM, KJ_OPTION_FIRST, KJ_OPTION_HTML,
    KJ_OPTION_ANSWERS,  KJ_OPTION_TREE,    KJ_OPTION_KIF,   KJ_OPTION_MATES,
};

static const KjOption *find_option(const char *name)
{
    const KjOption *option = kj_option_find_in(GROUPS, name);
    for (size_t i = 0; i < G_N_ELEMENTS(left_out) && option; i++)
        if (option->id == left_out[i])
            return NULL;
    return option;
}

kanju_solver *kanju_solver_new(void)
{
    kanju_solver *solver = g_new0(kanju_solver, 1);
    solver->values = kj_values_new();
    return solver;
}

void kanju_solver_free(kanju_solver *solver)
{
    if (!solver)
        return;
    kj_values_free(solver->values);
    g_clear_pointer(&solver->checkpoint, g_bytes_unref);
    g_free(solver);
}

int kanju_solver_set(kanju_solver *solver, const char *name, const char *value, char **error)
{
    const KjOption *option = name ? find_option(name) : NULL;
    if (!solver || !name || !value) {
        kj_lib_say(error, "expected a solver, the name of an option and its value");
        return -1;
    }
    if (!option) {
        g_autofree char *message = g_strdup_printf("unknown option '%s'", name);
        kj_lib_say(error, message);
        return -1;
    }
    g_autoptr(GError) why = NULL;
    if (kj_option_take(GROUPS, solver->values, option, value, &why))
        return 0;
    kj_lib_say(error, why->message);
    return -1;
}

void kanju_solver_on_progress(kanju_solver *solver, kanju_progress_fn fn, void *data)
{
    if (!solver)
        return;
    solver->progress = fn;
    solver->progress_data = data;
}

void kanju_solver_stop(kanju_solver *solver)
{
    if (solver)
        atomic_store(&solver->stop, true);
}

void kanju_solver_keep(kanju_solver *solver, kanju_keep what, int on)
{
    if (solver && (unsigned)what < G_N_ELEMENTS(solver->keeps))
        solver->keeps[what] = on != 0;
}

int kanju_solver_resume(kanju_solver *solver, const void *bytes, size_t length)
{
    if (!solver || !bytes)
        return -1;
    g_clear_pointer(&solver->checkpoint, g_bytes_unref);
    solver->checkpoint = g_bytes_new(bytes, length);
    return 0;
}

/* ---- the search, on its own thread ---- */

/* Goes on from the checkpoint that was given, once. */
static void restore(kanju_solver *solver, KjSolver *search, const KjSolveJob *job)
{
    g_autoptr(GBytes) checkpoint = g_steal_pointer(&solver->checkpoint);
    KjSpent spent;
    if (checkpoint &&
        kj_solver_restore(search, &job->input->position, job->attacker, checkpoint, &spent))
        kj_solver_resume(search, &spent);
}

/* What is kept besides the answer. */
static void keep(kanju_result *result, KjSolver *search, const KjLimits *limits)
{
    KjSolveJob *job = &result->job;
    const bool *keeps = result->solver->keeps;
    if (keeps[KANJU_KEEP_CHECKPOINT] && job->result.verdict == KJ_UNKNOWN) {
        KjSpent spent = kj_solver_spent(search);
        result->checkpoint =
            kj_solver_checkpoint(search, &result->input.position, &spent, KJ_CHECKPOINT_ENTRIES);
    }
    if (job->certificate && job->result.verdict != KJ_UNKNOWN)
        kj_certificate_write(search, &result->request, limits, job);
    unsigned plies = result->request.refutation ? MAX(1, result->request.tree_plies) : 0;
    if (job->result.verdict == KJ_NOMATE)
        job->refutation = kj_refutation_of(search, &result->input.position, job->attacker, plies,
                                           result->request.tree_moves, &job->result, limits);
    if (keeps[KANJU_KEEP_TREE])
        job->solution = kj_solution_tree(search, &result->request, limits, job);
}

static void *search_result(void *data)
{
    kanju_result *result = data;
    KjSolveJob *job = &result->job;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&result->request.solver, &error);
    if (!solver) {
        job->failure = g_strdup(error->message);
        return NULL;
    }
    kj_lib_watch(result->solver, solver);
    KjLimits limits = result->request.limits;
    limits.stop = &result->solver->stop;
    restore(result->solver, solver, job);
    kj_solve_job_search(solver, &limits, job);
    keep(result, solver, &limits);
    return NULL;
}

/* Fills in the problem, with the rule switches of the solver; what is wrong is in input.error. */
static void prepare_result(kanju_result *result, const KjLibProblem *problem,
                           const kanju_solver *solver)
{
    result->problem = kj_lib_problem_hold(problem);
    kj_lib_input(problem, solver, &result->input);
    result->job.input = &result->input;
    kj_solve_request(solver->values, 1, &result->request);
    kj_lib_cores(solver, &result->request);
    kj_solve_prepare(solver->values, &result->job);
    result->job.certificate = g_strdup(solver->values->value[KJ_OPTION_CERTIFICATE].text);
}

/* The texts the accessors give. */
static void finish_result(kanju_result *result)
{
    const KjSolveJob *job = &result->job;
    result->note = kj_solve_note(job, false);
    result->moves = kj_line_text(&result->input.position, job->result.line, job->result.n_line,
                                 result->input.last, KJ_NOTATION_USI);
    if (job->result.verdict == KJ_MATE && job->result.line_complete)
        result->leftover = kj_hand_text(&result->input.game, job->result.leftover, job->attacker);
    result->tree = kj_lib_tree(job->solution);
}

kanju_result *kanju_solve(kanju_solver *solver, const kanju_problems *problems, size_t index,
                          char **error)
{
    const char *wrong = solver ? kanju_problem_error(problems, index) : "no solver";
    if (!wrong && solver->values->value[KJ_OPTION_GOAL].choice != 0)
        wrong = "kanju_solve proves mates, expected the goal mate (kanju_check knows hisshi)";
    if (wrong) {
        kj_lib_say(error, wrong);
        return NULL;
    }
    kanju_result *result = g_new0(kanju_result, 1);
    result->solver = solver;
    prepare_result(result, kj_lib_problem(problems, index), solver);
    const char *failure = result->job.usable ? kj_lib_run(solver, search_result, result) : NULL;
    if (!failure)
        failure = result->job.usable ? result->job.failure : result->input.error;
    result->solver = NULL;
    if (failure) {
        kj_lib_say(error, failure);
        kanju_result_free(result);
        return NULL;
    }
    finish_result(result);
    return result;
}

void kanju_result_free(kanju_result *result)
{
    if (!result)
        return;
    g_free(result->input.error);
    g_strfreev(result->moves);
    g_free(result->leftover);
    g_free(result->note);
    kj_lib_node_free(result->tree);
    g_clear_pointer(&result->checkpoint, g_bytes_unref);
    kj_solve_job_clear(&result->job);
    kj_lib_problem_release(result->problem);
    g_free(result);
}

/* ---- results ---- */

/* What was found; of no result, nothing. */
static const KjResult *of(const kanju_result *result)
{
    static const KjResult nothing = {.verdict = KJ_UNKNOWN};
    return result ? &result->job.result : &nothing;
}

kanju_verdict kanju_result_verdict(const kanju_result *result)
{
    static const kanju_verdict verdicts[] = {KANJU_MATE, KANJU_NOMATE, KANJU_UNKNOWN};
    return verdicts[of(result)->verdict];
}

const char *kanju_result_cause(const kanju_result *result)
{
    bool unknown = of(result)->verdict == KJ_UNKNOWN;
    return unknown ? kj_cause_text(of(result)->cause) : "";
}

unsigned kanju_result_plies(const kanju_result *result)
{
    return of(result)->plies;
}

unsigned kanju_result_pure_plies(const kanju_result *result)
{
    return of(result)->pure_plies;
}

int kanju_result_plies_proved(const kanju_result *result)
{
    return of(result)->plies_proved;
}

int kanju_result_pure_proved(const kanju_result *result)
{
    return of(result)->pure_proved;
}

size_t kanju_result_moves(const kanju_result *result)
{
    return of(result)->n_line;
}

const char *kanju_result_move(const kanju_result *result, size_t index)
{
    return index < of(result)->n_line ? result->moves[index] : NULL;
}

int kanju_result_line_complete(const kanju_result *result)
{
    return of(result)->line_complete;
}

const char *kanju_result_line_kind(const kanju_result *result)
{
    bool complete = of(result)->line_complete;
    return complete ? kj_line_kind_text(of(result)->line_kind) : "";
}

const char *kanju_result_note(const kanju_result *result)
{
    return result ? result->note : NULL;
}

const char *kanju_result_leftover(const kanju_result *result)
{
    return result ? result->leftover : NULL;
}

uint64_t kanju_result_nodes(const kanju_result *result)
{
    return of(result)->nodes;
}

double kanju_result_seconds(const kanju_result *result)
{
    return of(result)->seconds;
}

const char *kanju_result_certificate_error(const kanju_result *result)
{
    return result ? result->job.certificate_failure : NULL;
}

const void *kanju_result_checkpoint(const kanju_result *result, size_t *out_length)
{
    gsize length = 0;
    const void *bytes =
        result && result->checkpoint ? g_bytes_get_data(result->checkpoint, &length) : NULL;
    if (out_length)
        *out_length = length;
    return bytes;
}

const kanju_node *kanju_result_tree(const kanju_result *result)
{
    return result ? result->tree : NULL;
}

char *kanju_result_record(const kanju_result *result, const char *format, char **error)
{
    return kj_lib_record(result ? result->job.solution : NULL, format, error);
}

static void print_result_json(KjPrinter *printer, const void *data)
{
    const kanju_result *result = data;
    kj_printer_begin(printer, KJ_SOLVE_SCHEMA);
    kj_input_print_position(printer, &result->input);
    kj_solve_print_fields(&result->job, &result->request, printer, NULL);
    kj_printer_end(printer);
}

char *kanju_result_json(const kanju_result *result)
{
    return result ? kj_lib_json(print_result_json, result) : NULL;
}
