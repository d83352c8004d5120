/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves of the games that differ from hon-shogi: Ōgi (docs/rules.md R3), dobutsu (R6), and tries
 * (R1.18, R2.4).
 */
#include "core/rules/attack.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/rules.h"

static const KjGame *ogi, *dobutsu, *shogi56;

static int find_games(void **state)
{
    (void)state;
    ogi = kj_game_find("ogi");
    dobutsu = kj_game_find("dobutsu");
    shogi56 = kj_game_find("56shogi");
    return ogi && dobutsu && shogi56 ? 0 : -1;
}

ALL_TESTS(find_games, NULL)

#define WHY_NOT(game, why, sfen, usi) assert_int_equal(rules_why_not(game, sfen, usi), why)
#define LEGAL(game, sfen, usi) WHY_NOT(game, KJ_MOVE_LEGAL, sfen, usi)

/* ---- Ōgi ---- */

// docs/rules.md R3.2.
TEST(princess_jumps_and_slides_and_goddess_steps_too)
{
    // [R3.2]
    assert_true(rules_legal_are(ogi, "8/8/8/4p3/4I3/8/3p1p2/8 b - 1",
                                "e4d5 e4c6 e4c6+ e4b7 e4b7+ e4a8 e4a8+ e4f5 e4g6 e4g6+ e4h7 e4h7+ "
                                "e4d3 e4c2 e4b1 e4f3 e4g2 e4h1 e4d6 e4d6+ e4f6 e4f6+ e4c5 e4g5 "
                                "e4c3 e4g3 e4d2 e4f2"));
    assert_true(rules_legal(ogi, "8/8/8/4p3/4+I3/8/8/8 b - 1", "e4e5"));
    assert_true(rules_legal(ogi, "8/8/8/4p3/4+I3/8/8/8 b - 1", "e4d4"));
    assert_false(rules_legal(ogi, "8/8/8/4p3/4+I3/8/8/8 b - 1", "e4e6"));
}

// docs/rules.md R3.2: the knight of revision R1 jumps forward only.
TEST(ogi_knight_jumps_forward_only)
{
    // [R3.2]
    assert_true(rules_legal_are(ogi, "8/8/8/8/4N3/8/8/8 b - 1", "e4d6 e4d6+ e4f6 e4f6+"));
    assert_true(rules_legal_are(ogi, "8/8/8/4n3/8/8/8/8 w - 1", "e5d3 e5d3+ e5f3 e5f3+"));
}

// docs/rules.md R3.5, R14.7: what a king takes leaves the game, so there is nothing to keep.
TEST(no_privilege_without_drops)
{
    // [R14.7]
    static const char position[] = "8/8/8/1+p6/1K6/8/8/8 b - 1";
    KjGame without = *ogi;
    without.rules.no_drops = true;
    assert_true(rules_legal(ogi, position, "b4b5/+P") && rules_legal(ogi, position, "b4b5"));
    assert_true(rules_legal(&without, position, "b4b5"));
    assert_false(rules_legal(&without, position, "b4b5/+P"));
}

// docs/rules.md R3.3.
TEST(ogi_promotion_is_optional_in_three_ranks_and_forced_when_dead)
{
    // [R3.3]
    LEGAL(ogi, "8/8/8/4P3/8/8/8/8 b - 1", "e5e6");
    LEGAL(ogi, "8/8/8/4P3/8/8/8/8 b - 1", "e5e6+");
    WHY_NOT(ogi, KJ_MOVE_NO_PROMOTION, "8/8/8/8/4P3/8/8/8 b - 1", "e4e5+");
    WHY_NOT(ogi, KJ_MOVE_MUST_PROMOTE, "8/4P3/8/8/8/8/8/8 b - 1", "e7e8");
    WHY_NOT(ogi, KJ_MOVE_MUST_PROMOTE, "8/8/8/4N3/8/8/8/8 b - 1", "e5d7");
    LEGAL(ogi, "8/8/8/4N3/8/8/8/8 b - 1", "e5d7+");
    LEGAL(ogi, "8/8/8/8/4N3/8/8/8 b - 1", "e4d6");
}

// docs/rules.md R3.6: restrictions (R1's recovered list).
TEST(unpromoted_pawn_is_never_dropped)
{
    // [R3.6]
    KjPosition pos = bridge_read(ogi, "4k3/8/8/8/8/8/8/4K3 b 8P 1");
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    assert_true(bridge_is(ogi, &list, "e1d1 e1f1 e1d2 e1e2 e1f2"));
    WHY_NOT(ogi, KJ_MOVE_DEAD_SQUARE, "4k3/8/8/8/8/8/8/4K3 b 8P 1", "P*e4");
}

