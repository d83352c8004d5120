/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JKF (docs/formats.md): what is read, and that a game survives the way there and back. */
#include <string.h>

#include "core/format/jkf.h"
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/game_files.h"
#include "tests/support/works.h"

#define HEAD "{\"header\":{\"先手\":\"甲\"},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":"
#define FIRST                                                                                      \
    "{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}" \
    "}"

static const char kif[] = "手合割：平手\n作者：Kanju\n手数----指手---------消費時間--\n*初め\n"
                          "   1 ７六歩(77)   ( 0:05/00:00:05)\n*注\n"
                          "   2 ３四歩(33)+\n"
                          "   3 ２二角成(88)+\n"
                          "   4 同　銀(31)\n"
                          "   5 ４五角打\n"
                          "   6 投了\n"
                          "\n変化：3手\n"
                          "   3 ２六歩(27)\n"
                          "\n変化：2手\n"
                          "   2 ８四歩(83)+\n"
                          "   3 ２六歩(27)\n"
                          "\n変化：2手\n"
                          "   2 １四歩(13)\n";

static char *write_jkf(KjGameFile *file)
{
    GString *out = g_string_new(NULL);
    assert_true(kj_jkf_write(out, file, NULL));
    return g_string_free(out, FALSE);
}

TEST(written_json_is_as_the_format_has_it)
{
    g_autoptr(KjGameFile) file =
        game_file_read("先手：甲\n   1 ７六歩(77)\n   2 投了\n", KJ_FORMAT_KIF);
    game_file_assert_written(file, KJ_FORMAT_JKF, HEAD "[{}," FIRST ",{\"special\":\"TORYO\"}]}\n");
}

TEST(branches_comments_and_times_survive)
{
    g_autoptr(KjGameFile) file = game_file_read(kif, KJ_FORMAT_KIF);
    g_autofree char *json = write_jkf(file);
    g_autoptr(KjGameFile) back = game_file_read(json, KJ_FORMAT_JKF);
    assert_int_equal(kj_move_tree_branches(back->tree), 3);
    game_file_assert_written(back, KJ_FORMAT_JKF, json);
    game_file_assert_written(back, KJ_FORMAT_KIF, kif);
}

TEST(tsume_position_is_given_square_by_square)
{
    static const char sfen[] = "4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1";
    g_autoptr(KjGameFile) file = kj_game_file_new(KJ_FORMAT_SFEN);
    file->tree->start = position_of(sfen);
    g_autofree char *json = write_jkf(file);
    assert_non_null(strstr(json, "\"preset\":\"OTHER\""));
    g_autoptr(KjGameFile) back = game_file_read(json, KJ_FORMAT_JKF);
    game_file_assert_start(back, sfen);
}

TEST(moves_may_be_short)
{
    g_autoptr(KjGameFile) file = game_file_read(
        "{\"header\":{},\"moves\":[{\"comments\":[\"a\"]}," FIRST
        ",{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4}}},"
        "{\"move\":{\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},\"promote\":true}},"
        "{\"move\":{\"from\":{\"x\":3,\"y\":1},\"same\":true}},{\"special\":\"+ILLEGAL_ACTION\"}]"
        "}",
        KJ_FORMAT_JKF);
    assert_int_equal(kj_move_tree_plies(file->tree), 4);
    unsigned n;
    g_autofree KjMove *moves = kj_move_tree_main_line(file->tree, &n);
    assert_int_equal(kj_move_to(moves[3]), kj_move_to(moves[2]));
}

TEST(several_stand_one_a_line)
{
    g_autoptr(GPtrArray) files =
        game_files_read(HEAD "[{}]}\n" HEAD "[{}," FIRST "]}\n", KJ_FORMAT_JKF, NULL);
    assert_int_equal(files->len, 2);
    assert_int_equal(((KjGameFile *)files->pdata[1])->line, 2);
}

TEST(errors_tell_the_place)
{
    game_file_assert_refused(
        "{\"initial\":{\"preset\":\"X\"}}", KJ_FORMAT_JKF, 0,
        "initial: an unknown preset without data, expected HIRATE or the like");
    game_file_assert_refused(HEAD "[{}," FIRST "," FIRST "]}", KJ_FORMAT_JKF, 0,
                             "moves[2]: no 歩 on 7g, which is empty");
    game_file_assert_refused(HEAD "[{},{\"move\":{\"to\":{\"x\":5,\"y\":5}}}]}", KJ_FORMAT_JKF, 0,
                             "moves[1]: no piece, expected one such as \"FU\"");
    game_file_assert_refused(HEAD "[{},{\"special\":\"DANCE\"}]}", KJ_FORMAT_JKF, 0,
                             "moves[1]: an unknown special, expected one such as TORYO");
    game_file_assert_refused(HEAD "[{}," FIRST ",{\"special\":\"TORYO\",\"forks\":[[3]]}]}",
                             KJ_FORMAT_JKF, 0, "moves[2].forks[0][0]: no object, expected a move");
    g_autofree char *deep = g_strnfill(100000, '[');
    g_autofree char *text = g_strconcat("{\"a\":", deep, NULL);
    game_file_assert_refused(text, KJ_FORMAT_JKF, 0,
                             "not JKF: nested too deep, expected at most 4000 levels");
}
