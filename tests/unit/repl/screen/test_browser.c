/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The browser of moves: what keys do in the whole tree, and that every picture fits 80 by 24. */
#include <string.h>

#include "core/format/kif.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "core/tree/move_update.h"
#include "repl/screen/browser.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/game_files.h"
#include "tests/support/works.h"

static const char record[] =
    "手合割：平手\n手数----指手---\n"
    "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n\n"
    "変化：3手\n   3 ２六歩(27)\n   4 ４四歩(43)\n   5 ４八銀(39)\n\n"
    "変化：4手\n   4 ８四歩(83)\n\n変化：1手\n   1 ２六歩(27)\n";

static KjMoveTree *tree_of(const char *text)
{
    g_autoptr(KjGameFile) file = game_file_read(text, KJ_FORMAT_KIF);
    return kj_move_tree_to_edit(file->tree);
}

/* A workbench with the record on it, browsed. */
typedef struct {
    KjWorkbench *bench;
    KjBrowser browser;
} Browsed;

static Browsed *browse(KjMoveTree *tree)
{
    Browsed *b = g_new0(Browsed, 1);
    KjBoardLook look = {.style = KJ_BOARD_KANJI};
    b->bench = kj_workbench_new();
    kj_workbench_change(b->bench, tree);
    kj_browser_begin(&b->browser, b->bench, &look, KJ_NOTATION_USI);
    return b;
}

static void leave(Browsed *b)
{
    kj_browser_clear(&b->browser);
    kj_workbench_free(b->bench);
    g_free(b);
}

/* The rows of the tree, the one selected in brackets; a blank at the beginning of each less. */
static char *rows(Browsed *b)
{
    g_autoptr(GPtrArray) panel = g_ptr_array_new_with_free_func(g_free);
    kj_tree_view_draw(&b->browser.tree, kj_workbench_tree(b->bench), KJ_NOTATION_USI, 15, 46,
                      panel);
    GString *text = g_string_new(NULL);
    for (unsigned i = 1; i < panel->len; i++)
        g_string_append_printf(text, "%s\n", (char *)panel->pdata[i]);
    g_string_replace(text, KJ_REVERSED, "[", 0);
    g_string_replace(text, KJ_PLAIN, "]", 0);
    return g_string_free(text, FALSE);
}

static void keys(Browsed *b, const int *pressed, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(kj_browser_key(&b->browser, pressed[i]), KJ_BROWSER_ON);
}

static void assert_rows(Browsed *b, const char *expected)
{
    g_autofree char *now = rows(b);
    assert_string_equal(now, expected);
}

#define KEYS(b, ...)                             \
    do {                                         \
        const int pressed[] = {__VA_ARGS__};     \
        keys(b, pressed, G_N_ELEMENTS(pressed)); \
    } while (0)

TEST(branches_open_and_close)
{
    Browsed *b = browse(tree_of(record));
    KEYS(b, 't');
    assert_rows(b, "[   start]\n"
                   "  1  7g7f\n"
                   "  1    2g2f\n"
                   "  2  3c3d\n"
                   "  3  8h2b+\n"
                   "  3   +2g2f            2 plies, branches\n"
                   "  4  3a2b\n");
    KEYS(b, KJ_KEY_DOWN, KJ_KEY_DOWN, 'j', 'j', 'j', KJ_KEY_RIGHT);
    assert_rows(b, "   start\n"
                   "  1  7g7f\n"
                   "  1    2g2f\n"
                   "  2  3c3d\n"
                   "  3  8h2b+\n"
                   "[  3    2g2f]\n"
                   "  4    4c4d\n"
                   "  4      8c8d\n"
                   "  5    3i4h\n"
                   "  4  3a2b\n");
    leave(b);
}

