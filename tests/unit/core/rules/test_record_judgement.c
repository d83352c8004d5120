/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 最後の審判 (Nuita Kōji, 1997-01) played through a record: its 20-ply cycle of checks and its
 * 69-ply solution stand on sennichite by occurrences and on perpetual check (docs/rules.md R1.17).
 */
#include "tests/support/rules/record_text.h"

#define DIAGRAM "1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/4Pg1PN b BPrb4p 1"
// The cycle but for its last ply, the drop P*5f by which gote checks in return.
#define ROUND_WITHOUT_DROP \
    "4e4d 4b3c 4d5c 5a4b 5c5b 5f7d B*6c 7d6c+ 5b6c B*8e 6c6b 4b5a 6b5c 3c4b 5c4d P*4e 4d4e 8e6g"
#define LAST_NINE "2d3c 4d3e 1i2g 3e2f G*1f 2f2g 6g4i 4h4i G*2h"

static KjRecord *new_after_cycles(int cycles)
{
    KjRecord *record = record_of("shogi", DIAGRAM);
    play(record, "B*5f");
    for (int i = 0; i < cycles; i++) {
        if (i > 0)
            play(record, "6g5f");
        play(record, ROUND_WITHOUT_DROP " P*5f");
    }
    return record;
}

TEST(cycle_comes_back_to_the_position_after_ply_1)
{
    g_autoptr(KjRecord) record = new_after_cycles(1);
    assert_int_equal(kj_record_plies(record), 20);
    play(record, "6g5f");
    assert_int_equal(kj_record_status(record).occurrences, 2);
    assert_true(kj_position_equal(kj_record_position_at(record, 1), kj_record_position(record)));
    assert_ongoing(record);
}

TEST(every_sente_move_of_the_cycle_is_a_check)
{
    g_autoptr(KjRecord) record = new_after_cycles(1);
    for (unsigned ply = 1; ply <= 19; ply += 2)
        assert_true(kj_record_status_at(record, ply).check);
}

TEST(pawn_drop_checks_and_leaves_one_reply)
{
    // [R1.17]
    g_autoptr(KjRecord) record = new_after_cycles(3); // the drop is legal by default, R1.17
    assert_int_equal(kj_record_plies(record), 60);
    assert_true(kj_record_status(record).check);
    KjMoveList list;
    kj_gen_legal(kj_record_position(record), &list);
    assert_int_equal(list.n, 1);
    assert_int_equal(list.move[0], move_in(record, "6g5f"));
}

TEST(reply_at_ply_61_is_the_fourth_occurrence_and_loses)
{
    // [R1.15] [R1.17]
    g_autoptr(KjRecord) record = new_after_cycles(3);
    assert_ongoing(record);
    play(record, "6g5f");
    assert_int_equal(kj_record_status(record).occurrences, 4);
    assert_won(record, KJ_STATUS_PERPETUAL_CHECK, KJ_GOTE);
}

TEST(solution_of_69_plies_mates_with_an_empty_hand)
{
    g_autoptr(KjRecord) record = new_after_cycles(2);
    play(record, "6g5f " ROUND_WITHOUT_DROP);
    assert_int_equal(kj_record_plies(record), 59);
    play(record, "4e4d " LAST_NINE);
    assert_int_equal(kj_record_plies(record), 69);
    assert_won(record, KJ_STATUS_CHECKMATE, KJ_SENTE);
    assert_true(kj_record_position(record)->hand[KJ_SENTE] == 0);
    for (unsigned ply = 0; ply <= 69; ply++)
        assert_in_range(kj_record_status_at(record, ply).occurrences, 1, 3);
}

TEST(author_has_the_drop_of_ply_60_illegal)
{
    // [R1.17] the reply would be sente's perpetual check, so the drop is taken to mate
    KjGame game = *kj_game_find("shogi");
    game.rules.perpetual_is_drop_mate = true;
    g_autoptr(KjRecord) record = record_from(&game, DIAGRAM);
    play(record, "B*5f " ROUND_WITHOUT_DROP " P*5f 6g5f " ROUND_WITHOUT_DROP " P*5f 6g5f");
    assert_int_equal(kj_record_plies(record), 41);
    play(record, ROUND_WITHOUT_DROP);
    assert_int_equal(kj_record_plies(record), 59);
    assert_int_equal(try_move(record, "P*5f"), KJ_MOVE_DROP_MATE);
    play(record, "4e4d " LAST_NINE);
    assert_won(record, KJ_STATUS_CHECKMATE, KJ_SENTE);
}
