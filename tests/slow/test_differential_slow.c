/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Core and the naive rules agree on a million random positions of every game. Set KANJU_TEST_SEED
 * to compare on others than last time; the seed in use is printed.
 */
#include "tests/support/rules/differential.h"

#include <stdlib.h>

#include "tests/support/cmocka.h"

enum { POSITIONS = 1000000, TREE_EVERY = 1000 };

static uint64_t chosen_seed(void)
{
    const char *text = getenv("KANJU_TEST_SEED");
    return text ? strtoull(text, NULL, 0) : 1755;
}

static void compare(DifferentialGame what)
{
    uint64_t seed = chosen_seed();
    print_message("%s: seed %llu\n", what.game, (unsigned long long)seed);
    DifferentialCount count;
    bool same = differential_run(&what, seed, POSITIONS, TREE_EVERY, &count);
    print_message("%s: %llu positions, %llu moves, %llu checks, %llu mates, %llu tries, "
                  "%llu pawn drop mates, %llu trees\n",
                  what.game, (unsigned long long)count.positions, (unsigned long long)count.moves,
                  (unsigned long long)count.checks, (unsigned long long)count.mates,
                  (unsigned long long)count.tries, (unsigned long long)count.drop_mates,
                  (unsigned long long)count.trees);
    assert_true(same);
    assert_int_equal(count.positions, POSITIONS);
    assert_true(count.mates > POSITIONS / 100);
}

static void test_shogi_agrees_on_a_million_positions(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "shogi"});
}

static void test_56shogi_agrees_on_a_million_positions(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "56shogi"});
}

static void test_ogi_agrees_on_a_million_positions(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "ogi"});
}

static void test_minishogi_agrees_on_a_million_positions(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "minishogi"});
}

static void test_gorogoro_agrees_on_a_million_positions(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "gorogoro"});
}

static void test_dobutsu_agrees_on_a_million_positions(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "dobutsu"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi_agrees_on_a_million_positions),
        cmocka_unit_test(test_56shogi_agrees_on_a_million_positions),
        cmocka_unit_test(test_ogi_agrees_on_a_million_positions),
        cmocka_unit_test(test_minishogi_agrees_on_a_million_positions),
        cmocka_unit_test(test_gorogoro_agrees_on_a_million_positions),
        cmocka_unit_test(test_dobutsu_agrees_on_a_million_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
