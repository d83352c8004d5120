/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text folded to columns. */
#include <string.h>

#include "repl/cli/fold.h"
#include "repl/cli/term.h"
#include "tests/support/cmocka.h"

static void assert_folds(const char *text, unsigned width, const char *expected)
{
    g_autofree char *folded = kj_fold(text, width);
    assert_string_equal(folded, expected);
}

TEST(lines_are_parted_at_words_and_go_on_further_in)
{
    assert_folds("short\n  one two three four\n", 12, "short\n  one two\n    three\n    four\n");
    assert_folds("a  b", 4, "a  b"); // what is in columns stays so
    assert_folds("averyveryverylongword x", 10, "averyveryverylongword\n  x");
}

TEST(japanese_is_parted_between_characters_by_columns)
{
    assert_folds("玉が逃げる、王手は二回", 11, "玉が逃げ\n  る、王手\n  は二回");
    // a mark is not torn off what it belongs to
    assert_folds("あいうえ、おか", 8, "あいう\n  え、お\n  か");
    assert_folds("あいう「えお」", 8, "あいう\n  「え\n  お」");
}

TEST(a_number_stays_with_its_label)
{
    assert_folds("plies: 5, tries: 12", 14, "plies: 5,\n  tries: 12");
    assert_folds("変化の広さ: 0、手筋: 1", 21, "変化の広さ: 0、手\n  筋: 1");
}

TEST(a_move_is_not_parted)
{
    assert_folds("手順 ▲２三銀不成 △同　玉 ▲３三金", 14,
                 "手順\n  ▲２三銀不成\n  △同　玉\n  ▲３三金");
    assert_folds("不詰: ▲２三銀不成、逃れ", 12, "不詰:\n  ▲２三銀不成、\n  逃れ");
}

TEST(a_position_is_not_parted)
{
    static const char position[] = "7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p 1";
    assert_folds(position, 20, position);
    assert_folds("startpos moves 7g7f 3c3d", 12, "startpos moves 7g7f 3c3d");
    g_autofree char *line = g_strconcat("found ", position, " here", NULL);
    assert_folds(line, 20, "found\n  7k1/9/6B1R/9/9/9/9/9/9 b Grb3g4s4n4l18p\n  1 here");
}

TEST(no_row_is_wider_than_the_terminal)
{
    static const char text[] = "defect, ply 3: cook: ▲２三銀不成（9手）、▲２二金: △同　玉 ▲３三金 "
                               "the king gets out at 2a, and no check is left";
    for (unsigned width = 20; width < 130; width++) {
        g_autofree char *folded = kj_fold(text, width);
        g_auto(GStrv) lines = g_strsplit(folded, "\n", -1);
        for (char **line = lines; *line; line++)
            assert_true(kj_text_columns(*line) <= width);
        // nothing is lost but blanks
        g_autoptr(GString) now = g_string_new(folded), before = g_string_new(text);
        g_string_replace(now, "\n", "", 0);
        g_string_replace(now, " ", "", 0);
        g_string_replace(before, " ", "", 0);
        assert_string_equal(now->str, before->str);
    }
}

TEST(rows_are_those_a_terminal_draws)
{
    assert_int_equal(kj_fold_rows("", 10), 0);
    assert_int_equal(kj_fold_rows("a\n\nb\n", 10), 3);
    assert_int_equal(kj_fold_rows("0123456789\n01234567890\n", 10), 3);
    assert_int_equal(kj_fold_rows("ああああああ", 10), 2);
}
