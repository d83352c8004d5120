/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of problems edited in their own format: what was not changed stays byte for byte. */
#include <string.h>

#include <glib/gstdio.h>

#include "core/format/format.h"
#include "core/format/jkf.h"
#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "repl/collection/collection.h"
#include "repl/collection/tree_text.h"
#include "tests/support/cmocka.h"

#define EMPTY_ROWS                                \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n" \
    "+---------------------------+\n"
#define DIAGRAM                                          \
    "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"            \
    "+---------------------------+\n"                    \
    "| ・ ・ ・ ・▽玉 ・ ・ ・ ・|一 memo\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"        \
    "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n" EMPTY_ROWS

static const char kif[] =
    "# ---- Kifu for Windows V7 ----\n作品名：一番\n作者：だれか\n手合割：詰将棋　　\n"
    "不明な行だ\n上手の持駒：飛　\n" DIAGRAM "下手の持駒：金　\n手数----指手---------消費時間--\n"
    "*はじめに\n   1 ５二金打     ( 0:01/00:00:01)+\n*詰み\n   2 詰み\n\n変化：1手\n"
    "   1 ５二歩成(53)\n*これは？\n#なぞ\n   2 ４一玉(51)\n\n"
    "作品名：二番\n作品番号：2\n後手の持駒：なし\n" DIAGRAM "先手の持駒：金\n"
    "手数----指手--\n1 ５二金打\nまで1手で詰み\n\n";
static const char ki2[] = "作品名：一番\n手合割：その他\n後手の持駒：なし\n" DIAGRAM
                          "先手の持駒：金\n\n*注\n▲５二金\nまで1手で詰み\n";
static const char bod[] = "後手の持駒：なし\n" DIAGRAM "先手の持駒：金\n";
static const char csa[] =
    "'CSA encoding=UTF-8\nV3.0\n'*作者：Kanju\n$EVENT:例\n'なぞ\n"
    "P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \n"
    "P3 *  *  *  * +FU *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n"
    "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
    "P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n"
    "P9 *  *  *  *  *  *  *  *  * \nP+00KI\n+\n'*初手の前\n+0052KI\nT1.500\n%TSUMI\n"
    "/\nPI\n+\n+7776FU\nT12\n%TORYO\n";
static const char list[] = "\xef\xbb\xbf# 表\na\t4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\t注\n\nなぞ\n";
#define JKF_START "{\"header\":{\"作品名\":\"甲\"}, \"x\":[1, {\"initial\":0}],\"moves\":["
static const char jkf[] =
    JKF_START "{\"comments\":[\"はじめ\"]}, {\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,"
              "\"y\":6},\"color\":0,\"piece\":\"FU\"},\"mine\":true}]}\n"
              "{\"header\":{},\"initial\":{\"preset\":\"KY\"},\"moves\":[{}]}\n";

static const struct {
    const char *name, *text;
} files[] = {{"a.kif", kif}, {"a.ki2", ki2},  {"a.bod", bod},
             {"a.csa", csa}, {"a.txt", list}, {"a.jkf", jkf}};

enum { PLAIN, CP932, CRLF, CP932_CRLF, EUC, JIS, OPEN_END, WAYS };

/* The encoding of a file, NULL UTF-8. */
static const char *charset_of(unsigned way)
{
    static const char *const charsets[WAYS] = {
        [CP932] = "CP932", [CP932_CRLF] = "CP932", [EUC] = "EUC-JP-MS", [JIS] = "ISO-2022-JP"};
    return charsets[way];
}

/* A text in an encoding, with line ends, or without the last of them. (transfer full) */
static char *laid_down(const char *text, unsigned way)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    char *all = g_strjoinv(way == CRLF || way == CP932_CRLF ? "\r\n" : "\n", lines);
    if (way == OPEN_END)
        g_strchomp(all);
    const char *charset = charset_of(way);
    if (!charset)
        return all;
    bool mark = g_str_has_prefix(all, "\xef\xbb\xbf");
    char *bytes = g_convert(all + (mark ? 3 : 0), -1, charset, "UTF-8", NULL, NULL, NULL);
    assert_non_null(bytes);
    g_free(all);
    return bytes;
}

