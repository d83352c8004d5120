/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving for the tree of moves. */
#include "repl/answer.h"

#include "core/lang.h"
#include "core/text.h"
#include "repl/fault.h"
#include "repl/pool.h"
#include "repl/rest.h"
#include "repl/shell_commands.h"
#include "repl/solution.h"
#include "repl/text.h"

/* A search, on a thread with a stack that is deep enough. */
typedef struct {
    KjSolveRequest request;
    KjInput input;
    KjSolveJob job;
    bool variations;
    KjGameFile *game; // the solution with its variations, or NULL
    GError *failure;
} Search;

static void work(void *data, unsigned index, const volatile bool *cancel)
{
    (void)index;
    Search *search = data;
    KjResult *result = &search->job.result;
    g_autoptr(KjSolver) solver = kj_solver_new(&search->request.solver, &search->failure);
    if (!solver)
        return;
    KjLimits limits = search->request.limits;
    limits.stop = cancel;
    kj_solver_solve(solver, &search->input.position, search->job.attacker, &limits, result);
    if (search->variations && result->verdict == KJ_MATE)
        search->game = kj_solution_game(solver, &search->request, &limits, &search->job);
}

static bool deliver(void *data, unsigned index)
{
    (void)data;
    (void)index;
    return true;
}

/* Puts the solution into the tree; where we are stays. */
static void add(KjWorkbench *bench, const Search *search)
{
    const KjResult *result = &search->job.result;
    KjStudy *study = kj_study_copy(kj_workbench_study(bench));
    unsigned here = study->current;
    if (search->game)
        kj_study_graft(study, search->game->root);
    for (unsigned i = 0; i < result->n_line; i++)
        kj_study_play(study, result->line[i]);
    study->current = here;
    kj_workbench_change(bench, study);
}

/* What came out, for people. (transfer full) */
static char *words(const KjSession *session, const Search *search, KjNotation notation)
{
    const KjResult *result = &search->job.result;
    if (result->verdict != KJ_MATE) {
        const char *cause =
            result->verdict == KJ_UNKNOWN ? kj_tr(kj_cause_text(result->cause)) : "";
        return g_strdup_printf("%s%s%s",
                               kj_tr(result->verdict == KJ_NOMATE ? "no mate" : "unknown"),
                               *cause ? ", " : "", cause);
    }
    KjMove last = kj_study_last(kj_workbench_study(session->bench));
    g_auto(GStrv) line =
        kj_line_text(&search->input.position, result->line, result->n_line, last, notation);
    g_autofree char *moves = g_strjoinv(" ", line);
    return g_strdup_printf(kj_tr("mate in %s%u: %s"), result->plies_proved ? "" : kj_tr("at most "),
                           result->plies, moves);
}

static bool prepare(const KjSession *session, const KjCall *call, Search *search, GError **error)
{
    KjPosition *root = &search->input.position;
    kj_workbench_position(session->bench, root);
    // of the problem, also after a move of its line
    search->job.attacker =
        kj_solve_attacker(call->values, &kj_workbench_study(session->bench)->start);
    search->job.input = &search->input;
    KjSide defender = kj_other(search->job.attacker);
    if (call->values->value[KJ_OPTION_COMPLETE_HANDS].flag)
        kj_rest_give(root, defender);
    unsigned square;
    g_autofree char *fault = kj_fault_text(root, &square);
    bool no_king = root->king[defender] == KJ_NO_SQUARE;
    if (fault || no_king)
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION, "%s",
                     fault ? fault : kj_tr("the defender has no king, expected one on the board"));
    return !fault && !no_king;
}

char *kj_answer_find(KjSession *session, const KjCall *call, bool variations, KjNotation notation,
                     KjExit *out_status, GError **error)
{
    static const KjExit statuses[] = {
        [KJ_MATE] = KJ_EXIT_OK, [KJ_NOMATE] = KJ_EXIT_DEFECT, [KJ_UNKNOWN] = KJ_EXIT_UNKNOWN};
    Search search = {.variations = variations};
    *out_status = KJ_EXIT_INPUT;
    if (!prepare(session, call, &search, error))
        return NULL;
    kj_solve_request(call->values, 1, &search.request);
    KjPoolTask task = {work, deliver, &search};
    char *text = NULL;
    *out_status = KJ_EXIT_INTERNAL;
    if (!kj_pool_run(1, 1, session->stop, &task, error)) {
        // said already
    } else if (search.failure) {
        g_propagate_error(error, search.failure);
    } else {
        text = words(session, &search, notation);
        *out_status = statuses[search.job.result.verdict];
        if (search.job.result.verdict == KJ_MATE)
            add(session->bench, &search);
    }
    kj_result_clear(&search.job.result);
    kj_game_file_free(search.game);
    return text;
}
