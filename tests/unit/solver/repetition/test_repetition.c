/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mates by the law of repetition: named positions, and the oracle that carries the whole game
 * along. */
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/loops.h"
#include "tests/support/solver/short_law.h"

static void agree(NvRepeat repeat, int past, unsigned wanted)
{
    LoopsPlan plan = {.game = "ogi",
                      .repeat = repeat,
                      .past = past,
                      .seed = 20261121,
                      .wanted = wanted,
                      .nodes = 300000,
                      .max_positions = 200,
                      .max_visits = 10000};
    LoopsCount count;
    bool same = loops_run(&plan, &count);
    loops_print(&plan, &count);
    assert_true(same);
    assert_true(count.differ > wanted / 20);
    assert_true(count.certified >= wanted); // every verdict
    assert_int_equal(count.uncertified, 0);
}

static void test_the_literal_reading_agrees_with_brute_force(void **state)
{
    (void)state;
    agree(NV_REPEAT_LITERAL, 0, SAMPLES(40, 10));
}

static void test_the_pair_reading_agrees_with_brute_force(void **state)
{
    (void)state;
    agree(NV_REPEAT_PAIR, 0, SAMPLES(20, 6));
}

static void test_a_past_counts_as_brute_force_says(void **state)
{
    (void)state;
    agree(NV_REPEAT_LITERAL, 8, 12);
    agree(NV_REPEAT_PAIR, 8, 12);
}

/* Of the short mates after a past of any moves: quiet ones, to and fro, unsafe ones. */
static void agree_after(NvAttacks attacks, bool stalemate_wins, uint64_t seed, unsigned drawn)
{
    for (NvRepeat repeat = NV_REPEAT_LITERAL; repeat <= NV_REPEAT_PAIR; repeat++) {
        ShortLawPlan plan = {attacks, stalemate_wins, repeat, 10, 3, seed, drawn};
        ShortLawCount count;
        bool same = short_law_run(&plan, &count);
        print_message("attacker's moves %d: %u decided, %u mates, %u certified\n", (int)attacks,
                      count.decided, count.mates, count.certified);
        assert_true(same);
        assert_true(count.mates > 0 && count.certified + count.limited == count.decided);
    }
}

static void test_a_past_of_any_moves_counts_as_brute_force_says(void **state)
{
    (void)state; // [R12.5] [R12.18]
    // A mated king was left to be taken once: the same mate again may be forbidden.
    agree_after(NV_ATTACK_CHECKS, true, 1, SAMPLES(600, 150));
    agree_after(NV_ATTACK_ZUGZWANG, false, 1, SAMPLES(200, 50));
    agree_after(NV_ATTACK_ALL, false, 1, SAMPLES(150, 40));
    agree_after(NV_ATTACK_ALL, true, 1, SAMPLES(100, 30));
}

static void agree_by_count(const char *game, int count, bool mutual_loses, int past,
                           unsigned wanted)
{
    static const LoopsPlan limits = {
        .seed = 20261121, .nodes = 300000, .max_positions = 200, .max_visits = 10000};
    LoopsCount counts;
    assert_true(loops_run_count(&limits, game, count, mutual_loses, past, wanted, &counts));
}

static void test_laws_that_count_agree_with_brute_force(void **state)
{
    (void)state; // [R1.14] [R1.15] [R1.16] [R12.21]
    agree_by_count("shogi", 2, false, 0, SAMPLES(25, 6));
    agree_by_count("shogi", 3, true, 0, SAMPLES(8, 3));
    agree_by_count("56shogi", 2, true, 0, SAMPLES(25, 6));
}

static void test_a_past_that_counts(void **state)
{
    (void)state;
    agree_by_count("shogi", 3, false, 8, SAMPLES(8, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_literal_reading_agrees_with_brute_force),
        cmocka_unit_test(test_the_pair_reading_agrees_with_brute_force),
        cmocka_unit_test(test_a_past_counts_as_brute_force_says),
        cmocka_unit_test(test_a_past_of_any_moves_counts_as_brute_force_says),
        cmocka_unit_test(test_laws_that_count_agree_with_brute_force),
        cmocka_unit_test(test_a_past_that_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
