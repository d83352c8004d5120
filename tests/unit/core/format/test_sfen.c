/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SFEN in and out for all games, and positions with moves after them (docs/notation.md). */
#include <string.h>

#include "core/format/position_text.h"
#include "core/format/sfen.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/text_error.h"

static void assert_rewritten(const char *text, const char *expected)
{
    KjPosition pos;
    GError *error = NULL;
    unsigned number = 0;
    if (!kj_sfen_read(text, NULL, &pos, &number, &error))
        fail_msg("%s: %s", text, error->message);
    g_autofree char *written = kj_sfen_write(&pos, number);
    assert_string_equal(written, expected);
    assert_true(pos.key == kj_position_compute_key(&pos));
}

static void assert_refused(const char *text, const char *game, const char *message)
{
    KjPosition pos;
    g_autoptr(GError) error = NULL;
    assert_false(kj_sfen_read(text, game ? kj_game_find(game) : NULL, &pos, NULL, &error));
    assert_true(error->domain == KJ_TEXT_ERROR);
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, message);
}

TEST(start_positions_of_all_games_come_back_as_they_are)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        const KjGame *game = kj_game_at(i);
        KjPosition pos;
        assert_true(kj_sfen_read(game->row->start, game, &pos, NULL, NULL));
        g_autofree char *written = kj_sfen_write(&pos, 1);
        g_autofree char *expected = g_strconcat(game->row->start, " 1", NULL);
        if (g_str_has_suffix(game->row->start, " 1"))
            expected[strlen(game->row->start)] = '\0';
        assert_string_equal(written, expected);
    }
}

TEST(first_square_of_a_row_is_the_left_end)
{
    KjPosition pos;
    assert_true(kj_sfen_read("k8/9/9/9/9/9/9/9/8K w - 1", NULL, &pos, NULL, NULL));
    assert_int_equal(pos.king[KJ_GOTE], 8 * 9 + 0);
    assert_int_equal(pos.king[KJ_SENTE], 0 * 9 + 8);
    assert_int_equal(pos.side, KJ_GOTE);
}

TEST(hands_are_read_in_any_order_and_written_in_one)
{
    assert_rewritten("4k4/9/9/9/9/9/9/9/9 b 17pl2bgSsP3N2r 7",
                     "4k4/9/9/9/9/9/9/9/9 b S3NP2r2bgsl17p 7");
    assert_rewritten("4k4/9/9/9/9/9/9/9/9 b PPP 1", "4k4/9/9/9/9/9/9/9/9 b 3P 1");
    assert_rewritten("4k4/9/9/9/9/9/9/9/9 b 1P 1", "4k4/9/9/9/9/9/9/9/9 b P 1");
}

TEST(promoted_pieces_in_an_ogi_hand_keep_their_plus)
{
    // docs/rules.md R3.5, King's Privilege
    assert_rewritten("4k3/8/8/8/8/8/8/8 b 2+PRp 1", "4k3/8/8/8/8/8/8/8 b R2+Pp 1");
    assert_rewritten("4k3/8/8/8/8/8/8/8 w +PP+r2r 1", "4k3/8/8/8/8/8/8/8 w P+P2r+r 1");
}

TEST(missing_hands_and_number_have_defaults)
{
    assert_rewritten("sfen 4k4/9/9/9/9/9/9/9/9 b", "4k4/9/9/9/9/9/9/9/9 b - 1");
    assert_rewritten(" 4k4/9/9/9/9/9/9/9/9\tw G \r\n", "4k4/9/9/9/9/9/9/9/9 w G 1");
    assert_rewritten("4k4/54/333/9/9/9/9/9/9 b - 30", "4k4/9/9/9/9/9/9/9/9 b - 30");
}

TEST(shape_of_the_board_tells_the_game)
{
    KjPosition pos;
    assert_true(kj_sfen_read("k4/5/5/5/5/5 b - 1", NULL, &pos, NULL, NULL));
    assert_string_equal(pos.game->row->id, "56shogi");
    assert_true(kj_sfen_read("k7/8/8/8/8/8/8/8 b - 1", NULL, &pos, NULL, NULL));
    assert_string_equal(pos.game->row->id, "ogi");
    assert_refused("9/9/9/9/9/9/9/9 b -", NULL,
                   "column 1: a board of 9 files and 8 ranks belongs to no game, expected one of "
                   "9x9, 5x6, 8x8, 5x5, 3x4");
}

