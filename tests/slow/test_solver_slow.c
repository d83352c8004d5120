/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Solver and brute force agree on thousands of random problems of every game, longer ones than the
 * quick suite can afford. Set KANJU_TEST_SEED to compare on others than last time; the seed in use
 * is printed.
 */
#include "tests/support/solver_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WANTED = 20000, NODES = 10000, POSITIONS = 5000, NAIVE = 25 };

static void compare(const char *game, bool try_on)
{
    const char *seed = getenv("KANJU_TEST_SEED");
    SolverCheckPlan plan = {.game = game,
                            .try_on = try_on,
                            .seed = seed ? strtoull(seed, NULL, 0) : 1710,
                            .wanted = WANTED,
                            .nodes = NODES,
                            .max_positions = POSITIONS,
                            .naive_below = NAIVE};
    print_message("%s: seed %llu\n", game, (unsigned long long)plan.seed);
    SolverCheckCount count;
    bool same = solver_check_run(&plan, &count);
    solver_check_print(&plan, &count);
    assert_true(same);
    assert_int_equal(count.decided, WANTED);
    assert_true(count.mates > WANTED * 3 / 10);
    assert_true(count.longest >= 11);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
