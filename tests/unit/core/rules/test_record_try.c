/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries in records: at once, or only if the other side cannot mate in return (R1.18, R1.19). */
#include "tests/support/rules/record_text.h"

static KjGame shogi_with_try(KjTry rule)
{
    KjGame game = *kj_game_find("shogi");
    game.rules.try_rule = rule;
    return game;
}

static void assert_pending(const KjRecord *record, KjSide by)
{
    KjStatus status = kj_record_status(record);
    assert_string_equal(kj_status_name(status.kind), "try");
    assert_true(status.pending);
    assert_false(status.over);
    assert_true(status.has_winner);
    assert_int_equal(status.winner, by);
}

/* Sente can step onto 5a; gote can then mate by R*1a. */
#define BEFORE_TRY "9/r3K4/9/9/9/9/9/9/k8 b r 1"

TEST(try_is_nothing_in_shogi_by_default)
{
    // [R1.18]
    g_autoptr(KjRecord) record = record_of("shogi", BEFORE_TRY); // R1.19
    play(record, "5b5a");
    assert_ongoing(record);
}

TEST(try_wins_at_once_when_on)
{
    // [R1.18]
    KjGame game = shogi_with_try(KJ_TRY_ON);
    g_autoptr(KjRecord) record = record_from(&game, BEFORE_TRY);
    play(record, "5b5a");
    assert_won(record, KJ_STATUS_TRY, KJ_SENTE);
    assert_int_equal(try_move(record, "R*1a"), KJ_MOVE_GAME_OVER);
}

TEST(amended_try_waits_for_the_answer)
{
    // [R1.19]
    KjGame game = shogi_with_try(KJ_TRY_ON_UNLESS_MATED);
    g_autoptr(KjRecord) record = record_from(&game, BEFORE_TRY);
    play(record, "5b5a");
    assert_pending(record, KJ_SENTE);
}

TEST(amended_try_is_beaten_by_mate)
{
    // [R1.19]
    KjGame game = shogi_with_try(KJ_TRY_ON_UNLESS_MATED);
    g_autoptr(KjRecord) record = record_from(&game, BEFORE_TRY);
    play(record, "5b5a R*1a");
    assert_won(record, KJ_STATUS_CHECKMATE, KJ_GOTE);
}

TEST(amended_try_stays_open_while_checks_go_on)
{
    // [R1.19]
    KjGame game = shogi_with_try(KJ_TRY_ON_UNLESS_MATED);
    g_autoptr(KjRecord) record = record_from(&game, BEFORE_TRY);
    play(record, "5b5a R*5i 5a4a");
    assert_pending(record, KJ_SENTE);
    play(record, "5i4i 4a5a 4i5i 5a4a");
    assert_pending(record, KJ_SENTE);
}

TEST(amended_try_counts_once_the_checks_stop)
{
    // [R1.19]
    KjGame game = shogi_with_try(KJ_TRY_ON_UNLESS_MATED);
    g_autoptr(KjRecord) record = record_from(&game, BEFORE_TRY);
    play(record, "5b5a R*5i 5a4a 9i9h");
    assert_won(record, KJ_STATUS_TRY, KJ_SENTE);
    assert_true(kj_record_undo(record));
    assert_pending(record, KJ_SENTE);
}

TEST(amended_try_counts_when_the_checks_repeat)
{
    // [R1.19]
    KjGame game = shogi_with_try(KJ_TRY_ON_UNLESS_MATED);
    g_autoptr(KjRecord) record = record_from(&game, BEFORE_TRY);
    play(record, "5b5a R*5i");
    play_times(record, "5a4a 5i4i 4a5a 4i5i", 3);
    assert_int_equal(kj_record_status(record).occurrences, 4);
    assert_won(record, KJ_STATUS_TRY, KJ_SENTE);
}

TEST(side_that_tried_may_mate_itself)
{
    // [R1.19]
    KjGame game = shogi_with_try(KJ_TRY_ON_UNLESS_MATED);
    // Gote's check is answered by a capture that mates.
    g_autoptr(KjRecord) record = record_from(&game, "6k2/4K4/5G3/9/9/9/9/9/7R1 b s 1");
    play(record, "5b5a S*4b");
    assert_pending(record, KJ_SENTE);
    play(record, "4c4b");
    assert_won(record, KJ_STATUS_CHECKMATE, KJ_SENTE);
}

TEST(56_try_wins)
{
    // [R2.4]
    g_autoptr(KjRecord) record = record_of("56shogi", "4k/2K2/5/5/5/5 b - 1"); // R2.4
    play(record, "3b3a");
    assert_won(record, KJ_STATUS_TRY, KJ_SENTE);
}

TEST(56_try_of_gote_wins)
{
    // [R2.4]
    g_autoptr(KjRecord) record = record_of("56shogi", "5/5/5/5/2k2/K4 w - 1"); // R2.4
    play(record, "3e3f");
    assert_won(record, KJ_STATUS_TRY, KJ_GOTE);
}

TEST(56_king_may_not_try_into_check)
{
    // [R2.4]
    g_autoptr(KjRecord) record = record_of("56shogi", "3k1/1K3/5/5/5/5 b - 1"); // R2.4
    assert_int_equal(try_move(record, "4b3a"), KJ_MOVE_LEAVES_CHECK);
}

TEST(animal_lion_tries_on_the_last_rank)
{
    // [R6.6]
    g_autoptr(KjRecord) record = record_of("dobutsu", "3/L2/3/2l b - 1"); // R6
    play(record, "3b3a");
    assert_won(record, KJ_STATUS_TRY, KJ_SENTE);
}

TEST(animal_lion_that_can_be_taken_has_not_tried)
{
    // [R6.6]
    g_autoptr(KjRecord) record = record_of("dobutsu", "1l1/L2/3/3 b - 1"); // R6
    play(record, "3b3a");
    assert_ongoing(record);
    play(record, "2a3a");
    assert_won(record, KJ_STATUS_KING_CAPTURED, KJ_GOTE);
}