TEST(the_place_is_the_same_in_both_views)
{
    Browsed *b = browse(tree_of(record));
    // into the second third move and its second reply, by lines; the tree opens so far
    KEYS(b, KJ_KEY_DOWN, KJ_KEY_DOWN, '2', '2', KJ_KEY_TAB);
    const KjMoveTree *tree = kj_workbench_tree(b->bench);
    unsigned place = tree->at->index;
    g_autofree char *now = rows(b);
    assert_non_null(strstr(now, "[  4      8c8d]"));
    // out, and closed: one is at the move that was closed
    KEYS(b, KJ_KEY_LEFT, KJ_KEY_LEFT);
    g_autofree char *closed = rows(b);
    assert_non_null(strstr(closed, "[  3   +2g2f            2 plies, branches]"));
    KEYS(b, '+');
    assert_int_equal(tree->at->ply, 3);
    KEYS(b, KJ_KEY_END, KJ_KEY_HOME, '-', KJ_KEY_LEFT);
    assert_int_equal(tree->at->ply, 0);
    // the line goes through what was gone to
    KEYS(b, '+', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 't');
    assert_int_equal(tree->at->index, place);
    KEYS(b, KJ_KEY_UP, KJ_KEY_UP, KJ_KEY_DOWN, KJ_KEY_DOWN);
    assert_int_equal(tree->at->index, place);
    // cutting it numbers the nodes anew
    KEYS(b, 't', 'x');
    tree = kj_workbench_tree(b->bench);
    assert_int_equal(tree->nodes->len, 9);
    KEYS(b, 'u', KJ_KEY_END);
    leave(b);
}

TEST(quiet_moves_are_folded_below_checks)
{
    KjPosition mate = position_of("7k1/9/6B1R/9/9/9/9/9/9 b G 1");
    Browsed *b = browse(kj_move_tree_new(&mate));
    KEYS(b, 'm', KJ_KEY_END);
    g_autofree char *folded = kj_browser_picture(&b->browser);
    assert_non_null(strstr(folded, KJ_REVERSED "   + "));
    // the last check is above it, and nothing else
    KEYS(b, KJ_KEY_UP);
    g_autofree char *above = kj_browser_picture(&b->browser);
    const char *chosen = strstr(above, KJ_REVERSED), *end = strchr(chosen, '\n');
    assert_non_null(g_strstr_len(chosen, end - chosen, "check"));
    KEYS(b, KJ_KEY_DOWN, ' ');
    g_autofree char *opened = kj_browser_picture(&b->browser);
    assert_null(strstr(opened, "   + "));
    assert_true(b->browser.listing);
    KEYS(b, ' ');
    assert_false(b->browser.listing);
    assert_int_equal(kj_workbench_tree(b->bench)->at->ply, 1);
    leave(b);
}

/* A text without ANSI sequences. (transfer full) */
static char *plain(const char *text)
{
    GString *out = g_string_new(text);
    g_string_replace(out, KJ_REVERSED, "", 0);
    g_string_replace(out, KJ_PLAIN, "", 0);
    return g_string_free(out, FALSE);
}

/* Every line at most so many columns, and so many of them, whatever the width of characters and the
 * language. */
static void assert_fits_into(Browsed *b, unsigned columns, unsigned n_lines)
{
    kj_browser_fit(&b->browser, columns, n_lines);
    for (unsigned i = 0; i < 4; i++) {
        kj_term_choose_width(i & 1 ? KJ_WIDTH_WIDE : KJ_WIDTH_NARROW);
        kj_lang_set(i & 2 ? KJ_LANG_JA : KJ_LANG_EN);
        g_autofree char *drawn = kj_browser_picture(&b->browser), *picture = plain(drawn);
        g_auto(GStrv) lines = g_strsplit(picture, "\n", -1);
        assert_true(g_strv_length(lines) <= n_lines);
        for (char **line = lines; *line; line++)
            if (kj_text_columns(*line) > columns)
                fail_msg("%u columns: %s", kj_text_columns(*line), *line);
    }
    kj_lang_set(KJ_LANG_EN);
    kj_term_choose_width(KJ_WIDTH_AUTO);
}

static void assert_fits(Browsed *b)
{
    assert_fits_into(b, 120, 50);
    assert_fits_into(b, 80, 24);
}

