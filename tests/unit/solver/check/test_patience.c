/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a check goes on without limits, and that what ends before is as without patience. */
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

TEST(what_ends_before_is_as_without)
{
    planted_each("shogi", 7, try_row, NULL);
    planted_each("56shogi", 7, try_row, NULL);
}
