/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSA 2.2 and 3.0 (docs/formats.md): what is read, and that what was read is written back. */
#include <string.h>

#include "core/format/csa.h"
#include "core/format/kif.h"
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/game_files.h"
#include "tests/support/works.h"

#define ROWS                          \
    "P1 *  *  *  * -OU *  *  *  * \n" \
    "P2 *  *  *  *  *  *  *  *  * \n" \
    "P3 *  *  *  * +FU *  *  *  * \n" \
    "P4 *  *  *  *  *  *  *  *  * \n" \
    "P5 *  *  *  *  *  *  *  *  * \n" \
    "P6 *  *  *  *  *  *  *  *  * \n" \
    "P7 *  *  *  *  *  *  *  *  * \n" \
    "P8 *  *  *  *  *  *  *  *  * \n" \
    "P9 *  *  *  *  *  *  *  *  * \n"
#define START "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"

static const char tsume[] = "'CSA encoding=UTF-8\nV3.0\n'*作者：Kanju\n$EVENT:例\n" ROWS
                            "P+00KI\nP-00AL\n+\n'*初手の前\n+0052KI\nT1.500\n'*詰み\n%TSUMI\n";
static const char game[] =
    "V2.2\nN+甲\nN-乙\n$START_TIME:2026/11/20\n'素の注\nPI\n+\n+7776FU\nT12\n"
    "-3334FU\nT6\n+8822UM\nT1\n-3122GI\n%TORYO\n";

TEST(canonical_files_are_written_back_byte_by_byte)
{
    game_file_assert_round_trip(tsume, KJ_FORMAT_CSA);
    game_file_assert_round_trip(game, KJ_FORMAT_CSA);
    game_file_assert_round_trip("V2.2\nPI82HI22KA\n-\n-3334FU\n%SENNICHITE\n", KJ_FORMAT_CSA);
}

TEST(all_the_rest_goes_to_the_defender)
{
    g_autoptr(KjGameFile) file = game_file_read(tsume, KJ_FORMAT_CSA);
    game_file_assert_start(file, START);
    assert_string_equal(kj_game_file_header(file, "作者"), "Kanju");
    assert_string_equal(kj_game_file_header(file, "棋戦"), "例");
    assert_int_equal(file->tree->root->child->spent, 1500);
    assert_int_equal(file->tree->root->child->child->end, KJ_END_MATE);
}

