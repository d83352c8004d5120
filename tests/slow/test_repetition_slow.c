/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thousands of positions in which the law of repetition takes moves, against the oracle with
 * history. */
#include "tests/support/cmocka.h"
#include "tests/support/solver/loops.h"
#include "tests/support/solver/short_law.h"

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

static void test_a_past_of_any_moves_counts_as_brute_force_says(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        ShortLawPlan plan = {.attacks = i % 3,
                             .stalemate_wins = i / 3 % 2,
                             .repeat = i / 6 ? NV_REPEAT_PAIR : NV_REPEAT_LITERAL,
                             .past = 12,
                             .within = 3,
                             .seed = 7 + i,
                             .drawn = 10000};
        ShortLawCount count;
        bool same = short_law_run(&plan, &count);
        print_message("attacker's moves %d, stalemate wins %d, law %d: %u decided, %u mates, %u "
                      "certified, %u not within the limit\n",
                      (int)plan.attacks, plan.stalemate_wins, (int)plan.repeat, count.decided,
                      count.mates, count.certified, count.limited);
        assert_true(same);
        assert_true(count.limited <= count.decided / 100);
    }
}

static void agree_by_count(const char *game, int count, bool mutual_loses, int past,
                           unsigned wanted)
{
    static const LoopsPlan limits = {
        .seed = 5, .nodes = 1000000, .max_positions = 300, .max_visits = 20000};
    LoopsCount counts;
    assert_true(loops_run_count(&limits, game, count, mutual_loses, past, wanted, &counts));
    assert_true(counts.mates > 0);
}

static void test_laws_that_count_agree_with_brute_force(void **state)
{
    (void)state; // [R1.14] [R1.15] [R1.16]
    agree_by_count("shogi", 2, false, 0, 1500);
    agree_by_count("shogi", 3, true, 0, 300);
    agree_by_count("56shogi", 2, true, 0, 1000);
    agree_by_count("minishogi", 2, false, 0, 500);
    agree_by_count("shogi", 3, false, 8, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_literal_reading_agrees_with_brute_force),
        cmocka_unit_test(test_the_pair_reading_agrees_with_brute_force),
        cmocka_unit_test(test_a_past_counts_as_brute_force_says),
        cmocka_unit_test(test_a_past_of_any_moves_counts_as_brute_force_says),
        cmocka_unit_test(test_laws_that_count_agree_with_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
