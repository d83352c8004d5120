/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A piece that could promote a move later, or the one after that, or never: that is a choice of the
 * same solution and no cook. */
#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "solver/check/check.h"
#include "tests/support/cmocka.h"

enum { MEMORY_MIB = 16 };

static const struct {
    const char *game, *work; // position and line
    unsigned ply;
    const char *move; // beside the line
    KjClass class;
} cases[] = {
    // it promotes when it moves on, though it would check without
    {"shogi", "9/R8/4n2k1/5B3/6G2/6s2/9/9/9 b Rb3g3s3n4l18p 1 moves 9b2b+ 2c1d 2b2d", 1, "9b2b",
     KJ_CLASS_PROMOTION},
    {"shogi",
     "9/9/8k/6R2/9/7N1/9/9/9 b SPr2b4g3s3n4l17p 1 moves 3d3c+ P*2c S*1d 1c1b 1d2c+ 1b1a 2c2b", 5,
     "1d2c", KJ_CLASS_PROMOTION},
    {"56shogi", "1B2k/4B/5/3GR/5/5 b r3g4s10p 1 moves 1b2c+ 1a2a 2c3b", 1, "1b2c",
     KJ_CLASS_PROMOTION},
    // the line moves it twice more
    {"shogi",
     "2R6/9/8k/6RN1/9/9/9/9/9 b 2b4g4s3n4l18p 1 moves 7a1a+ 1c2c 3d3b+ 2c2d 1a2a 2d1d 2a2c "
     "1d1e 3b1b",
     1, "7a1a", KJ_CLASS_PROMOTION},
    {"56shogi",
     "4R/S1k2/5/1b2S/5/5 b BPr4g2s9p 1 moves B*2c 3b3c 1a3a+ P*3b 3a3b 3c2d 3b3d 2d1e 3d2e", 3,
     "1a3a", KJ_CLASS_PROMOTION},
    // another piece of the line is taken in between
    {"56shogi", "3kb/4R/5/R1B2/4P/5 b P4g4s8p 1 moves 5d5a+ P*3a 1b1a+ 2a1a 5a3a P*2a B*2b", 1,
     "5d5a", KJ_CLASS_PROMOTION},
    // the line does not go on so from another square, however the piece promotes
    {"shogi", "9/R8/4n2k1/5B3/6G2/6s2/9/9/9 b Rb3g3s3n4l18p 1 moves 9b2b+ 2c1d 2b2d", 1, "R*2b",
     KJ_CLASS_EQUAL},
};

/* The class of the case's move. */
static KjClass class_in(const KjReport *report, unsigned ply, const char *usi)
{
    assert_true(report->nodes->len >= ply);
    const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, ply - 1);
    KjMove move;
    assert_true(kj_usi_move_read(&node->position, usi, &move, NULL));
    for (unsigned k = 0; k < node->alternatives->len; k++)
        if (g_array_index(node->alternatives, KjAlternative, k).move == move)
            return g_array_index(node->alternatives, KjAlternative, k).class;
    return KJ_CLASS_MAIN;
}

TEST(a_later_promotion_is_the_same_solution)
{
    KjSolverOptions solver = {.loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB};
    g_autoptr(KjSolver) s = kj_solver_new(&solver, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(KjPositionText) text;
        g_auto(KjReport) report;
        assert_true(kj_position_text_read(cases[i].work, kj_game_find(cases[i].game), &text, NULL));
        KjLimits limits = {0};
        KjCheckOptions options = {.author = text.moves,
                                  .n_author = text.n_moves,
                                  .recorded_plies = -1,
                                  .n_passes = 1,
                                  .pass_nodes = {100000}};
        kj_check(s, &text.start, KJ_SENTE, &options, &limits, &report);
        assert_true(report.authors);
        assert_string_equal(kj_class_code(class_in(&report, cases[i].ply, cases[i].move)),
                            kj_class_code(cases[i].class));
    }
}