static char *bytes_of(KjCollection *collection)
{
    g_autofree char *folder = g_dir_make_tmp("kanju-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "saved", NULL);
    char *bytes;
    GError *error = NULL;
    assert_true(kj_collection_save(collection, path, &error));
    assert_true(g_file_get_contents(path, &bytes, NULL, &error));
    g_unlink(path);
    g_rmdir(folder);
    return bytes;
}

static KjCollection *open_bytes(const char *name, const char *bytes)
{
    g_autofree char *folder = g_dir_make_tmp("kanju-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    GError *error = NULL;
    assert_true(g_file_set_contents(path, bytes, -1, &error));
    KjCollection *collection = kj_collection_open(path, NULL, NULL, &error);
    if (!collection)
        fail_msg("%s", error->message);
    g_unlink(path);
    g_rmdir(folder);
    return collection;
}

static KjMoveTree *tree_of(const KjCollection *collection, unsigned problem)
{
    KjMoveTree *tree = kj_collection_tree(collection, problem);
    if (tree)
        return tree;
    g_autofree char *text = kj_collection_position(collection, problem, NULL);
    KjPositionText position;
    if (!kj_position_text_read(text, NULL, &position, NULL))
        return NULL;
    kj_position_text_clear(&position);
    return kj_move_tree_new(&position.start);
}

static void put(KjCollection *collection, const KjMoveTree *tree)
{
    GError *error = NULL;
    KjCollectionLoss loss;
    if (!kj_collection_put(collection, tree, -1, &loss, &error))
        fail_msg("%s", error->message);
    g_free(loss.dropped);
}

TEST(unchanged)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        for (unsigned way = 0; way < WAYS; way++) {
            g_autofree char *bytes = laid_down(files[i].text, way);
            g_autoptr(KjCollection) collection = open_bytes(files[i].name, bytes);
            for (unsigned k = 0; k < collection->problems->len; k++) {
                g_autoptr(KjMoveTree) tree = tree_of(collection, k);
                collection->current = k;
                if (tree && (collection->files || k == 0))
                    put(collection, tree);
            }
            assert_false(kj_collection_changed(collection));
            g_autoptr(JsonObject) kept = kj_collection_write(collection);
            g_autoptr(KjCollection) again = kj_collection_read(kept, NULL);
            g_autofree char *saved = bytes_of(again);
            assert_string_equal(saved, bytes);
        }
    }
}

/* Whether a line is of a diagram or of the position in CSA, or tells a hand, the turn or the
 * encoding. */
static bool is_drawn(const char *line)
{
    return strstr(line, "encoding=") || strchr("|+P", *line) || g_str_has_prefix(line, "  ９") ||
           strstr(line, "の持駒：");
}

/* The file after a tree with a change of the start was put into a problem; its lines but for the
 * diagrams are as they were, byte for byte. (transfer full) */
static char *redrawn(const char *name, const char *text, unsigned way, unsigned problem,
                     void (*edit)(KjPosition *position))
{
    g_autofree char *bytes = laid_down(text, way);
    g_autoptr(KjCollection) collection = open_bytes(name, bytes);
    g_autoptr(KjMoveTree) own = tree_of(collection, problem);
    g_autoptr(KjMoveTree) tree = kj_move_tree_copy(own);
    edit(&tree->start);
    collection->current = problem;
    put(collection, tree);
    assert_true(kj_collection_changed(collection));
    g_autofree char *saved = bytes_of(collection);
    const char *charset = charset_of(way);
    if (charset) {
        char *read = g_convert(saved, -1, "UTF-8", charset, NULL, NULL, NULL);
        g_free(saved);
        saved = read;
    }
    g_auto(GStrv) before = g_strsplit(text, "\n", -1);
    const char *end = way == CRLF || way == CP932_CRLF ? "\r\n" : "\n", *at = saved;
    for (unsigned i = 0; before[i]; i++) {
        g_autofree char *line = g_strconcat(before[i], before[i + 1] ? end : "", NULL);
        if (is_drawn(before[i]))
            continue;
        if (!strstr(at, line))
            fail_msg("no '%s' in:\n%s", line, at);
        at = strstr(at, line) + strlen(line);
    }
    return g_steal_pointer(&saved);
}

static void gold_to_7b(KjPosition *position)
{
    const KjGame *game = position->game;
    unsigned square;
    assert_true(kj_square_read(game, "7b", &square, NULL));
    kj_position_put(position, square, kj_piece(KJ_SENTE, kj_game_kind(game, 'G')));
}

