/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Solutions as games with branches: every branch that is said to mate does, by the law of the game.
 */
#include "repl/job/solution.h"

#include <stdio.h>

#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/record_text.h"
#include "tests/support/solver/loops.h"

enum { SEED = 20261122, WANTED = 40 };

/* Plays the branches below a node; false at the first that the law does not allow, or does not
 * mate. */
static bool replay(KjRecord *record, const KjMoveNode *node, unsigned *ends)
{
    if (node->end == KJ_END_MATE) {
        KjStatus status = kj_record_status(record);
        ++*ends;
        return status.over || (status.check && status.no_safe_move);
    }
    for (const KjMoveNode *child = node->child; child; child = child->next) {
        if (child->move && kj_record_play(record, child->move) != KJ_MOVE_LEGAL)
            return false;
        if (!replay(record, child, ends))
            return false;
        if (child->move)
            kj_record_undo(record);
    }
    return true;
}

TEST(variations_mate_by_the_law_too)
{
    KjInput input = {.game = *kj_game_find("ogi"), .recorded_plies = -1};
    KjSolveRequest request = {.solver = {.memory_mib = 16, .find_shortest = true}};
    g_autoptr(KjSolver) solver = kj_solver_new(&request.solver, NULL);
    NvRng rng = {SEED};
    unsigned ends = 0;
    for (unsigned n = 0; n < WANTED;) {
        NvPos naive;
        const KjLimits limits = {.nodes = 20000};
        KjSolveJob job = {.input = &input, .attacker = KJ_SENTE};
        loops_position(&naive, "ogi", &rng);
        bridge_position(&input.position, &input.game, &naive);
        kj_solver_solve(solver, &input.position, KJ_SENTE, &limits, &job.result);
        const KjResult *r = &job.result;
        if (r->verdict == KJ_MATE && r->decided_by == KJ_BY_REPETITION && r->line_complete) {
            n++;
            g_autoptr(KjMoveTree) tree = kj_solution_tree(solver, &request, &limits, &job);
            g_autoptr(KjRecord) record = kj_record_new(&input.position);
            if (!replay(record, tree->root, &ends)) {
                g_autofree char *sfen = kj_sfen_write(&input.position, 1);
                fail_msg("a branch that does not mate by the law: %s", sfen);
            }
        }
        kj_result_clear(&job.result);
    }
    printf("# %u branches end in mate\n", ends);
    assert_true(ends > WANTED);
}
