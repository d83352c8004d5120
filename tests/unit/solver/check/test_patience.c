/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a check goes on without limits, and that what ends before is as without patience. */
#include "core/format/position_text.h"
#include "solver/check/check.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/planted.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 64 };

TEST(patience_grows_with_the_line)
{
    static const struct {
        unsigned plies;
        double seconds;
    } rows[] = {{0, 10}, {1, 10}, {11, 10}, {13, 14}, {25, 38}, {611, 1210}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        assert_float_equal(kj_check_patience(rows[i].plies), rows[i].seconds, 1e-9);
}

static void check(const Planted *row, bool patient, uint64_t nodes, KjReport *out)
{
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    KjLimits limits = {.nodes = nodes};
    KjCheckOptions options = {.author = row->line,
                              .n_author = row->n_line,
                              .recorded_plies = -1,
                              .spares = KJ_CHECK_SPARES,
                              .patient = patient};
    kj_check(solver, &row->pos, kj_default_attacker(&row->pos), &options, &limits, out);
}

/* Nothing is asked only because there is time left, and limits that are set stay what they are. */
static void expect_the_same(const Planted *row, uint64_t nodes)
{
    g_auto(KjReport) with, without;
    check(row, true, nodes, &with);
    check(row, false, nodes, &without);
    assert_int_equal(with.verdict, without.verdict);
    assert_int_equal(with.n_open, without.n_open);
    assert_int_equal(with.searched, without.searched);
}

static void try_row(Planted *row, void *data)
{
    (void)data;
    expect_the_same(row, 0);
    expect_the_same(row, 3000);
}

/* Long cooks, whose length is measured where a limit is to be used up: patience is none. */
TEST(patience_is_not_used_up)
{
    static const char work[] = "9/4k4/3R5/8B/9/9/9/9/9 b RNb4g4s3n4l18p 1 moves R*6b 5b5a 6c5c+";
    KjPositionText text;
    assert_true(kj_position_text_read(work, NULL, &text, NULL));
    uint64_t searched[2];
    for (unsigned patient = 0; patient < 2; patient++) {
        g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
        g_auto(KjReport) report;
        KjLimits limits = {0};
        KjCheckOptions options = {.author = text.moves,
                                  .n_author = text.n_moves,
                                  .recorded_plies = -1,
                                  .n_passes = 1,
                                  .pass_nodes = {20000},
                                  .patient = patient};
        kj_check(solver, &text.start, KJ_SENTE, &options, &limits, &report);
        searched[patient] = report.searched;
    }
    assert_int_equal(searched[0], searched[1]);
    kj_position_text_clear(&text);
}

TEST(what_ends_before_is_as_without)
{
    planted_each("shogi", 7, try_row, NULL);
    planted_each("56shogi", 7, try_row, NULL);
}
