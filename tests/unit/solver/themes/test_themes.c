/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes of works: each row of the table finds what tests/data/themes.tsv says, and nothing
 * else. */
#include <string.h>

#include "solver/themes/themes.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/solved.h"

#define DATA "tests/data/themes.tsv"
#define PAGE "docs/themes.md"

enum { NODES = 300000, THEME = 0, GAME, EXPECTED, POSITION, WHY, COLUMNS };

static char **read_rows(void)
{
    g_autofree char *text = NULL;
    const char *path = g_getenv("KANJU_THEMES");
    if (!g_file_get_contents(path ? path : DATA, &text, NULL, NULL))
        fail_msg("cannot read %s", DATA);
    return g_strsplit(text, "\n", -1);
}

static bool is_row(const char *line)
{
    return line[0] != '\0' && line[0] != '#';
}

/* How a row of the data would write what was found. */
static char *text_of(const KjThemeFound *found)
{
    if (!found)
        return g_strdup("no");
    if (found->state == KJ_OPEN)
        return g_strdup("open");
    GString *text = g_string_new(found->plies->len ? "" : "yes");
    for (unsigned i = 0; i < found->plies->len; i++)
        g_string_append_printf(text, "%s%u", i ? "," : "",
                               g_array_index(found->plies, unsigned, i));
    return g_string_free(text, FALSE);
}

/* Whether a row is as it says; else says what is wrong. */
static bool check_row(const char *line)
{
    g_auto(GStrv) column = g_strsplit(line, "\t", -1);
    if (g_strv_length(column) != COLUMNS)
        fail_msg("not %d columns: %s", COLUMNS, line);
    const KjTheme *theme = kj_theme_find(column[THEME]);
    if (!theme)
        fail_msg("no such theme: %s", column[THEME]);
    g_auto(TestSolved) solved;
    g_autofree char *wrong = test_solved_read(&solved, column[GAME], column[POSITION], NODES);
    if (wrong)
        fail_msg("%s: %s", line, wrong);
    g_autoptr(GArray) found = kj_themes_of(&solved.work, theme->asks);
    g_autofree char *text = text_of(kj_themes_get(found, theme->code));
    bool right = strcmp(text, column[EXPECTED]) == 0;
    if (!right)
        print_error("%s %s: found %s, expected %s\n", theme->code, column[POSITION], text,
                    column[EXPECTED]);
    return right;
}

TEST(every_row_of_the_data_is_found_as_it_says)
{
    g_auto(GStrv) rows = read_rows();
    unsigned wrong = 0;
    for (unsigned i = 0; rows[i]; i++)
        wrong += is_row(rows[i]) && !check_row(rows[i]);
    assert_int_equal(wrong, 0);
}

/* Themes no work is known for; the data must not have them. */
static const char *const without_example[] = {"unpromoted-princess"};

TEST(every_theme_has_a_work_that_shows_it_and_one_that_does_not)
{
    g_auto(GStrv) rows = read_rows();
    for (size_t t = 0; t < kj_theme_count(); t++) {
        const char *code = kj_theme_at(t)->code;
        unsigned yes = 0, no = 0, exempt = 0;
        for (size_t i = 0; i < G_N_ELEMENTS(without_example); i++)
            exempt += strcmp(without_example[i], code) == 0;
        for (unsigned i = 0; rows[i]; i++) {
            g_auto(GStrv) column = g_strsplit(rows[i], "\t", -1);
            if (!is_row(rows[i]) || strcmp(column[THEME], code) != 0)
                continue;
            yes += strcmp(column[EXPECTED], "no") != 0;
            no += strcmp(column[EXPECTED], "no") == 0;
        }
        if ((yes == 0) != exempt || no == 0)
            fail_msg("%s: %u works show it, %u do not", code, yes, no);
    }
}

