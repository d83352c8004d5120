/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every mate comes with its moves: the lists in ../shared/data, or in the folder LIST, under every
 * profile, with a limit of time, with few nodes and with many, where they are at hand.
 */
#include "tests/support/cmocka.h"
#include "tests/support/solver/line_check.h"

enum { SHORTENING_BASE = 100000 };

TEST(mates_of_the_lists)
{
    static const char *const lists[] = {"mate03.tsv", "mate05.tsv",  "mate07.tsv", "mate09.tsv",
                                        "mate11.tsv", "regress.tsv", "zukou.tsv",  "musou.tsv"};
    static const KjLimits limits[] = {
        {.nodes = 1000}, {.nodes = 30000}, {.nodes = 300000}, {.seconds = 0.2}};
    const char *folder = g_getenv("LIST");
    bool any = false;
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autofree char *path =
            g_build_filename(folder ? folder : "../shared/data", lists[i], NULL);
        if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
            continue;
        any = true;
        LineCount count = {0};
        g_autofree char *fault =
            line_walk_list(path, NULL, SHORTENING_BASE, limits, G_N_ELEMENTS(limits), &count);
        if (fault)
            fail_msg("%s", fault);
    }
    if (!any)
        print_message("no list at hand: see LIST\n");
}

/* 図巧 98 without limits: what can be left in hand takes more than both lengths. */
TEST(a_mate_whose_leftover_is_hard)
{
    g_auto(KjPositionText) text = {0};
    LineCount count = {0};
    const KjLimits none = {0};
    assert_true(
        kj_position_text_read("8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1", NULL, &text, NULL));
    g_autofree char *fault = line_walk("Zuko 98", &text, SHORTENING_BASE, &none, 1, &count);
    if (fault)
        fail_msg("%s", fault);
    assert_true(count.mates > 0);
}