TEST(promoted_pieces_are_dropped_anywhere)
{
    // [R3.6]
    const char *sfen = "4k3/8/8/8/8/8/8/4K3 b +N+L+P 1";
    KjPosition pos = bridge_read(ogi, sfen);
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    assert_int_equal(list.n, 5 + 3 * 62);
    LEGAL(ogi, sfen, "+P*a8");
    LEGAL(ogi, sfen, "+N*h8");
    LEGAL(ogi, sfen, "+L*h8");
    LEGAL(ogi, "4k3/8/8/8/4P3/8/8/4K3 b +P 1", "+P*e5"); // no nifu
}

TEST(unpromoted_lance_and_knight_need_a_square_to_move_to)
{
    // [R3.6]
    const char *sente = "4k3/8/8/8/8/8/8/4K3 b NL 1", *gote = "4k3/8/8/8/8/8/8/4K3 w nl 1";
    WHY_NOT(ogi, KJ_MOVE_DEAD_SQUARE, sente, "L*a8");
    LEGAL(ogi, sente, "L*a7");
    WHY_NOT(ogi, KJ_MOVE_DEAD_SQUARE, sente, "N*a8");
    WHY_NOT(ogi, KJ_MOVE_DEAD_SQUARE, sente, "N*a7");
    LEGAL(ogi, sente, "N*a6");
    WHY_NOT(ogi, KJ_MOVE_DEAD_SQUARE, gote, "L*a1");
    WHY_NOT(ogi, KJ_MOVE_DEAD_SQUARE, gote, "N*a2");
    LEGAL(ogi, gote, "N*a3");
}

// docs/rules.md R3.5: King's Privilege is a choice between two moves, for kings only.
TEST(kings_privilege_is_two_moves)
{
    // [R3.5]
    const char *promoted = "4k3/8/8/8/8/8/4+p3/4K3 b - 1", *plain = "4k3/8/8/8/8/8/4p3/4K3 b - 1";
    LEGAL(ogi, promoted, "e1e2");
    LEGAL(ogi, promoted, "e1e2/+P");
    LEGAL(ogi, plain, "e1e2");
    WHY_NOT(ogi, KJ_MOVE_NO_PRIVILEGE, plain, "e1e2/+P");
    WHY_NOT(ogi, KJ_MOVE_NO_PRIVILEGE, promoted, "e1d1/+P");
    WHY_NOT(ogi, KJ_MOVE_NO_PRIVILEGE, "4k3/8/8/8/8/8/4+p3/4RK2 b - 1", "e1e2/+P");
    // In check, where the solver asks: both answers.
    const char *check = "k7/1+R6/8/8/8/8/8/7K w - 1";
    assert_true(rules_safe_are(ogi, check, "a8b7 a8b7/+R"));
    WHY_NOT(kj_game_find("shogi"), KJ_MOVE_NO_PRIVILEGE, "4k4/9/9/9/9/9/9/4+p4/4K4 b - 1",
            "5i5h/+P");
}

TEST(privilege_also_goes_with_discovered_check)
{
    const char *sfen = "1k6/8/8/1K+p5/8/8/8/1R6 b - 1"; // the king shuts the rook's file
    assert_true(rules_check(ogi, sfen, "b5c5"));
    assert_true(rules_check(ogi, sfen, "b5c5/+P"));
}

// docs/rules.md R3.7: no check legality; safety is another question (R12.8).
TEST(king_may_be_left_or_put_en_prise)
{
    // [R3.7]
    const char *sfen = "4r3/8/8/8/8/8/3P4/k3K3 b - 1";
    assert_true(rules_legal_are(ogi, sfen, "e1d1 e1f1 e1e2 e1f2 d2d3"));
    assert_true(rules_safe_are(ogi, sfen, "e1d1 e1f1 e1f2"));
    const char *pinned = "4r3/8/8/8/8/8/4S3/k3K3 b - 1";
    LEGAL(ogi, pinned, "e2d3");
    assert_false(rules_safe_are(ogi, pinned, "e2d3"));
}

