/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Diagrams: the layout as SVG against the files in tests/data/diagrams, which are made anew with
 * KANJU_UPDATE=1 and looked at; and what SVG, PNG and PDF are made of.
 */
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/textboard.h"
#include "core/text/lang.h"
#include "repl/diagram/board_data.h"
#include "repl/diagram/diagram.h"
#include "repl/diagram/replay_page.h"
#include "repl/diagram/rsvg.h"
#include "repl/diagram/sheet.h"
#include "repl/diagram/svg.h"
#include "repl/job/options.h"
#include "tests/support/cmocka.h"

typedef struct {
    const char *name, *variant, *position;
    KjDiagram diagram; // without its position
} Case;

static const Case cases[] = {
    {"dobutsu",
     "dobutsu",
     "gle/1c1/1C1/ELG b - 1 moves 2c2b",
     {.title = "Title",
      .composer = "composer",
      .caption = "caption",
      .style = {.coordinates = true}}},
    {"mate",
     "minishogi",
     "4k/3+s1/3+R1/5/5 b G2P 1",
     {.style = {.coordinates = true, .faces = KJ_FACES_FULL}}},
    {"letters",
     "minishogi",
     "4k/3+s1/3+R1/5/K4 b G2P 1",
     {.style = {.letters = true, .coordinates = true, .bodies = true}}},
    {"ogi",
     "ogi",
     "k7/8/8/3+i4/2+n5/8/8/4K3 b 2+P+R2+L+S3Nb+b4p 1",
     {.style = {.faces = KJ_FACES_OTHER}}},
};

static KjDrawing *draw(const Case *c)
{
    g_auto(KjPositionText) text;
    KjPosition position;
    g_autoptr(GError) error = NULL;
    assert_true(kj_position_text_read(c->position, kj_game_find(c->variant), &text, &error));
    position = kj_position_text_end(&text);
    KjDiagram diagram = c->diagram;
    diagram.position = &position;
    diagram.last = kj_position_text_last(&text);
    return kj_diagram_draw(&diagram);
}

/* The roles as colours that are like no others, so that they can be told apart. */
static const KjPalette roles = {.rgb = {1, 2, 3, 4, 5, 6, 7, 8, 9}};
static const KjSvgStyle svg_of_roles = {&roles, NULL, 1, ""};

TEST(layout_is_as_recorded)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(KjDrawing) drawing = draw(&cases[i]);
        g_autofree char *text = kj_svg_write(drawing, &svg_of_roles);
        g_autofree char *path = g_strdup_printf("tests/data/diagrams/%s.svg", cases[i].name);
        if (g_getenv("KANJU_UPDATE"))
            assert_true(g_file_set_contents(path, text, -1, NULL));
        g_autofree char *recorded = NULL;
        assert_true(g_file_get_contents(path, &recorded, NULL, NULL));
        assert_string_equal(text, recorded);
    }
}

/* How many operations are in an ink. */
static unsigned count_ink(const KjDrawing *drawing, KjInk ink)
{
    unsigned n = 0;
    for (unsigned i = 0; i < drawing->ops->len; i++)
        n += g_array_index(drawing->ops, KjDrawOp, i).ink == ink;
    return n;
}

TEST(everything_lies_within_the_picture)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(KjDrawing) drawing = draw(&cases[i]);
        for (unsigned j = 0; j < drawing->ops->len; j++) {
            const KjDrawOp *op = &g_array_index(drawing->ops, KjDrawOp, j);
            bool far = op->kind == KJ_DRAW_RECT || op->kind == KJ_DRAW_LINE;
            assert_true(op->x >= 0 && op->x + (far ? op->w : 0) <= drawing->width + 1e-9);
            assert_true(op->y >= 0 && op->y + (far ? op->h : 0) <= drawing->height + 1e-9);
        }
    }
}

