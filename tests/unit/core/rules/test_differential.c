/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Core and the naive rules agree on ten thousand random positions of every game, in tests/slow on a
 * million.
 */
#include "tests/support/cmocka.h"
#include "tests/support/rules/differential.h"
#include "tests/support/sampling.h"

enum {
    POSITIONS = SIZES(1000000, 10000, 1000),
    TREE_EVERY = SIZES(1000, 50, 20),
    SOME = SIZES(20000, 2000, 500), // of a game with two royal kinds: its naive rules are slow
    SEED = SIZES(1755, 20241120, 20241120)
};

/* Compares, and makes sure that the positions had enough of everything in them. */
static void compare_on(DifferentialGame what, unsigned positions)
{
    uint64_t seed = sampling_seed(SEED);
    DifferentialCount count;
    bool same = differential_run(&what, seed, positions, TREE_EVERY, &count);
    print_message("%s: seed %llu, %u positions, %u moves, %u checks, %u mates, %u tries, %u pawn "
                  "drop mates\n",
                  what.game, (unsigned long long)seed, (unsigned)count.positions,
                  (unsigned)count.moves, (unsigned)count.checks, (unsigned)count.mates,
                  (unsigned)count.tries, (unsigned)count.drop_mates);
    assert_true(same);
    assert_int_equal(count.positions, positions);
    assert_true(count.in_check > positions / 20);
    assert_true(count.checks > positions / 2);
    assert_true(count.mates > positions / 50);
    assert_true(count.trees > 20);
}

static void compare(DifferentialGame what)
{
    compare_on(what, POSITIONS);
}

static void test_shogi_agrees(void **state)
{
    (void)state; // [R0.5] [R11.5]
    compare((DifferentialGame){.game = "shogi"});
}

static void test_shogi_with_the_try_agrees(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "shogi", .try_on = true});
}

static void test_odd_starts_agree(void **state)
{
    (void)state; // [R7.2] [R7.3]
    compare((DifferentialGame){.game = "shogi", .odd = true});
}

static void test_56shogi_agrees(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "56shogi"});
}

static void test_ogi_agrees(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "ogi"});
}

static void test_minishogi_agrees(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "minishogi"});
}

static void test_gorogoro_agrees(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "gorogoro"});
}

static void test_dobutsu_agrees(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "dobutsu"});
}

static void test_dobutsu_without_lions_into_capture_agrees(void **state)
{
    (void)state;
    compare((DifferentialGame){.game = "dobutsu", .refuse_lion = true});
}

static void test_suizo_agrees(void **state)
{
    (void)state; // [R14.3] [R14.4] [R14.5]
    compare_on((DifferentialGame){.game = "suizo"}, SOME);
}

static void test_suizo_with_elephants_in_hand_agrees(void **state)
{
    (void)state; // [R14.6]
    compare_on((DifferentialGame){.game = "suizo", .elephant_to_hand = true, .try_on = true}, SOME);
}

static void test_suizo_without_drops_agrees(void **state)
{
    (void)state; // [R14.7]
    compare_on((DifferentialGame){.game = "suizo", .no_drops = true}, SOME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi_agrees),
        cmocka_unit_test(test_shogi_with_the_try_agrees),
        cmocka_unit_test(test_odd_starts_agree),
        cmocka_unit_test(test_56shogi_agrees),
        cmocka_unit_test(test_ogi_agrees),
        cmocka_unit_test(test_minishogi_agrees),
        cmocka_unit_test(test_gorogoro_agrees),
        cmocka_unit_test(test_dobutsu_agrees),
        cmocka_unit_test(test_dobutsu_without_lions_into_capture_agrees),
        cmocka_unit_test(test_suizo_agrees),
        cmocka_unit_test(test_suizo_with_elephants_in_hand_agrees),
        cmocka_unit_test(test_suizo_without_drops_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
