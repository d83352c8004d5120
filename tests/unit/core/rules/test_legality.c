/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves and what they are refused for, where moves.txt has no word for it. */
#include <string.h>

#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"

TEST(interposing_drops_come_last_and_from_the_king_outwards)
{
    const KjGame *shogi = kj_game_find("shogi");
    KjPosition pos = bridge_read(shogi, "4k4/3P1P3/9/9/4R4/9/9/9/9 w gp 1");
    KjMoveList list;
    unsigned first_drop;
    kj_gen_evasions(&pos, &list, &first_drop);
    const char *const drops[] = {"P*5b", "G*5b", "P*5c", "G*5c", "P*5d", "G*5d"};
    assert_int_equal(list.n - first_drop, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(list.move[first_drop + i], bridge_usi(shogi, drops[i]));
}

TEST(king_is_captured_like_any_piece)
{
    // [R3.8]
    const KjGame *ogi = kj_game_find("ogi");
    KjPosition pos = bridge_read(ogi, "4r2k/8/6N1/8/8/8/8/4K2R b - 1");
    assert_true(kj_can_capture_king(&pos));
    assert_false(kj_gives_check(&pos, bridge_usi(ogi, "h1h8")));
    pos = bridge_read(ogi, "4r2k/8/6N1/8/8/8/8/4K2R w - 1");
    assert_true(kj_can_capture_king(&pos));
    pos = kj_position_after(&pos, bridge_usi(ogi, "e8e1+"));
    KjMoveList list;
    kj_gen_legal(&pos, &list);
    assert_int_equal(list.n, 0);
    kj_gen_safe(&pos, &list);
    assert_int_equal(list.n, 0);
    assert_int_equal(kj_move_legality(&pos, bridge_usi(ogi, "h1h2")), KJ_MOVE_GAME_OVER);
}

TEST(nothing_is_legal_once_the_own_king_is_gone)
{
    const KjGame *ogi = kj_game_find("ogi");
    KjPosition pos = bridge_read(ogi, "4k3/4R3/8/8/8/8/8/4K3 b s 1");
    KjUndo undo;
    kj_position_make(&pos, bridge_usi(ogi, "e7e8"), &undo);
    assert_int_equal(kj_move_legality(&pos, bridge_usi(ogi, "S*a5")), KJ_MOVE_GAME_OVER);
    assert_int_equal(kj_move_legality(&pos, bridge_usi(ogi, "e8d8")), KJ_MOVE_GAME_OVER);
    assert_int_equal(kj_move_legality(&pos, KJ_MOVE_NONE), KJ_MOVE_GAME_OVER);
}

TEST(piece_from_hand_keeps_nothing)
{
    const KjGame *ogi = kj_game_find("ogi");
    KjPosition pos = bridge_read(ogi, "4k3/8/8/8/8/8/8/4K3 b S 1");
    KjMove drop = bridge_usi(ogi, "S*e5");
    assert_int_equal(kj_move_legality(&pos, drop), KJ_MOVE_LEGAL);
    assert_int_equal(kj_move_legality(&pos, drop | KJ_MOVE_KEEP), KJ_MOVE_NO_PRIVILEGE);
    assert_int_equal(kj_move_legality(&pos, drop | KJ_MOVE_PROMOTE),
                     KJ_MOVE_NO_PROMOTION); // [R1.7]
}

/* Any 16 bits get an answer, and "legal" only if the move is in the list. */
TEST(no_bits_whatever_are_taken_for_a_move)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        KjPosition pos = bridge_read(game, game->row->start);
        KjMoveList list;
        kj_gen_legal(&pos, &list);
        unsigned legal = 0;
        for (unsigned bits = 0; bits < 1 << 16; bits += 3)
            legal += kj_move_legality(&pos, (KjMove)bits) == KJ_MOVE_LEGAL;
        unsigned expected = 0;
        for (unsigned m = 0; m < list.n; m++)
            expected += list.move[m] % 3 == 0;
        assert_int_equal(legal, expected);
    }
}

TEST(every_reason_has_a_text_of_its_own)
{
    for (int a = KJ_MOVE_LEGAL; a <= KJ_MOVE_REPETITION; a++) {
        const char *text = kj_illegal_text((KjIllegal)a);
        assert_true(text != NULL && text[0] != '\0' && strchr(text, '\n') == NULL);
        for (int b = KJ_MOVE_LEGAL; b < a; b++)
            assert_string_not_equal(text, kj_illegal_text((KjIllegal)b));
    }
}