// docs/rules.md R3.8, R12.9.
TEST(king_is_captured_like_any_piece)
{
    // [R3.8]
    const char *sente = "4r2k/8/6N1/8/8/8/8/4K2R b - 1", *gote = "4r2k/8/6N1/8/8/8/8/4K2R w - 1";
    LEGAL(ogi, sente, "h1h8");
    LEGAL(ogi, sente, "h1h8+");
    LEGAL(ogi, gote, "e8e1");
    KjPosition pos = bridge_read(ogi, sente);
    assert_true(kj_can_capture_king(&pos));
    assert_false(kj_gives_check(&pos, bridge_usi(ogi, "h1h8")));
    pos = bridge_read(ogi, gote);
    assert_true(kj_can_capture_king(&pos));
    KjUndo undo;
    kj_position_make(&pos, bridge_usi(ogi, "e8e1+"), &undo);
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    assert_int_equal(list.n, 0);
    kj_gen_safe(&pos, &list);
    assert_int_equal(list.n, 0);
    assert_int_equal(kj_move_legality(&pos, bridge_usi(ogi, "h1h2")), KJ_MOVE_GAME_OVER);
}

// docs/rules.md R12.8.
TEST(ogi_mate_in_one)
{
    // [R12.8]
    const char *sfen = "k7/8/1K6/8/8/8/8/7R b - 1";
    assert_true(rules_mate(ogi, sfen, "h1h8"));
    assert_true(rules_mate(ogi, sfen, "h1h8+"));
    assert_false(rules_mate(ogi, "k7/8/8/1K6/8/8/8/7R b - 1", "h1h8"));
}

// docs/rules.md R12.5.
TEST(zugzwang_leaves_legal_but_no_safe_moves)
{
    // [R3.11]
    const char *sfen = "k7/1R6/1K6/8/8/8/8/8 w - 1";
    assert_true(rules_legal_are(ogi, sfen, "a8b8 a8a7 a8b7"));
    assert_true(rules_safe_are(ogi, sfen, ""));
    KjPosition pos = bridge_read(ogi, sfen);
    assert_false(kj_in_check(&pos, KJ_GOTE));
}

// docs/rules.md R3.12.
TEST(immobile_side_has_no_legal_move)
{
    // [R3.12]
    assert_true(rules_legal_are(ogi, "K7/8/8/8/8/8/pppppppp/krbsssrb w - 1", ""));
    assert_true(rules_safe_are(ogi, "K7/8/8/8/8/8/pppppppp/krbsssrb w - 1", ""));
}

// docs/rules.md R3.6: the only pawn to interpose is a promoted one.
TEST(ogi_interpositions_need_a_droppable_piece)
{
    // [R12.3]
    assert_true(rules_mate(ogi, "k7/8/1K6/8/8/8/8/7R b 8p 1", "h1h8"));
    assert_false(rules_mate(ogi, "k7/8/1K6/8/8/8/8/7R b +p 1", "h1h8"));
    assert_false(rules_mate(ogi, "k7/8/1K6/8/8/8/8/7R b l 1", "h1h8"));
}

/* ---- dobutsu: docs/rules.md R6 ---- */

TEST(chick_promotes_when_it_moves_to_the_last_rank_and_only_then)
{
    // [R6.3]
    assert_true(rules_legal_are(dobutsu, "2l/C2/3/3 b - 1", "3b3a+"));
    WHY_NOT(dobutsu, KJ_MOVE_MUST_PROMOTE, "2l/C2/3/3 b - 1", "3b3a");
    WHY_NOT(dobutsu, KJ_MOVE_NO_PROMOTION, "2l/3/C2/3 b - 1", "3c3b+");
    assert_true(rules_legal_are(dobutsu, "3/3/c2/2L w - 1", "3c3d+"));
    WHY_NOT(dobutsu, KJ_MOVE_NO_PROMOTION, "2l/G2/3/3 b - 1", "3b3a+");
}

TEST(chick_drops_anywhere_unpromoted_even_to_mate_or_twice_on_a_file)
{
    // [R6.4]
    const char *sfen = "2l/3/C2/L2 b C 1";
    LEGAL(dobutsu, sfen, "C*3a");
    LEGAL(dobutsu, sfen, "C*3b");
    LEGAL(dobutsu, sfen, "C*1b");
    WHY_NOT(dobutsu, KJ_MOVE_NO_PIECE, sfen, "+C*3a");
    assert_true(rules_legal_are(dobutsu, "C1l/3/3/3 b - 1", "")); // it can never move
}

TEST(captured_hen_becomes_a_chick)
{
    // [R6.3]
    KjPosition pos = bridge_read(dobutsu, "2l/3/+c2/L2 b - 1");
    KjUndo undo;
    kj_position_make(&pos, bridge_usi(dobutsu, "3d3c"), &undo);
    assert_int_equal(pos.hand[KJ_SENTE], dobutsu->t->hand_one[kj_game_kind(dobutsu, 'C')]);
}