/* Columns before a text in the picture. */
static unsigned column_of(const Browsed *b, const char *text)
{
    g_autofree char *drawn = kj_browser_picture(&b->browser), *picture = plain(drawn);
    char *at = strstr(picture, text), *begin = at;
    assert_non_null(at);
    while (begin > picture && begin[-1] != '\n')
        begin--;
    g_autofree char *before = g_strndup(begin, (gsize)(at - begin));
    return kj_text_columns(before);
}

static unsigned count_lines(const Browsed *b)
{
    g_autofree char *drawn = kj_browser_picture(&b->browser);
    g_auto(GStrv) lines = g_strsplit(drawn, "\n", -1);
    return g_strv_length(lines);
}

TEST(a_tall_screen_shows_more_of_the_tree)
{
    KjMoveTree *tree = tree_of(record);
    for (unsigned i = 0; i < 60; i++) {
        KjMoveList moves;
        KjPosition pos = kj_move_tree_position(tree);
        kj_gen_legal(&pos, &moves);
        kj_move_tree_play(tree, moves.move[i % moves.n]);
    }
    Browsed *b = browse(tree);
    KEYS(b, 't', KJ_KEY_HOME);
    assert_int_equal(count_lines(b), 24);
    kj_browser_fit(&b->browser, 100, 40);
    assert_int_equal(count_lines(b), 40);
    kj_browser_fit(&b->browser, 60, 10); // a small one is cut where it is shown
    assert_int_equal(count_lines(b), 24);
    leave(b);
}

TEST(every_picture_fits)
{
    // many branches in each other, long moves
    KjMoveTree *tree = tree_of(record);
    for (unsigned i = 0; i < 40; i++) {
        unsigned children = kj_move_node_children(tree->at);
        if (children)
            kj_move_tree_visit(tree, kj_move_node_nth(tree->at, children - 1));
    }
    Browsed *b = browse(tree);
    for (KjNotation notation = KJ_NOTATION_JA; notation <= KJ_NOTATION_WESTERN; notation++) {
        b->browser.notation = notation;
        assert_fits(b);
        KEYS(b, 't', '+');
        assert_fits(b);
        KEYS(b, KJ_KEY_HOME, '-', 't');
    }
    leave(b);
}

TEST(columns_line_up_in_both_widths)
{
    Browsed *b = browse(tree_of(record));
    b->browser.notation = KJ_NOTATION_JA;
    for (int wide = 0; wide < 2; wide++) {
        kj_term_choose_width(wide ? KJ_WIDTH_WIDE : KJ_WIDTH_NARROW);
        // the first moves are of the same form, and what follows them stands in one column
        assert_int_equal(column_of(b, "4 plies"), column_of(b, "1 ply"));
        assert_int_equal(column_of(b, "at the start"), column_of(b, "next, 2 tried"));
    }
    kj_term_choose_width(KJ_WIDTH_AUTO);
    leave(b);
}

static void assert_cut(const char *text, unsigned width, const char *expected)
{
    g_autoptr(GString) out = g_string_new("[");
    kj_append_columns(out, text, width);
    assert_string_equal(out->str + 1, expected);
    assert_true(kj_text_columns(expected) <= width);
}

TEST(texts_are_cut_to_columns_and_colours_end)
{
    assert_cut("", 3, "");
    assert_cut("abc", 3, "abc");
    assert_cut("abcd", 3, "abc");
    assert_cut("△同玉", 5, "△同玉");
    assert_cut("△同玉x", 4, "△同"); // a character of two columns fits whole or not at all
    assert_cut("e\u0301e\u0301", 1, "e\u0301");
    assert_cut(KJ_REVERSED "abcd" KJ_PLAIN "e", 3, KJ_REVERSED "abc" KJ_PLAIN);
    assert_cut("ab\033[7", 3, "ab\033[7"); // a sequence that does not end
    kj_term_choose_width(KJ_WIDTH_WIDE);
    assert_cut("△同玉", 5, "△同");
    kj_term_choose_width(KJ_WIDTH_AUTO);
}

