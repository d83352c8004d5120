/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An author's line as a proof: lines of solved problems are proved, and every damaged one is
 * not. */
#include "solver/follow.h"

#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

static KjSolver *new_solver(void)
{
    const KjSolverOptions options = {
        .memory_mib = 16, .find_shortest = true, .loops = KJ_LOOPS_FAIL};
    KjSolver *solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    return solver;
}

/* Small problems, with mates of 3 to 7 plies. */
static const char *const problems[] = {
    "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1",
    "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1",
    "8k/9/8p/7N1/9/9/9/9/9 b RGr2b3g4s3n4l17p 1",
};

static void follow(const char *sfen, const KjMove *line, unsigned n, KjFollow *out)
{
    KjPosition pos = position_from(kj_game_find("shogi"), sfen);
    g_autoptr(KjSolver) solver = new_solver();
    const KjLimits limits = {.nodes = 1000000};
    kj_follow_line(solver, &pos, KJ_SENTE, line, n, &limits, out);
}

TEST(the_line_of_a_solution_is_a_proof)
{
    const KjLimits limits = {.nodes = 1000000};
    for (size_t i = 0; i < G_N_ELEMENTS(problems); i++) {
        KjPosition pos = position_from(kj_game_find("shogi"), problems[i]);
        g_autoptr(KjSolver) solver = new_solver();
        KjResult result;
        kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
        if (result.verdict != KJ_MATE) {
            KjFollow none;
            follow(problems[i], NULL, 0, &none);
            assert_int_equal(none.verdict, KJ_FOLLOW_BROKEN);
            assert_int_equal(none.breaks, KJ_BREAK_NO_MATE);
            kj_follow_clear(&none);
            kj_result_clear(&result);
            continue;
        }
        for (unsigned n = 0; n <= result.n_line; n++) {
            KjFollow out;
            follow(problems[i], result.line, n, &out);
            assert_int_equal(out.verdict, KJ_FOLLOW_PROVED);
            assert_int_equal(out.n_line, n);
            assert_true(out.longest >= result.plies);
            kj_follow_clear(&out);
        }
        kj_result_clear(&result);
    }
}

TEST(a_wrong_first_move_breaks_or_mates)
{
    // whatever the first move, the verdict is that of the position after it
    const KjLimits limits = {.nodes = 1000000};
    for (size_t i = 0; i < G_N_ELEMENTS(problems); i++) {
        KjPosition pos = position_from(kj_game_find("shogi"), problems[i]);
        KjMoveList list;
        kj_gen_legal(&pos, &list);
        for (unsigned m = 0; m < list.n; m++) {
            KjFollow out;
            follow(problems[i], &list.move[m], 1, &out);
            if (!kj_gives_check(&pos, list.move[m])) {
                assert_int_equal(out.breaks, KJ_BREAK_QUIET);
            } else {
                KjPosition after = kj_position_after(&pos, list.move[m]);
                g_autoptr(KjSolver) solver = new_solver();
                g_auto(KjResult) result;
                kj_solver_solve(solver, &after, KJ_SENTE, &limits, &result);
                assert_int_equal(out.verdict == KJ_FOLLOW_PROVED, result.verdict == KJ_MATE);
            }
            kj_follow_clear(&out);
        }
    }
}