TEST(diagrams_only)
{
    static const unsigned ways[] = {PLAIN, CP932, CRLF, CP932_CRLF, EUC, JIS};
    for (unsigned i = 0; i < G_N_ELEMENTS(ways); i++) {
        for (unsigned k = 0; k < 2; k++) {
            g_autofree char *lines = redrawn("a.kif", kif, ways[i], k, gold_to_7b);
            assert_non_null(strstr(lines, "| ・ ・ 金 ・ ・ ・ ・ ・ ・|二"));
        }
        g_autofree char *words = redrawn("a.ki2", ki2, ways[i], 0, gold_to_7b);
        assert_non_null(strstr(words, "| ・ ・ 金 ・ ・ ・ ・ ・ ・|二"));
        g_autofree char *board = redrawn("a.bod", bod, ways[i], 0, gold_to_7b);
        assert_non_null(strstr(board, "| ・ ・ 金 ・ ・ ・ ・ ・ ・|二"));
        g_autofree char *row = redrawn("a.csa", csa, ways[i], 0, gold_to_7b);
        assert_non_null(strstr(row, "P2 *  * +KI *  *  *  *  *  *"));
    }
}

/* The text after a tree has been put into the first problem of a file. */
static char *after_put(const char *name, const char *text, const KjMoveTree *tree,
                       KjCollectionLoss *out)
{
    g_autoptr(KjCollection) collection = open_bytes(name, text);
    GError *error = NULL;
    if (!kj_collection_put(collection, tree, -1, out, &error))
        fail_msg("%s", error->message);
    return bytes_of(collection);
}

/* A text with something before each of its lines. (transfer full) */
static char *quoted(const char *text, const char *mark)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *between = g_strconcat("\n", mark, NULL);
    g_autofree char *joined = g_strjoinv(between, lines);
    return g_strconcat(mark, joined, NULL);
}

TEST(what_is_edited_is_written_without_quotation)
{
    static const char *const marks[] = {"> ", ">> ", "　", "\t"};
    for (unsigned i = 0; i < G_N_ELEMENTS(marks); i++) {
        g_autofree char *text = quoted(bod, marks[i]);
        g_autoptr(KjCollection) collection = open_bytes("a.bod", text);
        g_autoptr(KjMoveTree) tree = tree_of(collection, 0);
        gold_to_7b(&tree->start);
        kj_move_tree_set_header(tree, "作品名", "新");
        KjCollectionLoss loss;
        g_autofree char *plain = after_put("a.bod", bod, tree, &loss);
        g_autofree char *made = after_put("a.bod", text, tree, &loss);
        assert_string_equal(g_strchomp(made), g_strchomp(plain));
    }
}

static KjMoveTree *tree_of_text(const char *text)
{
    g_auto(KjPositionText) position;
    assert_true(kj_position_text_read(text, NULL, &position, NULL));
    KjMoveTree *tree = kj_move_tree_new(&position.start);
    for (unsigned i = 0; i < position.n_moves; i++)
        kj_move_tree_play(tree, position.moves[i]);
    return tree;
}

TEST(lines_of_a_list)
{
    KjCollectionLoss loss;
    g_autoptr(KjMoveTree) tree = tree_of_text("4k4/2G6/4P4/9/9/9/9/9/9 b G 1");
    g_autofree char *text = after_put("a.txt", list, tree, &loss);
    assert_string_equal(text,
                        "\xef\xbb\xbf# 表\na\t4k4/2G6/4P4/9/9/9/9/9/9 b G 1\t1\t注\n\nなぞ\n");
}

static void assert_has(const char *text, const char *part, bool has)
{
    if ((strstr(text, part) != NULL) != has)
        fail_msg("%s '%s' in:\n%s", has ? "no" : "a", part, text);
}

TEST(words_behind_rows)
{
    KjCollectionLoss loss;
    g_autoptr(KjMoveTree) tree = tree_of_text("4k4/2G6/4P4/9/9/9/9/9/9 b G 1");
    g_auto(GStrv) parts = g_strsplit(bod, "|一 memo", 2);
    // a number that is not that of the row is a word; all kinds of bars end a row
    g_autofree char *text = g_strconcat(parts[0], "│三手詰", parts[1], NULL);
    g_autofree char *made = after_put("a.bod", text, tree, &loss);
    assert_has(made, "\n*三手詰\n", true);
}

