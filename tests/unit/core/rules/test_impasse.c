/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impasse points and declarations (docs/rules.md R9). */
#include "tests/support/rules/record_text.h"

#include "core/format/handicap.h"

static KjGame shogi_declaring(KjDeclaration rule)
{
    KjGame game = *kj_game_find("shogi");
    game.rules.declaration = rule;
    return game;
}

/* ---- Counting ---- */

TEST(both_sides_start_with_27_points)
{
    // [R9.1]
    const KjGame *game = kj_game_find("shogi");
    KjPosition start = position_from(game, game->row->start);
    assert_int_equal(kj_impasse_points(&start, KJ_SENTE), 27);
    assert_int_equal(kj_impasse_points(&start, KJ_GOTE), 27);
}

TEST(promoted_pieces_count_like_unpromoted_ones_and_kings_nothing)
{
    // [R9.1]
    KjPosition pos = position_from(kj_game_find("shogi"), "4k4/9/9/4+R+P3/9/4+B4/9/9/K8 b - 1");
    assert_int_equal(kj_impasse_points(&pos, KJ_SENTE), 11);
    assert_int_equal(kj_impasse_points(&pos, KJ_GOTE), 0);
}

TEST(hand_counts_for_its_owner)
{
    // [R9.1]
    KjPosition pos = position_from(kj_game_find("shogi"), "4k4/9/9/9/9/9/9/9/K8 b R2G3pb 1");
    assert_int_equal(kj_impasse_points(&pos, KJ_SENTE), 7);
    assert_int_equal(kj_impasse_points(&pos, KJ_GOTE), 8);
}

TEST(declaration_points_leave_out_the_board_outside_the_enemy_camp)
{
    // [R9.4]
    // Rook on 1c and gold in hand count, the bishop on 1d and the pawns do not.
    KjPosition pos = position_from(kj_game_find("shogi"), "4k4/9/8R/8B/PPPPPPPPP/9/9/9/K7r b G 1");
    assert_int_equal(kj_impasse_zone_points(&pos, KJ_SENTE), 6);
    assert_int_equal(kj_impasse_zone_points(&pos, KJ_GOTE), 5);
}

TEST(pieces_left_off_count_for_the_giver)
{
    // [R9.8]
    KjPosition pos;
    const KjGame *game = kj_game_find("shogi");
    assert_true(kj_handicap_find(game, "六枚落ち", &pos)); // 14 points
    assert_int_equal(kj_impasse_removed(&pos, KJ_GOTE), 14);
    assert_int_equal(kj_impasse_removed(&pos, KJ_SENTE), 0);
    assert_true(kj_handicap_find(game, "fu-sanbyo", &pos));
    assert_int_equal(kj_impasse_removed(&pos, KJ_GOTE), 24);
}

/* ---- Agreement ---- */

TEST(24_points_each_draw)
{
    // [R9.2]
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_24, 24, 30), KJ_AGREEMENT_DRAW);
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_24, 27, 27), KJ_AGREEMENT_DRAW);
}

TEST(fewer_than_24_points_lose)
{
    // [R9.2]
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_24, 23, 31), KJ_AGREEMENT_GOTE_WINS);
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_24, 31, 23), KJ_AGREEMENT_SENTE_WINS);
}

TEST(fewer_than_27_points_lose)
{
    // [R9.3]
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_27, 28, 26), KJ_AGREEMENT_SENTE_WINS);
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_27, 26, 28), KJ_AGREEMENT_GOTE_WINS);
}

TEST(27_points_each_win_for_gote)
{
    // [R9.3]
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_27, 27, 27), KJ_AGREEMENT_GOTE_WINS);
}

TEST(agreement_decides_nothing_when_no_side_has_its_points)
{
    // [R9.2] [R9.3]
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_24, 10, 5), KJ_AGREEMENT_OPEN);
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_27, 26, 26), KJ_AGREEMENT_OPEN);
    assert_int_equal(kj_impasse_agreement(KJ_DECLARE_NONE, 30, 5), KJ_AGREEMENT_OPEN);
}

/* ---- Declaration ---- */

/* Sente's king and ten other pieces in the enemy camp: two rooks, two bishops and six pawns make
 * 26. */
#define TEN_INSIDE "K1+R+R5/+B+B7/+P+P+P+P+P+P3/9/9/9/9/9/8k b "

