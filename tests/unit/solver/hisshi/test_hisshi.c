/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 必至: the search and brute force agree on random positions of every game. */
#include "solver/hisshi/hisshi.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/hisshi_check.h"

enum { WANTED = 40, NODES = 300, POSITIONS = 500, SEED = 20261122 };

static void compare(const char *game)
{
    HisshiCheckPlan plan = {
        .game = game, .seed = SEED, .wanted = WANTED, .nodes = NODES, .max_nodes = POSITIONS};
    HisshiCheckCount count;
    bool same = hisshi_check_run(&plan, &count);
    hisshi_check_print(&plan, &count);
    assert_true(same);
    assert_true(count.decided >= WANTED);
}

static void test_shogi_agrees_with_brute_force(void **state)
{
    (void)state;
    compare("shogi");
}

static void test_56shogi_agrees_with_brute_force(void **state)
{
    (void)state;
    compare("56shogi");
}

static void test_ogi_agrees_with_brute_force(void **state)
{
    (void)state;
    compare("ogi");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi_agrees_with_brute_force),
        cmocka_unit_test(test_56shogi_agrees_with_brute_force),
        cmocka_unit_test(test_ogi_agrees_with_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
