/* SPDX-License-Identifier: GPL-3.0-or-later */
/* KIF, KI2 and BOD (docs/formats.md): what is read, and that what was read is written back. */
#include <string.h>

#include "core/format/kif.h"
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/game_files.h"
#include "tests/support/works.h"

#define BOARD                                                                 \
    "後手の持駒：飛　金三　銀四　桂四　香四　歩十七\n" \
    "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"                                 \
    "+---------------------------+\n"                                         \
    "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"                             \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"                             \
    "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n"                             \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"                             \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"                             \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"                             \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"                             \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"                             \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n"                             \
    "+---------------------------+\n"                                         \
    "先手の持駒：飛　角二　金\n"
#define START "4k4/9/4P4/9/9/9/9/9/9 b R2BGr3g4s4n4l17p 1"
#define RULER "手数----指手---------消費時間--\n"
#define HEADERS                     \
    "作品番号：7\n"            \
    "作品名：例題\n"          \
    "作者：Kanju\n"              \
    "発表誌：なし\n"          \
    "発表年月：2026年11月\n" \
    "出典：試験\n"             \
    "手数：1\n"                  \
    "完全性：完全\n"          \
    "分類：短編\n"             \
    "受賞：なし\n"             \
    "備考：行ごとに残す\n"

/* A game with everything: remarks, headers, comments, times, branches within branches, ends. */
static const char full_kif[] =
    "# 注記\n" HEADERS "手合割：その他\n" BOARD "不明な行も残す\n" RULER "*初手の前\n"
    "   1 ５二金打     ( 0:01/00:00:01)\n"
    "*詰み\n"
    "&しおり\n"
    "   2 詰み         ( 0:00/00:00:00)\n"
    "まで1手で詰み\n";

static const char branches_kif[] = "手合割：平手\n" RULER "   1 ７六歩(77)\n"
                                   "   2 ３四歩(33)+\n"
                                   "   3 ２二角成(88)+\n"
                                   "   4 同　銀(31)\n"
                                   "   5 ４五角打\n"
                                   "   6 中断\n"
                                   "\n変化：3手\n"
                                   "   3 ２六歩(27)\n"
                                   "   4 ８四歩(83)+\n"
                                   "   5 ２五歩(26)\n"
                                   "\n変化：4手\n"
                                   "   4 ４四歩(43)\n"
                                   "*変化の変化\n"
                                   "\n変化：2手\n"
                                   "   2 ８四歩(83)\n"
                                   "   3 投了\n";

TEST(tsume_with_all_headers_is_read)
{
    g_autoptr(KjGameFile) file = game_file_read(full_kif, KJ_FORMAT_KIF);
    game_file_assert_start(file, START);
    assert_string_equal(kj_game_file_header(file, "作品番号"), "7");
    assert_string_equal(kj_game_file_header(file, "作者"), "Kanju");
    assert_string_equal(kj_game_file_header(file, "備考"), "行ごとに残す");
    assert_int_equal(kj_move_tree_plies(file->tree), 1);
    const KjMoveNode *end = file->tree->root->child->child;
    assert_int_equal(end->end, KJ_END_MATE);
    assert_int_equal(file->tree->root->child->spent, 1000);
}

TEST(canonical_kif_is_written_back_byte_by_byte)
{
    game_file_assert_round_trip(full_kif, KJ_FORMAT_KIF);
    game_file_assert_round_trip(branches_kif, KJ_FORMAT_KIF);
}

TEST(branches_make_a_tree)
{
    g_autoptr(KjGameFile) file = game_file_read(branches_kif, KJ_FORMAT_KIF);
    assert_int_equal(kj_move_tree_plies(file->tree), 5);
    assert_int_equal(kj_move_tree_branches(file->tree), 3);
    const KjMoveNode *second = file->tree->root->child->child;
    assert_int_equal(second->next->child->end, KJ_END_RESIGNED);
    const KjMoveNode *third = second->child->next;
    assert_non_null(third);
    assert_non_null(third->child->next->notes);
}

TEST(board_wins_over_a_handicap_name)
{
    g_autoptr(KjGameFile) even = game_file_read("手合割：平手\n" BOARD, KJ_FORMAT_KIF);
    game_file_assert_start(even, START);
    g_autoptr(KjGameFile) mate = game_file_read("手合割：詰将棋\n" BOARD, KJ_FORMAT_KIF);
    game_file_assert_start(mate, START);
}

