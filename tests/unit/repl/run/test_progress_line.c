/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress line: what is on it, and that it fits the terminal. */
#include "core/text/lang.h"
#include "repl/run/progress_line.h"
#include "tests/support/cmocka.h"

static char *shown; // the last line; owned

static void keep(void *data, const char *text)
{
    (void)data;
    g_free(shown);
    shown = g_strdup(text);
}

static void ignore(void *data, const char *line)
{
    (void)data, (void)line;
}

static const KjTermSink sink = {ignore, keep, NULL};

static const KjProgress much = {.nodes = 123456789012,
                                .seconds = 123456,
                                .table_permille = 1000,
                                .depth = 1525,
                                .phase = "shortening",
                                .best_plies = 1525,
                                .stations = 763,
                                .settled = 100,
                                .moves = 12345,
                                .decided = 12344};

/* Draws on a terminal so wide, in a language, what one of many problems tells. */
static void draw(KjLang lang, unsigned width, const char *id)
{
    KjTerm like = {.width = width}, term;
    kj_lang_set(lang);
    kj_term_init_sink(&term, &like, &sink);
    KjProgressLine line = {.term = &term, .shown = true};
    kj_progress_line_search(&line, 12345, 123456, id, &much);
    kj_lang_set(KJ_LANG_EN);
}

TEST(a_line_fits_the_terminal)
{
    for (unsigned width = 80; width <= 200; width += 20) {
        for (unsigned lang = KJ_LANG_EN; lang <= KJ_LANG_JA; lang++) {
            draw((KjLang)lang, width, "a-collection-of-long-names/work-1234");
            assert_true(kj_text_columns(shown) < width);
        }
    }
}

TEST(what_matters_less_is_left_out_first)
{
    draw(KJ_LANG_EN, 80, "w1");
    assert_non_null(strstr(shown, "12345/123456 done, w1: shortening 123456 s, mate ≤1525, "));
    assert_null(strstr(shown, "depth"));
    draw(KJ_LANG_EN, 300, "w1");
    assert_non_null(strstr(shown, ", 100 of 763 stations settled, 12344 of 12345 moves decided, "
                                  "123456.79 M nodes, 1000 k/s, table 100 %, depth 1525"));
}

TEST(a_single_problem_has_no_number)
{
    KjTerm like = {.width = 80}, term;
    kj_term_init_sink(&term, &like, &sink);
    KjProgressLine line = {.term = &term, .shown = true};
    const KjProgress little = {.nodes = 1000, .seconds = 1, .phase = "proving"};
    kj_progress_line_search(&line, 0, 1, "w1", &little);
    assert_string_equal(shown, "proving 1 s, 0.00 M nodes, 1 k/s, table 0 %, depth 0");
}

int main(void)
{
    int failed = tests_run();
    g_free(shown);
    return failed;
}
