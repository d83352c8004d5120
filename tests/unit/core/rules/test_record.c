/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of games whose kings are mated: endings, sennichite, perpetual check (R1.12-R1.16). */
#include "tests/support/rules/record_text.h"

static KjRecord *new_shogi(void)
{
    return record_of("shogi", kj_game_find("shogi")->row->start);
}

TEST(new_record_is_ongoing_and_counts_its_start_once)
{
    // [R8.1]
    g_autoptr(KjRecord) record = new_shogi();
    assert_ongoing(record);
    assert_int_equal(kj_record_plies(record), 0);
    assert_int_equal(kj_record_status(record).occurrences, 1);
    assert_false(kj_record_undo(record));
}

TEST(moves_and_positions_can_be_read_back)
{
    g_autoptr(KjRecord) record = new_shogi();
    KjMove first = move_in(record, "7g7f");
    play(record, "7g7f 3c3d 8h2b+");
    assert_int_equal(kj_record_plies(record), 3);
    assert_int_equal(kj_record_move(record, 0), first);
    assert_int_equal(kj_record_position_at(record, 0)->side, KJ_SENTE);
    assert_int_equal(kj_record_position_at(record, 1)->side, KJ_GOTE);
    assert_true(kj_record_position_at(record, 3) == kj_record_position(record));
    assert_int_equal(kj_record_status_at(record, 2).quiet_plies, 0);
}

TEST(undo_restores_position_and_status)
{
    // [R8.6]
    g_autoptr(KjRecord) record = new_shogi();
    play(record, "7g7f 3c3d");
    KjPosition before = *kj_record_position(record);
    play(record, "8h2b+");
    assert_true(kj_record_undo(record));
    assert_true(kj_position_equal(&before, kj_record_position(record)));
    assert_int_equal(kj_record_plies(record), 2);
    assert_true(kj_record_undo(record) && kj_record_undo(record));
    assert_int_equal(kj_record_plies(record), 0);
    assert_false(kj_record_undo(record));
    assert_ongoing(record);
}

TEST(illegal_move_is_refused_with_its_reason)
{
    // [R8.4]
    g_autoptr(KjRecord) record = new_shogi();
    assert_int_equal(try_move(record, "7g7e"), KJ_MOVE_NOT_REACHABLE);
    assert_int_equal(try_move(record, "2h2g"), KJ_MOVE_OWN_PIECE);
    assert_int_equal(kj_record_plies(record), 0);
    assert_ongoing(record);
}

TEST(recorded_illegal_move_loses_until_undone)
{
    // [R8.3] [R8.4]
    g_autoptr(KjRecord) record = new_shogi(); // R1.11
    play(record, "7g7f");
    KjMove bad = move_in(record, "3c3e");
    assert_int_equal(kj_record_play_illegal(record, bad), KJ_MOVE_NOT_REACHABLE);
    assert_won(record, KJ_STATUS_ILLEGAL_MOVE, KJ_SENTE);
    assert_int_equal(kj_record_status(record).illegal, KJ_MOVE_NOT_REACHABLE);
    assert_int_equal(kj_record_status(record).illegal_move, bad);
    assert_int_equal(try_move(record, "3c3d"), KJ_MOVE_GAME_OVER);
    assert_int_equal(kj_record_plies(record), 1);
    assert_true(kj_record_undo(record));
    assert_ongoing(record);
    play(record, "3c3d");
}

TEST(legal_move_is_not_recorded_as_illegal)
{
    g_autoptr(KjRecord) record = new_shogi();
    KjIllegal reason = kj_record_play_illegal(record, move_in(record, "7g7f"));
    assert_int_equal(reason, KJ_MOVE_LEGAL);
    assert_int_equal(kj_record_plies(record), 0);
    assert_ongoing(record);
}

TEST(checkmate_ends_the_game)
{
    // [R1.12] [R8.3]
    g_autoptr(KjRecord) record = record_of("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"); // R1.11
    play(record, "G*5b");
    assert_won(record, KJ_STATUS_CHECKMATE, KJ_SENTE);
    assert_true(kj_record_status(record).check);
    assert_int_equal(try_move(record, "5a5b"), KJ_MOVE_GAME_OVER);
}