static KjDeclarationTest test_of(KjDeclaration rule, const char *sfen, KjSide side, unsigned plies)
{
    KjGame game = shogi_declaring(rule);
    KjPosition pos = position_from(&game, sfen);
    return kj_impasse_declaration(&pos, side, plies, 0);
}

TEST(sente_wins_with_28_points)
{
    // [R9.4] [R9.5]
    KjDeclarationTest test = test_of(KJ_DECLARE_27, TEN_INSIDE "2P 1", KJ_SENTE, 0);
    assert_int_equal(test.points, 28);
    assert_int_equal(test.pieces, 10);
    assert_true(test.own_turn && test.king_in_zone && test.not_in_check);
    assert_true(test.enough_pieces && test.in_time && test.enough_points);
    assert_int_equal(test.result, KJ_DECLARATION_WINS);
}

TEST(sente_loses_with_27_points)
{
    // [R9.5] [R9.7]
    KjDeclarationTest test = test_of(KJ_DECLARE_27, TEN_INSIDE "P 1", KJ_SENTE, 0);
    assert_int_equal(test.points, 27);
    assert_false(test.enough_points);
    assert_true(test.king_in_zone && test.not_in_check && test.enough_pieces);
    assert_int_equal(test.result, KJ_DECLARATION_LOSES);
}

TEST(gote_wins_with_27_points)
{
    // [R9.5]
    const char *gote = "K8/9/9/9/9/9/3+p+p+p+p+p+p/7+b+b/5+r+r1k w p 1";
    KjDeclarationTest test = test_of(KJ_DECLARE_27, gote, KJ_GOTE, 0);
    assert_int_equal(test.points, 27);
    assert_int_equal(test.points_to_win, 27);
    assert_int_equal(test.result, KJ_DECLARATION_WINS);
}

TEST(nine_pieces_inside_are_too_few)
{
    // [R9.4]
    const char *nine = "K1+R+R5/+B+B7/+P+P+P+P+P4/+P8/9/9/9/9/8k b 4P 1";
    KjDeclarationTest test = test_of(KJ_DECLARE_27, nine, KJ_SENTE, 0);
    assert_int_equal(test.pieces, 9);
    assert_false(test.enough_pieces);
    assert_true(test.enough_points);
    assert_int_equal(test.result, KJ_DECLARATION_LOSES);
}

TEST(king_outside_the_enemy_camp_loses_the_declaration)
{
    // [R9.4]
    const char *outside = "2+R+R5/+B+B7/+P+P+P+P+P+P3/K8/9/9/9/9/8k b 4P 1";
    KjDeclarationTest test = test_of(KJ_DECLARE_27, outside, KJ_SENTE, 0);
    assert_false(test.king_in_zone);
    assert_int_equal(test.pieces, 10);
    assert_true(test.enough_points);
    assert_int_equal(test.result, KJ_DECLARATION_LOSES);
}

TEST(declaring_in_check_loses)
{
    // [R9.4]
    const char *checked = "K1+R+R5/g+B+B6/1+P+P+P+P+P+P2/9/9/9/9/9/8k b 4P 1";
    KjDeclarationTest test = test_of(KJ_DECLARE_27, checked, KJ_SENTE, 0);
    assert_false(test.not_in_check);
    assert_true(test.enough_pieces && test.enough_points && test.king_in_zone);
    assert_int_equal(test.result, KJ_DECLARATION_LOSES);
}

TEST(nobody_declares_out_of_turn)
{
    // [R9.7]
    KjDeclarationTest test = test_of(KJ_DECLARE_27, TEN_INSIDE "2P 1", KJ_GOTE, 0);
    assert_false(test.own_turn);
    assert_int_equal(test.result, KJ_DECLARATION_NONE);
}

TEST(24_point_declaration_wins_from_31)
{
    // [R9.6]
    KjDeclarationTest test = test_of(KJ_DECLARE_24, TEN_INSIDE "5P 1", KJ_SENTE, 0);
    assert_int_equal(test.points, 31);
    assert_int_equal(test.result, KJ_DECLARATION_WINS);
}

