/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every mate comes with its moves: the problems of puzzles/ and tests/data under every profile,
 * with and without limits. Runs in the top folder.
 */
#include <stdatomic.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/line_check.h"

enum { SHORTENING_BASE = 3000 };

static void walk_list(const char *path, const char *game, const KjLimits *limits, unsigned n)
{
    LineCount count = {0};
    g_autofree char *fault = line_walk_list(path, game, SHORTENING_BASE, limits, n, &count);
    if (fault)
        fail_msg("%s", fault);
    assert_true(count.mates > 0);
}

static const KjLimits few_nodes[] = {{.nodes = 30}, {.nodes = 300}, {.nodes = 3000}};
static const KjLimits no_limits[] = {{0}, {.seconds = 0.003}};

TEST(mates_of_the_puzzles)
{
    static const char *const games[] = {"shogi",     "56shogi",  "ogi",
                                        "minishogi", "gorogoro", "dobutsu"};
    for (size_t g = 0; g < G_N_ELEMENTS(games); g++) {
        g_autofree char *path = g_strdup_printf("puzzles/%s/original.tsv", games[g]);
        walk_list(path, games[g], few_nodes, SAMPLES(G_N_ELEMENTS(few_nodes), 1));
        walk_list(path, games[g], no_limits, G_N_ELEMENTS(no_limits));
    }
    walk_list("puzzles/demo/collection.tsv", NULL, no_limits, G_N_ELEMENTS(no_limits));
}

TEST(mates_by_the_law)
{
    static const KjLimits limits[] = {{0}, {.nodes = 100}, {.nodes = 1000}, {.nodes = 10000}};
    walk_list("puzzles/ogi/law.tsv", "ogi", limits, G_N_ELEMENTS(limits));
}

TEST(long_mates_within_few_nodes)
{
    static const KjLimits limits[] = {{.nodes = 3000}, {.nodes = 30000}, {.nodes = 100000}};
    walk_list("tests/data/solver.tsv", NULL, limits, SAMPLES(G_N_ELEMENTS(limits), 1));
}

/* Both lengths of 図巧 98 are soon proved, and to settle what can be left in hand takes more than
 * both. */
TEST(a_mate_whose_leftover_is_hard)
{
    g_auto(KjPositionText) text = {0};
    LineCount count = {0};
    assert_true(
        kj_position_text_read("8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1", NULL, &text, NULL));
    const KjLimits limits = {.nodes = SAMPLES(1500000, 1000000)}; // without any: tests/slow
    g_autofree char *fault = line_walk("Zuko 98", &text, SHORTENING_BASE, &limits, 1, &count);
    if (fault)
        fail_msg("%s", fault);
    assert_true(count.mates > 0 && count.leftover_open > 0);
}

typedef struct {
    atomic_bool set;
} Stop;

static void stop_when_mated(const KjProgress *progress, void *stop)
{
    ((Stop *)stop)->set = progress->best_plies > 0;
}

/* Whoever stops a search that has found a mate gets its moves. */
TEST(a_mate_that_is_interrupted)
{
    g_auto(KjPositionText) text = {0};
    g_auto(KjResult) result;
    Stop stop = {false};
    assert_true(
        kj_position_text_read("8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1", NULL, &text, NULL));
    KjPosition root = kj_position_text_end(&text);
    LineQuestion question = {.text = &text,
                             .attacker = KJ_SENTE,
                             .options = {.interpositions = KJ_INTERPOSITIONS_WIDE,
                                         .memory_mib = 64,
                                         .find_shortest = true}};
    g_autoptr(KjSolver) solver = kj_solver_new(&question.options, NULL);
    const KjLimits limits = {.stop = &stop.set};
    kj_solver_set_progress(solver, stop_when_mated, &stop);
    kj_solver_solve(solver, &root, KJ_SENTE, &limits, &result);
    assert_int_equal(result.verdict, KJ_MATE);
    assert_true(stop.set);
    const char *fault = line_check(&question, &result);
    if (fault)
        fail_msg("%s", fault);
}

TEST(mates_of_planted_defects)
{
    static const KjLimits limits[] = {{.nodes = 100}, {.nodes = 1000}};
    walk_list("tests/data/defects/shogi.tsv", "shogi", limits, SAMPLES(G_N_ELEMENTS(limits), 1));
    walk_list("tests/data/defects/56shogi.tsv", "56shogi", limits,
              SAMPLES(G_N_ELEMENTS(limits), 1));
    walk_list("tests/data/defects/ogi.tsv", "ogi", limits, SAMPLES(G_N_ELEMENTS(limits), 1));
}

/* Other questions than those of profiles: any attacking move, loops by another rule, moves before
 * the position. */
TEST(mates_by_other_rules)
{
    static const struct {
        const char *game, *position;
    } rows[] = {
        {"ogi", "8/k^7/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o"},
        {"ogi", "k^7/8/8/2+b5/8/7+I/8/8 /16p4l4n4s2rbi O/o"},
        {"ogi", "k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o"},
        {"ogi", "k^1l5/3l4/8/1+R6/8/8/8/4K^3 / O/o moves b5a6 a8b8 a6b6 b8a8"},
        {"ogi", "2+B5/k7/5+R2/8/8/8/6+S1/8 b - 1 moves c8c7 a7a8 c7c6 a8a7"},
        {"shogi", "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1"},
        {"shogi", "6n1k/9/8p/9/5B3/9/9/9/9 b RSrb4g3s3n4l17p 1 moves R*1b"},
        {"56shogi", "5/4+B/3+R1/4+P/2k2/5 b - 1"},
        {"dobutsu", "1l1/3/1E1/1L1 b C 1"},
    };
    static const KjLimits limits[] = {{.nodes = 100}, {.nodes = 1000}, {.nodes = 20000}};
    unsigned mates = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(rows) * 9 * G_N_ELEMENTS(limits); i++) {
        size_t row = i / 9 / G_N_ELEMENTS(limits);
        g_auto(KjPositionText) text = {0};
        KjResult result;
        assert_true(
            kj_position_text_read(rows[row].position, kj_game_find(rows[row].game), &text, NULL));
        LineQuestion question = {.text = &text,
                                 .attacker = KJ_SENTE,
                                 .options = {.attacker_moves = (KjAttackerMoves)(i % 3),
                                             .loops = (KjLoops)(i / 3 % 3),
                                             .shortening_base = SHORTENING_BASE}};
        const char *fault =
            line_check_solve(&question, &limits[i / 9 % G_N_ELEMENTS(limits)], &result);
        if (fault)
            fail_msg("%s, moves %zu, loops %zu: %s", rows[row].position, i % 3, i / 3 % 3, fault);
        mates += result.verdict == KJ_MATE;
    }
    print_message("%u mates\n", mates);
    assert_true(mates > 20);
}
