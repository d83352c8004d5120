/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves in people's notations, written and read: the questions of notation.txt, and random games. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/notation.h"
#include "core/notation/textboard.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "tests/support/cmocka.h"
#include "tests/support/rules/question_file.h"
#include "tests/support/rules/text_error.h"

/* The position that the questions are about, and the last move played in it. */
static KjPosition position;
static KjMove previous;

static void begin(const char *words, const char *text)
{
    g_auto(KjPositionText) read;
    g_autoptr(GError) error = NULL;
    assert_string_equal(words, "at");
    if (!kj_position_text_read(text, NULL, &read, &error))
        fail_msg("%s: %s", text, error->message);
    position = kj_position_text_end(&read);
    previous = kj_position_text_last(&read);
}

static bool is_read(const char *text, KjMove move)
{
    KjMove read;
    g_autoptr(GError) error = NULL;
    bool right = kj_move_parse(&position, text, previous, &read, &error) && read == move;
    if (!right)
        print_error("%s: %s\n", text, error ? error->message : "read as another move");
    return right;
}

/* Whether a text in quotes is refused for that reason. */
static bool is_refused(const char *quoted, KjTextError code, const char *message)
{
    KjMove move;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strndup(quoted + 1, strlen(quoted) - 2);
    if (kj_move_parse(&position, text, previous, &move, &error))
        return false;
    g_autofree char *said = text_error_column(error);
    return strcmp(said, message) == 0 && g_error_matches(error, KJ_TEXT_ERROR, (int)code);
}

/* Whether the board is drawn so, or has or has not a part. */
static bool is_drawn(const char *style, bool colors, const char *escaped)
{
    KjBoardStyle as = strcmp(style, "ascii") == 0 ? KJ_BOARD_ASCII : KJ_BOARD_KANJI;
    g_autofree char *text = g_strcompress(escaped);
    g_autofree char *drawn = kj_board_text(&position, as, colors, previous);
    if (g_str_has_prefix(text, "..."))
        return strstr(drawn, text + 3);
    return g_str_has_prefix(text, "!..") ? !strstr(drawn, text + 3) : strcmp(drawn, text) == 0;
}

static bool ask(const char *question, const char *text)
{
    static const char *const notations[] = {
        [KJ_NOTATION_USI] = "usi",           [KJ_NOTATION_JA] = "ja",
        [KJ_NOTATION_JA_SHOGI] = "ja-shogi", [KJ_NOTATION_WESTERN] = "western",
        [KJ_NOTATION_DIGITS] = "digits",     [KJ_NOTATION_DIGITS_DHT] = "digits-dht"};
    g_auto(GStrv) words = g_strsplit(question, " ", 2);
    if (strcmp(words[0], "bad-move") == 0)
        return is_refused(words[1], KJ_TEXT_ERROR_MOVE, text);
    if (strcmp(words[0], "bad-syntax") == 0)
        return is_refused(words[1], KJ_TEXT_ERROR_SYNTAX, text);
    if (strcmp(words[0], "board") == 0 || strcmp(words[0], "colors") == 0)
        return is_drawn(words[1], *words[0] == 'c', text);
    KjMove move;
    assert_true(kj_usi_move_read(&position, words[1], &move, NULL));
    assert_int_equal(kj_move_legality(&position, move), KJ_MOVE_LEGAL);
    g_auto(GStrv) texts = g_strsplit(text, " | ", -1);
    unsigned n = 0;
    while (n < G_N_ELEMENTS(notations) && g_strcmp0(notations[n], words[0]) != 0)
        n++;
    bool right = n < G_N_ELEMENTS(notations) || strcmp(words[0], "reads") == 0;
    if (n < G_N_ELEMENTS(notations)) {
        g_autofree char *written = kj_move_text(&position, move, previous, (KjNotation)n);
        right = strcmp(written, text) == 0;
    }
    for (unsigned i = 0; texts[i]; i++)
        right = is_read(texts[i], move) && right;
    return right;
}

TEST(each_question_of_the_file_is_answered_right)
{
    assert_true(question_file("tests/unit/core/notation/notation.txt", begin, ask) > 120);
}

/* Every legal move in every notation comes back, over a random game. */
static void check_random_game(const KjGame *game, unsigned seed)
{
    KjPositionText start;
    assert_true(kj_position_text_read("startpos", game, &start, NULL));
    KjPosition pos = start.start;
    KjMove last = KJ_MOVE_NONE;
    for (int ply = 0; ply < 120; ply++) {
        KjMoveList list;
        KjUndo undo;
        kj_gen_legal(&pos, &list);
        if (list.n == 0)
            return;
        for (unsigned i = ply % 7; i < list.n; i += 7) {
            for (unsigned n = 0; n < KJ_NOTATION_COUNT; n++) {
                KjMove read;
                GError *error = NULL;
                g_autofree char *text = kj_move_text(&pos, list.move[i], last, (KjNotation)n);
                if (!kj_move_parse(&pos, text, last, &read, &error))
                    fail_msg("%s: %s", text, error->message);
                assert_int_equal(read, list.move[i]);
            }
        }
        seed = seed * 1103515245u + 12345u;
        last = list.move[(seed >> 16) % list.n];
        kj_position_make(&pos, last, &undo);
    }
}

TEST(legal_moves_of_random_games_come_back_in_every_notation)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        for (unsigned seed = 1; seed <= 2; seed++)
            check_random_game(kj_game_at(i), seed);
    }
}