TEST(codes_are_unique_words)
{
    for (size_t i = 0; i < kj_theme_count(); i++) {
        const KjTheme *theme = kj_theme_at(i);
        assert_ptr_equal(kj_theme_find(theme->code), theme);
        assert_int_equal(strspn(theme->code, "abcdefghijklmnopqrstuvwxyz-"), strlen(theme->code));
        assert_true(g_utf8_validate(theme->name_ja, -1, NULL));
        assert_non_null(theme->name_en);
    }
    assert_null(kj_theme_find("no such theme"));
}

TEST(the_manual_page_has_the_rows_of_the_table)
{
    g_autofree char *page = NULL;
    assert_true(g_file_get_contents(PAGE, &page, NULL, NULL));
    unsigned rows = 0;
    for (size_t i = 0; i < kj_theme_count(); i++) {
        const KjTheme *theme = kj_theme_at(i);
        g_autofree char *row =
            g_strdup_printf("| `%s`%s | %s | %s | ", theme->code, theme->asks ? " ?" : "",
                            theme->name_ja, theme->name_en);
        if (!strstr(page, row))
            fail_msg("%s has no row %s", PAGE, row);
    }
    for (const char *at = page; (at = strstr(at, "\n| `")) && at < strstr(page, "\n## Facts"); at++)
        rows++;
    assert_int_equal(rows, kj_theme_count());
}

static KjVerdict never_knows(void *data, const KjPosition *pos, unsigned len)
{
    (void)data, (void)pos, (void)len;
    return KJ_UNKNOWN;
}

static KjVerdict always_refutes(void *data, const KjPosition *pos, unsigned len)
{
    (void)data, (void)pos, (void)len;
    return KJ_NOMATE;
}

/* No work is known in which it is right not to promote a princess, so its twin is said to fail. */
TEST(a_princess_may_stay_unpromoted)
{
    g_auto(TestSolved) solved;
    assert_null(test_solved_read(&solved, "ogi", "4k3/8/4I3/8/8/8/8/8 b - 1 moves e6d7", NODES));
    solved.work.mates = always_refutes;
    g_autoptr(GArray) found = kj_themes_of(&solved.work, true);
    assert_int_equal(kj_themes_get(found, "unpromoted-princess")->state, KJ_YES);
    assert_null(kj_themes_get(found, "unpromoted-rook"));
}

/* 図巧16 up to its rook that does not promote. */
#define ZUKO_16 \
    "5gGl1/6R1n/5n1Lk/6+p2/5B1p1/9/9/9/9 b RBN2g4sn2l16p 1 moves B*2d 1c1d R*1c 1d2d 3b3d"

TEST(what_is_not_found_out_is_open)
{
    g_auto(TestSolved) solved;
    assert_null(test_solved_read(&solved, "shogi", ZUKO_16, NODES));
    solved.work.mates = never_knows;
    g_autoptr(GArray) found = kj_themes_of(&solved.work, true);
    assert_int_equal(kj_themes_get(found, "unpromoted-rook")->state, KJ_OPEN);
    solved.work.mates = NULL;
    g_autoptr(GArray) unasked = kj_themes_of(&solved.work, true);
    assert_int_equal(kj_themes_get(unasked, "unpromoted-rook")->state, KJ_OPEN);
    g_autoptr(GArray) without = kj_themes_of(&solved.work, false);
    assert_null(kj_themes_get(without, "unpromoted-rook"));
}

TEST(facts_count_pieces_captures_and_squares_of_the_king)
{
    g_auto(TestSolved) solved;
    assert_null(test_solved_read(&solved, "shogi",
                                 "4k4/9/9/9/9/9/9/9/R8 b G2p 1 moves G*5b 5a5b 9i8i P*8h 8i8h 5b5a",
                                 NODES));
    KjSolvedFacts facts = kj_solved_facts(&solved.work);
    assert_int_equal(facts.king_squares, 2);
    assert_int_equal(facts.captures, 1);
    assert_int_equal(facts.pieces_start, 2);
    assert_int_equal(facts.pieces_end, 2);
}
