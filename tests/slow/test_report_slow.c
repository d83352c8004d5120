/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of reports: many random works of each game, all lists, many lies. */
#include "tests/support/certify/report_forge.h"
#include "tests/support/certify/reported.h"
#include "tests/support/cmocka.h"

enum { NODES = 20000, LIST_NODES = 1000000, WORKS = 2500, LIES = 500, ROYAL_MOVES = 300 };

TEST(random_works)
{
    static const char *const games[] = {"shogi",    "56shogi", "minishogi",
                                        "gorogoro", "dobutsu", "ogi"};
    for (unsigned i = 0; i < G_N_ELEMENTS(games); i++) {
        ReportedTotal total = {.brute_force = true};
        bool ok = reported_random(games[i], 1000 + i, WORKS, NODES, &total);
        reported_print(games[i], &total);
        assert_true(ok);
    }
}

TEST(all_lists)
{
    static const char *const lists[] = {
        "tests/data/defects/shogi.tsv",  "tests/data/defects/56shogi.tsv",
        "tests/data/defects/ogi.tsv",    "puzzles/shogi/original.tsv",
        "puzzles/56shogi/original.tsv",  "puzzles/composed/shogi.tsv",
        "puzzles/composed/56shogi.tsv",  "puzzles/minishogi/original.tsv",
        "puzzles/gorogoro/original.tsv", "puzzles/dobutsu/original.tsv",
        "puzzles/demo/collection.tsv",   "puzzles/ogi/original.tsv",
        "puzzles/composed/ogi.tsv"};
    for (unsigned i = 0; i < G_N_ELEMENTS(lists); i++) {
        ReportedTotal total = {0};
        bool ok = reported_list(lists[i], 1, LIST_NODES, &total);
        reported_print(lists[i], &total);
        assert_true(ok);
    }
}

/* All moves named by brute force, where it can, and none certified. */
TEST(works_with_two_royal_pieces)
{
    ReportedTotal total = {.brute_force = true};
    assert_true(reported_list("puzzles/composed/suizo.tsv", 1, LIST_NODES, &total));
    assert_true(reported_random("suizo", 1755, ROYAL_MOVES, NODES, &total));
    reported_print("suizo", &total);
    assert_true(total.named > 200);
}

TEST(lies)
{
    ReportForgeCount count[REPORT_LIES];
    bool ok = report_forge(LIES, 400, 5, count);
    report_forge_print(count);
    assert_true(ok);
}