TEST(start_position_may_already_be_mate)
{
    // [R8.1]
    g_autoptr(KjRecord) record = record_of("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_won(record, KJ_STATUS_CHECKMATE, KJ_SENTE);
}

/* 2d2c leaves gote's lone king without a move and not in check (R1.13). */
#define NEARLY_STALEMATE "8k/6B2/9/7G1/9/9/9/9/K8 b - 1"

TEST(stalemate_loses_by_default)
{
    // [R1.13]
    g_autoptr(KjRecord) record = record_of("shogi", NEARLY_STALEMATE);
    play(record, "2d2c");
    assert_won(record, KJ_STATUS_STALEMATE, KJ_SENTE);
    assert_false(kj_record_status(record).check);
}

TEST(stalemate_draws_when_switched_so)
{
    // [R1.13]
    KjGame game = *kj_game_find("shogi"); // R1.13
    game.rules.stalemate = KJ_STALEMATE_DRAW;
    g_autoptr(KjRecord) record = record_from(&game, NEARLY_STALEMATE);
    play(record, "2d2c");
    assert_drawn(record, KJ_STATUS_STALEMATE);
}

/* ---- Sennichite (R1.14-R1.16) ---- */

#define SHUFFLE "2h3h 8b7b 3h2h 7b8b"

TEST(fourth_occurrence_draws)
{
    // [R1.14]
    g_autoptr(KjRecord) record = new_shogi();
    play_times(record, SHUFFLE, 2);
    assert_int_equal(kj_record_status(record).occurrences, 3);
    assert_ongoing(record);
    play(record, SHUFFLE);
    assert_int_equal(kj_record_status(record).occurrences, 4);
    assert_drawn(record, KJ_STATUS_REPETITION_DRAW);
    assert_int_equal(try_move(record, "2h3h"), KJ_MOVE_GAME_OVER);
    assert_int_equal(kj_record_status_at(record, 8).occurrences, 3);
}

TEST(same_board_with_other_hands_is_another_position)
{
    // [R7.6]
    // The gold on the board is given away and replaced by the one in hand.
    g_autoptr(KjRecord) record = record_of("shogi", "4k4/9/9/9/4G4/9/9/9/4K4 b G 1");
    play(record, "5e5d 5a5b 5d5c 5b5c G*5f 5c5b 5f5e 5b5a");
    KjPosition start = *kj_record_position_at(record, 0);
    KjPosition now = *kj_record_position(record);
    assert_memory_equal(start.board, now.board, sizeof start.board);
    assert_int_equal(start.side, now.side);
    assert_int_equal(kj_record_status(record).occurrences, 1);
}

TEST(same_board_with_other_side_to_move_is_another_position)
{
    // [R7.6]
    // Sente loses a move with the rook.
    g_autoptr(KjRecord) record = record_of("shogi", "k8/9/9/9/9/9/9/9/K3R4 b - 1");
    play(record, "5i5e 9a8a 5e5f 8a9a 5f5i");
    assert_int_equal(kj_record_status(record).occurrences, 1);
    play(record, "9a8a 5i4i 8a9a 4i5i");
    assert_int_equal(kj_record_status(record).occurrences, 2);
}

/* Sente's rook drives the king up and down its file; every move of sente's is a check. */
#define DRIVE "4k4/8R/9/9/9/9/9/9/4K4 b - 1"
#define DRIVE_ROUND "1b1a 5a5b 1a1b 5b5a"

TEST(perpetual_check_loses_when_the_evader_completes_it)
{
    // [R1.15]
    g_autoptr(KjRecord) record = record_of("shogi", DRIVE);
    play_times(record, DRIVE_ROUND, 2);
    assert_ongoing(record);
    play(record, DRIVE_ROUND);
    assert_won(record, KJ_STATUS_PERPETUAL_CHECK, KJ_GOTE);
}

TEST(perpetual_check_loses_when_the_checker_completes_it)
{
    // [R1.15]
    g_autoptr(KjRecord) record = record_of("shogi", "4k4/9/9/9/9/9/9/8R/4K4 b - 1");
    play(record, "1h1a 5a5b 1a1b 5b5a");
    play_times(record, DRIVE_ROUND, 2);
    play(record, "1b1a");
    assert_int_equal(kj_record_status(record).occurrences, 4);
    assert_won(record, KJ_STATUS_PERPETUAL_CHECK, KJ_GOTE);
}

TEST(one_quiet_move_between_makes_it_plain_sennichite)
{
    // [R1.15]
    g_autoptr(KjRecord) record = record_of("shogi", DRIVE);
    play(record, DRIVE_ROUND " 1b2b 5a4a 2b1b 4a5a " DRIVE_ROUND);
    assert_drawn(record, KJ_STATUS_REPETITION_DRAW);
}

TEST(quiet_move_before_the_first_occurrence_does_not_count)
{
    // [R1.15]
    g_autoptr(KjRecord) record = record_of("shogi", "4k4/9/7R1/9/9/9/9/9/4K4 b - 1");
    play(record, "2c1c 5a4a 1c1b 4a5a");
    play_times(record, DRIVE_ROUND, 3);
    assert_won(record, KJ_STATUS_PERPETUAL_CHECK, KJ_GOTE);
}

/*
 * Mutual perpetual check cannot be set up with shogi's king (R1.15), but with one that jumps like a
 * knight of chess: both kings, going to and fro, uncover a rook and a bishop of theirs in turn.
 */
static const KjGame *knightly_game(KjMutualPerpetual rule)
{
    static const char *const jumps[] = {".o.o.", "o...o", "..*..", "o...o", ".o.o."};
    static KjPieceRow pieces[3];
    static KjGameRow row;
    static KjTables tables;
    static KjGame game;
    const KjGame *shogi = kj_game_find("shogi");
    pieces[0] = *kj_game_piece(shogi, kj_game_kind(shogi, 'R'));
    pieces[1] = *kj_game_piece(shogi, kj_game_kind(shogi, 'B'));
    pieces[2] = *kj_game_piece(shogi, kj_game_kind(shogi, 'K'));
    pieces[2].moves = jumps;
    row = *shogi->row;
    row.pieces = pieces;
    row.n_pieces = 3;
    kj_tables_build(&tables, &row);
    game = (KjGame){.row = &row, .t = &tables, .rules = row.rules};
    game.rules.mutual_perpetual = rule;
    return &game;
}

static KjRecord *play_mutual_perpetual(KjMutualPerpetual rule)
{
    KjRecord *record = record_from(knightly_game(rule), "9/5R3/9/4k4/3bK4/9/4R1b2/9/9 b - 1");
    play(record, "5e4c 5d4f 4c5e 4f5d");
    for (unsigned ply = 0; ply <= 4; ply++)
        assert_true(kj_record_status_at(record, ply).check);
    play_times(record, "5e4c 5d4f 4c5e 4f5d", 2);
    return record;
}

TEST(mutual_perpetual_check_draws_by_default)
{
    // [R1.16]
    g_autoptr(KjRecord) record = play_mutual_perpetual(KJ_MUTUAL_DRAW); // R1.16
    assert_drawn(record, KJ_STATUS_REPETITION_DRAW);
}

TEST(mutual_perpetual_check_may_lose_for_the_side_to_move)
{
    // [R1.16]
    g_autoptr(KjRecord) record = play_mutual_perpetual(KJ_MUTUAL_MOVER_LOSES); // R1.16
    assert_int_equal(kj_record_position(record)->side, KJ_SENTE);
    assert_won(record, KJ_STATUS_PERPETUAL_CHECK, KJ_GOTE);
}

TEST(minishogi_sennichite_wins_for_gote)
{
    // [R4.3]
    g_autoptr(KjRecord) record =
        record_of("minishogi", kj_game_find("minishogi")->row->start); // R4.3
    play_times(record, "1e1d 5a5b 1d1e 5b5a", 2);
    assert_ongoing(record);
    play(record, "1e1d 5a5b 1d1e 5b5a");
    assert_won(record, KJ_STATUS_REPETITION_LOSS, KJ_GOTE);
}

TEST(minishogi_perpetual_check_by_gote_wins_for_sente)
{
    // [R4.3]
    g_autoptr(KjRecord) record = record_of("minishogi", "4k/5/5/4r/K4 w - 1");
    play_times(record, "1d1e 5e5d 1e1d 5d5e", 3);
    assert_won(record, KJ_STATUS_PERPETUAL_CHECK, KJ_SENTE);
}
