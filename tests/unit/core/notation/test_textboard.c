/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards as text: columns and colours; what they look like: notation.txt. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/notation/textboard.h"
#include "tests/support/cmocka.h"

/* A position by its text, and the last move played in it. */
static KjPosition place(const char *text, KjMove *last)
{
    g_auto(KjPositionText) read;
    GError *error = NULL;
    if (!kj_position_text_read(text, NULL, &read, &error))
        fail_msg("%s: %s", text, error->message);
    KjPosition pos = kj_position_text_end(&read);
    *last = kj_position_text_last(&read);
    return pos;
}

/* Cells a line takes on a terminal. */
static unsigned width_of(const char *line)
{
    unsigned width = 0;
    for (; *line; line = g_utf8_find_next_char(line, NULL)) {
        gunichar c = g_utf8_get_char(line);
        // The dot of an empty square is as wide as the kanji in Japanese fonts.
        width += g_unichar_iswide(c) || c == 0x30fb ? 2 : 1;
    }
    return width;
}

static char *without_colors(const char *text)
{
    GRegex *codes = g_regex_new("\033\\[[0-9]*m", 0, 0, NULL);
    char *plain = g_regex_replace_literal(codes, text, -1, 0, "", 0, NULL);
    g_regex_unref(codes);
    return plain;
}

static void check_columns(const KjPosition *pos, KjBoardStyle style)
{
    const KjTables *t = pos->game->t;
    g_autofree char *drawn = kj_board_text(pos, style, false, KJ_MOVE_NONE);
    g_auto(GStrv) lines = g_strsplit(drawn, "\n", -1);
    unsigned ruler = 3u * t->files + 2;
    assert_int_equal(width_of(lines[1]), ruler - 1);
    assert_int_equal(width_of(lines[2]), ruler);
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        char *label = strrchr(lines[3 + rank], '|') + 1;
        *label = '\0';
        assert_int_equal(width_of(lines[3 + rank]), ruler);
    }
    assert_string_equal(lines[3 + t->ranks], lines[2]);
}

TEST(columns_line_up_in_every_game_and_style)
{
    for (size_t i = 0; i < kj_game_count(); i++) {
        KjPositionText start;
        assert_true(kj_position_text_read("startpos", kj_game_at(i), &start, NULL));
        check_columns(&start.start, KJ_BOARD_KANJI);
        check_columns(&start.start, KJ_BOARD_ASCII);
    }
    KjMove last;
    KjPosition pos = place("+R+B+S+N+L+P3/+r+b+s+n+l+p3/9/9/9/9/9/9/4k4 b - 1", &last);
    check_columns(&pos, KJ_BOARD_KANJI);
    check_columns(&pos, KJ_BOARD_ASCII);
}

TEST(colors_change_nothing_but_colors)
{
    KjMove last;
    KjPosition pos = place("startpos moves 7g7f 3c3d", &last);
    for (int style = KJ_BOARD_KANJI; style <= KJ_BOARD_ASCII; style++) {
        g_autofree char *plain = kj_board_text(&pos, (KjBoardStyle)style, false, last);
        g_autofree char *colored = kj_board_text(&pos, (KjBoardStyle)style, true, last);
        g_autofree char *stripped = without_colors(colored);
        assert_string_not_equal(colored, plain);
        assert_string_equal(stripped, plain);
    }
}
