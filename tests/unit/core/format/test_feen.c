/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEEN 1.0.0 in and out, canonical only (docs/notation.md). */
#include <string.h>

#include "core/format/feen.h"
#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/text_error.h"

#define KINGS "4k^3/8/8/8/8/8/8/4K^3 "

static void assert_same(const char *text)
{
    KjPosition pos;
    GError *error = NULL;
    if (!kj_feen_read(text, NULL, &pos, &error))
        fail_msg("%s: %s", text, error->message);
    g_autofree char *written = kj_feen_write(&pos);
    assert_string_equal(written, text);
    assert_true(pos.key == kj_position_compute_key(&pos));
}

static void assert_refused(const char *text, const char *message)
{
    KjPosition pos;
    g_autoptr(GError) error = NULL;
    assert_false(kj_feen_read(text, NULL, &pos, &error));
    assert_true(error->domain == KJ_TEXT_ERROR);
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, message);
}

TEST(start_positions_come_back)
{
    // docs/rules.md R1.1, R3.1
    assert_same("lnsgk^gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGK^GSNL / S/s");
    assert_same("lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o");
}

TEST(hands_with_promoted_pieces_come_back)
{
    // docs/notation.md gives this hand
    assert_same(KINGS "2+PP+S/3pb O/o");
    assert_same(KINGS "3P2N+BBI+LLR/ o/O");
}

TEST(feen_and_sfen_mean_the_same_position)
{
    KjPosition feen, sfen;
    assert_true(kj_feen_read("3k^4/1+P1+R4/8/3I4/8/2n5/4+b3/3K^4 S/s o/O", NULL, &feen, NULL));
    assert_true(kj_sfen_read("3k4/1+P1+R4/8/3I4/8/2n5/4+b3/3K4 w Ss 1", NULL, &sfen, NULL, NULL));
    assert_true(kj_position_equal(&feen, &sfen));
}

TEST(case_of_the_first_style_tells_the_side_to_move)
{
    KjPosition pos;
    assert_true(kj_feen_read(KINGS "/ O/o", NULL, &pos, NULL));
    assert_int_equal(pos.side, KJ_SENTE);
    assert_true(kj_feen_read(KINGS "/ o/O", NULL, &pos, NULL));
    assert_int_equal(pos.side, KJ_GOTE);
}

TEST(mark_of_the_jade_king_is_read_and_dropped)
{
    KjPosition pos;
    assert_true(kj_feen_read("4k^'3/8/8/8/8/8/8/4K^3 / O/o", NULL, &pos, NULL));
    g_autofree char *written = kj_feen_write(&pos);
    assert_string_equal(written, KINGS "/ O/o");
    assert_refused("4k^4/9/9/9/9/9/9/9/4K^'4 / S/s",
                   "column 23: ''' is not a piece of shogi, expected one of R B G S N L P K");
    assert_refused("4r'3/8/8/8/8/8/8/4K^3 / O/o", "column 3: ''' is not a piece of Ōgi (revision "
                                                  "R1), expected one of I R B S N L P K");
}

TEST(games_without_a_style_have_no_feen)
{
    KjPosition pos;
    assert_true(kj_sfen_read("k4/5/5/5/5/5 b - 1", NULL, &pos, NULL, NULL));
    assert_null(kj_feen_write(&pos));
}

TEST(styles_must_be_those_of_one_known_game)
{
    assert_refused(KINGS "/ J/j", "column 25: styles J/j are not those of any game, expected the "
                                  "same game twice");
    assert_refused(KINGS "/ O/s", "column 25: styles O/s are not those of Ōgi (revision R1), "
                                  "expected the same game twice");
    assert_refused(KINGS "/ O/O", "column 25: 'O/O' is not a pair of styles, expected one such as "
                                  "O/o or o/O");
    assert_refused(KINGS "/",
                   "column 24: end of text is not a pair of styles, expected one such as "
                   "O/o or o/O");
    assert_refused(KINGS "/ O/o ",
                   "column 28: a blank after the styles, expected the end of the text");
    KjPosition pos;
    assert_false(kj_feen_read(KINGS "/ O/o", kj_game_find("shogi"), &pos, NULL));
    assert_true(kj_feen_read(KINGS "/ O/o", kj_game_find("ogi"), &pos, NULL));
}

TEST(placement_must_be_canonical)
{
    assert_refused("4k^3/8/8/8/8/8/8/4K3 / O/o", "column 20: no '^' after the king, expected K^");
    assert_refused("4r^3/8/8/8/8/8/8/4K^3 / O/o", "column 3: '^' after 'r', which is not a king");
    assert_refused("4-k^3/8/8/8/8/8/8/4K^3 / O/o",
                   "column 2: no piece of Ōgi (revision R1) has the state '-'");
    assert_refused("4k^03/8/8/8/8/8/8/8 / O/o",
                   "column 4: a number must not begin with 0, expected 1 to 81");
    assert_refused("44/8/8/8/8/8/8/8 / O/o", "column 1: row 1 is too long, expected 8 squares");
    assert_refused("7/8/8/8/8/8/8/8 / O/o", "column 2: row 1 has 7 squares, expected 8");
    assert_refused("8/8/8/8/8/8/8 / O/o", "column 14: the board ends after 7 rows, expected 8");
    assert_refused("8/8/8/8/8/8/8/8/8 / O/o",
                   "column 16: more than 8 rows, expected the end of the board");
    assert_refused("8/8/8/8/8/8/8/8  / O/o",
                   "column 18: '/' is not a pair of styles, expected one such as O/o or o/O");
    assert_refused("4g3/8/8/8/8/8/8/8 / O/o", "column 2: 'g' is not a piece of Ōgi (revision R1), "
                                              "expected one of I R B S N L P K");
}

TEST(hands_must_be_canonical)
{
    static const char order[] = "column 24: hand not in canonical order, expected highest counts "
                                "first, then letters, promoted before unpromoted, each kind once";
    assert_refused(KINGS "PB/ O/o", order);
    assert_refused(KINGS "P+P/ O/o", order);
    assert_refused(KINGS "P2B/ O/o", order);
    assert_refused(KINGS "PP/ O/o", order);
    assert_refused(KINGS "2PP/ O/o", "column 25: kind twice in a hand, expected one count");
    assert_refused(KINGS "1P/ O/o", "column 23: count 1 in hand, expected the piece alone");
    assert_refused(KINGS "02P/ O/o", "column 23: a number must not begin with 0, expected 1 to 81");
    assert_refused(KINGS "p/ O/o", "column 23: piece of the other side in sente's hand");
    assert_refused(KINGS "/P O/o", "column 24: piece of the other side in gote's hand");
    assert_refused(KINGS "K^/ O/o", "column 23: 'K' cannot be in hand in Ōgi (revision R1)");
    assert_refused(KINGS "P O/o", "column 24: only one hand, expected '/' and gote's");
    assert_refused(KINGS "40P/ O/o", "column 23: too many 'P' in hand, the set has 16");
}

TEST(pieces_may_not_outnumber_squares)
{
    assert_refused("rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr P/ O/o",
                   "column 1: 65 pieces, expected no more than the 64 squares");
}

TEST(length_is_limited)
{
    g_autofree char *nines = g_strnfill(5000, '9');
    g_autofree char *text = g_strconcat(nines, " / O/o", NULL);
    assert_refused(text, "column 1: FEEN of 5006 bytes, expected at most 4096");
}
