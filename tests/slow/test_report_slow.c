/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of reports: many random works of each game, all lists, many lies. */
#include "tests/support/certify/report_forge.h"
#include "tests/support/certify/reported.h"
#include "tests/support/cmocka.h"

enum { NODES = 20000, LIST_NODES = 1000000, WORKS = 2500, NAMED = 300, LIES = 500 };

TEST(random_works)
{
    // By brute force a work with two royal pieces takes long: every move is a reply.
    static const struct {
        const char *game;
        unsigned works;
        bool brute_force;
    } runs[] = {{"shogi", WORKS, true},
                {"56shogi", WORKS, true},
                {"minishogi", WORKS, true},
                {"gorogoro", WORKS, true},
                {"dobutsu", WORKS, true},
                {"ogi", WORKS, true},
                {"suizo", WORKS, false},
                {"suizo", NAMED, true},
                {"suizo elephant=hand", WORKS, false},
                {"suizo elephant=hand", NAMED, true},
                {"suizo drops=no", WORKS, false},
                {"shogi drops=no", WORKS, false}};
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++) {
        ReportedTotal total = {.brute_force = runs[i].brute_force};
        bool ok = reported_random(runs[i].game, 1000 + i, runs[i].works, NODES, &total);
        reported_print(runs[i].game, &total);
        assert_true(ok);
    }
}

/* The first of them by brute force, too: two royal pieces are in no list of defects. */
TEST(all_lists)
{
    static const char *const lists[] = {
        "puzzles/composed/suizo.tsv",     "tests/data/defects/shogi.tsv",
        "tests/data/defects/56shogi.tsv", "tests/data/defects/ogi.tsv",
        "puzzles/shogi/original.tsv",     "puzzles/56shogi/original.tsv",
        "puzzles/composed/shogi.tsv",     "puzzles/composed/56shogi.tsv",
        "puzzles/minishogi/original.tsv", "puzzles/gorogoro/original.tsv",
        "puzzles/dobutsu/original.tsv",   "puzzles/demo/collection.tsv",
        "puzzles/ogi/original.tsv",       "puzzles/composed/ogi.tsv"};
    for (unsigned i = 0; i < G_N_ELEMENTS(lists); i++) {
        ReportedTotal total = {.brute_force = i == 0};
        bool ok = reported_list(lists[i], 1, LIST_NODES, &total);
        reported_print(lists[i], &total);
        assert_true(ok);
    }
}

TEST(lies)
{
    assert_true(report_forge(LIES, 400, 5));
}
