/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The neighbours of planted works, checked again after the work: every word of their reports is as
 * of a check from nothing. More in tests/slow.
 */
#include <inttypes.h>

#include "solver/check/check.h"
#include "tests/support/cmocka.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/neighbours.h"
#include "tests/support/solver/planted.h"

enum { MEMORY_MIB = 16, QUESTION = 3000, SPARES = KJ_CHECK_SPARES };

typedef struct {
    DraftRng rng;
    KjLoops loops;
    unsigned works, compared, different, mates, slow;
    uint64_t fresh, again;           // nodes
    uint64_t same_fresh, same_again; // those of neighbours that are as sound as the work
} Tour;

static KjSolver *new_solver(KjLoops loops)
{
    KjSolverOptions options = {.loops = loops, .memory_mib = MEMORY_MIB, .find_shortest = true};
    return kj_solver_new(&options, NULL);
}

static KjCheckOptions options_of(unsigned n)
{
    KjCheckOptions options = {.recorded_plies = -1,
                              .profile = kj_profile_at(n % kj_profile_count()),
                              .spares = n % 3 == 0 ? SPARES : 0,
                              .n_passes = 1,
                              .pass_nodes = {QUESTION}};
    return options;
}

/* Whether the other report finds of its work what the first one finds. */
static bool as_before(const KjReport *a, const KjReport *b)
{
    return a->verdict == b->verdict && a->plies == b->plies && a->n_defects == b->n_defects;
}

/* Compares a neighbour's two reports; `base` is that of the work. */
static void compare(Tour *tour, KjSolver *warm, const KjReport *base, const KjPosition *pos)
{
    g_autoptr(KjSolver) cold = new_solver(tour->loops);
    KjCheckOptions options = options_of(tour->works);
    KjLimits limits = {0};
    KjReport fresh, again;
    KjSide attacker = kj_default_attacker(pos);
    kj_check(cold, pos, attacker, &options, &limits, &fresh);
    kj_check(warm, pos, attacker, &options, &limits, &again);
    if (!neighbour_open(&fresh) && !neighbour_open(&again)) {
        g_autofree char *a = neighbour_report(&fresh), *b = neighbour_report(&again);
        if (!g_str_equal(a, b))
            print_error("work %u:\n  %s\n  %s\n", tour->works, a, b);
        tour->different += !g_str_equal(a, b);
        tour->mates += fresh.mate == KJ_MATE;
        tour->compared++;
        tour->fresh += fresh.searched;
        tour->again += again.searched;
        tour->same_fresh += as_before(base, &fresh) ? fresh.searched : 0;
        tour->same_again += as_before(base, &fresh) ? again.searched : 0;
        tour->slow += again.searched > 2 * fresh.searched + 100;
    }
    kj_report_clear(&fresh);
    kj_report_clear(&again);
}

/* A planted row, as the base of its neighbours. */
static void visit(Planted *row, void *data)
{
    Tour *tour = data;
    KjPosition other;
    g_autoptr(KjSolver) warm = new_solver(tour->loops);
    KjCheckOptions options = options_of(tour->works);
    KjLimits limits = {0};
    KjReport report;
    kj_check(warm, &row->pos, kj_default_attacker(&row->pos), &options, &limits, &report);
    for (unsigned kind = 0; kind < NEIGHBOUR_KINDS; kind++) {
        bool made = false;
        for (unsigned tries = 0; tries < 200 && !made; tries++)
            made = neighbour_make(&other, &row->pos, (NeighbourKind)kind, &tour->rng);
        if (made)
            compare(tour, warm, &report, &other);
    }
    compare(tour, warm, &report, &row->pos);
    kj_report_clear(&report);
    tour->works++;
}

/* Every so many-th row of a game. Neighbours that are as sound as the work take `most` percent of what
 * they take from nothing, together. */
static void check_game(const char *game, KjLoops loops, unsigned every, unsigned most)
{
    Tour tour = {.rng = {every}, .loops = loops};
    planted_each(game, every, visit, &tour);
    assert_int_equal(tour.different, 0);
    assert_true(tour.compared > 3 * tour.works);
    assert_true(tour.again < tour.fresh);
    // of the usual sample; sanitizers have another, and look at memory
    assert_true(KJ_SANITIZER || tour.slow == 0);
    assert_true(KJ_SANITIZER || tour.same_again * 100 <= tour.same_fresh * most);
    print_message("# %s: %u neighbours, %" PRIu64 " nodes, from nothing %" PRIu64
                  "; as sound as before %" PRIu64 ", %" PRIu64 "\n",
                  game, tour.compared, tour.again, tour.fresh, tour.same_again, tour.same_fresh);
    assert_true(tour.mates > tour.works);
}

TEST(neighbours_in_shogi)
{
    check_game("shogi", KJ_LOOPS_USUAL, SAMPLES(5, 20), 70);
}

TEST(neighbours_in_56shogi)
{
    check_game("56shogi", KJ_LOOPS_USUAL, SAMPLES(5, 20), 55);
}

TEST(neighbours_in_ogi)
{
    check_game("ogi", KJ_LOOPS_FAIL, SAMPLES(5, 20), 65);
    check_game("ogi", KJ_LOOPS_LAW, SAMPLES(40, 80), 85);
}
