/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 必至: search and brute force agree on thousands of random positions of every game, with and
 * without the attacker's king, on verdict, length and every move of the main line. Set
 * KANJU_TEST_SEED to compare on others than last time; the seed in use is printed.
 */
#include <stdlib.h>

#include "solver/hisshi/hisshi.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/hisshi_check.h"

/* Many small positions, and some with longer lines. */
static void compare(const char *game)
{
    static const struct {
        unsigned wanted;
        uint64_t nodes;
        size_t positions;
    } size[] = {{5000, 300, 500}, {300, 1500, 3000}};
    const char *seed = getenv("KANJU_TEST_SEED");
    for (unsigned i = 0; i < G_N_ELEMENTS(size); i++) {
        HisshiCheckPlan plan = {.game = game,
                                .seed = seed ? strtoull(seed, NULL, 0) : 20261123,
                                .wanted = size[i].wanted,
                                .nodes = size[i].nodes,
                                .max_nodes = size[i].positions};
        print_message("%s: seed %llu\n", game, (unsigned long long)plan.seed);
        HisshiCheckCount count;
        bool same = hisshi_check_run(&plan, &count);
        hisshi_check_print(&plan, &count);
        assert_true(same);
        assert_true(count.decided >= plan.wanted);
        assert_true(count.both_kings > plan.wanted / 8);
        assert_true(count.by_length[1] > plan.wanted / 50);
    }
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
        cmocka_unit_test(test_56shogi_agrees_with_brute_force),
        cmocka_unit_test(test_ogi_agrees_with_brute_force),
        cmocka_unit_test(test_shogi_agrees_with_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
