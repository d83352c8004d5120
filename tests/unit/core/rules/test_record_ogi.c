/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of games whose kings are captured: Ōgi (docs/rules.md R3.7-R3.10, R12) and どうぶつ (R6). */
#include "tests/support/rules/record_text.h"

static void assert_repetition(KjRecord *record, const char *text)
{
    KjMove move = move_in(record, text);
    assert_true(kj_record_would_repeat(record, move));
    assert_int_equal(kj_record_legality(record, move), KJ_MOVE_REPETITION);
    assert_int_equal(kj_record_play(record, move), KJ_MOVE_REPETITION);
}

/* ---- King capture and illegal moves ---- */

TEST(capturing_the_king_ends_the_game)
{
    // [R3.8] [R8.3]
    g_autoptr(KjRecord) record = record_of("ogi", "4r2k/8/6N1/8/8/8/8/4K2R b - 1"); // R12.9
    assert_true(kj_record_status(record).check);
    play(record, "h1h8");
    assert_won(record, KJ_STATUS_KING_CAPTURED, KJ_SENTE);
    KjMove reply = kj_make_move(0, 1);
    assert_int_equal(kj_record_play(record, reply), KJ_MOVE_GAME_OVER);
}

TEST(king_may_be_left_in_check_and_is_lost)
{
    // [R3.7]
    g_autoptr(KjRecord) record = record_of("ogi", "4r2k/8/6N1/8/8/8/8/4K2R b - 1"); // R3.7
    play(record, "h1g1 e8e1");
    assert_won(record, KJ_STATUS_KING_CAPTURED, KJ_GOTE);
}

TEST(illegal_move_loses_at_once)
{
    // [R3.8] [R8.4]
    g_autoptr(KjRecord) record = record_of("ogi", "k7/8/8/8/8/8/8/4K3 b P 1"); // R8.4
    KjIllegal reason = kj_record_play_illegal(record, move_in(record, "P*e4"));
    assert_int_equal(reason, KJ_MOVE_DEAD_SQUARE);
    assert_won(record, KJ_STATUS_ILLEGAL_MOVE, KJ_GOTE);
}

/* ---- Nothing to do ---- */

TEST(zugzwang_goes_on_but_every_move_loses_the_king)
{
    // [R3.11]
    g_autoptr(KjRecord) record = record_of("ogi", "k7/1R6/1K6/8/8/8/8/8 w - 1"); // R12.5
    assert_ongoing(record);
    assert_true(kj_record_status(record).no_safe_move);
    assert_false(kj_record_status(record).check);
}

TEST(mate_is_only_a_notice_until_the_king_is_taken)
{
    // [R3.11]
    g_autoptr(KjRecord) record = record_of("ogi", "k7/8/1K6/8/8/8/8/7R b - 1"); // R12.8
    assert_false(kj_record_status(record).no_safe_move);
    play(record, "h1h8");
    assert_ongoing(record);
    assert_true(kj_record_status(record).no_safe_move);
    assert_true(kj_record_status(record).check);
    play(record, "a8a7 b6a7");
    assert_won(record, KJ_STATUS_KING_CAPTURED, KJ_SENTE);
}

TEST(side_that_can_take_the_king_is_not_mated)
{
    // [R3.11]
    g_autoptr(KjRecord) record = record_of("ogi", "k7/1R6/1K5r/8/8/8/8/R7 w - 1"); // R12.8
    assert_true(kj_record_status(record).check);
    assert_false(kj_record_status(record).no_safe_move);
    play(record, "h6b6");
    assert_won(record, KJ_STATUS_KING_CAPTURED, KJ_GOTE);
}

#define IMMOBILE "K7/8/8/8/8/8/pppppppp/krbsssrb w - 1"

TEST(immobile_side_loses_by_default)
{
    // [R3.12]
    g_autoptr(KjRecord) record = record_of("ogi", IMMOBILE); // R3.12
    assert_won(record, KJ_STATUS_IMMOBILE, KJ_SENTE);
}

