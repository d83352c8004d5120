/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solving the position on the board and adding the solution to its tree of moves. */
#include "repl/shell/answer.h"

#include <stdatomic.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "core/tree/move_update.h"
#include "repl/cli/settings.h"
#include "repl/job/because.h"
#include "repl/job/cores.h"
#include "repl/job/phrases.h"
#include "repl/job/position_error.h"
#include "repl/job/refutation.h"
#include "repl/job/solution.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/shell/browser_tree.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/watch.h"
#include "solver/checkpoint.h"
#include "solver/search/futile.h"

enum { WHY_PLIES = 5, WHY_MOVES = 5 }; // of a refutation that is to be read at a glance

/* A search, on a thread with a stack that is deep enough. */
typedef struct {
    KjSolveRequest request;
    KjInput input;    // the position is where we are
    KjPosition start; // of the tree, under the rules in force
    GArray *past;     // KjMove: from there to where we are
    KjMove first;     // a move that is asked about: the last of them; or KJ_MOVE_NONE
    KjSolveJob job;
    KjSolverCache *cache; // of the session, or NULL
    bool known;           // the result was there
    uint64_t proof_nodes;
    KjProgressLine *line;
    bool variations;
    bool brief;     // of a refutation only what is read at a glance
    GArray *themes; // KjThemeFound: of the move that is asked about and the mate after it, or NULL
    KjMove hope;    // unknown, the defender to move: a reply that is not known to lose
    KjMoveTree *solution; // the solution with its variations, or NULL
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
    kj_move_tree_free(search->solution);
    kj_refutation_free(search->job.refutation);
    g_clear_pointer(&search->themes, g_array_unref);
    g_clear_pointer(&search->past, g_array_unref);
}

/* The solver that found the answer, if the session still has it, so that it need not be found again;
 * by a law of repetition it is asked anew. */
static KjSolver *warm(const Search *search)
{
    const KjPosition *root = &search->input.position;
    if (!search->known || !search->cache || search->job.result.verdict == KJ_UNKNOWN ||
        kj_loops_by_law(search->request.solver.loops, root->game))
        return NULL;
    KjSolver *solver = kj_solver_cache_take(search->cache, &search->request.solver);
    if (solver)
        kj_query_open(solver, root->game, search->job.attacker);
    return solver;
}

static void solve(Search *search, KjSolver *solver, const KjLimits *limits)
{
    kj_result_clear(&search->job.result);
    kj_solver_set_past(solver, &search->start, (const KjMove *)(void *)search->past->data,
                       search->past->len);
    kj_solver_solve(solver, &search->input.position, search->job.attacker, limits,
                    &search->job.result);
    search->proof_nodes = kj_solver_spent(solver).proof_nodes;
    search->known = false;
}

/* A reply that is not known to lose, where the search came to no end. */
static KjMove hope(const Search *search, KjSolver *solver)
{
    const KjPosition *root = &search->input.position;
    const KjLimits little = {.nodes = 1};
    KjMoveList replies = {0};
    if (root->side != search->job.attacker)
        kj_gen_safe(root, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        KjPosition next = *root;
        KjUndo undo;
        KjAnswer answer;
        kj_position_make(&next, replies.move[i], &undo);
        kj_query_mate(solver, &next, KJ_ANY_LENGTH, &little, &answer);
        if (answer.verdict != KJ_MATE)
            return replies.move[i];
    }
    return KJ_MOVE_NONE;
}

/* Why there is no mate: with variations the tree, else the nearest failure. */
static void explain(Search *search, KjSolver *solver, const KjLimits *limits)
{
    unsigned plies = search->variations ? search->request.tree_plies : 1;
    unsigned moves = search->variations ? search->request.tree_moves : 1;
    search->job.refutation = kj_refutation_of(solver, &search->input.position, search->job.attacker,
                                              MAX(1, plies), moves, &search->job.result, limits);
    search->solution = kj_solution_tree(solver, &search->request, limits, &search->job);
}

/* The position before the move that is asked about. */
static KjPosition before(const Search *search)
{
    return kj_position_after_line(&search->start, (const KjMove *)(void *)search->past->data,
                                  search->past->len - 1);
}

/* What themes the move that is asked about shows, as a move of the attacker that mates. */
static void look_for_themes(Search *search, KjSolver *solver, const KjLimits *limits)
{
    const KjResult *result = &search->job.result;
    KjPosition pos = before(search);
    g_autofree KjMove *line = g_new(KjMove, result->n_line + 1);
    line[0] = search->first;
    for (unsigned i = 0; i < result->n_line; i++)
        line[i + 1] = result->line[i];
    bool by_law = kj_loops_by_law(search->request.solver.loops, pos.game);
    search->themes = kj_because_themes(by_law ? NULL : solver, &pos, search->job.attacker, line,
                                       result->n_line + 1, limits);
}