TEST(hands_shown)
{
    static const struct {
        const char *position;
        KjHandsShown hands;
    } rows[] = {
        {"4k/4P/5/5/5 b G 1", KJ_HANDS_SENTE},
        {"4k/4P/5/5/5 w G 1", KJ_HANDS_SENTE}, // the attacker's, whoever is to move
        {"5/5/5/4p/4K w g 1", KJ_HANDS_GOTE},
        {"4k/4P/5/5/5 b G2r2bg2sp 1", KJ_HANDS_SENTE},
        {"4k/4P/5/5/5 b Gr 1", KJ_HANDS_BOTH},
        {"4k/4P/5/5/K4 b G 1", KJ_HANDS_BOTH},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(KjPositionText) text;
        assert_true(
            kj_position_text_read(rows[i].position, kj_game_find("minishogi"), &text, NULL));
        assert_int_equal(kj_diagram_hands(KJ_HANDS_AUTO, &text.start), rows[i].hands);
    }
}

TEST(the_last_move_is_marked)
{
    g_autoptr(KjDrawing) moved = draw(&cases[0]);
    assert_int_equal(count_ink(moved, KJ_INK_TARGET), 1);
    g_autoptr(KjDrawing) still = draw(&cases[1]);
    assert_int_equal(count_ink(still, KJ_INK_TARGET), 0);
}

TEST(a_long_text_is_made_smaller)
{
    static const struct {
        double most;
        unsigned size; // of the em
    } rows[] = {{0, 100}, {9, 100}, {4, 100}, {2, 50}};
    const KjSvgStyle style = {kj_palette_at(KJ_PALETTE_BLACK), NULL, 1, ""};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(KjDrawing) drawing = kj_drawing_new(9, 9);
        kj_draw_text(drawing, KJ_INK_TEXT, 0, 0, 1, KJ_ANCHOR_START, "飛角金銀")->w = rows[i].most;
        g_autofree char *svg = kj_svg_write(drawing, &style);
        g_autofree char *wanted = g_strdup_printf("font-size=\"%u\"", rows[i].size);
        assert_non_null(strstr(svg, wanted));
    }
    assert_true(kj_draw_text_width("飛") == 1 && kj_draw_text_width("▲") == 1);
    assert_true(kj_draw_text_width("ab") > 1 && kj_draw_text_width("ab") < 1.5);
}

TEST(a_picture_within_a_picture)
{
    g_autoptr(KjDrawing) page = kj_drawing_new(40, 40), inner = kj_drawing_new(4, 4);
    kj_draw_text(inner, KJ_INK_TEXT, 1, 2, 0.5, KJ_ANCHOR_END, "歩")->w = 3;
    kj_drawing_add(page, inner, 10, 20, 2);
    g_autofree char *text = kj_svg_write(page, &svg_of_roles);
    assert_non_null(strstr(text, " viewBox=\"0 0 4000 4000\""));
    assert_non_null(strstr(text, "<text text-anchor=\"end\" font-size=\"100\" fill=\"#000004\" "
                                 "x=\"1200\" y=\"2437\">歩</text>"));
    assert_float_equal(g_array_index(page->ops, KjDrawOp, 0).w, 6, 1e-9);
}

/* ---- files ---- */

TEST(what_svg_is_made_of)
{
    KjPosition position;
    kj_position_clear(&position, kj_game_find("minishogi"));
    KjDiagram diagram = {.position = &position, .title = "<&\">"};
    g_autoptr(KjDrawing) drawing = kj_diagram_draw(&diagram);
    const KjSvgStyle style = {kj_palette_at(KJ_PALETTE_BLACK), "Nobody's <Font>", 40, "mm"};
    g_autofree char *svg = kj_svg_write(drawing, &style);
    assert_non_null(strstr(svg, "<title>&#60;&#38;&#34;&#62;</title>"));
    assert_non_null(strstr(svg, ">持</text>"));
    assert_non_null(strstr(svg, "font-family=\"'Nobodys &#60;Font&#62;','Noto Serif CJK JP'"));
    assert_non_null(strstr(svg, "mm\" height="));
}