TEST(immobile_side_draws_when_switched_so)
{
    // [R3.12]
    KjGame game = *kj_game_find("ogi"); // R3.12
    game.rules.stalemate = KJ_STALEMATE_DRAW;
    g_autoptr(KjRecord) record = record_from(&game, IMMOBILE);
    assert_drawn(record, KJ_STATUS_IMMOBILE);
}

/* ---- Repetition (R3.9) ---- */

TEST(loop_entered_from_outside_makes_the_defender_repeat_first)
{
    // [R3.9]
    g_autoptr(KjRecord) record = record_of("ogi", "k1l5/3l4/8/1+R6/8/8/8/4K3 b - 1"); // R3.9
    play(record, "b5a6 a8b8 a6b6 b8a8 b6a6");
    assert_int_equal(kj_record_status(record).occurrences, 2);
    assert_ongoing(record);
    assert_true(kj_record_status(record).no_safe_move);
    assert_false(kj_record_status_at(record, 1).no_safe_move);
    assert_repetition(record, "a8b8");
}

TEST(loop_begun_inside_makes_the_attacker_repeat_first)
{
    // [R3.9]
    g_autoptr(KjRecord) record = record_of("ogi", "1kl5/3l4/+R7/8/8/8/8/4K3 b - 1"); // R3.9
    play(record, "a6b6 b8a8 b6a6 a8b8");
    assert_int_equal(kj_record_status(record).occurrences, 2);
    assert_repetition(record, "a6b6");
}

TEST(recorded_repetition_loses_at_once)
{
    // [R3.9] [R8.4]
    g_autoptr(KjRecord) record = record_of("ogi", "1kl5/3l4/+R7/8/8/8/8/4K3 b - 1");
    play(record, "a6b6 b8a8 b6a6 a8b8");
    KjIllegal reason = kj_record_play_illegal(record, move_in(record, "a6b6"));
    assert_int_equal(reason, KJ_MOVE_REPETITION);
    assert_won(record, KJ_STATUS_REPETITION_LOSS, KJ_GOTE);
    assert_int_equal(kj_record_status(record).illegal, KJ_MOVE_REPETITION);
}

TEST(same_move_into_a_new_position_is_allowed)
{
    // [R3.9]
    g_autoptr(KjRecord) record = record_of("ogi", "4k3/8/8/8/8/8/8/2R1K3 b - 1");
    play(record, "c1b1 e8e7 b1c1 e7e6 c1b1");
    assert_int_equal(kj_record_status(record).occurrences, 1);
}

TEST(new_move_into_an_old_position_is_allowed)
{
    // [R3.9]
    g_autoptr(KjRecord) record = record_of("ogi", "4k3/8/8/8/8/8/8/2R1K3 b - 1");
    play(record, "c1b1 e8e7 b1c1 e7e8");
    assert_int_equal(kj_record_status(record).occurrences, 2);
    assert_ongoing(record);
}

/* After these, a1b1 has been played (into another position) and leads to the position that c1b1
 * led to at ply 1. */
#define BOTH_APART "c1b1 e8e7 b1a1 e7d7 a1b1 d7d8 b1a1 d8e8"

TEST(literal_reading_takes_move_and_position_apart)
{
    // [R3.13]
    g_autoptr(KjRecord) record = record_of("ogi", "4k3/8/8/8/8/8/8/2R1K3 b - 1"); // R3.13
    play(record, BOTH_APART);
    assert_repetition(record, "a1b1");
}

TEST(pair_reading_wants_them_together)
{
    // [R3.13]
    KjGame game = *kj_game_find("ogi"); // R3.13
    game.rules.same_move = KJ_SAME_PAIR;
    g_autoptr(KjRecord) record = record_from(&game, "4k3/8/8/8/8/8/8/2R1K3 b - 1");
    play(record, BOTH_APART " a1b1");
    assert_int_equal(kj_record_status(record).occurrences, 2);
}

