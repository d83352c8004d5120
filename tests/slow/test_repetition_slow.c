/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thousands of positions in which the law of repetition takes moves, against the oracle with history. */
#include "tests/support/loops.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void agree(NvRepeat repeat, int past, unsigned wanted, uint64_t seed)
{
    LoopsPlan plan = {.game = "ogi",
                      .repeat = repeat,
                      .past = past,
                      .seed = seed,
                      .wanted = wanted,
                      .nodes = 1000000,
                      .max_positions = 300,
                      .max_visits = 20000};
    LoopsCount count;
    bool same = loops_run(&plan, &count);
    loops_print(&plan, &count);
    assert_true(same);
    assert_true(count.differ > wanted / 20);
    assert_true(count.solver_gave_up <= wanted / 100);
}

static void test_the_literal_reading_agrees_with_brute_force(void **state)
{
    (void)state;
    agree(NV_REPEAT_LITERAL, 0, 3000, 1);
}

static void test_the_pair_reading_agrees_with_brute_force(void **state)
{
    (void)state;
    agree(NV_REPEAT_PAIR, 0, 1500, 2);
}

static void test_a_past_counts_as_brute_force_says(void **state)
{
    (void)state;
    agree(NV_REPEAT_LITERAL, 12, 500, 3);
    agree(NV_REPEAT_PAIR, 12, 500, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_literal_reading_agrees_with_brute_force),
        cmocka_unit_test(test_the_pair_reading_agrees_with_brute_force),
        cmocka_unit_test(test_a_past_counts_as_brute_force_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