TEST(24_point_declaration_draws_from_24_to_30)
{
    // [R9.6]
    assert_int_equal(test_of(KJ_DECLARE_24, TEN_INSIDE "4P 1", KJ_SENTE, 0).result,
                     KJ_DECLARATION_DRAWS);
    // One bishop less and three pawns more: 24.
    const char *least = "K1+R+R5/+B8/+P+P+P+P+P+P+P2/9/9/9/9/9/8k b 2P 1";
    KjDeclarationTest test = test_of(KJ_DECLARE_24, least, KJ_SENTE, 0);
    assert_int_equal(test.points, 24);
    assert_int_equal(test.result, KJ_DECLARATION_DRAWS);
}

TEST(24_point_declaration_loses_below_24)
{
    // [R9.6]
    const char *below = "K1+R+R5/+B8/+P+P+P+P+P+P+P2/9/9/9/9/9/8k b P 1";
    KjDeclarationTest test = test_of(KJ_DECLARE_24, below, KJ_SENTE, 0);
    assert_int_equal(test.points, 23);
    assert_int_equal(test.result, KJ_DECLARATION_LOSES);
}

TEST(24_point_declaration_must_come_before_500_moves_are_played)
{
    // [R9.6]
    assert_true(test_of(KJ_DECLARE_24, TEN_INSIDE "5P 1", KJ_SENTE, 499).in_time);
    KjDeclarationTest late = test_of(KJ_DECLARE_24, TEN_INSIDE "5P 1", KJ_SENTE, 500);
    assert_false(late.in_time);
    assert_int_equal(late.result, KJ_DECLARATION_LOSES);
    assert_true(test_of(KJ_DECLARE_27, TEN_INSIDE "5P 1", KJ_SENTE, 500).in_time);
}

TEST(declaration_counts_pieces_left_off)
{
    // [R9.8]
    KjGame game = shogi_declaring(KJ_DECLARE_27);
    KjPosition pos = position_from(&game, "8K/9/9/9/9/9/3+p+p+p+p+p+p/5+p+p+p+p/8k w 3p 1");
    assert_int_equal(kj_impasse_declaration(&pos, KJ_GOTE, 0, 0).points, 13);
    KjDeclarationTest test = kj_impasse_declaration(&pos, KJ_GOTE, 0, 14);
    assert_int_equal(test.points, 27);
    assert_int_equal(test.result, KJ_DECLARATION_WINS);
}

TEST(56_has_no_declaration)
{
    // [R2.5]
    KjPosition pos = position_from(kj_game_find("56shogi"), "K4/5/5/5/5/4k b - 1"); // R2.4
    assert_int_equal(kj_impasse_declaration(&pos, KJ_SENTE, 0, 0).result, KJ_DECLARATION_NONE);
}

/* ---- In records ---- */

TEST(record_ends_by_a_won_declaration)
{
    g_autoptr(KjRecord) record = record_of("shogi", TEN_INSIDE "2P 1");
    assert_int_equal(kj_record_declaration(record, KJ_SENTE, NULL).result, KJ_DECLARATION_WINS);
    assert_ongoing(record);
    assert_int_equal(kj_record_declare(record, NULL).result, KJ_DECLARATION_WINS);
    assert_won(record, KJ_STATUS_DECLARED, KJ_SENTE);
    assert_int_equal(kj_record_declare(record, NULL).result, KJ_DECLARATION_NONE);
    assert_true(kj_record_undo(record));
    assert_ongoing(record);
}

TEST(record_ends_by_a_failed_declaration)
{
    // [R9.7]
    g_autoptr(KjRecord) record = record_of("shogi", TEN_INSIDE "P 1");
    assert_int_equal(kj_record_declare(record, NULL).result, KJ_DECLARATION_LOSES);
    assert_won(record, KJ_STATUS_DECLARED, KJ_GOTE);
}

TEST(record_ends_by_a_drawn_declaration)
{
    KjGame game = shogi_declaring(KJ_DECLARE_24);
    g_autoptr(KjRecord) record = record_from(&game, TEN_INSIDE "P 1");
    assert_int_equal(kj_record_declare(record, NULL).result, KJ_DECLARATION_DRAWS);
    assert_drawn(record, KJ_STATUS_DECLARED);
}

TEST(record_declaration_takes_pieces_left_off_by_side)
{
    g_autoptr(KjRecord) record = record_of("shogi", TEN_INSIDE "P 1");
    const unsigned removed[2] = {1, 0}, other[2] = {0, 9};
    assert_int_equal(kj_record_declaration(record, KJ_SENTE, removed).points, 28);
    assert_int_equal(kj_record_declaration(record, KJ_SENTE, other).points, 27);
}
