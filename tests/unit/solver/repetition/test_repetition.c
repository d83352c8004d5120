/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mates by the law of repetition, against the oracle that carries the whole game along; in
 * tests/slow on thousands of positions. */
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/loops.h"
#include "tests/support/solver/short_law.h"

static const LoopsPlan limits = {.seed = SIZES(5, 20261121, 20261121),
                                 .nodes = SIZES(1000000, 300000, 300000),
                                 .max_positions = SIZES(300, 200, 200),
                                 .max_visits = SIZES(20000, 10000, 10000)};

static void agree(NvRepeat repeat, int past, unsigned wanted)
{
    LoopsPlan plan = limits;
    plan.game = "ogi";
    plan.repeat = repeat;
    plan.past = past;
    plan.wanted = wanted;
    LoopsCount count;
    bool same = loops_run(&plan, &count);
    loops_print(&plan, &count);
    assert_true(same);
    assert_true(count.differ > wanted / 20);
    if (SLOW_SUITE) { // long ones cost too much to certify
        assert_true(count.solver_gave_up <= wanted / 100);
        return;
    }
    assert_true(count.certified >= wanted); // every verdict
    assert_int_equal(count.uncertified, 0);
}

TEST(the_literal_reading_agrees_with_brute_force)
{
    agree(NV_REPEAT_LITERAL, 0, SIZES(3000, 40, 10));
}

TEST(the_pair_reading_agrees_with_brute_force)
{
    agree(NV_REPEAT_PAIR, 0, SIZES(1500, 20, 6));
}

TEST(a_past_counts_as_brute_force_says)
{
    agree(NV_REPEAT_LITERAL, SIZES(12, 8, 8), SIZES(500, 12, 12));
    agree(NV_REPEAT_PAIR, SIZES(12, 8, 8), SIZES(500, 12, 12));
}

/* Of the short mates after a past of any moves: quiet ones, to and fro, unsafe ones. */
static void agree_after(NvAttacks attacks, bool stalemate_wins, unsigned drawn)
{
    for (NvRepeat repeat = NV_REPEAT_LITERAL; repeat <= NV_REPEAT_PAIR; repeat++) {
        ShortLawPlan plan = {attacks, stalemate_wins, repeat, SIZES(12, 10, 10),
                             3,       SIZES(7, 1, 1), drawn};
        ShortLawCount count;
        bool same = short_law_run(&plan, &count);
        print_message("attacker's moves %d: %u decided, %u mates, %u certified, %u not within the "
                      "limit\n",
                      (int)attacks, count.decided, count.mates, count.certified, count.limited);
        assert_true(same);
        assert_true(count.mates > 0 && count.certified + count.limited == count.decided);
        assert_true(!SLOW_SUITE || count.limited <= count.decided / 100);
    }
}

TEST(a_past_of_any_moves_counts_as_brute_force_says)
{
    // [R12.5] [R12.18]
    // A mated king was left to be taken once: the same mate again may be forbidden.
    agree_after(NV_ATTACK_CHECKS, true, SIZES(10000, 600, 150));
    agree_after(NV_ATTACK_ZUGZWANG, false, SIZES(10000, 200, 50));
    agree_after(NV_ATTACK_ALL, false, SIZES(10000, 150, 40));
    agree_after(NV_ATTACK_ALL, true, SIZES(10000, 100, 30));
    if (SLOW_SUITE) {
        agree_after(NV_ATTACK_CHECKS, false, 10000);
        agree_after(NV_ATTACK_ZUGZWANG, true, 10000);
    }
}

static void agree_by_count(const char *game, int count, bool mutual_loses, int past,
                           unsigned wanted)
{
    LoopsCount counts;
    assert_true(loops_run_count(&limits, game, count, mutual_loses, past, wanted, &counts));
    assert_true(!SLOW_SUITE || counts.mates > 0);
}

TEST(laws_that_count_agree_with_brute_force)
{
    // [R1.14] [R1.15] [R1.16] [R12.21]
    agree_by_count("shogi", 2, false, 0, SIZES(1500, 25, 6));
    agree_by_count("shogi", 3, true, 0, SIZES(300, 8, 3));
    agree_by_count("56shogi", 2, true, 0, SIZES(1000, 25, 6));
    if (SLOW_SUITE)
        agree_by_count("minishogi", 2, false, 0, 500);
}

TEST(a_past_that_counts)
{
    agree_by_count("shogi", 3, false, 8, SIZES(300, 8, 3));
}
