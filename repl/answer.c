/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving for the tree of moves. */
#include "repl/answer.h"

#include "core/lang.h"
#include "core/text.h"
#include "repl/fault.h"
#include "repl/pool.h"
#include "repl/rest.h"
#include "repl/settings.h"
#include "repl/shell_commands.h"
#include "repl/solution.h"
#include "repl/text.h"

/* A search, on a thread with a stack that is deep enough. */
typedef struct {
    KjSolveRequest request;
    KjInput input;    // the position is where we are
    KjPosition start; // of the study, under the rules in force
    GArray *past;     // KjMove: from there to where we are
    KjSolveJob job;
    bool known; // the result was there
    bool variations;
    KjGameFile *game; // the solution with its variations, or NULL
    GError *failure;
} Search;

static KjQuestion question_of(const Search *search)
{
    KjQuestion question = kj_solve_question(&search->request, &search->job);
    question.n_past = search->past->len;
    return question;
}

static void clear(Search *search)
{
    kj_result_clear(&search->job.result);
    kj_game_file_free(search->game);
    g_clear_pointer(&search->past, g_array_unref);
}

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
    if (!search->known) {
        kj_solver_set_past(solver, &search->start, (const KjMove *)(void *)search->past->data,
                           search->past->len);
        kj_solver_solve(solver, &search->input.position, search->job.attacker, &limits, result);
    }
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
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++)
        study->start.hand[side] = search->start.hand[side]; // completed, if that was asked for
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
    g_autofree char *note = kj_solve_line_note(result, true);
    g_autofree char *told =
        g_strdup_printf(kj_tr("mate in %s%u: %s"), result->plies_proved ? "" : kj_tr("at most "),
                        result->plies, moves);
    return g_strconcat(told, note ? "; " : NULL, note, NULL);
}

/* Sets up what is searched, by the options of a call; clear it in any case. */
static bool prepare(const KjSession *session, const KjCall *call, Search *search, GError **error)
{
    const KjStudy *study = kj_workbench_study(session->bench);
    search->past = kj_study_line(study, false);
    search->start = study->start;
    kj_workbench_obey(session->bench, &search->start);
    // of the problem, also after a move of its line
    search->job.attacker = kj_solve_attacker(call->values, &study->start);
    search->job.input = &search->input;
    KjSide defender = kj_other(search->job.attacker);
    if (call->values->value[KJ_OPTION_COMPLETE_HANDS].flag)
        kj_rest_give(&search->start, defender);
    KjPosition *root = &search->input.position;
    *root = search->start;
    for (unsigned i = 0; i < search->past->len; i++) {
        KjUndo undo;
        kj_position_make(root, g_array_index(search->past, KjMove, i), &undo);
    }
    unsigned square;
    g_autofree char *fault = kj_fault_text(root, &square);
    bool no_king = root->king[defender] == KJ_NO_SQUARE;
    if (fault || no_king)
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION, "%s",
                     fault ? fault : kj_tr("the defender has no king, expected one on the board"));
    kj_solve_request(call->values, 1, &search->request);
    return !fault && !no_king;
}

/* Searches, unless all that is wanted is known. */
static bool run(KjSession *session, Search *search, GError **error)
{
    KjQuestion question = question_of(search);
    search->known =
        session->shelf && kj_shelf_recall(session->shelf, &question, true, &search->job.result);
    bool more = search->variations && search->job.result.verdict == KJ_MATE;
    if (search->known && !more)
        return true;
    KjPoolTask task = {work, deliver, search};
    if (!kj_pool_run(1, 1, session->stop, &task, error))
        return false;
    if (search->failure)
        g_propagate_error(error, g_steal_pointer(&search->failure));
    else if (session->shelf && !search->known)
        kj_shelf_remember(session->shelf, &question, &search->job.result,
                          !kj_session_stopped(session));
    return !*error;
}

char *kj_answer_find(KjSession *session, const KjCall *call, bool variations, KjNotation notation,
                     KjExit *out_status, GError **error)
{
    static const KjExit statuses[] = {
        [KJ_MATE] = KJ_EXIT_OK, [KJ_NOMATE] = KJ_EXIT_DEFECT, [KJ_UNKNOWN] = KJ_EXIT_UNKNOWN};
    Search search = {.variations = variations};
    g_autoptr(GError) why = NULL;
    char *text = NULL;
    *out_status = KJ_EXIT_INPUT;
    if (prepare(session, call, &search, &why)) {
        *out_status = KJ_EXIT_INTERNAL;
        if (run(session, &search, &why)) {
            text = words(session, &search, notation);
            *out_status = statuses[search.job.result.verdict];
            if (search.job.result.verdict == KJ_MATE)
                add(session->bench, &search);
        }
    }
    clear(&search);
    if (why)
        g_propagate_error(error, g_steal_pointer(&why));
    return text;
}

/* ---- what is known already ---- */

/* Looks up what is on the board, by the settings. */
static bool recall(const KjSession *session, Search *search)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(session->settings, KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME, values);
    KjCall call = {.values = values};
    if (!session->shelf || !prepare(session, &call, search, NULL))
        return false;
    KjQuestion question = question_of(search);
    return kj_shelf_recall(session->shelf, &question, false, &search->job.result);
}

bool kj_answer_known(const KjSession *session, KjAnswer *out)
{
    Search search = {0};
    bool known = recall(session, &search);
    const KjResult *result = &search.job.result;
    if (known) {
        bool mate = result->verdict == KJ_MATE;
        unsigned none = !mate ? KJ_ANY_LENGTH : result->plies_proved ? result->plies - 1 : 0;
        *out = (KjAnswer){.verdict = result->verdict,
                          .plies = result->plies,
                          .none = none,
                          .nodes = result->nodes};
    }
    clear(&search);
    return known;
}

bool kj_answer_add_known(KjSession *session)
{
    Search search = {0};
    bool known = recall(session, &search) && search.job.result.verdict == KJ_MATE;
    if (known)
        add(session->bench, &search);
    clear(&search);
    return known;
}