static void work_answer(void *data, const atomic_bool *cancel)
{
    Search *search = data;
    KjResult *result = &search->job.result;
    KjLimits limits = search->request.limits;
    limits.stop = cancel;
    KjSolver *solver = warm(search);
    bool again = !solver && result->verdict == KJ_NOMATE; // what explains it is gone
    if (!solver)
        solver = kj_solver_new(&search->request.solver, &search->failure);
    if (!solver)
        return;
    kj_progress_line_watch(search->line, solver);
    if (!search->known || again)
        solve(search, solver, &limits);
    if (search->variations && result->verdict == KJ_MATE)
        search->solution = kj_solution_tree(solver, &search->request, &limits, &search->job);
    else if (result->verdict == KJ_NOMATE)
        explain(search, solver, &limits);
    else if (result->verdict == KJ_UNKNOWN)
        search->hope = hope(search, solver);
    if (search->first && result->verdict == KJ_MATE &&
        search->input.position.side != search->job.attacker)
        look_for_themes(search, solver, &limits);
    kj_solver_set_progress(solver, NULL, NULL);
    if (search->cache && result->verdict != KJ_UNKNOWN)
        kj_solver_cache_put(search->cache, solver, &search->request.solver);
    else
        kj_solver_free(solver);
}

/* Puts the solution into the tree; where we are stays. */
static void add(KjWorkbench *bench, const Search *search)
{
    const KjResult *result = &search->job.result;
    KjMoveTree *tree = kj_move_tree_copy(kj_workbench_tree(bench));
    KjMoveNode *here = tree->at;
    for (unsigned side = KJ_SENTE; side <= KJ_GOTE; side++)
        tree->start.hand[side] = search->start.hand[side]; // completed, if that was asked for
    if (search->solution)
        kj_move_tree_graft(tree, search->solution->root);
    for (unsigned i = 0; i < result->n_line; i++)
        kj_move_tree_play(tree, result->line[i]);
    tree->at = here;
    kj_workbench_learn(bench, tree);
}

/* "no mate, best defence: △２一玉 (…)" and the like; `brief`: without the remark. (transfer
 * full) */
static char *refuted(const Search *search, KjNotation notation, bool brief)
{
    KjRefutationView view = {search->job.refutation, &search->input.position, search->input.last,
                             notation};
    g_autofree char *moves = kj_refutation_moves(&view), *remark = kj_refutation_remark(&view);
    if (!moves && search->job.refutation->root->open)
        return g_strdup(kj_tr("no mate; the defence was not found within the limit"));
    if (!moves)
        return g_strdup(kj_tr("no mate, there is no check"));
    bool defends = search->input.position.side != search->job.attacker;
    g_autofree char *told = g_strdup_printf(defends ? kj_tr("no mate, best defence: %s")
                                                    : kj_tr("no mate, nearest failure: %s"),
                                            moves);
    return brief ? g_steal_pointer(&told) : g_strdup_printf(kj_tr("%s (%s)"), told, remark);
}

/* (transfer full) */
static char *undecided(const Search *search, KjNotation notation)
{
    const char *cause = kj_tr(kj_cause_text(search->job.result.cause));
    g_autofree char *move = search->hope ? kj_move_text(&search->input.position, search->hope,
                                                        search->input.last, notation)
                                         : NULL;
    g_autofree char *text = g_strdup_printf("%s%s%s", kj_tr("unknown"), *cause ? ", " : "", cause);
    return move ? g_strdup_printf(kj_tr("%s; not known to lose: %s"), text, move)
                : g_steal_pointer(&text);
}

/* The moves of the mate. (transfer full) */
static char *mating(const Search *search, KjNotation notation)
{
    const KjResult *result = &search->job.result;
    return kj_line_words(&search->input.position, result->line, result->n_line, search->input.last,
                         notation);
}

/* What came out, for people. (transfer full) */
static char *words(const Search *search, KjNotation notation)
{
    const KjResult *result = &search->job.result;
    if (result->verdict == KJ_NOMATE)
        return refuted(search, notation, search->variations);
    if (result->verdict == KJ_UNKNOWN)
        return undecided(search, notation);
    g_autofree char *moves = mating(search, notation);
    g_autofree char *note = kj_solve_line_note(result, true);
    g_autofree char *told =
        g_strdup_printf(kj_tr("mate in %s%u: %s"), result->plies_proved ? "" : kj_tr("at most "),
                        result->plies, moves);
    return g_strconcat(told, note ? "; " : NULL, note, NULL);
}

