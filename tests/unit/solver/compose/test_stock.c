/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The works made so far: which of a sort stay, which become parents, which families are left. */
#include "core/format/sfen.h"
#include "solver/compose/stock.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { LIVING = 16, PATIENCE = 300000 }; // families side by side; nodes without a longer work

/* A work; each `serial` is another position. Family 0: a new one. */
static KjMade work(unsigned serial, unsigned family, unsigned plies, double appeal)
{
    KjMade made = {.n_line = plies, .appeal = appeal, .number = family};
    made.position = position_of("4k4/9/9/9/9/9/9/9/9 b - 1");
    kj_position_put(&made.position, 60 + serial % 20, (KjPiece)(1 + serial / 20));
    return made;
}

static bool add(KjStock *stock, unsigned serial, unsigned family, unsigned plies, double appeal)
{
    KjMade made = work(serial, family, plies, appeal);
    return kj_stock_add(stock, &made);
}

TEST(the_best_of_a_sort_stay)
{
    static const struct {
        unsigned serial, plies;
        double appeal;
        bool taken;
        unsigned size; // then
    } rows[] = {
        {0, 5, 2, true, 1},    {1, 5, 1, true, 2},  {1, 5, 9, false, 2}, // it is there
        {2, 5, 3, true, 3},    {3, 5, 0, false, 3},                      // three of a sort
        {4, 5, 1, false, 3},                                             // as good is not better
        {5, 5, 4, true, 3},                                              // instead of the worst
        {6, 5, 1.5, false, 3}, {7, 7, 0, true, 4},                       // another sort
    };
    KjStock *stock = kj_stock_new(0, false);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_int_equal(add(stock, rows[i].serial, i > 0, rows[i].plies, rows[i].appeal),
                         rows[i].taken);
        assert_int_equal(kj_stock_size(stock), rows[i].size);
    }
    static const double best[] = {4, 3, 2, 0};
    g_autoptr(GArray) works = kj_stock_works(stock);
    for (unsigned i = 0; i < works->len; i++)
        assert_float_equal(g_array_index(works, KjMade, i).appeal, best[i], 1e-6);
    kj_stock_free(stock);
}

/* How often a work is extended and changed before nothing is left to do. */
TEST(what_becomes_of_a_work)
{
    static const struct {
        unsigned plies, most, extended;
    } rows[] = {{5, 5, 0}, {5, 6, 0}, {5, 7, 1}, {5, 63, 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjStock *stock = kj_stock_new(0, false);
        KjRandom random = {1};
        KjBreedTask task;
        unsigned n[3] = {0};
        add(stock, 0, 0, rows[i].plies, 1);
        while (kj_stock_next(stock, &random, rows[i].most, false, &task))
            n[task.how]++;
        assert_int_equal(n[KJ_BREED_FOUND], 0);
        assert_int_equal(n[KJ_BREED_EXTEND], rows[i].extended);
        assert_int_equal(n[KJ_BREED_CHANGE], 6);
        kj_stock_free(stock);
    }
}

/* A family is left when much was spent without a longer work; then another one is founded. */
TEST(families_are_left)
{
    static const struct {
        uint64_t nodes;
        unsigned then; // a work of so many plies is added after they were spent; 0 none
        bool founds;
    } rows[] = {
        {0, 0, false},       {PATIENCE - 1, 0, false}, {PATIENCE, 0, true},
        {PATIENCE, 3, true}, {PATIENCE, 5, true},      {PATIENCE, 7, false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjStock *stock = kj_stock_new(0, false);
        KjRandom random = {1};
        KjBreedTask task;
        for (unsigned k = 0; k < LIVING; k++) {
            assert_true(kj_stock_next(stock, &random, 63, true, &task));
            assert_int_equal(task.how, KJ_BREED_FOUND); // there are not enough yet
            add(stock, k, 0, 5, 1);
        }
        kj_stock_spend(stock, 1, rows[i].nodes);
        if (rows[i].then)
            assert_true(add(stock, 99, 1, rows[i].then, 1));
        assert_true(kj_stock_next(stock, &random, 63, true, &task));
        assert_int_equal(task.how == KJ_BREED_FOUND, rows[i].founds);
        kj_stock_free(stock);
    }
}