TEST(handicap_name_gives_the_start)
{
    g_autoptr(KjGameFile) file =
        game_file_read("手合割：香落ち　\n" RULER "   1 ３四歩(33)\n", KJ_FORMAT_KIF);
    game_file_assert_start(file, "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_int_equal(kj_move_tree_plies(file->tree), 1);
}

TEST(other_games_are_told_by_name_or_size)
{
    g_autoptr(KjGameFile) named =
        game_file_read("手合割：5五将棋\n" RULER "   1 ４四金(45)\n", KJ_FORMAT_KIF);
    assert_string_equal(named->tree->start.game->row->id, "minishogi");
    g_autoptr(KjGameFile) sized =
        game_file_read("|v獅 ・ ・|\n| ・ 雛 ・|\n| ・ ・ ・|\n| ・ ・ 獅|\n", KJ_FORMAT_KIF);
    assert_string_equal(sized->tree->start.game->row->id, "dobutsu");
}

TEST(half_width_and_old_spellings_are_read)
{
    g_autoptr(KjGameFile) file = game_file_read(
        "手合割:平手\n1 76歩(77) (0:05/)\n2 ３4歩(33)\n3 22角成(88)\n4 同 銀(31)\n5 投了\n",
        KJ_FORMAT_KIF);
    assert_int_equal(kj_move_tree_plies(file->tree), 4);
    assert_int_equal(file->tree->root->child->spent, 5000);
    assert_int_equal(file->tree->root->child->total, -1);
    g_autoptr(KjGameFile) hand =
        game_file_read("先手の持駒：金2 歩十八\n|v王 ・ 竜 ・ ・ ・ ・ ・ ・|\n"
                       "|成銀 ・ ・ ・ ・ ・ ・ ・ ・|\n|v全v圭 杏 と 馬 ・ ・ ・ ・|\n"
                       "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
                       "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
                       "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n",
                       KJ_FORMAT_KIF);
    game_file_assert_start(hand, "k1+R6/+S8/+s+n+L+P+B4/9/9/9/9/9/9 b 2G18P 1");
}

TEST(illegal_moves_of_a_lost_game_are_kept)
{
    g_autoptr(KjGameFile) file =
        game_file_read("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n"
                       "   3 ３三角成(88)\n   4 １四歩(13)\n   5 反則勝ち\n",
                       KJ_FORMAT_KIF);
    assert_int_equal(kj_move_tree_plies(file->tree), 4);
    const KjMoveNode *node = file->tree->root->child->child->child->child;
    assert_int_equal(node->illegal, KJ_MOVE_LEAVES_CHECK);
}

TEST(start_with_nine_pawns_on_files_can_be_played)
{
    game_file_assert_round_trip("手合割：その他\n"
                                "後手の持駒：なし\n"
                                "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n"
                                "| 歩 ・ ・ ・ ・ ・ ・ ・ ・|四\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
                                "| 歩 ・ ・ ・ ・ ・ ・ ・ ・|六\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
                                "| 玉 ・ ・ ・ ・ ・ ・ ・ ・|九\n"
                                "先手の持駒：なし\n" RULER "   1 ９三歩(94)\n   2 ８一玉(91)\n",
                                KJ_FORMAT_KIF);
}

TEST(sealed_move_is_a_remark)
{
    game_file_assert_round_trip(
        "手合割：平手\n" RULER "   1 ７六歩(77)\n   2 封じ手\n   2 ３四歩(33)\n", KJ_FORMAT_KIF);
}

TEST(ki2_is_read_and_written)
{
    static const char text[] = "手合割：平手\n"
                               "▲７六歩    △３四歩    ▲２二角成  △同　銀\n"
                               "*交換\n"
                               "▲４五角\n"
                               "まで5手で中断\n"
                               "\n変化：2手\n"
                               "△８四歩\n";
    g_autoptr(KjGameFile) file = game_file_read(text, KJ_FORMAT_KIF);
    assert_int_equal(file->format, KJ_FORMAT_KI2);
    assert_int_equal(kj_move_tree_plies(file->tree), 5);
    game_file_assert_written(file, KJ_FORMAT_KI2, text);
    game_file_assert_written(file, KJ_FORMAT_KIF,
                             "手合割：平手\n" RULER
                             "   1 ７六歩(77)\n   2 ３四歩(33)+\n   3 ２二角成(88)\n"
                             "   4 同　銀(31)\n*交換\n   5 ４五角打\n   6 中断\nまで5手で中断\n"
                             "\n変化：2手\n   2 ８四歩(83)\n");
}

TEST(kif_becomes_ki2)
{
    g_autoptr(KjGameFile) file =
        game_file_read("手合割：平手\n   1 ７六歩(77)\n   2 投了\n", KJ_FORMAT_KIF);
    game_file_assert_written(file, KJ_FORMAT_KI2, "手合割：平手\n▲７六歩\nまで1手で先手の勝ち\n");
}

TEST(lines_of_software_stay_in_their_format)
{
    static const char kif[] =
        "#KIF version=2.0\n手合割：平手\n" RULER "*人の注\n   1 ７六歩(77)\n# 評価値\n";
    game_file_assert_round_trip(kif, KJ_FORMAT_KIF);
    g_autoptr(KjGameFile) file = game_file_read(kif, KJ_FORMAT_KIF);
    game_file_assert_written(file, KJ_FORMAT_KI2, "手合割：平手\n*人の注\n▲７六歩\n");
    game_file_assert_written(file, KJ_FORMAT_CSA,
                             "'CSA encoding=UTF-8\nV3.0\nPI\n+\n'*人の注\n+7776FU\n");
    g_autoptr(KjGameFile) csa =
        game_file_read("PI\n+\n'program\n'*people\n+7776FU\n", KJ_FORMAT_CSA);
    game_file_assert_written(csa, KJ_FORMAT_KI2, "手合割：平手\n*people\n▲７六歩\n");
}

TEST(bod_is_read_and_written)
{
    static const char gote[] = BOARD "後手番\n手数＝12  ▲５三歩 まで\n";
    g_autoptr(KjGameFile) file = game_file_read(gote, KJ_FORMAT_KIF);
    assert_int_equal(file->tree->start.side, KJ_GOTE);
    game_file_assert_round_trip(gote, KJ_FORMAT_BOD);
    g_autoptr(KjGameFile) made = kj_game_file_new(KJ_FORMAT_SFEN);
    made->tree->start = position_of(START);
    game_file_assert_written(made, KJ_FORMAT_BOD, BOARD);
}

TEST(ogi_has_its_own_squares_and_privilege)
{
    g_autoptr(KjGameFile) file = kj_game_file_new(KJ_FORMAT_SFEN);
    file->tree->start = position_of("4k3/8/8/8/8/8/4+p3/4K3 b - 1");
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, file->tree);
    unsigned e1 = 3 * 8 + 7, e2 = 3 * 8 + 6; // docs/rules.md R3.5: the king keeps the tokin
    assert_true(kj_move_cursor_play(&cursor, kj_make_move(e1, e2) | KJ_MOVE_KEEP, NULL));
    kj_move_cursor_clear(&cursor);
    g_autoptr(GString) out = g_string_new(NULL);
    kj_kif_write(out, file, KJ_FORMAT_KIF);
    assert_non_null(strstr(out->str, "手合割：王棋\n"));
    assert_non_null(strstr(out->str, "   1 e2玉(e1)（特権）\n"));
    g_autoptr(KjGameFile) back = game_file_read(out->str, KJ_FORMAT_KIF);
    assert_int_equal(back->tree->root->child->move, file->tree->root->child->move);
}

