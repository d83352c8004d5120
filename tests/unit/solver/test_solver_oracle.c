/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Solver and brute force agree on the verdict and the exact length of random problems of every
 * game; every main line is exact, and what the table claims of other positions is true. In
 * tests/slow these are many thousands, with longer mates.
 */
#include "tests/naive/oracle.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/switches.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/solver_check.h"

enum {
    WANTED = SIZES(10000, 300, 60),
    NODES = SIZES(3000, 1000, 1000),
    POSITIONS = SIZES(1500, 500, 500),
    NAIVE = SIZES(25, 20, 20),
    LONGEST = SIZES(11, 5, 5),
    SEED = SIZES(1710, 20261120, 20261120)
};

static void compare_by(const char *game, const KjRules *rules)
{
    SolverCheckPlan plan = {.game = game,
                            .rules = rules,
                            .seed = sampling_seed(SEED),
                            .wanted = WANTED,
                            .nodes = NODES,
                            .max_positions = POSITIONS,
                            .audit_every = 1,
                            .naive_below = NAIVE};
    print_message("%s: seed %llu\n", game, (unsigned long long)plan.seed);
    SolverCheckCount count;
    bool same = solver_check_run(&plan, &count);
    solver_check_print(&plan, &count);
    assert_true(same);
    assert_int_equal(count.decided, WANTED);
    assert_in_range(count.mates, WANTED * 3 / 10, WANTED * 7 / 10);
    assert_true(count.defender_first > 0);
    if (plan.seed == SEED) // what other ones give is not known
        assert_true(count.longest >= LONGEST);
    assert_true(count.facts > WANTED);
    assert_true(count.naive >= WANTED / 50);
}

static void compare(const char *game)
{
    compare_by(game, NULL);
}

TEST(shogi_agrees_with_brute_force)
{
    compare("shogi");
}

TEST(shogi_with_the_try_agrees_with_brute_force)
{
    KjRules rules = kj_game_find("shogi")->rules;
    rules.try_rule = KJ_TRY_ON;
    compare_by("shogi", &rules);
}

TEST(56shogi_agrees_with_brute_force)
{
    compare("56shogi");
}

TEST(ogi_agrees_with_brute_force)
{
    compare("ogi");
}

TEST(minishogi_agrees_with_brute_force)
{
    compare("minishogi");
}

TEST(gorogoro_agrees_with_brute_force)
{
    compare("gorogoro");
}

TEST(dobutsu_agrees_with_brute_force)
{
    compare("dobutsu");
}

/* The game with two royal kinds [R14.8]: the defender may play anything while he has both, so the
 * trees are wide. Quietly: every fifth combination of the switches; fives meet all pairs of them. */
TEST(suizo_agrees_with_brute_force)
{
    unsigned longest = 0;
    for (unsigned i = 0; i < SWITCHES; i += SIZES(1, 5, 5)) {
        const KjRules rules = switches_at(kj_game_find("suizo"), i);
        const unsigned wanted = SIZES(i < 3 ? 1000 : 200, 20, 8);
        SolverCheckPlan plan = {.game = "suizo",
                                .rules = &rules,
                                .seed = sampling_seed(SEED) + i,
                                .wanted = wanted,
                                .nodes = SIZES(300, 100, 100),
                                .max_positions = POSITIONS,
                                .audit_every = 1,
                                .naive_below = NAIVE};
        SolverCheckCount count;
        bool same = solver_check_run(&plan, &count);
        print_message("%s: ", switches_text(i));
        solver_check_print(&plan, &count);
        assert_true(same);
        assert_int_equal(count.decided, wanted);
        assert_true(count.mates >= wanted / 5);
        longest = MAX(longest, count.longest);
    }
    assert_true(longest >= 3);
}

/* Quiet moves too: other rules of losing, trees too wide for long mates. */
static void compare_moves(const char *game, KjAttackerMoves moves)
{
    SolverCheckPlan plan = {.game = game,
                            .moves = moves,
                            .seed = SEED,
                            .wanted = SIZES(500, WANTED / 5, WANTED / 5),
                            .nodes = SIZES(1000, NODES / 2, NODES / 2),
                            .max_positions = SIZES(3000, POSITIONS, POSITIONS),
                            .audit_every = SIZES(2, 1, 1)};
    SolverCheckCount count;
    bool same = solver_check_run(&plan, &count);
    solver_check_print(&plan, &count);
    assert_true(same);
    assert_int_equal(count.decided, plan.wanted);
    assert_true(count.mates >= SIZES(1, plan.wanted / 4, plan.wanted / 4));
}

TEST(zugzwang_agrees_with_brute_force)
{
    static const char *const games[] = {"ogi", "minishogi", "dobutsu", "56shogi", "gorogoro"};
    for (unsigned i = 0; i < SIZES(5, 3, 3); i++)
        compare_moves(games[i], KJ_CHECKS_OR_ZUGZWANG);
}

TEST(general_wins_agree_with_brute_force)
{
    static const char *const games[] = {"gorogoro", "56shogi", "dobutsu", "minishogi", "ogi"};
    for (unsigned i = 0; i < SIZES(5, 3, 3); i++)
        compare_moves(games[i], KJ_ALL_MOVES);
}

/* Roots at which a king can be taken at once (R12.9), which brute force leaves out. */
TEST(kings_that_can_be_taken_are_judged_as_by_the_naive_rules)
{
    enum { ROOTS = 40 };
    const KjGame *game = kj_game_find("ogi");
    KjSolverOptions options = solver_check_options(1);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_autofree NvOracleResult *naive = g_new(NvOracleResult, 1);
    NvRng rng = {SEED};
    unsigned by_side[2] = {0, 0};
    while (by_side[0] + by_side[1] < ROOTS) {
        NvPos root;
        nv_random_position(&root, "ogi", &rng, NV_TSUME);
        if (!nv_can_capture_king(&root))
            continue;
        const NvOracleOptions question = {.attacker = NV_SENTE, .method = NV_BY_ALL};
        nv_oracle(&root, &question, naive);
        KjPosition pos;
        g_auto(KjResult) result;
        bridge_position(&pos, game, &root);
        solver_check_solve(solver, &pos, KJ_SENTE, &result);
        assert_int_equal(result.verdict == KJ_MATE, naive->verdict == NV_MATE);
        assert_int_equal(result.pure_plies, naive->verdict == NV_MATE ? naive->plies : 0);
        by_side[root.turn]++;
    }
    assert_true(by_side[NV_SENTE] > 0 && by_side[NV_GOTE] > 0);
}
