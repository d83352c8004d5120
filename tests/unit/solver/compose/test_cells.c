/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The works made so far: which are the best of a cell, which become parents, which families are left. */
#include "core/format/sfen.h"
#include "solver/compose/archive.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { LIVING = 16, PATIENCE = 300000 }; // families side by side; nodes without a longer work

static const KjArchiveWish any = {.most_plies = 63};

static uint64_t bit(const char *code)
{
    return (uint64_t)1 << (kj_theme_find(code) - kj_theme_at(0));
}

/* A work; each `serial` is another position. Family 0: a new one. */
static KjMade work(unsigned serial, unsigned family, unsigned plies, double appeal)
{
    KjMade made = {.n_line = plies, .appeal = appeal, .number = family, .pieces = 4};
    made.position = position_of("4k4/9/9/9/9/9/9/9/9 b - 1");
    kj_position_put(&made.position, 60 + serial % 20, (KjPiece)(1 + serial / 20));
    return made;
}

static bool add(KjArchive *archive, unsigned serial, unsigned family, unsigned plies, double appeal)
{
    KjMade made = work(serial, family, plies, appeal);
    return kj_archive_add(archive, &made) != NULL;
}

TEST(the_best_of_a_cell_stays)
{
    static const struct {
        unsigned serial, family, plies;
        double appeal;
        bool taken;
        unsigned cells, best; // then; the serial of the first cell's
    } rows[] = {
        {0, 0, 5, 2, true, 1, 0},    {1, 1, 5, 1, false, 1, 0}, // worse
        {2, 1, 5, 2, false, 1, 0},                              // as good is not better
        {1, 1, 5, 9, false, 1, 0},                              // it was there
        {3, 1, 5, 3, true, 1, 3},                               // instead of the one that was
        {4, 0, 5, 1, false, 1, 3},                              // the first of another family
        {5, 1, 7, 0, true, 2, 3},                               // another length
        {6, 2, 5, 2.5, false, 2, 3},
    };
    KjArchive *archive = kj_archive_new(&any);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_int_equal(
            add(archive, rows[i].serial, rows[i].family, rows[i].plies, rows[i].appeal),
            rows[i].taken);
        g_autoptr(GArray) cells = kj_archive_cells(archive);
        assert_int_equal(cells->len, rows[i].cells);
        KjPosition best = work(rows[i].best, 0, 5, 0).position;
        assert_true(kj_position_equal(&g_array_index(cells, KjCell, 0).best->position, &best));
    }
    g_autoptr(GArray) works = kj_archive_works(archive);
    assert_int_equal(works->len, kj_archive_size(archive));
    assert_float_equal(g_array_index(works, KjMade, 0).appeal, 3, 1e-6);
    assert_int_equal(kj_archive_families(archive), 2);
    kj_archive_free(archive);
}

/* Of a family a few are gone on from that are alike in length and devices, and no more. */
TEST(a_family_keeps_a_few_alike)
{
    KjArchive *archive = kj_archive_new(&any);
    add(archive, 0, 0, 5, 9);
    for (unsigned i = 1; i < 40; i++)
        assert_false(add(archive, i, 1, 5, i % 7));
    assert_in_range(kj_archive_size(archive), 2, 4);
    kj_archive_free(archive);
}

/* A work is in a cell for each of its themes, and they come in order. */
TEST(cells_are_of_themes_lengths_and_pieces)
{
    KjArchive *archive = kj_archive_new(&any);
    KjMade both = work(0, 0, 7, 1), one = work(1, 0, 7, 5), none = work(2, 0, 5, 3);
    both.themes = bit("sacrifice") | bit("double-check");
    one.themes = bit("sacrifice");
    assert_non_null(kj_archive_add(archive, &both));
    assert_non_null(kj_archive_add(archive, &none));
    assert_non_null(kj_archive_add(archive, &one));
    one = work(3, 0, 7, 0);
    one.themes = bit("sacrifice");
    one.pieces = 3;
    assert_non_null(kj_archive_add(archive, &one)); // fewer pieces are another cell
    static const struct {
        const char *theme; // NULL: none
        unsigned plies, pieces;
        double appeal;
    } rows[] = {
        {"sacrifice", 7, 3, 0}, {"sacrifice", 7, 4, 5}, {"double-check", 7, 4, 1}, {NULL, 5, 4, 3}};
    g_autoptr(GArray) cells = kj_archive_cells(archive);
    assert_int_equal(cells->len, G_N_ELEMENTS(rows));
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const KjCell *cell = &g_array_index(cells, KjCell, i);
        unsigned theme =
            rows[i].theme ? (unsigned)__builtin_ctzll(bit(rows[i].theme)) : KJ_NO_THEME;
        assert_int_equal(cell->theme, theme);
        assert_int_equal(cell->plies, rows[i].plies);
        assert_int_equal(cell->pieces, rows[i].pieces);
        assert_float_equal(cell->best->appeal, rows[i].appeal, 1e-6);
    }
    kj_archive_free(archive);
}

/* How often a work is extended and changed before nothing is left to do. */
TEST(what_becomes_of_a_work)
{
    static const struct {
        unsigned plies, most, extended;
    } rows[] = {{5, 5, 0}, {5, 6, 0}, {5, 7, 1}, {5, 63, 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjArchive *archive = kj_archive_new(&(KjArchiveWish){.most_plies = rows[i].most});
        KjRandom random = {1};
        KjBreedTask task;
        unsigned n[3] = {0};
        add(archive, 0, 0, rows[i].plies, 1);
        while (kj_archive_next(archive, &random, false, &task))
            n[task.how]++;
        assert_int_equal(n[KJ_BREED_FOUND], 0);
        assert_int_equal(n[KJ_BREED_EXTEND], rows[i].extended);
        assert_int_equal(n[KJ_BREED_CHANGE], 6);
        kj_archive_free(archive);
    }
}

/* Works too short are extended; as long as is wished, they are changed more. */
TEST(a_length_that_is_wished_steers)
{
    unsigned extended[2] = {0};
    for (unsigned i = 0; i < 2; i++) {
        KjArchive *archive =
            kj_archive_new(&(KjArchiveWish){.least_plies = i ? 9 : 1, .most_plies = 63});
        KjRandom random = {1};
        KjBreedTask task;
        for (unsigned k = 0; k < 40; k++)
            add(archive, k, 0, 5, 1);
        for (unsigned k = 0; k < 40; k++) {
            assert_true(kj_archive_next(archive, &random, false, &task));
            extended[i] += task.how == KJ_BREED_EXTEND;
        }
        kj_archive_free(archive);
    }
    assert_true(extended[1] > extended[0]);
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
        KjArchive *archive = kj_archive_new(&any);
        KjRandom random = {1};
        KjBreedTask task;
        for (unsigned k = 0; k < LIVING; k++) {
            assert_true(kj_archive_next(archive, &random, true, &task));
            assert_int_equal(task.how, KJ_BREED_FOUND); // there are not enough yet
            add(archive, k, 0, 5, 1);
        }
        kj_archive_spend(archive, 1, rows[i].nodes);
        if (rows[i].then)
            add(archive, 99, 1, rows[i].then, 2);
        assert_true(kj_archive_next(archive, &random, true, &task));
        assert_int_equal(task.how == KJ_BREED_FOUND, rows[i].founds);
        kj_archive_free(archive);
    }
}
