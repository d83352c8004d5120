/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of the board editor that act on more than a square, and the findings of the light. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/screen/board_editor.h"
#include "repl/workbench/watch.h"
#include "tests/support/cmocka.h"

typedef struct {
    KjWorkbench *bench;
    KjBoardEditor editor;
} Bench;

static Bench open_on(const char *text)
{
    Bench b = {.bench = kj_workbench_new()};
    g_auto(KjPositionText) read;
    assert_true(kj_position_text_read(text, NULL, &read, NULL));
    kj_workbench_change(b.bench, kj_move_tree_new(&read.start));
    return b;
}

static void close_bench(Bench *b)
{
    kj_board_editor_end(&b->editor);
    kj_workbench_free(b->bench);
}

static void press(Bench *b, const char *keys)
{
    for (; *keys; keys++)
        assert_true(kj_board_editor_key(&b->editor, *keys));
}

static void assert_board(const Bench *b, const char *expected)
{
    KjPosition pos = kj_workbench_position(b->bench);
    g_autofree char *text = kj_position_write(&pos);
    assert_true(g_str_has_prefix(text, expected));
}

static void assert_shown(const Bench *b, const char *expected, bool there)
{
    g_autofree char *picture = kj_board_editor_picture(&b->editor);
    assert_int_equal(strstr(picture, expected) != NULL, there);
}

TEST(a_piece_is_picked_up_and_put_down)
{
    Bench b = open_on("9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1");
    kj_board_editor_begin(&b.editor, b.bench, false);
    press(&b, "73m");
    assert_shown(&b, "picked up", true);
    press(&b, "13,");
    assert_board(&b, "9/9/8R/k8/N8/B8/9/9/9 b ");
    press(&b, "13m13m"); // where it was
    assert_board(&b, "9/9/8R/k8/N8/B8/9/9/9 b ");
    press(&b, "13m");
    assert_true(kj_board_editor_key(&b.editor, KJ_KEY_ESCAPE)); // not at all
    press(&b, "12");
    assert_shown(&b, "picked up", false);
    press(&b, "12m"); // nothing there
    assert_shown(&b, "no piece here", true);
    press(&b, "u");
    assert_board(&b, "9/9/2R6/k8/N8/B8/9/9/9 b ");
    close_bench(&b);
}

TEST(all_pieces_are_shifted_mirrored_and_turned)
{
    Bench b = open_on("9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1");
    kj_board_editor_begin(&b.editor, b.bench, false);
    assert_true(kj_board_editor_key(&b.editor, KJ_KEY_SHIFT_UP));
    assert_board(&b, "9/2R6/k8/N8/B8/9/9/9/9 b ");
    press(&b, "]");
    assert_board(&b, "9/3R5/1k7/1N7/1B7/9/9/9/9 b ");
    assert_true(kj_board_editor_key(&b.editor, KJ_KEY_SHIFT_LEFT));
    press(&b, "[");
    assert_shown(&b, "would leave the board", true);
    press(&b, "}|");
    assert_board(&b, "9/9/6R2/8k/8N/8B/9/9/9 b ");
    press(&b, "@");
    assert_board(&b, "9/9/9/b8/n8/K8/2r6/9/9 w ");
    close_bench(&b);
}

TEST(another_kind_takes_the_place)
{
    Bench b = open_on("9/9/2R6/k8/N8/B8/9/9/9 b rb4g4s3n4l18p 1");
    kj_board_editor_begin(&b.editor, b.bench, false);
    press(&b, "73>");
    assert_board(&b, "9/9/2B6/k8/N8/B8/9/9/9 b 2r");
    press(&b, "<<");
    assert_board(&b, "9/9/2P6/k8/N8/B8/9/9/9 b 2r");
    press(&b, "94>"); // a king
    assert_shown(&b, "no piece here", true);
    assert_board(&b, "9/9/2P6/k8/N8/B8/9/9/9 b 2r");
    close_bench(&b);
}