TEST(what_a_board_must_know)
{
    static const struct {
        KjDiagramStyle style;
        const char *silver, *king, *promoted; // of shogi
    } rows[] = {
        {{.faces = KJ_FACES_SHORT}, "銀", "玉", "全"},
        {{.faces = KJ_FACES_OTHER}, "銀", "玉", "全"},
        {{.faces = KJ_FACES_FULL}, "銀", "玉", "成銀"},
        {{.letters = true}, "S", "K", "+S"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        JsonObject *game = kj_board_game(kj_game_find("shogi"), &rows[i].style);
        JsonArray *pieces = json_object_get_array_member(game, "pieces");
        assert_int_equal(json_array_get_length(pieces), 8);
        JsonObject *silver = json_array_get_object_element(pieces, 3);
        assert_string_equal(json_object_get_string_member(silver, "letter"), "S");
        assert_string_equal(json_object_get_string_member(silver, "kanji"), rows[i].silver);
        assert_string_equal(json_object_get_string_member(silver, "kanji_promoted"),
                            rows[i].promoted);
        JsonObject *king = json_array_get_object_element(pieces, 7);
        assert_string_equal(json_object_get_string_member(king, "kanji_other"), rows[i].king);
        assert_true(json_object_get_null_member(king, "kanji_promoted"));
        json_object_unref(game);
    }
}

/* How often a word is in a text. */
static unsigned count_of(const char *text, const char *word)
{
    unsigned n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

TEST(a_page_has_all_moves)
{
    enum { LINES = 200 }; // each a branch at the last move of the one before
    KjPositionText start;
    assert_true(
        kj_position_text_read("4k/5/5/5/K4 b - 1", kj_game_find("minishogi"), &start, NULL));
    g_autoptr(KjMoveTree) tree = kj_move_tree_new(&start.start);
    kj_position_text_clear(&start);
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, tree);
    for (unsigned i = 0; i < LINES; i++) {
        KjMoveList moves;
        kj_gen_legal(&cursor.position, &moves);
        assert_true(kj_move_cursor_play(&cursor, moves.move[0], NULL));
        kj_move_cursor_back(&cursor, i);
        assert_true(kj_move_cursor_play(&cursor, moves.move[1], NULL));
    }
    kj_move_cursor_clear(&cursor);
    kj_move_node_note(tree->root, KJ_NOTE_COMMENT, NULL, "</script>");
    g_autoptr(GString) out = g_string_new(NULL);
    KjReplayStyle style = {.palette = kj_palette_at(KJ_PALETTE_BLACK), .pixels = 40};
    kj_replay_append(out, tree, &style);
    // places: the start and two a ply
    const char *places = strstr(out->str, "\"n\":");
    assert_int_equal(count_of(places, "["), 1 + 1 + 2 * LINES);
    // the list goes so deep, and says what it leaves out
    assert_int_equal(count_of(out->str, "<details>"), KJ_REPLAY_DEEPEST);
    assert_int_equal(count_of(out->str, "more variations"), 1);
    assert_int_equal(count_of(out->str, "</script>"), 1);
}

TEST(many_variations_fold_together)
{
    KjPositionText start;
    assert_true(kj_position_text_read("startpos", kj_game_find("shogi"), &start, NULL));
    g_autoptr(KjMoveTree) tree = kj_move_tree_new(&start.start);
    kj_position_text_clear(&start);
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, tree);
    KjMoveList moves;
    kj_gen_legal(&cursor.position, &moves);
    for (unsigned i = 0; i < moves.n; i++) {
        kj_move_cursor_back(&cursor, 0);
        assert_true(kj_move_cursor_play(&cursor, moves.move[i], NULL));
    }
    kj_move_cursor_clear(&cursor);
    g_autoptr(GString) out = g_string_new(NULL);
    KjReplayStyle style = {
        .palette = kj_palette_at(KJ_PALETTE_BLACK), .notation = KJ_NOTATION_JA, .pixels = 40};
    kj_lang_set(KJ_LANG_JA);
    kj_replay_append(out, tree, &style);
    kj_lang_set(KJ_LANG_EN);
    assert_int_equal(count_of(out->str, "<summary>変化 29</summary>"), 1);
    assert_int_equal(count_of(out->str, "<details>"), 30);
    assert_int_equal(count_of(out->str, "</details>"), 30);
}