TEST(pair_reading_still_forbids_the_same_move_into_the_same_position)
{
    // [R3.13]
    KjGame game = *kj_game_find("ogi");
    game.rules.same_move = KJ_SAME_PAIR;
    g_autoptr(KjRecord) record = record_from(&game, "1kl5/3l4/+R7/8/8/8/8/4K3 b - 1");
    play(record, "a6b6 b8a8 b6a6 a8b8");
    assert_repetition(record, "a6b6");
}

TEST(start_diagram_counts_as_having_occurred)
{
    // [R3.9] [R8.1]
    g_autoptr(KjRecord) record = record_of("ogi", "4k3/8/8/8/8/8/8/2R1K3 b - 1"); // R3.9
    play(record, "c1b1 e8d7 b1a1 d7e8 a1a2 e8e7 a2c2 e7d7 c2c1");
    assert_repetition(record, "d7e8");
}

TEST(another_piece_on_the_same_way_is_another_move)
{
    // [R3.9]
    // The king went c1c2 before; the rook does so now, into the position after ply 1.
    g_autoptr(KjRecord) record = record_of("ogi", "4k3/8/8/8/8/8/3R4/1K6 b - 1");
    play(record, "d2c2 e8d8 c2d2 d8c8 b1c1 c8c7 c1c2 c7c6 c2b1 c6d6 d2d1 d6d7 d1c1 d7e8 c1c2");
    assert_int_equal(kj_record_status(record).occurrences, 2);
}

TEST(what_becomes_of_a_capture_does_not_make_another_move)
{
    // [R3.9]
    g_autoptr(KjRecord) record =
        record_of("ogi", "k7/8/8/8/8/8/4+p3/4K3 b - 1"); // R3.9 names no such choice
    play(record, "e1e2/+P a8b8 e2e1 b8a8");
    assert_repetition(record, "e1e2");
}

TEST(side_left_with_forbidden_repetitions_only_has_lost)
{
    // [R3.12]
    // Gote can but go a1b1 and back; at ply 6 that would repeat.
    g_autoptr(KjRecord) record = record_of("ogi", "7K/8/8/8/8/8/nnn5/k1l5 b - 1");
    play(record, "h8g8 a1b1 g8g7 b1a1");
    assert_ongoing(record);
    play(record, "g7g8");
    assert_won(record, KJ_STATUS_IMMOBILE, KJ_SENTE);
}

TEST(drops_of_a_kind_in_another_state_are_other_moves)
{
    // [R3.9]
    g_autoptr(KjRecord) record = record_of("ogi", "k7/8/8/8/8/8/8/4K3 b S+S 1");
    play(record, "+S*e5 a8a7");
    KjMove plain = move_in(record, "S*e6"), promoted = move_in(record, "+S*e6");
    assert_int_not_equal(plain, promoted);
    assert_false(kj_record_would_repeat(record, plain));
}

TEST(no_other_game_forbids_repetition)
{
    g_autoptr(KjRecord) record = record_of("shogi", kj_game_find("shogi")->row->start);
    play_times(record, "2h3h 8b7b 3h2h 7b8b", 2);
    assert_false(kj_record_would_repeat(record, move_in(record, "2h3h")));
}

/* ---- 100 plies (R3.10) ---- */

/* Plays the first lawful move that is no capture. */
static void play_quiet_move(KjRecord *record)
{
    const KjPosition *pos = kj_record_position(record);
    KjMoveList list;
    kj_gen_legal(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        if (pos->board[kj_move_to(list.move[i])] == KJ_NONE &&
            kj_record_play(record, list.move[i]) == KJ_MOVE_LEGAL)
            return;
    }
    fail_msg("no quiet move at ply %u", kj_record_plies(record));
}

