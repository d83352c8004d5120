/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Core and the naive rules agree on ten thousand random positions of every game, in tests/slow on a
 * million.
 */
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/differential.h"
#include "tests/support/rules/switches.h"
#include "tests/support/sampling.h"

enum {
    POSITIONS = SIZES(1000000, 10000, 1000),
    TREE_EVERY = SIZES(1000, 50, 20),
    SOME = SIZES(5000, 300, 60),  // with each of several combinations of switches
    SOME_TREES = SIZES(10, 1, 1), // of these; a defender with two royal pieces may play anything
    SEED = SIZES(1755, 20241120, 20241120)
};

static DifferentialCount compare_on(DifferentialGame what, uint64_t seed, unsigned positions,
                                    unsigned tree_every)
{
    DifferentialCount count;
    bool same = differential_run(&what, seed, positions, tree_every, &count);
    print_message("%s: seed %llu, %u positions, %u moves, %u checks, %u mates, %u tries, %u pawn "
                  "drop mates\n",
                  what.game, (unsigned long long)seed, (unsigned)count.positions,
                  (unsigned)count.moves, (unsigned)count.checks, (unsigned)count.mates,
                  (unsigned)count.tries, (unsigned)count.drop_mates);
    assert_true(same);
    assert_int_equal(count.positions, positions);
    assert_true(count.in_check > positions / 20);
    assert_true(count.checks > positions / 2);
    return count;
}

/* Compares, and makes sure that the positions had enough of everything in them. */
static void compare(DifferentialGame what)
{
    DifferentialCount count = compare_on(what, sampling_seed(SEED), POSITIONS, TREE_EVERY);
    assert_true(count.mates > POSITIONS / 50);
    assert_true(count.trees > 20);
}

TEST(shogi_agrees)
{
    // [R0.5] [R11.5]
    compare((DifferentialGame){.game = "shogi"});
}

TEST(shogi_with_the_try_agrees)
{
    KjRules rules = kj_game_find("shogi")->rules;
    rules.try_rule = KJ_TRY_ON;
    compare((DifferentialGame){.game = "shogi", .rules = &rules});
}

TEST(odd_starts_agree)
{
    // [R7.2] [R7.3]
    compare((DifferentialGame){.game = "shogi", .odd = true});
}

TEST(56shogi_agrees)
{
    compare((DifferentialGame){.game = "56shogi"});
}

TEST(ogi_agrees)
{
    compare((DifferentialGame){.game = "ogi"});
}

TEST(minishogi_agrees)
{
    compare((DifferentialGame){.game = "minishogi"});
}

TEST(gorogoro_agrees)
{
    compare((DifferentialGame){.game = "gorogoro"});
}

TEST(dobutsu_agrees)
{
    compare((DifferentialGame){.game = "dobutsu"});
}

TEST(dobutsu_without_lions_into_capture_agrees)
{
    KjRules rules = kj_game_find("dobutsu")->rules;
    rules.lion_safe_only = true;
    compare((DifferentialGame){.game = "dobutsu", .rules = &rules});
}

/* A game with two royal kinds, whose naive rules are slow, under the switches that they have. */
TEST(suizo_agrees)
{
    // [R14.3] [R14.4] [R14.5] [R14.6] [R14.7]
    unsigned mates = 0, trees = 0, of_two = 0;
    for (unsigned i = 0; i < SWITCHES; i++) {
        KjRules rules = switches_at(kj_game_find("suizo"), i);
        if (rules.stalemate == KJ_STALEMATE_DRAW)
            continue; // it is about the end of a game
        print_message("%s: ", switches_text(i));
        DifferentialCount count = compare_on((DifferentialGame){.game = "suizo", .rules = &rules},
                                             sampling_seed(SEED) + i, SOME, SOME / SOME_TREES);
        mates += (unsigned)count.mates;
        trees += (unsigned)count.trees;
        of_two += (unsigned)count.of_two;
    }
    assert_true(mates > SOME / 10 && trees > SOME_TREES && of_two > SOME / 50);
}

TEST(one_of_two_royal_pieces_may_be_checked_while_the_other_is)
{
    // [R14.3]
    enum { CHECKS = 164 };
    NvPos naive;
    NvMove moves[NV_MAX_MOVES];
    KjPosition pos;
    KjMoveList checks;
    assert_true(nv_parse(&naive, "suizo", "9/9/5k3/9/9/3+E1L+e2/9/9/9 b RSg 1"));
    bridge_position(&pos, kj_game_find("suizo"), &naive);
    kj_gen_checks(&pos, &checks);
    assert_int_equal(nv_checks(&naive, moves), CHECKS);
    assert_int_equal(checks.n, CHECKS);
}
