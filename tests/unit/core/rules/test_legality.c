/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a move may not be played: every reason by an example, and which of several is given. */
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/rules/rules.h"

typedef struct {
    KjIllegal why;
    const char *game, *sfen, *usi;
} Example;

// Clauses of rules.md in brackets.
static const Example examples[] = {
    {KJ_MOVE_LEGAL, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e"},
    {KJ_MOVE_LEGAL, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "5i4h"},
    {KJ_MOVE_NO_PIECE, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "5e5d"},
    {KJ_MOVE_NO_PIECE, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "5a5b"},
    {KJ_MOVE_NO_PIECE, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "G*5e"},
    {KJ_MOVE_NO_PIECE, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b p 1", "P*5e"},
    {KJ_MOVE_NO_PIECE, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "K*5e"},
    {KJ_MOVE_NO_PIECE, "ogi", "4k3/8/8/8/8/8/8/4K3 b P 1", "+P*e5"},
    {KJ_MOVE_NOT_REACHABLE, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i5g"},
    {KJ_MOVE_NOT_REACHABLE, "shogi", "4k4/9/9/9/9/9/4P4/9/4R4 b - 1", "5i5f"},
    {KJ_MOVE_NOT_REACHABLE, "shogi", "4k4/9/9/9/9/9/4P4/9/4R4 b - 1", "5g5g"},
    {KJ_MOVE_OWN_PIECE, "shogi", "4k4/9/9/9/9/9/4P4/9/4R4 b - 1", "5i5g"},
    {KJ_MOVE_OCCUPIED, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5a"},
    {KJ_MOVE_OCCUPIED, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5i"},
    {KJ_MOVE_NO_PROMOTION, "shogi", "4k4/9/9/9/4P4/9/9/9/4K4 b - 1", "5e5d+"}, // [R1.4]
    {KJ_MOVE_NO_PROMOTION, "shogi", "4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d5c+"},
    {KJ_MOVE_MUST_PROMOTE, "shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a"},
    {KJ_MOVE_MUST_PROMOTE, "dobutsu", "2l/C2/3/L2 b - 1", "3b3a"},            // [R6.3]
    {KJ_MOVE_DEAD_SQUARE, "shogi", "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*5b"},    // [R1.8]
    {KJ_MOVE_DEAD_SQUARE, "ogi", "4k3/8/8/8/8/8/8/4K3 b P 1", "P*e5"},        // [R3.6]
    {KJ_MOVE_NIFU, "shogi", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5g"},         // [R1.3]
    {KJ_MOVE_DROP_MATE, "shogi", "7lk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"},    // [R1.9]
    {KJ_MOVE_LEAVES_CHECK, "shogi", "4k4/9/9/9/9/9/9/3r5/4K4 b - 1", "5i6i"}, // [R1.11]
    {KJ_MOVE_LEAVES_CHECK, "shogi", "4r4/9/9/9/9/9/4S4/9/4K4 b - 1", "5g4f"},
    {KJ_MOVE_LEAVES_CHECK, "shogi", "4r4/9/9/9/9/9/9/9/4K4 b P 1", "P*4e"},
    {KJ_MOVE_LEGAL, "ogi", "4r2k/8/8/8/8/8/8/4K3 b - 1", "e1e2"}, // [R3.7]
    {KJ_MOVE_NO_PRIVILEGE, "shogi", "4k4/9/9/9/9/9/9/4+p4/4K4 b - 1", "5i5h/+P"},
    {KJ_MOVE_NO_PRIVILEGE, "ogi", "4k3/8/8/8/8/8/4p3/4K3 b - 1", "e1e2/+P"}, // [R3.5]
    {KJ_MOVE_NO_PRIVILEGE, "ogi", "4k3/8/8/8/8/8/4+p3/4RK2 b - 1", "e1e2/+P"},
};

TEST(every_reason_by_an_example)
{
    // [R8.4]
    bool seen[KJ_MOVE_REPETITION + 1] = {false};
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const Example *e = &examples[i];
        KjIllegal why = rules_why_not(kj_game_find(e->game), e->sfen, e->usi);
        if (why != e->why)
            fail_msg("%s %s: %s", e->sfen, e->usi, kj_illegal_text(why));
        seen[why] = true;
    }
    for (int why = KJ_MOVE_LEGAL; why < KJ_MOVE_GAME_OVER; why++)
        assert_true(seen[why]);
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
    assert_int_equal(kj_move_legality(&pos, drop | KJ_MOVE_PROMOTE), KJ_MOVE_NO_PROMOTION);
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
