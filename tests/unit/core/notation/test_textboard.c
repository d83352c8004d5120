/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards as text: contents, columns and colours. */
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

static void assert_drawn(const char *text, KjBoardStyle style, const char *expected)
{
    KjMove last;
    KjPosition pos = place(text, &last);
    g_autofree char *drawn = kj_board_text(&pos, style, false, last);
    assert_string_equal(drawn, expected);
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

TEST(shogi_is_drawn_as_in_japanese_files)
{
    // docs/formats.md
    assert_drawn("startpos moves 7g7f 3c3d 8h2b+", KJ_BOARD_KANJI,
                 "後手の持駒：なし\n"
                 "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
                 "+---------------------------+\n"
                 "|v香v桂v銀v金v玉v金v銀v桂v香|一\n"
                 "| ・v飛 ・ ・ ・ ・ ・ 馬 ・|二\n"
                 "|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三\n"
                 "| ・ ・ ・ ・ ・ ・v歩 ・ ・|四\n"
                 "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
                 "| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n"
                 "| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七\n"
                 "| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八\n"
                 "| 香 桂 銀 金 王 金 銀 桂 香|九\n"
                 "+---------------------------+\n"
                 "先手の持駒：角\n"
                 "後手番\n"
                 "最終手：２二馬\n");
}

TEST(ascii_board_has_the_same_layout)
{
    assert_drawn("startpos moves 7g7f 3c3d 8h2b+", KJ_BOARD_ASCII,
                 "gote in hand: none\n"
                 "   9  8  7  6  5  4  3  2  1\n"
                 "+---------------------------+\n"
                 "|  l  n  s  g  k  g  s  n  l|a\n"
                 "|  .  r  .  .  .  .  . +B  .|b\n"
                 "|  p  p  p  p  p  p  .  p  p|c\n"
                 "|  .  .  .  .  .  .  p  .  .|d\n"
                 "|  .  .  .  .  .  .  .  .  .|e\n"
                 "|  .  .  P  .  .  .  .  .  .|f\n"
                 "|  P  P  .  P  P  P  P  P  P|g\n"
                 "|  .  .  .  .  .  .  .  R  .|h\n"
                 "|  L  N  S  G  K  G  S  N  L|i\n"
                 "+---------------------------+\n"
                 "sente in hand: B\n"
                 "gote to move\n"
                 "last move to 2b\n");
}

TEST(ogi_has_letters_over_the_board_and_ranks_from_below)
{
    assert_drawn("4k^3/8/8/8/8/8/8/+I3K^3 2+PPR/ O/o", KJ_BOARD_KANJI,
                 "後手の持駒：なし\n"
                 "  ａ ｂ ｃ ｄ ｅ ｆ ｇ ｈ\n"
                 "+------------------------+\n"
                 "| ・ ・ ・ ・v玉 ・ ・ ・|8\n"
                 "| ・ ・ ・ ・ ・ ・ ・ ・|7\n"
                 "| ・ ・ ・ ・ ・ ・ ・ ・|6\n"
                 "| ・ ・ ・ ・ ・ ・ ・ ・|5\n"
                 "| ・ ・ ・ ・ ・ ・ ・ ・|4\n"
                 "| ・ ・ ・ ・ ・ ・ ・ ・|3\n"
                 "| ・ ・ ・ ・ ・ ・ ・ ・|2\n"
                 "| 神 ・ ・ ・ 王 ・ ・ ・|1\n"
                 "+------------------------+\n"
                 "先手の持駒：飛　歩　と二\n"
                 "先手番\n");
}

TEST(hands_are_counted_in_kanji_or_digits)
{
    KjMove last;
    KjPosition pos = place("4k4/9/9/9/9/9/9/9/9 b 2R10P2b4g4s4n4l8p 1", &last);
    g_autofree char *kanji = kj_board_text(&pos, KJ_BOARD_KANJI, false, KJ_MOVE_NONE);
    assert_non_null(strstr(kanji, "先手の持駒：飛二　歩十\n"));
    assert_non_null(strstr(kanji, "後手の持駒：角二　金四　銀四　桂四　香四　歩八\n"));
    pos = place("4k4/9/9/9/9/9/9/9/9 b 18P 1", &last);
    g_autofree char *eighteen = kj_board_text(&pos, KJ_BOARD_KANJI, false, KJ_MOVE_NONE);
    assert_non_null(strstr(eighteen, "先手の持駒：歩十八\n"));
    g_autofree char *ascii = kj_board_text(&pos, KJ_BOARD_ASCII, false, KJ_MOVE_NONE);
    assert_non_null(strstr(ascii, "sente in hand: P18\n"));
    pos = place("4k^3/8/8/8/8/8/8/4K^3 /2+pp O/o", &last);
    g_autofree char *ogi = kj_board_text(&pos, KJ_BOARD_ASCII, false, KJ_MOVE_NONE);
    assert_non_null(strstr(ogi, "gote in hand: P +P2\n"));
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

TEST(gote_is_red_and_the_last_move_reversed)
{
    KjMove last;
    KjPosition pos = place("startpos moves 7g7f", &last);
    g_autofree char *kanji = kj_board_text(&pos, KJ_BOARD_KANJI, true, last);
    assert_non_null(strstr(kanji, "\033[31mv玉\033[0m"));
    assert_non_null(strstr(kanji, "| ・ ・\033[7m 歩\033[0m ・"));
    pos = place("startpos moves 7g7f 3c3d", &last);
    g_autofree char *ascii = kj_board_text(&pos, KJ_BOARD_ASCII, true, last);
    assert_non_null(strstr(ascii, "\033[31m\033[7m  p\033[0m"));
    assert_null(strstr(ascii, "\033[7m  P"));
}