TEST(sheets)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func((GDestroyNotify)kj_sheet_item_free);
    for (unsigned i = 0; i < 7; i++) {
        KjSheetItem *item = g_new0(KjSheetItem, 1);
        item->diagram = draw(&cases[i % G_N_ELEMENTS(cases)]);
        item->name = g_strdup_printf("%u", i + 1);
        g_autoptr(GString) moves = g_string_new(NULL);
        for (unsigned j = 0; i == 2 && j < 1000; j++)
            g_string_append_printf(moves, "%s▲１二飛成", j ? "  " : "");
        item->solution = i == 3 ? NULL : g_strdup(moves->str);
        g_ptr_array_add(items, item);
    }
    KjSheetStyle style = {.columns = 2, .rows = 3, .title = "t", .solutions = "s"};
    g_autoptr(GPtrArray) pages = kj_sheet_draw(items, &style);
    // two of diagrams; 1000 moves of 11 columns are 1000 / 8 lines, 45 a page
    assert_int_equal(pages->len, 2 + 3);
    unsigned moves = 0;
    for (unsigned i = 0; i < pages->len; i++) {
        const KjDrawing *page = pages->pdata[i];
        for (unsigned j = 0; j < page->ops->len; j++) {
            const KjDrawOp *op = &g_array_index(page->ops, KjDrawOp, j);
            assert_true(op->x > 10 && op->x < 200 && op->y > 10 && op->y < 290);
            if (op->kind == KJ_DRAW_TEXT)
                moves += count_of(op->text, "▲１二飛成");
        }
    }
    assert_int_equal(moves, 1000);
}

TEST(grids)
{
    static const char *const wrong[] = {"", "2", "2x", "x3", "0x1", "1x9", "2x3 ", "-1x2", "2X3"};
    unsigned columns, rows;
    assert_true(kj_sheet_grid("2x3", &columns, &rows));
    assert_int_equal(columns, 2);
    assert_int_equal(rows, 3);
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
        assert_false(kj_sheet_grid(wrong[i], &columns, &rows));
}

TEST(png_and_pdf)
{
    const KjSvgStyle style = {kj_palette_at(KJ_PALETTE_COLOR), NULL, 20, "pt"};
    g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func((GDestroyNotify)kj_drawing_free);
    g_ptr_array_add(pages, draw(&cases[0]));
    g_autoptr(GByteArray) png = kj_rsvg_convert(pages, &style, 321, NULL);
    assert_memory_equal(png->data, "\x89PNG\r\n", 6);
    // the width, in the header
    assert_int_equal(png->data[18] << 8 | png->data[19], 321);
    g_ptr_array_add(pages, draw(&cases[3]));
    g_setenv("SOURCE_DATE_EPOCH", "1000000000", TRUE);
    g_autoptr(GByteArray) pdf = kj_rsvg_convert(pages, &style, 0, NULL);
    g_autoptr(GByteArray) again = kj_rsvg_convert(pages, &style, 0, NULL);
    assert_memory_equal(pdf->data, "%PDF-", 5);
    assert_int_equal(pdf->len, again->len);
    assert_memory_equal(pdf->data, again->data, pdf->len);
}

TEST(fonts)
{
    static const char *const none[] = {"no such font", "a:b,c-d\\"};
    for (size_t i = 0; i < G_N_ELEMENTS(none); i++) {
        g_autoptr(GError) error = NULL;
        assert_false(kj_rsvg_fonts(none[i], &error));
        assert_true(g_error_matches(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION));
    }
    assert_true(kj_rsvg_fonts(NULL, NULL));
    assert_true(kj_rsvg_fonts("IPAexMincho", NULL));
}