// docs/rules.md R6.5, R6.8.
TEST(lion_into_capture_is_legal_unless_refused)
{
    // [R6.5] [R6.8]
    KjGame strict = *dobutsu;
    strict.rules.lion_safe_only = true;
    const char *sfen = "1g1/3/3/L1l b E 1";
    LEGAL(dobutsu, sfen, "3d2d");
    WHY_NOT(&strict, KJ_MOVE_LEAVES_CHECK, sfen, "3d2d");
    LEGAL(&strict, sfen, "3d3c");
    // Other pieces may still ignore an attack on the lion, and the lion may take the lion.
    LEGAL(&strict, "2l/g2/L2/3 b E 1", "E*1d");
    WHY_NOT(&strict, KJ_MOVE_LEAVES_CHECK, "2l/g2/1L1/3 b E 1", "2c2b");
    LEGAL(&strict, "1g1/1l1/L2/3 b - 1", "3c2b");
}

/* ---- tries ---- */

// docs/rules.md R2.4.
TEST(king_tries_on_the_opponents_kings_square)
{
    // [R2.4]
    assert_true(rules_try(shogi56, "5/2K2/5/5/5/k4 b - 1", "3b3a"));
    assert_false(rules_try(shogi56, "5/2K2/5/5/5/k4 b - 1", "3b2a"));
    assert_true(rules_try(shogi56, "4K/5/5/5/3k1/5 w - 1", "2e3f"));
    assert_false(rules_try(shogi56, "5/5/5/5/2K2/4k b - 1", "3e3f")); // the own side's square
    assert_false(rules_try(shogi56, "5/2G2/K4/5/5/4k b - 1", "3b3a"));
}

TEST(attacked_try_square_is_out_of_reach)
{
    // [R2.4]
    const char *guarded = "r4/2K2/5/5/5/k4 b - 1", *shut = "rp3/2K2/5/5/5/k4 b - 1";
    WHY_NOT(shogi56, KJ_MOVE_LEAVES_CHECK, guarded, "3b3a");
    assert_false(rules_try(shogi56, guarded, "3b3a"));
    assert_true(rules_try(shogi56, shut, "3b3a"));
    // The slider looks through the square the king has left.
    WHY_NOT(shogi56, KJ_MOVE_LEAVES_CHECK, "5/2K2/5/2r2/5/k4 b - 1", "3b3a");
}

// docs/rules.md R2.4: such an evasion is the defender's win.
TEST(evasion_onto_the_try_square_is_a_try)
{
    // [R12.7]
    const char *sfen = "5/5/5/5/R2k1/5 w - 1";
    LEGAL(shogi56, sfen, "2e3f");
    assert_true(rules_try(shogi56, sfen, "2e3f"));
}

// docs/rules.md R1.18, R1.19.
TEST(try_follows_the_switch)
{
    // [R1.18]
    KjGame without = *shogi56, with = *kj_game_find("shogi");
    without.rules.try_rule = KJ_TRY_OFF;
    assert_false(rules_try(&without, "5/2K2/5/5/5/k4 b - 1", "3b3a"));
    const char *sfen = "9/4K4/9/9/9/9/9/9/k8 b - 1";
    assert_false(rules_try(&with, sfen, "5b5a"));
    with.rules.try_rule = KJ_TRY_ON;
    assert_true(rules_try(&with, sfen, "5b5a"));
    assert_false(rules_try(&with, sfen, "5b4a"));
    with.rules.try_rule = KJ_TRY_ON_UNLESS_MATED;
    assert_true(rules_try(&with, sfen, "5b5a"));
}

// docs/rules.md R6.6: anywhere on the last rank, but not where it can be taken at once.
TEST(lion_tries_on_any_safe_square_of_the_last_rank)
{
    // [R6.6]
    const char *sfen = "3/1L1/g2/2l b - 1";
    assert_true(rules_try(dobutsu, sfen, "2b1a"));
    assert_true(rules_try(dobutsu, sfen, "2b2a"));
    assert_true(rules_try(dobutsu, sfen, "2b3a"));
    const char *guarded = "g2/1L1/3/2l b - 1";
    assert_false(rules_try(dobutsu, guarded, "2b2a"));
    LEGAL(dobutsu, guarded, "2b2a");
    assert_true(rules_try(dobutsu, guarded, "2b1a"));
}

// The same clause: a lion that was there already has not just reached it.
TEST(lion_stepping_along_the_last_rank_does_not_try)
{
    assert_false(rules_try(dobutsu, "gL1/3/3/2l b - 1", "2a1a"));
    assert_true(rules_try(dobutsu, "g2/1L1/3/2l b - 1", "2b1a"));
}