/* The light on the board of a bench, when it is through. */
static void light(Bench *b)
{
    g_autoptr(KjValues) values = kj_values_new();
    KjSolveRequest request;
    kj_solve_request(values, 1, &request);
    request.solver.memory_mib = 16;
    b->bench->watch = kj_watch_new(&request, b->bench->wake[1]);
    assert_non_null(b->bench->watch);
    KjPosition pos = kj_workbench_position(b->bench);
    kj_watch_look(b->bench->watch, &pos, KJ_SENTE, NULL, 0, NULL);
    atomic_bool stop = false;
    kj_watch_wait(b->bench->watch, &stop);
}

TEST(findings_are_listed_and_looked_at)
{
    Bench b = open_on("k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1");
    kj_board_editor_begin(&b.editor, b.bench, false);
    press(&b, "!");
    assert_shown(&b, "watch is off", true);
    light(&b);
    assert_shown(&b, "found: 3", true);
    assert_shown(&b, "cook of equal length: ▲８二桂成", true);
    press(&b, "!\t");
    assert_shown(&b, "2/3  ply 1, cook of equal length", true);
    assert_shown(&b, ">  1 ▲８二桂成", true);
    assert_shown(&b, "圭", false);
    assert_true(kj_board_editor_key(&b.editor, KJ_KEY_RIGHT));
    assert_shown(&b, ">  2 △同　金", true);
    assert_shown(&b, "圭", true); // the knight, promoted
    close_bench(&b);
}

TEST(any_other_key_goes_back_to_the_diagram)
{
    Bench b = open_on("k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1");
    kj_board_editor_begin(&b.editor, b.bench, false);
    light(&b);
    press(&b, "!!");
    assert_true(kj_board_editor_key(&b.editor, KJ_KEY_RIGHT));
    press(&b, " "); // removes nothing
    assert_shown(&b, "found: 3", true);
    assert_board(&b, "k1g6/9/1+RN6/2N6/9/9/9/9/9 b P");
    assert_false(kj_board_editor_key(&b.editor, 'q'));
    close_bench(&b);
}

TEST(pieces_without_a_reason_are_marked)
{
    for (unsigned color = 0; color < 2; color++) {
        Bench b = open_on("9/9/2R6/k8/N8/B8/9/8r/9 b b4g4s3n4l18p 1");
        kj_board_editor_begin(&b.editor, b.bench, color);
        light(&b);
        assert_shown(&b, color ? KJ_YELLOW "v飛" : KJ_UNDERLINED "v飛", true);
        assert_shown(&b, "useless pieces", true);
        close_bench(&b);
    }
}

/* What the picture fits into, with findings beside the board, on every game. */
TEST(the_picture_fits_into_80_by_24)
{
    static const char *const works[] = {"k1g6/9/1+RN6/2N6/9/9/9/9/9 b Pr2b3g4s2n4l17p 1",
                                        "2k2/5/3B1/5/5/5 b GP2rb3g4s9p 1",
                                        "8k/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1"};
    for (size_t i = 0; i < 2 * G_N_ELEMENTS(works); i++) {
        kj_lang_set(i % 2 ? KJ_LANG_JA : KJ_LANG_EN);
        Bench b = open_on(works[i / 2]);
        kj_board_editor_begin(&b.editor, b.bench, false);
        light(&b);
        for (unsigned looked = 0; looked < 2; looked++) {
            g_autofree char *picture = kj_board_editor_picture(&b.editor);
            g_auto(GStrv) lines = g_strsplit(picture, "\n", -1);
            assert_true(g_strv_length(lines) <= 23);
            for (unsigned k = 0; lines[k]; k++) {
                g_autoptr(GString) cut = g_string_new(NULL);
                kj_append_columns(cut, lines[k], 79);
                assert_string_equal(cut->str, lines[k]);
            }
            press(&b, "!");
        }
        close_bench(&b);
    }
    kj_lang_set(KJ_LANG_EN);
}

/* Why a position is impossible is said to the end, and once. */
TEST(an_impossible_position_says_why)
{
    Bench b = open_on("8k/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1");
    kj_board_editor_begin(&b.editor, b.bench, false);
    light(&b);
    assert_shown(&b, "set complete  [impossible]\n", true);
    assert_shown(&b, "expected\n  gote to move\n", true);
    close_bench(&b);
}