TEST(several_records_stand_in_one_file)
{
    g_autofree char *both = g_strconcat(full_kif, branches_kif, NULL);
    g_autoptr(GPtrArray) files = game_files_read(both, KJ_FORMAT_KIF, NULL);
    assert_int_equal(files->len, 2);
    game_file_assert_written(files->pdata[1], KJ_FORMAT_KIF, branches_kif);
    g_autoptr(GPtrArray) boards = game_files_read(BOARD BOARD, KJ_FORMAT_KIF, NULL);
    assert_int_equal(boards->len, 2);
}

TEST(errors_tell_line_and_column)
{
    game_file_assert_refused("手合割：平手\n   1 ７六歩(77)\n   2 ９九龍(11)\n", KJ_FORMAT_KIF, 3,
                             "column 8: no 龍 on 1a, which has 香");
    game_file_assert_refused("手合割：平手\n   1 ７五歩(77)\n", KJ_FORMAT_KIF, 2,
                             "column 6: move 1 is impossible: the piece does not move there");
    game_file_assert_refused(
        "手合割：平手\n   1 吾輩\n", KJ_FORMAT_KIF, 2,
        "column 6: '吾輩' is not a move, expected a target square such as ５三 or an end "
        "such as 投了");
    game_file_assert_refused(
        "手合割：謎\n   1 ７六歩(77)\n", KJ_FORMAT_KIF, 1,
        "column 1: no handicap of shogi is called '謎', expected a diagram with it");
    game_file_assert_refused(
        "手合割：平手\n   1 ７六歩(77)\n変化：3手\n", KJ_FORMAT_KIF, 3,
        "column 4: a branch at move 3, expected at most 1, the last move before it");
    game_file_assert_refused("| ・ ・|\n| ・ ・|\n", KJ_FORMAT_KIF, 1,
                             "column 1: no game has a board of 2 files and 2 ranks");
    game_file_assert_refused("手合割：平手\n先手の持駒：金　猫\n", KJ_FORMAT_KIF, 2,
                             "column 9: '猫' is not a piece of shogi, expected one or なし");
}