TEST(pieces_are_left_off_the_start)
{
    g_autoptr(KjGameFile) file = game_file_read("PI82HI22KA\n-\n", KJ_FORMAT_CSA);
    game_file_assert_start(file, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
}

TEST(lists_of_pieces_make_a_position)
{
    g_autoptr(KjGameFile) file = game_file_read("P-51OU\nP+53FU00KI00KI\n-\n", KJ_FORMAT_CSA);
    game_file_assert_start(file, "4k4/9/4P4/9/9/9/9/9/9 w 2G 1");
}

TEST(statements_may_share_a_line)
{
    g_autoptr(KjGameFile) file =
        game_file_read("PI,+\n+7776FU,T12,-3334FU,T6\n%CHUDAN\n", KJ_FORMAT_CSA);
    assert_int_equal(kj_move_tree_plies(file->tree), 2);
    assert_int_equal(file->tree->root->child->total, 12000);
}

TEST(end_written_twice_and_comments_in_a_line_are_kept)
{
    g_autoptr(KjGameFile) file =
        game_file_read("PI\n+\n+7776FU,T1,'*a, b\n%KACHI\nT3\n%KACHI\n", KJ_FORMAT_CSA);
    const KjMoveNode *move = file->tree->root->child;
    assert_string_equal(((const KjNote *)move->notes->pdata[0])->text, "a, b");
    assert_int_equal(move->child->end, KJ_END_DECLARED);
    game_file_assert_written(file, KJ_FORMAT_CSA,
                             "PI\n+\n+7776FU\nT1\n'*a, b\n%KACHI\nT3\n%KACHI\n");
}

TEST(records_are_separated_by_a_slash)
{
    g_autofree char *both = g_strconcat(tsume, "/\n", game, "/\n", NULL);
    g_autoptr(GPtrArray) files = game_files_read(both, KJ_FORMAT_CSA, NULL);
    assert_int_equal(files->len, 2);
    game_file_assert_written(files->pdata[1], KJ_FORMAT_CSA, game);
}

TEST(small_boards_are_told_by_their_rows)
{
    g_autoptr(KjGameFile) file =
        game_file_read("P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \n"
                       "P4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n+\n+5453FU\n",
                       KJ_FORMAT_CSA);
    assert_string_equal(file->tree->start.game->row->id, "minishogi");
    game_file_assert_start(file, "rbsgk/4p/5/P4/KGSBR b - 1");
}

TEST(who_broke_a_rule_is_told_by_the_sign)
{
    g_autoptr(KjGameFile) file =
        game_file_read("PI\n+\n+7776FU\n%+ILLEGAL_ACTION\n", KJ_FORMAT_CSA);
    assert_int_equal(file->tree->root->child->child->end, KJ_END_FOUL_WIN);
    game_file_assert_round_trip("PI\n+\n+7776FU\n%+ILLEGAL_ACTION\n", KJ_FORMAT_CSA);
    g_autoptr(KjGameFile) loss =
        game_file_read("PI\n+\n+7776FU\n%-ILLEGAL_ACTION\n", KJ_FORMAT_CSA);
    assert_int_equal(loss->tree->root->child->child->end, KJ_END_FOUL_LOSS);
}

TEST(other_formats_become_csa)
{
    g_autofree char *kif =
        g_strdup("手合割：平手\n作品名：例\n先手：甲\n   1 ７六歩(77) ( 0:05/00:00:05)\n"
                 "*注\n   2 投了\n");
    g_autoptr(KjGameFile) file = game_file_read(kif, KJ_FORMAT_KIF);
    game_file_assert_written(file, KJ_FORMAT_CSA,
                             "'CSA encoding=UTF-8\nV3.0\n'*作品名：例\nN+甲\nPI\n+\n+7776FU\nT5\n"
                             "'*注\n%TORYO\n");
    g_autoptr(KjGameFile) made = kj_game_file_new(KJ_FORMAT_SFEN);
    made->tree->start = position_of(START);
    game_file_assert_written(made, KJ_FORMAT_CSA, "V2.2\n" ROWS "P+00KI\nP-00AL\n+\n");
}

TEST(a_game_without_codes_is_refused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(KjGameFile) made = kj_game_file_new(KJ_FORMAT_SFEN);
    made->tree->start = position_of("4k3/8/8/8/8/8/8/4K3 b - 1");
    assert_false(kj_csa_write(out, made, &error));
    assert_true(g_str_has_prefix(error->message, "CSA has no code for 姫"));
}

TEST(errors_tell_line_and_column)
{
    game_file_assert_refused("PI\n+\n+7775FU\n", KJ_FORMAT_CSA, 3,
                             "column 2: move 1 is impossible: the piece does not move there");
    game_file_assert_refused("PI\n+\n-3334FU\n", KJ_FORMAT_CSA, 3,
                             "column 1: a move of gote, expected one of sente");
    game_file_assert_refused(
        "PI\n+\n+77XXFU\n", KJ_FORMAT_CSA, 3,
        "column 2: '77XXFU' is not a move of shogi, expected one such as 7776FU");
    game_file_assert_refused("P+55XX\n+\n", KJ_FORMAT_CSA, 1,
                             "column 5: 'X' is not a piece of shogi, expected letters such as FU");
    game_file_assert_refused("P1 *  * \n+\n", KJ_FORMAT_CSA, 1,
                             "column 1: no game has a board of this size, expected 9 rows of 9");
}
