/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Screens without their terminal: what keys do, and what is shown then, as board_editor.txt and
 * browser.txt have it; and texts cut to columns.
 */
#include <stdio.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/usi.h"
#include "core/rules/attack.h"
#include "core/text/lang.h"
#include "repl/collection/tree_text.h"
#include "repl/shell/board_editor.h"
#include "repl/shell/browser.h"
#include "repl/workbench/watch.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/question_file.h"
#include "tests/support/works.h"

static KjWorkbench *bench; // NULL: nothing has begun
static bool editing;       // in the editor, or else the browser
static KjBoardEditor editor;
static KjBrowser browser;

static void finish(void)
{
    if (bench && editing)
        kj_board_editor_end(&editor);
    else if (bench)
        kj_browser_clear(&browser);
    g_clear_pointer(&bench, kj_workbench_free);
    kj_lang_set(KJ_LANG_EN);
}

static void begin(const char *words, const char *text)
{
    g_auto(KjPositionText) read;
    finish();
    assert_true(kj_position_text_read(text, NULL, &read, NULL));
    KjMoveTree *tree = kj_move_tree_new(&read.start);
    for (unsigned i = 0; i < read.n_moves; i++)
        kj_move_tree_play(tree, read.moves[i]);
    if (strcmp(words, "edit ja") == 0)
        kj_lang_set(KJ_LANG_JA);
    bench = kj_workbench_new();
    kj_workbench_change(bench, tree);
    editing = *words == 'e';
    const KjBoardLook look = {.style = KJ_BOARD_KANJI};
    if (editing)
        kj_board_editor_begin(&editor, bench, strcmp(words, "edit color") == 0);
    else
        kj_browser_begin(&browser, bench, &look, KJ_NOTATION_USI);
}

static char *picture(void)
{
    return editing ? kj_board_editor_picture(&editor) : kj_browser_picture(&browser);
}

/* ---- keys ---- */

/* Presses a key; what it asks for, as the browser says it. */
static KjBrowserWish press(int key)
{
    if (!editing)
        return kj_browser_key(&browser, key);
    return kj_board_editor_key(&editor, key) ? KJ_BROWSER_ON : KJ_BROWSER_END;
}

/* Presses keys; what the last one asks for, if none before it asks for anything. */
static KjBrowserWish press_all(const char *text)
{
    static const struct {
        const char *name;
        int key;
    } names[] = {{"up", KJ_KEY_UP},
                 {"down", KJ_KEY_DOWN},
                 {"left", KJ_KEY_LEFT},
                 {"right", KJ_KEY_RIGHT},
                 {"home", KJ_KEY_HOME},
                 {"end", KJ_KEY_END},
                 {"tab", KJ_KEY_TAB},
                 {"escape", KJ_KEY_ESCAPE},
                 {"shift-up", KJ_KEY_SHIFT_UP},
                 {"shift-left", KJ_KEY_SHIFT_LEFT},
                 {"space", ' '},
                 {"enter", '\r'}};
    KjBrowserWish wish = KJ_BROWSER_ON;
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (char **word = words; *word; word++) {
        size_t i = 0;
        while (i < G_N_ELEMENTS(names) && strcmp(names[i].name, *word) != 0)
            i++;
        bool named = i < G_N_ELEMENTS(names);
        for (const char *c = *word; *c; c = named ? "" : c + 1) {
            assert_int_equal(wish, KJ_BROWSER_ON);
            wish = press(named ? names[i].key : *c);
        }
    }
    return wish;
}

static bool wants(const char *wish, const char *keys)
{
    static const char *const wishes[] = {"nothing", "answer", "play", "hint", "end"};
    KjBrowserWish got = press_all(keys);
    if (got == KJ_BROWSER_PLAY && browser.played) {
        KjPosition pos = kj_workbench_position(bench);
        assert_true(kj_gives_check(&pos, browser.played));
    }
    return strcmp(wishes[got], wish) == 0;
}

static void go(const char *text)
{
    KjMove move;
    KjPosition pos = kj_workbench_position(bench);
    assert_true(kj_usi_move_read(&pos, text, &move, NULL));
    kj_browser_go(&browser, move);
}

static void add_line(const char *text)
{
    g_auto(GStrv) moves = g_strsplit(text, " ", -1);
    press(KJ_KEY_HOME);
    for (char **move = moves; *move; move++)
        go(*move);
    press(KJ_KEY_HOME);
}

/* The light on the board, when it is through. */
static void light(void)
{
    g_autoptr(KjValues) values = kj_values_new();
    KjSolveRequest request;
    kj_solve_request(values, 1, &request);
    request.solver.memory_mib = 16;
    bench->watch = kj_watch_new(&request, bench->wake);
    assert_non_null(bench->watch);
    KjPosition pos = kj_workbench_position(bench);
    kj_watch_look(bench->watch, &pos, KJ_SENTE, NULL, 0, NULL);
    atomic_bool stop = false;
    kj_watch_wait(bench->watch, &stop);
}

/* ---- what is shown ---- */

/* The rows of the tree, the one selected in brackets. (transfer full) */
static char *rows(void)
{
    g_autoptr(GPtrArray) panel = g_ptr_array_new_with_free_func(g_free);
    kj_tree_view_draw(&browser.tree, kj_workbench_tree(bench), KJ_NOTATION_USI, 15, 46, panel);
    GString *text = g_string_new(NULL);
    for (unsigned i = 1; i < panel->len; i++)
        g_string_append_printf(text, "|%s", (char *)panel->pdata[i]);
    g_string_replace(text, KJ_REVERSED, "[", 0);
    g_string_replace(text, KJ_PLAIN, "]", 0);
    return g_string_free(text, FALSE);
}