/* Sets up what is searched, by the options of a call; clear it in any case. */
static bool prepare_answer(const KjSession *session, const KjCall *call, Search *search,
                           GError **error)
{
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    search->past = kj_move_tree_line(tree, false);
    if (search->first)
        g_array_append_val(search->past, search->first);
    search->start = tree->start;
    kj_workbench_obey(session->bench, &search->start);
    // of the problem, also after a move of its line
    search->job.attacker = kj_solve_attacker(call->values, &tree->start);
    search->job.input = &search->input;
    search->input.last = search->first ? search->first : tree->at->move;
    search->cache = session->cache;
    KjSide defender = kj_other(search->job.attacker);
    if (call->values->value[KJ_OPT(COMPLETE_HANDS)].flag)
        kj_unplaced_give(&search->start, defender);
    search->input.text = (KjPositionText){.start = search->start,
                                          .moves = (KjMove *)(void *)search->past->data,
                                          .n_moves = search->past->len};
    KjPosition *root = &search->input.position;
    *root = kj_position_after_line(&search->start, (const KjMove *)(void *)search->past->data,
                                   search->past->len);
    unsigned square;
    g_autofree char *fault = kj_position_error_text(root, &square);
    if (!fault) // a line of the problem leads to mate
        fault = kj_position_over_text(&search->input.text, KJ_MAY_MATE);
    bool no_king = root->king[defender] == KJ_NO_SQUARE;
    if (fault || no_king)
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION, "%s",
                     fault ? fault : kj_tr("the defender has no king, expected one on the board"));
    kj_solve_request(call->values, 1, &search->request);
    if (search->brief) {
        search->request.tree_plies = MIN(search->request.tree_plies, WHY_PLIES);
        search->request.tree_moves = MIN(search->request.tree_moves, WHY_MOVES);
    }
    kj_cores_for_one(call->values, &search->request);
    return !fault && !no_king;
}

/* Searches, unless all that is wanted is known. */
static bool run_answer(KjSession *session, Search *search, GError **error)
{
    KjQuestion question = question_of(search);
    search->known = session->cache &&
                    kj_solver_cache_recall(session->cache, &question, true, &search->job.result);
    bool more = search->variations || search->job.result.verdict == KJ_NOMATE;
    if (search->known && !more)
        return true;
    if (!kj_progress_line_work(search->line, kj_tr("answer"), session->stop, work_answer, search,
                               error))
        return false;
    if (search->failure)
        g_propagate_error(error, g_steal_pointer(&search->failure));
    else if (session->cache && !search->known)
        kj_solver_cache_remember(session->cache, &question, &search->job.result,
                                 !kj_session_stopped(session), search->proof_nodes);
    return !*error;
}

char *kj_answer_find(KjSession *session, const KjCall *call, bool variations, KjNotation notation,
                     KjProgressLine *line, KjExit *out_status, GError **error)
{
    KjProgressLine silent = {.shown = false};
    Search search = {.variations = variations, .line = line ? line : &silent};
    g_autoptr(GError) why = NULL;
    char *text = NULL;
    *out_status = KJ_EXIT_INPUT;
    if (prepare_answer(session, call, &search, &why)) {
        *out_status = KJ_EXIT_INTERNAL;
        if (run_answer(session, &search, &why)) {
            text = words(&search, notation);
            *out_status = kj_solve_exit(search.job.result.verdict);
            if (search.job.result.verdict != KJ_UNKNOWN)
                add(session->bench, &search);
        }
    }
    clear(&search);
    if (why)
        g_propagate_error(error, g_steal_pointer(&why));
    return text;
}

/* ---- why ---- */

/* What the move that is asked about does, or allows, with the mate after it. (transfer full) */
static char *mating_words(const Search *search, const KjPosition *pos, KjNotation notation)
{
    const KjResult *result = &search->job.result;
    KjInterpositions rule = search->request.solver.interpositions;
    KjReplyKind kind = kj_refute_kind(pos, search->first);
    bool interposes = kind == KJ_REPLY_MOVES_IN || kind == KJ_REPLY_DROPS_IN;
    const KjMating m = {
        .pos = pos,
        .attacker = search->job.attacker,
        .move = search->first,
        .line = result->line,
        .n_line = result->n_line,
        .told = true,
        .futile = interposes && pos->side != search->job.attacker &&
                  rule != KJ_INTERPOSITIONS_COUNT && kj_futile_mated(pos, rule),
        .themes = search->themes,
        .ply = 1,
        .notation = notation,
    };
    return kj_because_mates(&m);
}