TEST(hands_and_turn)
{
    KjCollectionLoss loss;
    g_autoptr(KjMoveTree) tree = tree_of_text("4k4/9/4P4/9/9/9/9/9/9 w 2Gr2p 1");
    g_autofree char *text = after_put("a.kif", kif, tree, &loss);
    assert_has(text, "\n不明な行だ\n後手の持駒：飛　歩二\n", true);
    assert_has(text, "\n先手の持駒：金二\n後手番\n手数", true);
    assert_has(text, "v玉 ・ ・ ・ ・|一\n", true);
    assert_has(text, "\n*memo\n", true);
    // none of the moves can be played by gote
    assert_int_equal(loss.lost, 3);
    assert_has(text, "\n*   1 ５二金打     ( 0:01/00:00:01)+\n*詰み\n*   2 詰み\n*変化：1手\n",
               true);
    g_autofree char *words = after_put("a.ki2", ki2, tree, &loss);
    assert_has(words, "\n*▲５二金\n", true);
    g_autofree char *rows = after_put("a.csa", csa, tree, &loss);
    assert_has(rows,
               "P+00KI00KI\nP-00HI00FU00FU\n-\n'*初手の前\n'*+0052KI\n'*T1.500\n'*%TSUMI\n/\n",
               true);
}

TEST(moves)
{
    KjCollectionLoss loss;
    g_autoptr(KjCollection) collection = open_bytes("a.kif", kif);
    g_autoptr(KjMoveTree) tree = kj_collection_tree(collection, 0);
    // cut the gold's drop, play another move after 52歩成, add a first move
    kj_move_tree_forward(tree);
    kj_move_tree_cut(tree);
    g_autoptr(KjMoveTree) more = tree_of_text("4k4/9/4P4/9/9/9/9/9/9 b Gr moves 5c5b+ 5a5b");
    kj_move_tree_forward(tree);
    kj_move_tree_play(tree, more->at->move);
    kj_move_tree_goto(tree, 0);
    g_autoptr(KjMoveTree) first = tree_of_text("4k4/9/4P4/9/9/9/9/9/9 b Gr moves G*4b");
    kj_move_tree_play(tree, first->at->move);
    g_autofree char *text = after_put("a.kif", kif, tree, &loss);
    assert_has(text, "５二金打     ", false);
    assert_has(text,
               "\n*はじめに\n   1 ５二歩成(53)+\n*これは？\n#なぞ\n   2 ４一玉(51)+\n\n変化：2手\n"
               "   2 同　玉(51)\n\n変化：1手\n   1 ４二金打\n\n作品名：二番\n",
               true);
    g_autofree char *words = after_put("a.ki2", ki2, first, &loss);
    assert_has(words, "不明", false);
    g_autofree char *record = after_put("a.csa", csa, first, &loss);
    assert_has(record, "\n'*初手の前\n+0042KI\n/\nPI\n", true);
}

