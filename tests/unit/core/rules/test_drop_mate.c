/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uchifuzume: a pawn may not be dropped with mate (docs/rules.md R1.9). */
#include "core/rules/attack.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/rules.h"

static const KjGame *shogi;

static int find_game(void **state)
{
    (void)state;
    shogi = kj_game_find("shogi");
    return shogi ? 0 : -1;
}

ALL_TESTS(find_game, NULL)

/* The drop is refused for this very reason, and is no check for the solver either. */
static void assert_refused(const KjGame *game, const char *sfen, const char *usi)
{
    assert_int_equal(rules_why_not(game, sfen, usi), KJ_MOVE_DROP_MATE);
    KjPosition pos = bridge_read(game, sfen);
    if (!kj_in_check(&pos, (KjSide)pos.side))
        assert_false(rules_check(game, sfen, usi));
}

/* The drop is a legal check after which exactly these replies remain. */
static void assert_allowed(const KjGame *game, const char *sfen, const char *usi,
                           const char *replies)
{
    assert_int_equal(rules_why_not(game, sfen, usi), KJ_MOVE_LEGAL);
    assert_true(rules_check(game, sfen, usi));
    KjPosition pos = bridge_read(game, sfen);
    KjUndo undo;
    kj_position_make(&pos, bridge_usi(game, usi), &undo);
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    assert_true(bridge_is(game, &list, replies));
}

TEST(pawn_drop_giving_mate_is_refused)
{
    // [R1.9]
    assert_refused(shogi, "3nkn3/R7R/9/9/9/9/9/9/9 b P 1", "P*5b");
    assert_refused(shogi, "7lk/9/7G1/9/9/9/9/9/9 b P 1", "P*1b");
    assert_refused(shogi, "9/9/9/9/9/9/1g7/9/KL7 w p 1", "P*9h"); // gote drops
}

TEST(pawn_move_giving_mate_is_legal)
{
    // [R1.9]
    assert_true(rules_mate(shogi, "3nkn3/R7R/4P4/9/9/9/9/9/9 b - 1", "5c5b"));
    assert_true(rules_mate(shogi, "3nkn3/R7R/4P4/9/9/9/9/9/9 b - 1", "5c5b+"));
    assert_true(rules_mate(shogi, "7lk/9/7GP/9/9/9/9/9/9 b - 1", "1c1b"));
}

TEST(mate_by_dropping_any_other_piece_is_legal)
{
    // [R1.9]
    assert_true(rules_mate(shogi, "7lk/9/7G1/9/9/9/9/9/9 b L 1", "L*1b"));
    assert_true(rules_mate(shogi, "7lk/9/7G1/9/9/9/9/9/9 b G 1", "G*1b"));
}

TEST(pawn_drop_that_checks_without_mate_is_legal)
{
    // [R1.9]
    assert_allowed(shogi, "7lk/9/9/9/9/9/9/9/9 b P 1", "P*1b", "1a1b 1a2b");
    assert_allowed(shogi, "8k/9/7G1/9/9/9/9/9/9 b P 1", "P*1b", "1a2a");
}

TEST(pawn_that_can_be_captured_is_no_mate)
{
    assert_allowed(shogi, "7gk/9/7G1/9/9/9/9/9/9 b P 1", "P*1b", "2a1b");
    assert_allowed(shogi, "7lk/r8/7G1/9/9/9/9/9/9 b P 1", "P*1b", "9b1b");
}

TEST(capturer_that_is_pinned_does_not_save_the_king)
{
    // [R1.9]
    assert_refused(shogi, "4R2gk/9/7G1/9/9/9/9/9/9 b P 1", "P*1b");
}

TEST(pinned_capturer_may_take_along_its_pin)
{
    assert_allowed(shogi, "7lk/9/7Gg/9/8L/9/9/9/9 b P 1", "P*1b", "1c1b");
    assert_refused(shogi, "7lk/9/7Gs/9/8L/9/9/9/9 b P 1", "P*1b"); // silvers do not step back
}

TEST(capturer_pinned_by_two_blockers_is_free)
{
    assert_allowed(shogi, "4Rl1gk/9/7G1/9/9/9/9/9/9 b P 1", "P*1b", "2a1b");
}

TEST(pawn_guarded_from_afar_is_guarded_unless_the_line_is_blocked)
{
    // The bishop guards 1b, the knight 2b.
    assert_refused(shogi, "7lk/9/9/8N/9/9/9/2B6/9 b P 1", "P*1b");
    // Blocked by a piece of either side.
    assert_allowed(shogi, "7lk/9/9/8N/9/4p4/9/2B6/9 b P 1", "P*1b", "1a1b");
    assert_allowed(shogi, "7lk/9/9/8N/9/4S4/9/2B6/9 b P 1", "P*1b", "1a1b");
}

TEST(pawn_guarded_by_a_pinned_piece_is_guarded)
{
    // The gold may not leave its file, being pinned to its own king, but guards all the same.
    const char *sfen = "7rk/9/7G1/9/7K1/9/9/9/9 b P 1";
    assert_int_equal(rules_why_not(shogi, sfen, "2c1b"), KJ_MOVE_LEAVES_CHECK);
    assert_refused(shogi, sfen, "P*1b");
}