TEST(faults_of_the_board_name_their_column)
{
    assert_refused("9/9/9/8/9/9/9/9/9 b -", NULL, "column 8: row 4 has 8 squares, expected 9");
    assert_refused("9/9/8kK/9/9/9/9/9/9 b -", NULL,
                   "column 7: row 3 is too long, expected 9 squares");
    assert_refused("9/4x4/9/9/9/9/9/9/9 b -", NULL,
                   "column 4: 'x' is not a piece of shogi, expected one of R B G S N L P K");
    assert_refused("9/4歩4/9/9/9/9/9/9/9 b -", NULL,
                   "column 4: '歩' is not a piece of shogi, expected one of R B G S N L P K");
    assert_refused("9/4+g4/9/9/9/9/9/9/9 b -", NULL,
                   "column 5: 'g' does not promote, expected it without '+'");
    assert_refused("9/4+k4/9/9/9/9/9/9/9 b -", NULL,
                   "column 5: 'k' does not promote, expected it without '+'");
    assert_refused("9/9/9/9/9/9/9/9/8+ b -", NULL,
                   "column 19: a blank after '+', expected a piece letter");
    assert_refused("9/90/9/9/9/9/9/9/9 b -", NULL,
                   "column 4: '0' in a row, expected 1 to 9 empty squares");
    assert_refused("9/9/9/9/9/9/9/9 b -", "shogi",
                   "column 16: the board ends after 8 rows, expected 9");
    assert_refused("9/9/9/9/9/9/9/9/9/9 b -", "shogi",
                   "column 18: more than 9 rows, expected the end of the board");
}

TEST(faults_after_the_board_name_their_column)
{
    assert_refused("", NULL, "column 1: no position, expected BOARD TURN HANDS");
    assert_refused("hello", NULL,
                   "column 1: 'hello' is not a board, expected rows with '/' between them");
    assert_refused("9/9/9/9/9/9/9/9/9", NULL,
                   "column 18: end of text is not a side to move, expected b (sente) or w (gote)");
    assert_refused("9/9/9/9/9/9/9/9/9 black", NULL,
                   "column 19: 'black' is not a side to move, expected b (sente) or w (gote)");
    assert_refused("9/9/9/9/9/9/9/9/9 b - 1 x", NULL,
                   "column 25: unexpected 'x', expected the end of the text");
    assert_refused("9/9/9/9/9/9/9/9/9 b - 99999999999", NULL,
                   "column 23: number too big, expected 1 to 1000000");
}

TEST(faults_of_the_hands_name_their_column)
{
    assert_refused("9/9/9/9/9/9/9/9/9 b P3", NULL,
                   "column 23: end of text after '3', expected a piece letter");
    assert_refused("9/9/9/9/9/9/9/9/9 b PK", NULL, "column 22: 'K' cannot be in hand in shogi");
    assert_refused("9/9/9/9/9/9/9/9/9 b 2+P", NULL, "column 21: '+P' cannot be in hand in shogi");
    assert_refused("9/9/9/9/9/9/9/9/9 b P20P20P", NULL,
                   "column 25: too many 'P' in hand, the set has 18");
    assert_refused("9/9/9/9/9/9/9/9/9 b 0P", NULL,
                   "column 21: a number must not begin with 0, expected 1 to 81");
    assert_refused("9/9/9/9/9/9/9/9/9 b 4294967297P", NULL,
                   "column 21: number too big, expected 1 to 81");
}

TEST(every_hand_of_the_full_set_fits)
{
    assert_rewritten("9/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1", "9/9/9/9/9/9/9/9/9 b "
                                                              "2R2B4G4S4N4L18P 1");
    assert_rewritten("8/8/8/8/8/8/8/8 b 2I2R2B4S4N4L16P 1", "8/8/8/8/8/8/8/8 b "
                                                            "2I2R2B4S4N4L16P 1");
}

