/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A work is checked, a piece is moved, and it is checked again: with guesses from the work before
 * (solver/search/proof_transfer.h) that costs a fraction where the solution stays. That they change
 * no word of a report: test_check_invariance.c.
 */
#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "solver/check/check.h"
#include "tests/support/cmocka.h"

enum { MEMORY_MIB = 64 };

/* The last 17 plies of 図巧 2, 28 and 87, and a piece that can stand elsewhere: from, to. */
static const char *const works[][3] = {
    {"9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1 moves 2h2g 2f1e 2g1f 2e1f", "4g",
     "5h"},
    {"6+PlG/6p2/2p1p1+r2/5S1k+p/6P1R/9/8P/9/9 b B3Nb3g3sn3l11p 1 moves 4d3c 3b3c B*1c 2d2c R*2d "
     "1d2d 1c2b+ 2c2b 1e1b+ 2b3a 1a2a 3a4a 2a3a 4a3a N*4c 3a4a 4c5a+ 4a5a N*6c 5a6a 6c7a+ 6a7a",
     "1g", "1h"},
    {"+b1l1S1g2/+N+P1pkP3/2r2RgN1/1p1P4N/2p6/2+B2N3/9/9/9 b 4P2g3s3l8p 1 moves P*5c 5b5a 4b4a+ "
     "5a6a 5c5b+ 6a5b 6d6c+ 7c6c 4c6c+ 5b6c R*5c 6c6d 5c5d 6d7c P*7d 7c6c P*6d 6c7d 6d6c+ 7d6c "
     "5d5c+ 6c5c 7f5d 5c5b P*5c 5b6a",
     "4f", "5g"},
};

/* Nodes the check of a position takes; a mate in 17. */
static uint64_t cost(KjSolver *solver, const KjPosition *pos)
{
    g_auto(KjReport) report;
    KjCheckOptions options = {.recorded_plies = -1};
    KjLimits limits = {0};
    kj_check(solver, pos, (KjSide)pos->side, &options, &limits, &report);
    assert_int_equal(report.plies, 17);
    assert_int_equal(report.n_open, 0);
    uint64_t searched = report.searched;
    return searched;
}

static unsigned square_of(const KjGame *game, const char *text)
{
    for (unsigned square = 0; square < game->t->squares; square++) {
        char name[KJ_SQUARE_TEXT];
        kj_square_write(game, square, name);
        if (g_str_equal(name, text))
            return square;
    }
    fail_msg("no square %s", text);
    return KJ_NO_SQUARE;
}

TEST(a_piece_moved_costs_a_fraction)
{
    KjSolverOptions options = {
        .loops = KJ_LOOPS_USUAL, .memory_mib = MEMORY_MIB, .find_shortest = true};
    uint64_t anew = 0, again = 0, back = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(works); i++) {
        g_auto(KjPositionText) text;
        KjPosition work, changed;
        assert_true(kj_position_text_read(works[i][0], NULL, &text, NULL));
        work = kj_position_text_end(&text);
        changed = work;
        kj_position_put(&changed, square_of(work.game, works[i][2]),
                        kj_position_remove(&changed, square_of(work.game, works[i][1])));
        g_autoptr(KjSolver) cold = kj_solver_new(&options, NULL);
        g_autoptr(KjSolver) warm = kj_solver_new(&options, NULL);
        cost(warm, &work);
        anew += cost(cold, &changed);
        again += cost(warm, &changed);
        back += cost(warm, &work);
    }
    assert_true(again * 5 < anew * 2);
    assert_true(back * 50 < anew);
}
