/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_conventional.c with other seeds, more positions and longer mates. */
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/conventional_check.h"
#include "tests/support/works.h"

enum { DEPTH = 7, WANTED = 2000, SEED = 7 };

TEST(every_rule_agrees_with_brute_force)
{
    static const char *const games[] = {"shogi", "56shogi", "ogi"};
    for (KjInterpositions rule = KJ_INTERPOSITIONS_STD2; rule <= KJ_INTERPOSITIONS_RESTORE;
         rule++) {
        for (unsigned i = 0; i < G_N_ELEMENTS(games); i++) {
            ConventionalPlan plan = {games[i], rule, SEED, DEPTH, WANTED, 0, NULL};
            ConventionalCount count;
            assert_true(conventional_check(&plan, &count));
            assert_int_equal(count.compared, WANTED);
        }
    }
}

TEST(tolerance_agrees_with_brute_force)
{
    // [R12.22]
    static const char *const games[] = {"shogi", "56shogi", "ogi", "minishogi"};
    unsigned tolerated = 0; // rare in shogi, where pieces left over seldom cost plies
    for (unsigned i = 0; i < 2 * G_N_ELEMENTS(games); i++) {
        KjInterpositions rule = i % 2 ? KJ_INTERPOSITIONS_WIDE : KJ_INTERPOSITIONS_STD2;
        for (unsigned tolerance = 2; tolerance <= 4; tolerance += 2) {
            ConventionalPlan plan = {games[i / 2], rule, SEED, DEPTH, 200, tolerance, NULL};
            ConventionalCount count;
            assert_true(conventional_check(&plan, &count));
            tolerated += count.tolerated;
        }
    }
    assert_true(tolerated > 40);
}

TEST(tours_agree_with_brute_force)
{
    // [R12.23]
    const char *seed = "5/1k1B1/3R1/P1p2/p4/3Pg b 4Pg2s 1";
    ConventionalPlan plan = {"56shogi", KJ_INTERPOSITIONS_RESTORE, 77, DEPTH, 400, 0, seed};
    ConventionalCount count;
    assert_true(conventional_check(&plan, &count));
    assert_int_equal(count.compared, plan.wanted);
    assert_true(count.tours > plan.wanted / 2);
}

/*
 * YaneuraOu #116: each of 17 pawns put in between sends the horse back to where it began, 18 plies.
 */
TEST(long_horse_saw)
{
    const KjSolverOptions options = {.attacker_moves = KJ_CHECKS_ONLY,
                                     .interpositions = KJ_INTERPOSITIONS_RESTORE,
                                     .memory_mib = 64,
                                     .find_shortest = true};
    const KjLimits limits = {.nodes = 20000000};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_auto(KjResult) result;
    KjPosition pos = position_of("7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1");
    kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
    assert_true(result.plies_proved && result.pure_proved && result.line_complete);
    assert_int_equal(result.plies, 45);
    assert_int_equal(result.pure_plies, 353);
}