static void assert_moves_refused(const char *text, const char *message)
{
    KjPositionText position;
    g_autoptr(GError) error = NULL;
    assert_false(kj_position_text_read(text, NULL, &position, &error));
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, message);
}

TEST(moves_after_a_position_are_played)
{
    static const char *const texts[] = {
        "startpos moves 7g7f 3c3d 8h2b+",
        "position startpos moves 7g7f 3c3d 8h2b+",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 "
        "moves 7g7f 3c3d 8h2b+",
        "lnsgk^gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGK^GSNL / S/s "
        "moves 7g7f 3c3d 8h2b+",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        KjPositionText position;
        assert_true(kj_position_text_read(texts[i], NULL, &position, NULL));
        assert_int_equal(position.n_moves, 3);
        assert_int_equal(kj_position_text_last(&position), position.moves[2]);
        KjPosition end = kj_position_text_end(&position);
        g_autofree char *written = kj_sfen_write(&end, 4);
        assert_string_equal(written,
                            "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
        kj_position_text_clear(&position);
        assert_null(position.moves);
    }
}

TEST(startpos_is_that_of_the_game_asked_for)
{
    KjPositionText position;
    assert_true(kj_position_text_read("startpos", kj_game_find("minishogi"), &position, NULL));
    assert_string_equal(position.start.game->row->id, "minishogi");
    assert_int_equal(position.n_moves, 0);
    assert_int_equal(kj_position_text_last(&position), KJ_MOVE_NONE);
}

TEST(bad_moves_name_their_column_and_reason)
{
    assert_moves_refused("startpos moves 7g7f 3c3e",
                         "column 21: move 2, '3c3e', is illegal: the piece does not move there");
    assert_moves_refused(
        "startpos moves 7g7f xyz",
        "column 21: 'xyz' is not a square of the 9x9 board, expected a move such as "
        "7g7f, 8h2b+ or P*5e");
    assert_moves_refused("startpos moves 7f7e", "column 16: no piece of sente on 7f");
    assert_moves_refused("startpos 7g7f",
                         "column 10: unexpected '7g7f', expected the end of the text");
    assert_moves_refused("9/9/9/9/9/9/9/9/9 b G moves G*5e",
                         "column 29: moves from a position that cannot be: no king on the board");
}

TEST(canonical_text_of_ogi_is_feen_and_of_others_sfen)
{
    KjPosition pos;
    assert_true(kj_sfen_read(kj_game_find("ogi")->row->start, NULL, &pos, NULL, NULL));
    g_autofree char *ogi = kj_position_write(&pos);
    assert_string_equal(
        ogi, "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o"); // docs/rules.md R3.1
    assert_true(kj_sfen_read("4k4/9/9/9/9/9/9/9/9 w G 9", NULL, &pos, NULL, NULL));
    g_autofree char *shogi = kj_position_write(&pos);
    assert_string_equal(shogi, "4k4/9/9/9/9/9/9/9/9 w G 1");
}

TEST(noise_is_refused_without_a_crash)
{
    unsigned seed = 1;
    char noise[201];
    for (int round = 0; round < 2000; round++) {
        for (size_t i = 0; i < sizeof noise - 1; i++) {
            seed = seed * 1103515245u + 12345u;
            noise[i] = (char)(1 + (seed >> 16) % 255);
        }
        noise[sizeof noise - 1] = '\0';
        KjPosition pos;
        g_autoptr(GError) error = NULL;
        assert_false(kj_sfen_read(noise, NULL, &pos, NULL, &error));
        assert_true(g_utf8_validate(error->message, -1, NULL));
    }
}

TEST(ten_megabytes_are_read_in_linear_time)
{
    size_t size = 10u << 20;
    g_autofree char *text = g_malloc(size + 1);
    KjPosition pos;
    for (const char *fill = "9/+ P歩"; *fill; fill++) {
        memset(text, *fill, size);
        text[size] = '\0';
        g_autoptr(GError) error = NULL;
        assert_false(kj_sfen_read(text, NULL, &pos, NULL, &error));
        assert_true(strlen(error->message) < 400);
    }
}
