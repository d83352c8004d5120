/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Solver and brute force agree on thousands of random problems of every game, longer ones than the
 * quick suite can afford. Set KANJU_TEST_SEED to compare on others than last time; the seed in use
 * is printed.
 */
#include "tests/support/problems/random_problem.h"
#include "tests/support/solver/solver_check.h"

#include <stdlib.h>

#include "tests/support/cmocka.h"

enum { WANTED = 10000, NODES = 3000, POSITIONS = 1500, NAIVE = 25 };

static void compare(const char *game, bool try_on)
{
    const char *seed = getenv("KANJU_TEST_SEED");
    SolverCheckPlan plan = {.game = game,
                            .try_on = try_on,
                            .seed = seed ? strtoull(seed, NULL, 0) : 1710,
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
    assert_true(count.mates > WANTED * 3 / 10);
    if (!seed) // what other ones give is not known
        assert_true(count.longest >= 11);
}

/* Other attackers' moves than checks: trees too wide for more. */
static void compare_moves(const char *game, KjAttackerMoves moves)
{
    SolverCheckPlan plan = {.game = game,
                            .moves = moves,
                            .seed = 1710,
                            .wanted = 500,
                            .nodes = 1000,
                            .max_positions = 3000,
                            .audit_every = 2};
    SolverCheckCount count;
    bool same = solver_check_run(&plan, &count);
    solver_check_print(&plan, &count);
    assert_true(same);
}

static void test_zugzwang_and_quiet_moves_agree_with_brute_force(void **state)
{
    (void)state;
    static const char *const game[] = {"dobutsu", "gorogoro", "minishogi", "56shogi", "ogi"};
    for (size_t i = 0; i < sizeof game / sizeof game[0]; i++) {
        compare_moves(game[i], KJ_CHECKS_OR_ZUGZWANG);
        compare_moves(game[i], KJ_ALL_MOVES);
    }
}

/* How a problem is asked again: with less memory, and turned. */
typedef struct {
    size_t memory_mib;
    bool mirrored, flipped;
    KjSolver *solver;
    unsigned agree, undecided;
} Again;

static void ask_again(Again *again, const KjPosition *pos, const KjResult *before, uint64_t nodes)
{
    KjPosition mirrored, turned;
    KjResult result;
    KjLimits limits = {.nodes = nodes};
    mirrored = *pos;
    if (again->mirrored)
        kj_position_mirror(&mirrored, pos);
    turned = mirrored;
    if (again->flipped)
        kj_position_flip(&turned, &mirrored);
    kj_solver_solve(again->solver, &turned, again->flipped ? KJ_GOTE : KJ_SENTE, &limits, &result);
    bool decided = result.verdict != KJ_UNKNOWN;
    assert_true(!decided || result.verdict == before->verdict);
    if (decided && before->plies_proved && result.plies_proved)
        assert_int_equal(result.pure_plies, before->pure_plies);
    again->agree += decided;
    again->undecided += !decided;
    kj_result_clear(&result);
}

/*
 * Problems beyond brute force: tables that forget, the mirror image and the other colours must give
 * the same verdict and length as a table that holds everything.
 */
static void compare_with_smaller_tables(const char *game)
{
    enum { HARD = 25, LEAST_NODES = 20000, MOST_NODES = 300000, ENOUGH = 20 };
    Again again[] = {{.memory_mib = 1, .mirrored = true},
                     {.memory_mib = 2, .flipped = true},
                     {.memory_mib = 8, .mirrored = true, .flipped = true}};
    KjSolverOptions large = solver_check_options(256);
    g_autoptr(KjSolver) first = kj_solver_new(&large, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(again); i++) {
        KjSolverOptions options = solver_check_options(again[i].memory_mib);
        again[i].solver = kj_solver_new(&options, NULL);
    }
    NvRng rng = {1711};
    for (unsigned hard = 0; hard < HARD;) {
        KjPosition pos;
        KjResult result;
        KjLimits limits = {.nodes = MOST_NODES};
        random_problem(&pos, kj_game_find(game), &rng);
        kj_solver_solve(first, &pos, KJ_SENTE, &limits, &result);
        if (result.verdict != KJ_UNKNOWN && result.nodes > LEAST_NODES) {
            hard++;
            for (size_t i = 0; i < G_N_ELEMENTS(again); i++)
                ask_again(&again[i], &pos, &result, ENOUGH * result.nodes);
        }
        kj_result_clear(&result);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(again); i++) {
        print_message("%s, %zu MiB: %u hard problems agree, %u undecided\n", game,
                      again[i].memory_mib, again[i].agree, again[i].undecided);
        assert_true(again[i].agree > HARD / 2);
        kj_solver_free(again[i].solver);
    }
}

static void test_small_tables_mirror_images_and_other_colours_give_the_same_answers(void **state)
{
    (void)state;
    static const char *const game[] = {"minishogi", "gorogoro", "56shogi", "ogi", "shogi"};
    for (size_t i = 0; i < sizeof game / sizeof game[0]; i++)
        compare_with_smaller_tables(game[i]);
}

static void test_shogi_agrees_with_brute_force_on_thousands(void **state)
{
    (void)state;
    compare("shogi", false);
}

static void test_shogi_with_the_try_agrees_with_brute_force_on_thousands(void **state)
{
    (void)state;
    compare("shogi", true);
}

static void test_56shogi_agrees_with_brute_force_on_thousands(void **state)
{
    (void)state;
    compare("56shogi", false);
}

static void test_ogi_agrees_with_brute_force_on_thousands(void **state)
{
    (void)state;
    compare("ogi", false);
}

static void test_minishogi_agrees_with_brute_force_on_thousands(void **state)
{
    (void)state;
    compare("minishogi", false);
}

static void test_gorogoro_agrees_with_brute_force_on_thousands(void **state)
{
    (void)state;
    compare("gorogoro", false);
}

static void test_dobutsu_agrees_with_brute_force_on_thousands(void **state)
{
    (void)state;
    compare("dobutsu", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi_agrees_with_brute_force_on_thousands),
        cmocka_unit_test(test_shogi_with_the_try_agrees_with_brute_force_on_thousands),
        cmocka_unit_test(test_56shogi_agrees_with_brute_force_on_thousands),
        cmocka_unit_test(test_ogi_agrees_with_brute_force_on_thousands),
        cmocka_unit_test(test_minishogi_agrees_with_brute_force_on_thousands),
        cmocka_unit_test(test_gorogoro_agrees_with_brute_force_on_thousands),
        cmocka_unit_test(test_dobutsu_agrees_with_brute_force_on_thousands),
        cmocka_unit_test(test_zugzwang_and_quiet_moves_agree_with_brute_force),
        cmocka_unit_test(test_small_tables_mirror_images_and_other_colours_give_the_same_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