static KjRecord *new_after_quiet_plies(const KjGame *game, unsigned n)
{
    KjRecord *record = record_from(game, "r3k3/8/8/8/8/8/8/4K2R b - 1");
    for (unsigned i = 0; i < n; i++)
        play_quiet_move(record);
    return record;
}

TEST(draw_may_be_claimed_after_100_quiet_plies)
{
    // [R3.10]
    g_autoptr(KjRecord) record = new_after_quiet_plies(kj_game_find("ogi"), 99);
    assert_false(kj_record_status(record).draw_claim_open);
    assert_false(kj_record_claim_draw(record));
    play_quiet_move(record);
    assert_int_equal(kj_record_status(record).quiet_plies, 100);
    assert_true(kj_record_status(record).draw_claim_open);
    assert_ongoing(record); // nobody has to claim it
    assert_true(kj_record_claim_draw(record));
    assert_drawn(record, KJ_STATUS_DRAW_CLAIMED);
    assert_false(kj_record_claim_draw(record));
    assert_true(kj_record_undo(record));
    assert_true(kj_record_status(record).draw_claim_open);
    assert_int_equal(kj_record_plies(record), 100);
}

TEST(capture_or_pawn_move_starts_the_count_again)
{
    // [R8.5]
    g_autoptr(KjRecord) record = record_of("ogi", "4k3/8/8/8/8/2p5/1P6/2R1K3 b - 1");
    play(record, "e1f1 e8f8");
    assert_int_equal(kj_record_status(record).quiet_plies, 2);
    play(record, "b2b3");
    assert_int_equal(kj_record_status(record).quiet_plies, 0);
    play(record, "f8e8");
    assert_int_equal(kj_record_status(record).quiet_plies, 1);
    play(record, "c1c3");
    assert_int_equal(kj_record_status(record).quiet_plies, 0);
}

TEST(move_of_a_promoted_pawn_is_quiet)
{
    // [R8.5]
    g_autoptr(KjRecord) record = record_of("ogi", "4k3/8/8/8/8/2+P5/8/4K3 b - 1");
    play(record, "c3c4 e8e7");
    assert_int_equal(kj_record_status(record).quiet_plies, 2);
}

TEST(games_without_the_rule_have_no_claim)
{
    // [R3.10]
    KjGame game = *kj_game_find("ogi");
    KjGameRow row = *game.row;
    row.quiet_plies = 0;
    game.row = &row;
    g_autoptr(KjRecord) record = new_after_quiet_plies(&game, 101);
    assert_int_equal(kj_record_status(record).quiet_plies, 101);
    assert_false(kj_record_status(record).draw_claim_open);
}

/* ---- どうぶつ (R6) ---- */

static KjRecord *new_dobutsu(void)
{
    return record_of("dobutsu", kj_game_find("dobutsu")->row->start);
}

TEST(animal_lion_may_be_captured)
{
    // [R6.5]
    g_autoptr(KjRecord) record = new_dobutsu();
    play(record, "2c2b 3a3b");
    assert_ongoing(record);
    play(record, "2b2a+");
    assert_won(record, KJ_STATUS_KING_CAPTURED, KJ_SENTE);
}

TEST(animal_third_occurrence_draws)
{
    // [R6.7]
    g_autoptr(KjRecord) record = new_dobutsu();
    play(record, "1d1c 3a3b 1c1d 3b3a");
    assert_ongoing(record);
    play(record, "1d1c 3a3b 1c1d 3b3a");
    assert_drawn(record, KJ_STATUS_REPETITION_DRAW);
}

TEST(animal_repetition_by_checks_is_a_draw_too)
{
    // [R6.7]
    g_autoptr(KjRecord) record = record_of("dobutsu", "2l/1G1/3/L2 b - 1");
    play_times(record, "2b2a 1a1b 2a2b 1b1a", 2);
    assert_true(kj_record_status_at(record, 1).check);
    assert_true(kj_record_status_at(record, 3).check);
    assert_drawn(record, KJ_STATUS_REPETITION_DRAW);
}
