/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is on the workbench's board as a work. */
#include "repl/cli/board_work.h"

#include <string.h>

#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/tree/move_place.h"
#include "repl/cli/settings.h"
#include "repl/job/input_record.h"
#include "repl/job/solution.h"
#include "repl/job/unplaced_pieces.h"

/* ---- what is known ---- */

/* The question what the start of a tree is, by the settings of the session. */
typedef struct {
    KjGame game;
    KjInput input;
    KjSolveRequest request;
    KjSolveJob job; // with the result, if one is known
} Known;

static bool recall(const KjSession *session, const KjMoveTree *tree, Known *known)
{
    memset(known, 0, sizeof *known);
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(session->settings, KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES,
                      values);
    known->game = *tree->start.game;
    kj_rules_apply(values, &known->game.rules);
    KjPosition *start = &known->input.position;
    *start = tree->start;
    start->game = &known->game;
    known->job = (KjSolveJob){.input = &known->input, .attacker = kj_solve_attacker(values, start)};
    if (values->value[KJ_OPT(COMPLETE_HANDS)].flag)
        kj_unplaced_give(start, kj_other(known->job.attacker));
    known->input.text.start = *start;
    kj_solve_request(values, 1, &known->request);
    KjQuestion question = kj_solve_question(&known->request, &known->job);
    bool found = session->cache &&
                 kj_solver_cache_recall(session->cache, &question, false, &known->job.result);
    return found && known->job.result.verdict == KJ_MATE;
}

/* Whether the tree has no moves, or those of a line alone. */
static bool is_line(const KjMoveTree *tree, const KjMove *line, unsigned n)
{
    unsigned i = 0;
    const KjMoveNode *node = tree->root->child;
    for (; node && i < n && !node->next && node->move == line[i]; node = node->child)
        i++;
    return !node && (i == 0 || i == n);
}

/* The solution with its variations, NULL where they cannot be searched for. (transfer full) */
static KjMoveTree *with_branches(const KjSession *session, const KjMoveTree *work, Known *known)
{
    KjSolver *solver = kj_solver_cache_take(session->cache, &known->request.solver);
    if (!solver)
        solver = kj_solver_new(&known->request.solver, NULL);
    if (!solver)
        return NULL;
    KjLimits limits = known->request.limits;
    limits.stop = session->stop;
    KjLang before = kj_lang();
    kj_lang_set(kj_work_language(work));
    KjMoveTree *tree = kj_solution_tree(solver, &known->request, &limits, &known->job);
    kj_lang_set(before);
    tree->start.game = kj_game_find(known->game.row->id); // which outlives it
    kj_solver_cache_put(session->cache, solver, &known->request.solver);
    return tree;
}

/* ---- the work ---- */

static void play(KjMoveTree *tree, const char *moves)
{
    g_auto(GStrv) words = g_strsplit(moves, " ", -1);
    for (char **word = words; *word && **word; word++) {
        KjMove move;
        KjPosition position = kj_move_tree_position(tree);
        if (!kj_usi_move_read(&position, *word, &move, NULL))
            return;
        kj_move_tree_play(tree, move);
    }
}

/* Says of each line that ends in mate that it does. */
static void end_lines(KjMoveTree *tree)
{
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, tree);
    g_autoptr(GPtrArray) heads = kj_move_tree_lines(tree);
    for (guint i = 0; i < heads->len; i++) {
        KjMoveNode *node = heads->pdata[i];
        kj_move_cursor_back(&cursor, node->ply - 1);
        for (; node && !node->end; node = node->child)
            kj_move_cursor_enter(&cursor, node);
        const KjPosition *end = &cursor.position;
        if (!node && kj_in_check(end, (KjSide)end->side) && !kj_has_safe_move(end))
            kj_move_cursor_end(&cursor, KJ_END_MATE, NULL);
    }
}

/* What was said to be none. */
static void drop_empty(KjMoveTree *tree)
{
    for (unsigned i = 0; i < KJ_ABOUTS; i++) {
        const char *key = kj_about_key((KjAbout)i), *text = kj_move_tree_header(tree, key);
        if (text && !*text)
            kj_move_tree_set_header(tree, key, NULL);
    }
}

/* The length of a main line that ends in mate, else -1. */
static int mate_of(const KjMoveTree *tree)
{
    const KjMoveNode *node = tree->root->child;
    while (node && !node->end)
        node = node->child;
    return node && node->end == KJ_END_MATE ? (int)node->ply - 1 : -1;
}

KjMoveTree *kj_board_work(const KjSession *session, const KjMoveTree *tree, const char *ahead,
                          bool branches, int *out_plies)
{
    KjMoveTree *work = kj_move_tree_copy(tree);
    work->at = work->root;
    if (!work->root->child && ahead)
        play(work, ahead);
    Known known;
    bool mates = recall(session, work, &known);
    const KjResult *result = &known.job.result;
    KjMoveTree *solution = mates && branches && is_line(work, result->line, result->n_line)
                               ? with_branches(session, work, &known)
                               : NULL;
    if (solution) {
        kj_move_tree_take_headers(solution, work);
        kj_move_tree_free(work);
        work = solution;
    } else if (mates && !work->root->child) {
        for (unsigned i = 0; i < result->n_line; i++)
            kj_move_tree_play(work, result->line[i]);
    }
    work->at = work->root;
    end_lines(work);
    *out_plies = mates && result->plies_proved ? (int)result->plies : mate_of(work);
    kj_result_clear(&known.job.result);
    return work;
}

/* ---- along with a problem ---- */

/* The line up to where a tree stands. (transfer full) */
static KjMoveTree *line_to_here(const KjMoveTree *tree)
{
    KjMoveTree *line = kj_move_tree_new(&tree->start);
    g_autoptr(GArray) moves = kj_move_tree_line(tree, false);
    for (unsigned i = 0; i < moves->len; i++)
        kj_move_tree_play(line, g_array_index(moves, KjMove, i));
    return line;
}

void kj_board_give(const KjSession *session, const KjCall *call, KjInput *input, KjBoardAlong along)
{
    const KjMoveTree *board = call->board ? call->board->tree : NULL;
    int plies = -1;
    if (!board || input->file)
        return;
    bool wanted = along != KJ_BOARD_ABOUT && kj_input_moves_along(call->values);
    bool start = board->at == board->root;
    KjMoveTree *tree = !wanted ? kj_move_tree_new(&board->start)
                       : start ? kj_board_work(session, board, call->board->ahead,
                                               along == KJ_BOARD_BRANCHES, &plies)
                               : line_to_here(board);
    kj_move_tree_take_headers(tree, board);
    drop_empty(tree);
    if (plies > 0) {
        g_autofree char *length = g_strdup_printf("%d手", plies);
        kj_move_tree_set_header(tree, "手数", length);
    }
    input->file = kj_game_file_of(tree);
}