static bool is_selected(const char *text)
{
    g_autofree char *drawn = picture();
    const char *chosen = strstr(drawn, KJ_REVERSED);
    return chosen && g_strstr_len(chosen, (gssize)strcspn(chosen, "\n"), text);
}

/* The lines of the picture without ANSI sequences. (transfer full) */
static char **plain_lines(void)
{
    g_autofree char *drawn = picture();
    g_autoptr(GString) text = g_string_new(drawn);
    g_string_replace(text, KJ_REVERSED, "", 0);
    g_string_replace(text, KJ_PLAIN, "", 0);
    return g_strsplit(text->str, "\n", -1);
}

/* Every line at most so many columns, and so many of them, whatever the width of characters and the
 * language. */
static bool browser_fits(unsigned columns, unsigned n_lines)
{
    bool fits = true;
    kj_browser_fit(&browser, columns, n_lines);
    for (unsigned i = 0; i < 4; i++) {
        kj_term_choose_width(i & 1 ? KJ_WIDTH_WIDE : KJ_WIDTH_NARROW);
        kj_lang_set(i & 2 ? KJ_LANG_JA : KJ_LANG_EN);
        g_auto(GStrv) lines = plain_lines();
        fits &= g_strv_length(lines) <= n_lines;
        for (char **line = lines; *line; line++)
            fits &= kj_text_columns(*line) <= columns;
    }
    kj_lang_set(KJ_LANG_EN);
    kj_term_choose_width(KJ_WIDTH_AUTO);
    return fits;
}

static bool editor_fits(void)
{
    g_autofree char *drawn = picture();
    g_auto(GStrv) lines = g_strsplit(drawn, "\n", -1);
    bool fits = g_strv_length(lines) <= 23;
    for (unsigned k = 0; lines[k]; k++) {
        g_autoptr(GString) cut = g_string_new(NULL);
        kj_append_columns(cut, lines[k], 79);
        fits &= strcmp(cut->str, lines[k]) == 0;
    }
    return fits;
}

/* Columns before a text in the picture. */
static unsigned column_of(const char *text)
{
    g_auto(GStrv) lines = plain_lines();
    char **line = lines;
    while (*line && !strstr(*line, text))
        line++;
    assert_non_null(*line);
    *strstr(*line, text) = '\0';
    return kj_text_columns(*line);
}

static bool in_line(const char *text)
{
    bool same = true;
    g_auto(GStrv) texts = g_strsplit(text, "|", 2);
    browser.notation = KJ_NOTATION_JA;
    for (int wide = 0; wide < 2; wide++) {
        kj_term_choose_width(wide ? KJ_WIDTH_WIDE : KJ_WIDTH_NARROW);
        same &= column_of(texts[0]) == column_of(texts[1]);
    }
    kj_term_choose_width(KJ_WIDTH_AUTO);
    return same;
}

static bool is_board(const char *text)
{
    KjPosition pos = kj_workbench_position(bench);
    g_autofree char *board = kj_position_write(&pos);
    return g_str_has_prefix(board, text);
}

static bool is_place(const char *text)
{
    g_autofree char *line = kj_tree_text_line(kj_workbench_tree(bench));
    const char *moves = strstr(line, "moves ");
    return strcmp(moves ? moves + strlen("moves ") : "", text) == 0;
}

static bool is_shown(const char *text)
{
    g_autofree char *drawn = picture();
    return strstr(drawn, text) != NULL;
}

static bool fit(const char *text)
{
    unsigned columns, lines;
    if (sscanf(text, "%u %u", &columns, &lines) != 2)
        return false;
    kj_browser_fit(&browser, columns, lines);
    return true;
}

#define ASK(asked, ...)             \
    if (strcmp(word, asked) == 0) { \
        __VA_ARGS__;                \
        return true;                \
    }
#define TELL(asked, answer)       \
    if (strcmp(word, asked) == 0) \
        return (answer);

static bool ask(const char *word, const char *escaped)
{
    g_autofree char *text = g_strcompress(escaped);
    g_autofree char *drawn = picture();
    g_auto(GStrv) lines = g_strsplit(drawn, "\n", -1);
    ASK("line", add_line(text))
    ASK("go", go(text))
    ASK("say", kj_browser_say(&browser, text))
    ASK("light", light())
    ASK("notation", browser.notation = (KjNotation)number_of(text))
    TELL("keys", press_all(text) == KJ_BROWSER_ON)
    TELL("quits", press_all(text) == KJ_BROWSER_END)
    TELL("shape", fit(text))
    TELL("board", is_board(text))
    TELL("place", is_place(text))
    TELL("shows", is_shown(text))
    TELL("hides", !is_shown(text))
    TELL("selected", is_selected(text))
    TELL("in-line", in_line(text))
    TELL("lines", g_strv_length(lines) == number_of(text))
    TELL("undone", kj_workbench_undo(bench, G_MAXUINT) == number_of(text))
    TELL("fits", editing ? editor_fits() : browser_fits(120, 50) && browser_fits(80, 24))
    if (strcmp(word, "rows") == 0) {
        g_autofree char *now = rows();
        return strcmp(now, text) == 0;
    }
    return g_str_has_prefix(word, "wants ") && wants(word + strlen("wants "), text);
}

TEST(keys_of_the_editor)
{
    assert_true(question_file("tests/unit/repl/shell/board_editor.txt", begin, ask) > 90);
    finish();
}

TEST(keys_of_the_browser)
{
    assert_true(question_file("tests/unit/repl/shell/browser.txt", begin, ask) > 90);
    finish();
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
