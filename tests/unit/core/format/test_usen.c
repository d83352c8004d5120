/* SPDX-License-Identifier: GPL-3.0-or-later */
/* USEN: how it is told, and random records there and back; the rest: records.txt. */
#include <string.h>

#include "core/format/format.h"
#include "core/format/position_text.h"
#include "core/format/usen.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/game_files.h"

static void assert_written(KjGameFile *file, const char *expected)
{
    g_autoptr(GString) out = g_string_new(NULL);
    assert_true(kj_usen_write(out, file, NULL));
    assert_string_equal(g_strchomp(out->str), expected);
}

TEST(usen_is_recognised)
{
    KjFormat format;
    assert_true(kj_format_recognise("  https://example.org/?usen=~0..\n", "x", &format));
    assert_int_equal(format, KJ_FORMAT_USEN);
    assert_false(kj_format_recognise("https://example.org/?x=~0..\n", "x", &format));
    assert_false(kj_format_recognise("7k1/9/6B1R/9/9/9/9/9/9 b G 1\n", "x", &format));
}

TEST(what_came_before_an_error_is_kept)
{
    char text[] = "~0.7ku.\n\n~0.x.\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = kj_usen_read(text, NULL, &error);
    assert_int_equal(files->len, 1);
    assert_int_equal(kj_text_error_place(error).line, 3);
}

TEST(other_games_are_refused)
{
    KjPositionText start;
    assert_true(kj_position_text_read("startpos", kj_game_find("minishogi"), &start, NULL));
    g_autoptr(KjGameFile) file = kj_game_file_of(kj_move_tree_new(&start.start));
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    assert_false(kj_usen_write(out, file, &error));
    assert_int_equal(out->len, 0);
}

/* Adds random moves from where the cursor is, and an end now and then. */
static void grow(KjMoveCursor *cursor, GRand *rand, int plies)
{
    for (int i = 0; i < plies && !cursor->at->end; i++) {
        KjMoveList list;
        kj_gen_legal(&cursor->position, &list);
        if (list.n == 0)
            return;
        KjMove move = list.move[g_rand_int_range(rand, 0, (gint32)list.n)];
        if (kj_move_node_child_by(cursor->at, move))
            return;
        assert_true(kj_move_cursor_play(cursor, move, NULL));
    }
    static const KjGameEnd ends[] = {KJ_END_RESIGNED, KJ_END_TIME_UP, KJ_END_IMPASSE,
                                     KJ_END_STOPPED};
    if (g_rand_boolean(rand) && !cursor->at->child && !cursor->at->end)
        kj_move_cursor_end(cursor, ends[g_rand_int_range(rand, 0, 4)], NULL);
}

TEST(random_records_come_back)
{
    static const char *const starts[] = {"startpos", "4k4/9/9/9/9/9/9/9/4K4 w RBrb4g4s4n4l18p 1",
                                         "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/"
                                         "LN4bKL w GR5pnsg 1"};
    g_autoptr(GRand) rand = g_rand_new_with_seed(21);
    for (unsigned i = 0; i < 60; i++) {
        KjPositionText start;
        assert_true(kj_position_text_read(starts[i % 3], NULL, &start, NULL));
        g_autoptr(KjGameFile) file = kj_game_file_of(kj_move_tree_new(&start.start));
        KjMoveCursor cursor;
        kj_move_cursor_init(&cursor, file->tree);
        for (unsigned branch = 0; branch < 5; branch++) {
            grow(&cursor, rand, g_rand_int_range(rand, 1, 40));
            kj_move_cursor_back(&cursor, (unsigned)g_rand_int_range(rand, 0, 20));
        }
        kj_move_cursor_clear(&cursor);
        g_autoptr(GString) out = g_string_new(NULL);
        assert_true(kj_usen_write(out, file, NULL));
        g_strchomp(out->str);
        KjFormat format;
        assert_true(kj_format_recognise(out->str, "x", &format));
        assert_int_equal(format, KJ_FORMAT_USEN);
        g_autoptr(KjGameFile) again = game_file_read(out->str, KJ_FORMAT_USEN);
        assert_true(kj_position_equal(&again->tree->start, &file->tree->start));
        assert_int_equal(again->tree->nodes->len, file->tree->nodes->len);
        assert_written(again, out->str);
    }
}