static KjMove usi(const KjPosition *pos, const char *text)
{
    KjMove move;
    assert_true(kj_usi_move_read(pos, text, &move, NULL));
    return move;
}

static bool shows(const Browsed *b, const char *text)
{
    g_autofree char *picture = kj_browser_picture(&b->browser);
    return strstr(picture, text) != NULL;
}

TEST(in_play_checks_are_chosen_and_nothing_tried_is_shown)
{
    KjPosition pos = position_of("7k1/9/6B1R/9/9/9/9/9/9 b G");
    KjMoveTree *tree = kj_move_tree_new(&pos);
    Browsed *b = browse(tree);
    kj_browser_go(&b->browser, usi(&pos, "G*2b"));
    KEYS(b, KJ_KEY_HOME);
    assert_true(shows(b, "next, 1 tried"));
    assert_int_equal(kj_browser_key(&b->browser, 'p'), KJ_BROWSER_PLAY);
    assert_true(b->browser.playing && b->browser.played == KJ_MOVE_NONE);
    // no answer, and no move that gives no check
    assert_true(shows(b, "your move, 12 checks"));
    assert_false(shows(b, "tried"));
    assert_false(shows(b, "quiet"));
    assert_false(shows(b, "m: all moves"));
    KEYS(b, '2');
    assert_int_equal(b->browser.chosen, 1);
    KEYS(b, KJ_KEY_END);
    assert_int_equal(kj_browser_key(&b->browser, '\r'), KJ_BROWSER_PLAY);
    assert_true(kj_gives_check(&pos, b->browser.played));
    // the move is not played until its answer is known, and other keys do not end the play
    assert_null(kj_workbench_tree(b->bench)->at->parent);
    KEYS(b, 'z', KJ_KEY_UP);
    assert_true(b->browser.playing);
    assert_int_equal(kj_browser_key(&b->browser, 'h'), KJ_BROWSER_HINT);
    // u takes back the check and its answer
    kj_browser_go(&b->browser, usi(&pos, "1c1b"));
    pos = kj_position_after(&pos, usi(&pos, "1c1b"));
    kj_browser_go(&b->browser, usi(&pos, "2a1b"));
    KEYS(b, 'u');
    assert_null(kj_workbench_tree(b->bench)->at->parent);
    // the answer, or the end of play: what was tried is shown again
    assert_int_equal(kj_browser_key(&b->browser, 'q'), KJ_BROWSER_ON);
    assert_true(shows(b, "next, 2 tried"));
    assert_int_equal(kj_browser_key(&b->browser, 'p'), KJ_BROWSER_PLAY);
    assert_int_equal(kj_browser_key(&b->browser, 'a'), KJ_BROWSER_ANSWER);
    assert_false(b->browser.playing);
    leave(b);
}

TEST(what_is_said_has_two_rows)
{
    Browsed *b = browse(tree_of(record));
    kj_browser_say(&b->browser, "This is a note that is longer than a row of the smallest screen "
                                "and therefore goes on below");
    assert_true(shows(b, "screen and therefore\ngoes on below\n"));
    assert_fits(b);
    leave(b);
}

TEST(interpositions_met_alike_are_listed_once)
{
    KjPosition pos = position_of("k8/9/1P7/9/9/9/9/9/R8 w 2plg");
    KjMoveTree *tree = kj_move_tree_new(&pos);
    Browsed *b = browse(tree);
    const char *moves[] = {"9a8a", "P*9b", "L*9b", "P*9c"};
    for (size_t i = 0; i < G_N_ELEMENTS(moves); i++) {
        kj_browser_go(&b->browser, usi(&pos, moves[i]));
        KEYS(b, KJ_KEY_HOME);
    }
    KEYS(b, '1', KJ_KEY_HOME);
    assert_true(shows(b, "next, 3 tried"));
    assert_true(shows(b, "*9b (P L)"));
    KEYS(b, '3');
    assert_int_equal(kj_workbench_tree(b->bench)->at->move, usi(&pos, "P*9c"));
    leave(b);
}
