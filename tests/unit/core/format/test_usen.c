/* SPDX-License-Identifier: GPL-3.0-or-later */
/* USEN: moves and starts as other programs write them, links, random records there and back. */
#include <string.h>

#include "core/format/format.h"
#include "core/format/position_text.h"
#include "core/format/usen.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/game_files.h"

/* The records of a text. */
static GPtrArray *read_text(const char *text, GError **error)
{
    g_autofree char *copy = g_strdup(text);
    return kj_usen_read(copy, NULL, error);
}

static void assert_written(KjGameFile *file, const char *expected)
{
    g_autoptr(GString) out = g_string_new(NULL);
    assert_true(kj_usen_write(out, file, NULL));
    assert_string_equal(g_strchomp(out->str), expected);
}

/* By hand: 7g7f is from 60 to 51, (60 * 81 + 51) * 2 = 9822 = 7ku. */
TEST(moves_are_three_digits)
{
    g_autoptr(KjGameFile) file = game_file_read("~0.7ku2jm.r", KJ_FORMAT_USEN);
    const KjMoveNode *first = file->tree->root->child, *second = first->child;
    const KjGame *shogi = kj_game_at(0);
    unsigned ranks = shogi->t->ranks;
    assert_int_equal(first->move, kj_make_move(6 * ranks + 6, 6 * ranks + 5));
    assert_int_equal(second->move, kj_make_move(2 * ranks + 2, 2 * ranks + 3));
    assert_int_equal(second->child->end, KJ_END_RESIGNED);
    assert_written(file, "~0.7ku2jm.r");
}

TEST(starts_drops_and_promotions)
{
    // G*2b: from 90 to 10, (90 * 81 + 10) * 2 = 14600 = b9k
    const char *mate = "7k1_9_6B1R_9_9_9_9_9_9.b.Grb3g4s4n4l18p~0.b9k.";
    g_autoptr(KjGameFile) file = game_file_read(mate, KJ_FORMAT_USEN);
    assert_int_equal(kj_move_tree_plies(file->tree), 1);
    assert_written(file, mate);
    g_autoptr(KjGameFile) promoted =
        game_file_read("4k4_9_9_4zP4_9_9_9_9_9.w.-~0..", KJ_FORMAT_USEN);
    assert_int_equal(kj_move_tree_plies(promoted->tree), 0);
    assert_written(promoted, "4k4_9_9_4zP4_9_9_9_9_9.w.-~0..");
}

TEST(links_are_read)
{
    g_autoptr(KjGameFile) file = game_file_read(
        "https://example.org/?bn=A%20B&u=%7E0.7ku2jm.&move=2&wn=C#top", KJ_FORMAT_USEN);
    assert_int_equal(kj_move_tree_plies(file->tree), 2);
    assert_string_equal(kj_game_file_header(file, "先手"), "A B");
    assert_string_equal(kj_game_file_header(file, "後手"), "C");
    KjFormat format;
    assert_true(kj_format_recognise("  https://example.org/?usen=~0..\n", "x", &format));
    assert_int_equal(format, KJ_FORMAT_USEN);
    assert_false(kj_format_recognise("https://example.org/?x=~0..\n", "x", &format));
    assert_false(kj_format_recognise("7k1/9/6B1R/9/9/9/9/9/9 b G 1\n", "x", &format));
}

static void assert_refused(const char *text, const char *why)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = read_text(text, &error);
    assert_int_equal(files->len, 0);
    assert_non_null(error);
    if (!strstr(error->message, why))
        fail_msg("'%s' does not have '%s'", error->message, why);
    assert_int_equal(kj_text_error_place(error).line, 1);
}

TEST(what_is_wrong_is_told)
{
    assert_refused("~0.7k", "'7k' is not a move of USEN");
    assert_refused("~0.7KU.", "is not a move of USEN");
    assert_refused("~0.zzz.", "is not a move of USEN");
    assert_refused("~0.7ku7ku.", "move 2 is impossible");
    assert_refused("~1.7ku.", "no ply 1 in the line before");
    assert_refused("~0.7ku.~0", "no moves");
    assert_refused("~0.7ku.rr", "unexpected 'r'");
    assert_refused("9_9.b.-~0..", "the board ends after 2 rows");
    assert_refused("nothing", "not USEN");
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = read_text("~0.7ku.\n\n~0.x.\n", &error);
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
