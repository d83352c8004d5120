/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares and moves in USI's notation, Ōgi's extras included (docs/notation.md). */
#include <string.h>

#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/text_error.h"
#include "tests/support/works.h"

static KjPosition start_of(const char *game)
{
    return position_from(kj_game_find(game), kj_game_find(game)->row->start);
}

/* Reads and writes a move, which must come back; gives it. */
static KjMove same(const KjPosition *pos, const char *text)
{
    KjMove move;
    char out[KJ_USI_MOVE];
    GError *error = NULL;
    if (!kj_usi_move_read(pos, text, &move, &error))
        fail_msg("%s: %s", text, error->message);
    kj_usi_move_write(pos, move, out);
    assert_string_equal(out, text);
    return move;
}

static void assert_refused(const KjPosition *pos, const char *text, KjTextError code,
                           const char *message)
{
    KjMove move;
    g_autoptr(GError) error = NULL;
    assert_false(kj_usi_move_read(pos, text, &move, &error));
    assert_true(g_error_matches(error, KJ_TEXT_ERROR, (int)code));
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, message);
}

TEST(every_square_of_every_game_comes_back)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        for (unsigned square = 0; square < game->t->squares; square++) {
            char text[KJ_SQUARE_TEXT];
            const char *end;
            unsigned read;
            kj_square_write(game, square, text);
            assert_true(kj_square_read(game, text, &read, &end));
            assert_int_equal(read, square);
            assert_int_equal(*end, '\0');
        }
    }
}

/* A place is a square or a hand, and both are written whole. */
TEST(every_place_of_every_game_comes_back)
{
    for (size_t g = 0; g < kj_game_count(); g++) {
        const KjGame *game = kj_game_at(g);
        for (unsigned i = 0; i <= game->t->squares; i++) {
            unsigned square = i < game->t->squares ? i : KJ_NO_SQUARE, read = 0;
            char text[KJ_PLACE_TEXT];
            kj_place_write(game, square, text);
            assert_true(kj_place_read(game, text, &read));
            assert_int_equal(read, square);
        }
        char text[KJ_PLACE_TEXT];
        unsigned read;
        kj_place_write(game, KJ_NO_SQUARE, text);
        assert_string_equal(text, "hand");
        static const char *const none[] = {"", "han", "hands", "Hand", "5", "3d3", "3d ", "zz"};
        for (unsigned i = 0; i < G_N_ELEMENTS(none); i++)
            assert_false(kj_place_read(game, none[i], &read));
    }
}

TEST(squares_count_from_the_right_corner_except_in_ogi)
{
    char text[KJ_SQUARE_TEXT];
    kj_square_write(kj_game_find("shogi"), 0, text);
    assert_string_equal(text, "1a");
    kj_square_write(kj_game_find("56shogi"), 5 * 6 - 1, text);
    assert_string_equal(text, "5f");
    kj_square_write(kj_game_find("ogi"), 63, text); // sente's left corner
    assert_string_equal(text, "a1");
    kj_square_write(kj_game_find("ogi"), 0, text);
    assert_string_equal(text, "h8");
}

