/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SFEN and FEEN in and out, and positions with moves after them: positions.txt, and what is no row
 * of it. */
#include <string.h>

#include "core/format/feen.h"
#include "core/format/handicap.h"
#include "core/format/position_text.h"
#include "core/format/sfen.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/question_file.h"
#include "tests/support/rules/text_error.h"

/* The format that the questions are about, and the game that is asked for, or NULL. */
static enum { SFEN, FEEN, MOVES, HANDICAP } format;
static const KjGame *asked;

static void begin(const char *words, const char *text)
{
    static const char *const names[] = {
        [SFEN] = "sfen", [FEEN] = "feen", [MOVES] = "moves", [HANDICAP] = "handicap"};
    g_auto(GStrv) parts = g_strsplit(words, " ", 2);
    assert_string_equal(text, "");
    for (format = SFEN; strcmp(parts[0], names[format]) != 0; format++)
        assert_true(format < HANDICAP);
    asked = parts[1] ? kj_game_find(parts[1]) : NULL;
}

/* A position of that format, and its number; false with the error if it cannot be read. */
static bool read_position(const char *text, KjPosition *pos, unsigned *number, GError **error)
{
    if (format == SFEN)
        return kj_sfen_read(text, asked, pos, number, error);
    if (format == FEEN)
        return kj_feen_read(text, asked, pos, error);
    g_auto(KjPositionText) read;
    if (!kj_position_text_read(text, asked, &read, error))
        return false;
    assert_int_equal(kj_position_text_last(&read),
                     read.n_moves ? read.moves[read.n_moves - 1] : KJ_MOVE_NONE);
    *pos = kj_position_text_end(&read);
    *number = read.n_moves + 1;
    return true;
}

static bool ask(const char *quoted, const char *text)
{
    KjPosition pos;
    unsigned number = 1;
    g_autoptr(GError) error = NULL;
    g_autofree char *escaped = g_strndup(quoted + 1, strlen(quoted) - 2);
    g_autofree char *question = g_strcompress(escaped), *answer = NULL;
    if (format == HANDICAP) {
        bool found = kj_handicap_find(asked ? asked : kj_game_find("shogi"), question, &pos);
        answer = found ? kj_sfen_write(&pos, 1) : g_strdup("none");
    } else if (read_position(question, &pos, &number, &error)) {
        answer = format == FEEN ? kj_feen_write(&pos) : kj_sfen_write(&pos, number);
        assert_true(pos.key == kj_position_compute_key(&pos));
    } else {
        answer = text_error_column(error);
        assert_true(error->domain == KJ_TEXT_ERROR);
    }
    if (strcmp(answer, text) != 0)
        print_error("is: %s\n", answer);
    return strcmp(answer, text) == 0;
}

TEST(each_text_of_the_file_is_read_and_written_right)
{
    assert_true(question_file("tests/unit/core/format/positions.txt", begin, ask) > 95);
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

TEST(startpos_is_that_of_the_game_asked_for)
{
    KjPositionText position;
    assert_true(kj_position_text_read("startpos", kj_game_find("minishogi"), &position, NULL));
    assert_string_equal(position.start.game->row->id, "minishogi");
    assert_int_equal(position.n_moves, 0);
    assert_int_equal(kj_position_text_last(&position), KJ_MOVE_NONE);
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

TEST(feen_and_sfen_mean_the_same_position)
{
    KjPosition feen, sfen;
    assert_true(kj_feen_read("3k^4/1+P1+R4/8/3I4/8/2n5/4+b3/3K^4 S/s o/O", NULL, &feen, NULL));
    assert_true(kj_sfen_read("3k4/1+P1+R4/8/3I4/8/2n5/4+b3/3K4 w Ss 1", NULL, &sfen, NULL, NULL));
    assert_true(kj_position_equal(&feen, &sfen));
}

TEST(games_without_a_style_have_no_feen)
{
    KjPosition pos;
    assert_true(kj_sfen_read("k4/5/5/5/5/5 b - 1", NULL, &pos, NULL, NULL));
    assert_null(kj_feen_write(&pos));
}

TEST(feen_has_a_greatest_length)
{
    KjPosition pos;
    g_autoptr(GError) error = NULL;
    g_autofree char *nines = g_strnfill(5000, '9');
    g_autofree char *text = g_strconcat(nines, " / O/o", NULL);
    assert_false(kj_feen_read(text, NULL, &pos, &error));
    g_autofree char *said = text_error_column(error);
    assert_string_equal(said, "column 1: FEEN of 5006 bytes, expected at most 4096");
}