/* "▲２三金 does not mate; ..." and the like, of the move that is asked about. (transfer full) */
static char *move_words(const Search *search, KjNotation notation)
{
    const KjResult *result = &search->job.result;
    KjPosition pos = before(search);
    KjMove last = search->past->len > 1 ? g_array_index(search->past, KjMove, search->past->len - 2)
                                        : KJ_MOVE_NONE;
    g_autofree char *move = kj_move_text(&pos, search->first, last, notation);
    bool attacks = pos.side == search->job.attacker;
    g_autofree char *moves = mating(search, notation), *more = words(search, notation);
    const char *at_most = result->plies_proved ? "" : kj_tr("at most ");
    if (result->verdict == KJ_UNKNOWN)
        return g_strdup_printf("%s: %s", move, more);
    if (result->verdict == KJ_NOMATE)
        return g_strdup_printf(attacks ? kj_tr("%s fails: %s") : kj_tr("%s escapes: %s"), move,
                               more);
    g_autofree char *told = !attacks
                                ? g_strdup_printf(kj_tr("%s does not escape: mate in %s%u: %s"),
                                                  move, at_most, result->plies, moves)
                            : *moves ? g_strdup_printf(kj_tr("%s mates in %s%u: %s"), move, at_most,
                                                       result->plies + 1, moves)
                                     : g_strdup_printf(kj_tr("%s mates"), move);
    g_autofree char *because = mating_words(search, &pos, notation);
    return *because ? g_strdup_printf(kj_tr("%s; %s"), told, because) : g_steal_pointer(&told);
}

static bool has_branches(const KjMoveTree *tree)
{
    const KjMoveNode *node = tree->root->child;
    while (node && !node->next)
        node = node->child;
    return node != NULL;
}

/* The tree behind it: a refutation with what is said of it, or the replies to a mate, "" if it is
 * but the line that was told. (transfer full) */
static char *tree_of(const Search *search, KjNotation notation)
{
    KjRefutationView view = {search->job.refutation, &search->input.position, search->input.last,
                             notation};
    if (search->job.result.verdict == KJ_NOMATE)
        return kj_refutation_text(&view);
    g_autoptr(KjMoveTree) moves = search->solution ? kj_move_tree_to_edit(search->solution) : NULL;
    return moves && has_branches(moves) ? kj_tree_view_text(moves, notation) : g_strdup("");
}

/* The move to be shown on the board beside the one that is asked about: the best answer. */
static KjMove shown_reply(const Search *search)
{
    const KjResult *result = &search->job.result;
    if (result->verdict == KJ_NOMATE)
        return search->job.refutation->root->reply;
    return result->n_line ? result->line[0] : KJ_MOVE_NONE;
}

bool kj_answer_why(KjSession *session, const KjCall *call, KjMove move, bool variations,
                   KjNotation notation, KjProgressLine *line, KjAnswerWhy *out, GError **error)
{
    KjProgressLine silent = {.shown = false};
    Search search = {
        .variations = variations, .brief = true, .first = move, .line = line ? line : &silent};
    *out = (KjAnswerWhy){0};
    bool good =
        prepare_answer(session, call, &search, error) && run_answer(session, &search, error);
    if (good) {
        out->verdict = search.job.result.verdict;
        out->plies = search.job.result.plies;
        out->text = move ? move_words(&search, notation) : words(&search, notation);
        out->tree = variations ? tree_of(&search, notation) : NULL;
        out->board = search.input.position;
        out->reply = shown_reply(&search);
        out->last = out->reply ? out->reply : search.input.last;
        if (out->reply)
            out->board = kj_position_after(&out->board, out->reply);
    }
    clear(&search);
    return good;
}

/* ---- what is known already ---- */

/* Looks up what is on the board, by the settings. */
static bool recall(const KjSession *session, Search *search)
{
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(session->settings, KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME, values);
    KjCall call = {.values = values};
    if (!session->cache || !prepare_answer(session, &call, search, NULL))
        return false;
    KjQuestion question = question_of(search);
    return kj_solver_cache_recall(session->cache, &question, false, &search->job.result);
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

void kj_answer_learn_watched(KjSession *session)
{
    const KjMoveTree *tree = kj_workbench_tree(session->bench);
    KjWatch *watch = kj_workbench_of(session)->watch;
    KjAnswer known;
    if (!watch || tree->at != tree->root || !kj_watch_mates(watch, &tree->start) ||
        kj_answer_known(session, &known))
        return;
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(session->settings, KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME, values);
    KjCall call = {.values = values};
    KjAnswerWhy why;
    g_autoptr(GError) error = NULL;
    if (!kj_answer_why(session, &call, KJ_MOVE_NONE, false, KJ_NOTATION_JA, NULL, &why, &error))
        return;
    g_free(why.text);
    g_free(why.tree);
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
