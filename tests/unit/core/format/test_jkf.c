/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JKF (docs/formats.md): what is read, and that a game survives the way there and back. */
#include <string.h>

#include "core/format/jkf.h"
#include "core/format/kif.h"
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"

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

static KjGameFile *read_kif(const char *text)
{
    g_autofree char *copy = g_strdup(text);
    g_autoptr(GPtrArray) files = kj_kif_read(copy, NULL, NULL);
    assert_int_equal(files->len, 1);
    return g_ptr_array_steal_index(files, 0);
}

static KjGameFile *read_one(const char *text)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) files = kj_jkf_read(text, &error);
    if (error)
        fail_msg("%s", error->message);
    assert_int_equal(files->len, 1);
    return g_ptr_array_steal_index(files, 0);
}

static char *write_jkf(KjGameFile *file)
{
    GString *out = g_string_new(NULL);
    assert_true(kj_jkf_write(out, file, NULL));
    return g_string_free(out, FALSE);
}

static void assert_refused(const char *text, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = kj_jkf_read(text, &error);
    assert_non_null(error);
    assert_string_equal(error->message, message);
    assert_int_equal(files->len, 0);
}

TEST(written_json_is_as_the_format_has_it)
{
    g_autoptr(KjGameFile) file = read_kif("先手：甲\n   1 ７六歩(77)\n   2 投了\n");
    g_autofree char *json = write_jkf(file);
    assert_string_equal(json, HEAD "[{}," FIRST ",{\"special\":\"TORYO\"}]}\n");
}

TEST(branches_comments_and_times_survive)
{
    g_autoptr(KjGameFile) file = read_kif(kif);
    g_autofree char *json = write_jkf(file);
    g_autoptr(KjGameFile) back = read_one(json);
    assert_int_equal(kj_move_tree_branches(back->tree), 3);
    g_autofree char *again = write_jkf(back);
    assert_string_equal(again, json);
    g_autoptr(GString) out = g_string_new(NULL);
    kj_kif_write(out, back, KJ_FORMAT_KIF);
    assert_string_equal(out->str, kif);
}

TEST(tsume_position_is_given_square_by_square)
{
    static const char sfen[] = "4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1";
    g_autoptr(KjGameFile) file = kj_game_file_new(KJ_FORMAT_SFEN);
    assert_true(kj_sfen_read(sfen, NULL, &file->tree->start, NULL, NULL));
    g_autofree char *json = write_jkf(file);
    assert_non_null(strstr(json, "\"preset\":\"OTHER\""));
    g_autoptr(KjGameFile) back = read_one(json);
    g_autofree char *text = kj_sfen_write(&back->tree->start, 1);
    assert_string_equal(text, sfen);
}

TEST(moves_may_be_short)
{
    g_autoptr(KjGameFile) file = read_one(
        "{\"header\":{},\"moves\":[{\"comments\":[\"a\"]}," FIRST
        ",{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4}}},"
        "{\"move\":{\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},\"promote\":true}},"
        "{\"move\":{\"from\":{\"x\":3,\"y\":1},\"same\":true}},{\"special\":\"+ILLEGAL_ACTION\"}]"
        "}");
    assert_int_equal(kj_move_tree_plies(file->tree), 4);
    unsigned n;
    g_autofree KjMove *moves = kj_move_tree_main_line(file->tree, &n);
    assert_int_equal(kj_move_to(moves[3]), kj_move_to(moves[2]));
}

TEST(several_stand_one_a_line)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) files = kj_jkf_read(HEAD "[{}]}\n" HEAD "[{}," FIRST "]}\n", &error);
    assert_null(error);
    assert_int_equal(files->len, 2);
    assert_int_equal(((KjGameFile *)files->pdata[1])->line, 2);
}

TEST(errors_tell_the_place)
{
    assert_refused("{\"initial\":{\"preset\":\"X\"}}",
                   "initial: an unknown preset without data, expected HIRATE or the like");
    assert_refused(HEAD "[{}," FIRST "," FIRST "]}", "moves[2]: no 歩 on 7g, which is empty");
    assert_refused(HEAD "[{},{\"move\":{\"to\":{\"x\":5,\"y\":5}}}]}",
                   "moves[1]: no piece, expected one such as \"FU\"");
    assert_refused(HEAD "[{},{\"special\":\"DANCE\"}]}",
                   "moves[1]: an unknown special, expected one such as TORYO");
    assert_refused(HEAD "[{}," FIRST ",{\"special\":\"TORYO\",\"forks\":[[3]]}]}",
                   "moves[2].forks[0][0]: no object, expected a move");
    g_autofree char *deep = g_strnfill(100000, '[');
    g_autofree char *text = g_strconcat("{\"a\":", deep, NULL);
    assert_refused(text, "not JKF: nested too deep, expected at most 4000 levels");
}