TEST(no_diagram)
{
    KjCollectionLoss loss;
    static const char even[] = "手合割：平手　\n先手：甲\n手数----\n   1 ７六歩(77)\n";
    g_autoptr(KjMoveTree) tree = tree_of_text("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    g_autofree char *text = after_put("a.kif", even, tree, &loss);
    assert_has(text, "手合割：その他\n先手：甲\n後手の持駒：なし\n  ９", true);
    assert_has(text, "+\n先手の持駒：金\n手数----\n*   1 ７六歩(77)\n", true);
    g_autoptr(KjMoveTree) lance =
        tree_of_text("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    g_autofree char *named = after_put("a.kif", even, lance, &loss);
    assert_has(named, "手合割：香落ち\n先手：甲\n手数----\n*   1", true);
}

TEST(jkf)
{
    KjCollectionLoss loss;
    g_autoptr(KjCollection) collection = open_bytes("a.jkf", jkf);
    g_autoptr(KjMoveTree) tree = kj_collection_tree(collection, 0);
    g_autoptr(KjMoveTree) more = tree_of_text("startpos moves 2g2f");
    kj_move_tree_play(tree, more->at->move);
    g_autofree char *moved = after_put("a.jkf", jkf, tree, &loss);
    assert_has(moved, "{\"header\":{\"作品名\":\"甲\"},\"initial\"", true);
    assert_has(moved, "\"comments\":[\"はじめ\"]", true);
    assert_has(loss.dropped, "what JKF does not know (", true);
    g_free(loss.dropped);
    assert_has(moved, "\"forks\":[[", true);
    assert_has(moved, "\n{\"header\":{},\"initial\":{\"preset\":\"KY\"},\"moves\":[{}]}\n", true);
    g_autoptr(KjMoveTree) lance =
        tree_of_text("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    g_autofree char *set = after_put("a.jkf", jkf, lance, &loss);
    assert_has(set, "{\"header\":{\"作品名\":\"甲\"},\"initial\":{\"preset\":\"KY\"}", true);
    assert_int_equal(loss.lost, 1);
    g_free(loss.dropped);
}

TEST(added)
{
    static const char *const parts[] = {"\n\n作品名：新\n手合割：その他\n後手の持駒",
                                        "\n\n作品名：新\n手合割：その他\n後手の持駒",
                                        "\n\n作品名：新\n後手の持駒",
                                        "\n%TORYO\n/\n'CSA encoding=UTF-8\nV3.0\n'*作品名：新\nP1",
                                        "\n新\t4k4/9/4P4/9/9/9/9/9/9 b G 1",
                                        "\n{\"header\":{\"作品名\":\"新\"}"};
    g_autoptr(KjMoveTree) tree = tree_of_text("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        GError *error = NULL;
        KjCollectionLoss loss;
        g_autoptr(KjCollection) collection = open_bytes(files[i].name, files[i].text);
        unsigned n = collection->problems->len;
        if (!kj_collection_add(collection, "新", tree, -1, &loss, &error))
            fail_msg("%s: %s", files[i].name, error->message);
        g_autofree char *saved = bytes_of(collection);
        assert_has(saved, parts[i], true);
        assert_int_equal(collection->problems->len, n + 1);
        assert_int_equal(collection->current, n);
    }
}

TEST(unread)
{
    g_autofree char *text =
        g_strdup_printf("%s作品名：三番\n%s手数--\n   1 ９九玉打\n*後\n", kif, bod);
    g_autoptr(KjCollection) collection = open_bytes("a.kif", text);
    assert_int_equal(collection->problems->len, 2);
    assert_non_null(collection->unread);
    assert_string_equal(collection->texts->pdata[collection->end], "作品名：三番");
    g_autoptr(KjMoveTree) tree = tree_of_text("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    KjCollectionLoss loss;
    assert_true(kj_collection_add(collection, "新", tree, -1, &loss, NULL));
    g_autofree char *saved = bytes_of(collection);
    assert_true(g_str_has_prefix(saved, "# ---- Kifu"));
    assert_true(g_str_has_suffix(saved, "手数--\n   1 ９九玉打\n*後\n"));
    assert_has(saved, "手数----指手---------消費時間--\n\n作品名：三番\n", true);
}

TEST(cannot_be_encoded)
{
    g_autofree char *bytes = laid_down(kif, CP932);
    g_autoptr(KjCollection) collection = open_bytes("a.kif", bytes);
    g_autoptr(KjMoveTree) tree = tree_of_text("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    g_autoptr(GError) error = NULL;
    KjCollectionLoss loss;
    assert_false(kj_collection_add(collection, "☖", tree, -1, &loss, &error));
    assert_non_null(strstr(error->message, "CP932"));
    assert_false(kj_collection_changed(collection));
}

/* ---- any tree ---- */

static gint compare_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The way to each node of a tree, sorted. (transfer full) */
static char *ways_of(const KjMoveTree *tree)
{
    g_autoptr(GPtrArray) ways = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(KjMoveTree) at = kj_move_tree_copy(tree);
    for (guint i = 0; i < at->nodes->len; i++) {
        at->at = at->nodes->pdata[i];
        g_ptr_array_add(ways, kj_tree_text_line(at));
    }
    g_ptr_array_sort(ways, compare_text);
    g_ptr_array_add(ways, NULL);
    return g_strjoinv("\n", (char **)ways->pdata);
}

/* Goes somewhere in a tree and plays something there, or cuts the place off. */
static void change_somewhere(KjMoveTree *tree, GRand *rand, bool cut)
{
    kj_move_tree_visit(tree, tree->nodes->pdata[g_rand_int_range(rand, 0, (gint)tree->nodes->len)]);
    g_autoptr(KjMoveTree) less = kj_move_tree_copy(tree);
    // a tree without moves would take none out
    if (cut && kj_move_tree_cut(less) && less->nodes->len > 1) {
        kj_move_tree_cut(tree);
        return;
    }
    KjMoveList moves;
    KjPosition position = kj_move_tree_position(tree);
    kj_gen_legal(&position, &moves);
    if (moves.n)
        kj_move_tree_play(tree, moves.move[g_rand_int_range(rand, 0, (gint)moves.n)]);
}

static void assert_tree(const KjCollection *collection, const KjMoveTree *tree, const char *what)
{
    g_autoptr(KjMoveTree) there = kj_collection_tree(collection, 0);
    g_autofree char *given = ways_of(tree), *read = ways_of(there);
    if (strcmp(given, read) != 0)
        fail_msg("%s: put\n%s\nread\n%s", what, given, read);
}

static void try_tree(KjFormat format, guint32 seed)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    g_autoptr(KjMoveTree) tree = tree_of_text("startpos");
    for (unsigned i = 0; i < 24; i++)
        change_somewhere(tree, rand, false);
    g_autoptr(KjGameFile) file = kj_game_file_of(kj_move_tree_copy(tree));
    GString *text = g_string_new(NULL);
    assert_true(kj_format_write(text, file, format, NULL));
    g_autofree char *name = g_strdup_printf("a.%s", kj_format_name(format));
    g_autoptr(KjCollection) collection = open_bytes(name, text->str);
    g_string_free(text, TRUE);
    for (unsigned round = 0; round < 6; round++) {
        assert_tree(collection, tree, name);
        unsigned n = (unsigned)g_rand_int_range(rand, 1, 4);
        for (unsigned i = 0; i < n; i++)
            change_somewhere(tree, rand, g_rand_boolean(rand));
        put(collection, tree);
    }
    assert_tree(collection, tree, name);
}

TEST(any_tree_is_put_and_read_again)
{
    static const KjFormat formats[] = {KJ_FORMAT_KIF, KJ_FORMAT_KI2, KJ_FORMAT_JKF};
    for (guint32 seed = 0; seed < 25; seed++)
        for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++)
            try_tree(formats[i], seed);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A comment above the first record may have become one of the other. */
static void assert_same_lines(const char *a, const char *b)
{
    g_auto(GStrv) x = g_strsplit(a, "\n", -1), y = g_strsplit(b, "\n", -1);
    qsort(x, g_strv_length(x), sizeof *x, by_text);
    qsort(y, g_strv_length(y), sizeof *y, by_text);
    assert_true(g_strv_equal((const char *const *)x, (const char *const *)y));
}

/* The other order and back leaves all lines; what is taken out leaves the other problem. */
static void check_order(const char *name, const char *text, unsigned way)
{
    g_autofree char *bytes = laid_down(text, way);
    g_autoptr(KjCollection) c = open_bytes(name, bytes);
    g_autoptr(GError) error = NULL;
    unsigned n = c->problems->len, last = n - 1;
    if (n == 1) {
        assert_false(kj_collection_discard(c, &error));
        assert_non_null(strstr(error->message, "the only problem"));
        return;
    }
    g_autofree char *first = kj_collection_id(c, 0), *second = kj_collection_id(c, 1);
    if (!kj_collection_reorder(c, last, &error)) {
        assert_true(c->format == KJ_FORMAT_CSA && strstr(error->message, "CSA"));
        return;
    }
    assert_int_equal(c->current, last);
    g_autofree char *moved = kj_collection_id(c, last), *before = kj_collection_id(c, 0);
    assert_string_equal(moved, first);
    assert_string_equal(before, second);
    assert_true(kj_collection_changed(c) && kj_collection_reorder(c, 0, &error));
    g_autofree char *back = bytes_of(c);
    if (way != OPEN_END)
        assert_same_lines(back, bytes);
    assert_true(kj_collection_discard(c, &error));
    g_autofree char *left = kj_collection_id(c, 0);
    assert_string_equal(left, second);
    assert_int_equal(c->problems->len, n - 1);
    assert_int_equal(c->current, 0);
}

TEST(reordered_and_taken_out)
{
    for (size_t f = 0; f < G_N_ELEMENTS(files); f++)
        for (unsigned way = 0; way < WAYS; way++)
            check_order(files[f].name, files[f].text, way);
}
