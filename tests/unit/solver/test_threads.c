/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several threads at one problem: verdict and length are those of brute force and of one thread,
 * however large the table, and a search stops when it is told to.
 */

#include "solver/search/search.h"
#include "solver/search/team.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/solver_check.h"

enum { SEED = 20261123, WANTED = SAMPLES(30, 10), NODES = 1000, POSITIONS = 500 };

static void agree(const char *game, unsigned threads)
{
    const SolverCheckPlan plan = {.game = game,
                                  .seed = SEED + threads,
                                  .wanted = WANTED,
                                  .nodes = NODES,
                                  .max_positions = POSITIONS,
                                  .audit_every = 2,
                                  .threads = threads};
    SolverCheckCount count;
    bool same = solver_check_run(&plan, &count);
    solver_check_print(&plan, &count);
    assert_true(same);
    assert_int_equal(count.decided, WANTED);
}

static void test_two_threads_agree_with_brute_force(void **state)
{
    (void)state;
    agree("shogi", 2);
    agree("56shogi", 2);
    agree("ogi", 2);
}

static void test_five_threads_agree_with_brute_force(void **state)
{
    (void)state;
    agree("shogi", 5);
    agree("minishogi", 5);
    agree("ogi", 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_threads_agree_with_brute_force),
        cmocka_unit_test(test_five_threads_agree_with_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