TEST(what_is_off_the_board_is_no_square)
{
    unsigned square;
    static const char *const wrong[] = {"", "0a", "6a", "5g", "5", "a1", "5A", "\xff\xff"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(kj_square_read(kj_game_find("56shogi"), wrong[i], &square, NULL));
    static const char *const wrong_ogi[] = {"", "i1", "a9", "a0", "a", "1a", "A1", "\x80z"};
    for (size_t i = 0; i < sizeof wrong_ogi / sizeof *wrong_ogi; i++)
        assert_false(kj_square_read(kj_game_find("ogi"), wrong_ogi[i], &square, NULL));
}

TEST(moves_promotions_and_drops_come_back)
{
    KjPosition pos = start_of("shogi");
    KjMove move = same(&pos, "7g7f");
    assert_int_equal(kj_move_from(move), 6 * 9 + 6);
    assert_int_equal(kj_move_to(move), 6 * 9 + 5);
    assert_true(kj_move_promotes(same(&pos, "8h3c+")));
    assert_true(kj_move_is_drop(same(&pos, "P*5e")));
    KjPosition ogi = start_of("ogi");
    same(&ogi, "e3e4");
    assert_int_equal(kj_move_drop_kind(same(&ogi, "+P*e5")),
                     kj_game_kind(ogi.game, 'P') | KJ_PROMOTED);
}

TEST(kings_privilege_is_a_suffix)
{
    // docs/rules.md R3.5
    KjPosition pos = position_from(kj_game_find("ogi"), "4k3/8/8/8/8/8/4+p3/4K3 b - 1");
    assert_true(kj_move_keeps(same(&pos, "e1e2/+P")));
    assert_false(kj_move_keeps(same(&pos, "e1e2")));
    KjMove move;
    assert_true(kj_usi_move_read(&pos, "e1e2/P", &move, NULL));
    assert_false(kj_move_keeps(move));
    assert_refused(&pos, "e1e2/+R", KJ_TEXT_ERROR_MOVE, "column 5: the move does not capture '+R'");
    assert_refused(&pos, "e1d1/+P", KJ_TEXT_ERROR_MOVE, "column 5: the move does not capture '+P'");
}

TEST(automatic_promotion_needs_no_plus)
{
    // docs/rules.md R6
    KjPosition pos = position_from(kj_game_find("dobutsu"), "2l/C2/3/2L b - 1");
    KjMove with, without;
    assert_true(kj_usi_move_read(&pos, "3b3a+", &with, NULL));
    assert_true(kj_usi_move_read(&pos, "3b3a", &without, NULL));
    assert_int_equal(with, without);
    assert_int_equal(kj_move_legality(&pos, with), KJ_MOVE_LEGAL);
}

TEST(faults_name_column_and_kind)
{
    KjPosition pos = start_of("shogi");
    assert_refused(&pos, "7gx", KJ_TEXT_ERROR_SYNTAX,
                   "column 3: 'x' is not a square of the 9x9 board, expected a move such as 7g7f, "
                   "8h2b+ or P*5e");
    assert_refused(
        &pos, "", KJ_TEXT_ERROR_SYNTAX,
        "column 1: end of text is not a square of the 9x9 board, expected a move such as "
        "7g7f, 8h2b+ or P*5e");
    assert_refused(&pos, "7g7f++", KJ_TEXT_ERROR_SYNTAX,
                   "column 6: '+' after the move, expected a blank or the end");
    assert_refused(&pos, "7g7f 3c3d", KJ_TEXT_ERROR_SYNTAX,
                   "column 6: unexpected '3c3d', expected the end of the text");
    assert_refused(&pos, "X*5e", KJ_TEXT_ERROR_SYNTAX,
                   "column 1: 'X' is not a piece of shogi, expected one of R B G S N L P K");
    assert_refused(&pos, "K*5e", KJ_TEXT_ERROR_MOVE, "column 1: 'K' is never in hand in shogi");
    assert_refused(&pos, "+P*5e", KJ_TEXT_ERROR_MOVE, "column 1: '+P' is never in hand in shogi");
    assert_refused(&pos, "3c3d", KJ_TEXT_ERROR_MOVE, "column 1: no piece of sente on 3c");
    assert_refused(&pos, "7g7g", KJ_TEXT_ERROR_MOVE, "column 1: the move ends where it begins");
}

TEST(bare_moves_need_no_board)
{
    const KjGame *shogi = kj_game_find("shogi"), *ogi = kj_game_find("ogi");
    KjMove move;
    assert_true(kj_usi_move_read_bare(shogi, "8h3c+", &move));
    assert_int_equal(move, kj_make_move(7 * 9 + 7, 2 * 9 + 2) | KJ_MOVE_PROMOTE);
    assert_true(kj_usi_move_read_bare(shogi, "P*5e", &move));
    assert_int_equal(move, kj_make_drop(kj_game_kind(shogi, 'P'), 4 * 9 + 4));
    assert_true(kj_usi_move_read_bare(ogi, "+P*e5", &move));
    assert_int_equal(kj_move_drop_kind(move), kj_game_kind(ogi, 'P') | KJ_PROMOTED);
    assert_true(kj_usi_move_read_bare(ogi, "e1e2/+P", &move));
    assert_true(kj_move_keeps(move));
    assert_true(kj_usi_move_read_bare(ogi, "e1e2/P", &move));
    assert_false(kj_move_keeps(move));
    static const char *const wrong[] = {"",      "7g",    "7g7f++", "7g7f ", "X*5e", "K*5e",
                                        "+P*5e", "+7g7f", "7g7g",   "P*5",   "e1e2", "\xff"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(kj_usi_move_read_bare(shogi, wrong[i], &move));
    static const char *const wrong_ogi[] = {"e1e2/", "e1e2/+", "e1e2/+X", "e1e2/Pp", "7g7f"};
    for (size_t i = 0; i < sizeof wrong_ogi / sizeof *wrong_ogi; i++)
        assert_false(kj_usi_move_read_bare(ogi, wrong_ogi[i], &move));
}

TEST(all_legal_moves_of_random_games_come_back)
{
    unsigned seed = 7;
    for (size_t g = 0; g < kj_game_count(); g++) {
        KjPosition pos = start_of(kj_game_at(g)->row->id);
        for (int ply = 0; ply < 300; ply++) {
            KjMoveList list;
            KjUndo undo;
            kj_gen_legal(&pos, &list);
            if (list.n == 0)
                break;
            for (unsigned i = 0; i < list.n; i++) {
                char text[KJ_USI_MOVE];
                KjMove move;
                kj_usi_move_write(&pos, list.move[i], text);
                assert_true(kj_usi_move_read(&pos, text, &move, NULL));
                assert_int_equal(move, list.move[i]);
            }
            seed = seed * 1103515245u + 12345u;
            kj_position_make(&pos, list.move[(seed >> 16) % list.n], &undo);
        }
    }
}