TEST(checker_guards_the_flight_behind_the_king_through_it)
{
    assert_true(rules_mate(shogi, "3l1l3/3lkl3/9/2G3G2/9/9/9/9/9 b R 1", "R*5e"));
    assert_false(rules_mate(shogi, "3l1l3/3lkl3/9/2G3G2/9/9/9/9/9 b G 1", "G*5c"));
}

TEST(dropped_pawn_may_shut_the_line_that_guards_a_flight)
{
    // [R1.9]
    assert_allowed(shogi, "3nkn3/R8/9/9/9/9/9/9/9 b P 1", "P*5b", "5a4b");
    assert_refused(shogi, "3nkn3/R8/5G3/9/9/9/9/9/9 b P 1", "P*5b");
}

TEST(capture_that_exposes_the_king_to_a_slider_behind_the_capturer)
{
    // The silver on 2a could take on 1b, were it not pinned on the rank by a dragon next to it.
    assert_refused(shogi, "6+Rsk/9/7G1/9/9/9/9/9/9 b P 1", "P*1b");
}

TEST(nifu_comes_before_drop_mate)
{
    assert_int_equal(rules_why_not(shogi, "7lk/9/7G1/9/8P/9/9/9/9 b P 1", "P*1b"), KJ_MOVE_NIFU);
}

// The defender interposes a pawn that would mate the attacker.
TEST(interposed_pawn_may_not_mate_the_attacker)
{
    // [R1.9] [R12.3]
    const KjGame *minishogi = kj_game_find("minishogi");
    assert_refused(minishogi, "5/1g2R/1+R+bkP/5/4K b P 1", "P*2d");
    // With a flight for the other king the same drop is an answer.
    assert_int_equal(rules_why_not(minishogi, "5/1g3/1+R+bkP/5/4K b P 1", "P*2d"), KJ_MOVE_LEGAL);
}

TEST(refused_drop_is_refused_although_the_own_king_is_in_check)
{
    const KjGame *minishogi = kj_game_find("minishogi");
    const char *sfen = "Rbkp1/5/+s+R1Kb/5/5 b SP 1";
    assert_refused(minishogi, sfen, "P*3b");
    assert_int_equal(rules_why_not(minishogi, sfen, "S*3b"), KJ_MOVE_LEGAL);
}

// R2.5, R4.3: the smaller games have the same rule; R6.4, R3.6: dobutsu and Ōgi have not.
TEST(games_with_and_without_the_rule)
{
    // [R2.5] [R3.6] [R5.2] [R6.4]
    assert_refused(kj_game_find("56shogi"), "3pk/5/3G1/5/5/5 b P 1", "P*1b");
    assert_refused(kj_game_find("minishogi"), "3pk/R4/3G1/5/5 b P 1", "P*1b");
    assert_refused(kj_game_find("gorogoro"), "3pk/5/3G1/5/5/5 b P 1", "P*1b");
    assert_true(rules_mate(kj_game_find("dobutsu"), "glg/3/ELE/3 b C 1", "C*2b"));
    assert_true(rules_mate(kj_game_find("ogi"), "6lk/8/6+S1/8/8/8/8/8 b +P 1", "+P*h7"));
}

// docs/rules.md R1.10.
TEST(pawn_drop_that_stalemates_is_legal_unless_switched_off)
{
    // [R1.10]
    const char *stalemate = "8k/9/6G2/7N1/9/9/9/9/9 b P 1";
    const char *mobile = "8k/9/6G2/7N1/9/9/9/9/p8 b P 1", *pawn = "p7k/9/6G2/7N1/9/9/9/9/9 b P 1";
    KjGame strict = *shogi;
    strict.rules.drop_stalemate_illegal = true;
    assert_int_equal(rules_why_not(shogi, stalemate, "P*2b"), KJ_MOVE_LEGAL);
    assert_int_equal(rules_why_not(&strict, stalemate, "P*2b"), KJ_MOVE_DROP_MATE);
    assert_int_equal(rules_why_not(&strict, mobile, "P*2b"), KJ_MOVE_DROP_MATE); // a dead pawn
    assert_int_equal(rules_why_not(&strict, pawn, "P*2b"), KJ_MOVE_LEGAL);
    assert_int_equal(rules_why_not(&strict, stalemate, "P*5e"), KJ_MOVE_LEGAL);
}

/* Each of both sides' drops asks for a reply: the question must not go on to all drops after it. */
TEST(many_pawns_in_both_hands_take_no_time)
{
    // [R1.10]
    KjGame strict = *shogi;
    strict.rules.drop_stalemate_illegal = true;
    KjPosition pos = bridge_read(&strict, "4k4/9/9/9/9/9/9/9/4K4 b 9P9p 1");
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    assert_int_equal(list.n, 5 + 71); // 72 squares without the first rank, one with the king on it
}
