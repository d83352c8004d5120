/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Problems beyond brute force: tables that forget, the mirror image and the other colours give the
 * same verdict and length as a table that holds everything.
 */
#include "tests/support/cmocka.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/solver/solver_check.h"

/* How a problem is asked again: with less memory, and turned. */
typedef struct {
    size_t memory_mib;
    bool mirrored, flipped;
    KjSolver *solver;
    unsigned agree, undecided;
} Again;

static void ask_again(Again *again, const KjPosition *pos, const KjResult *before, uint64_t nodes)
{
    KjPosition mirrored, turned;
    g_auto(KjResult) result;
    KjLimits limits = {.nodes = nodes};
    mirrored = *pos;
    if (again->mirrored)
        mirrored = kj_position_mirror(pos);
    turned = mirrored;
    if (again->flipped)
        turned = kj_position_flip(&mirrored);
    kj_solver_solve(again->solver, &turned, again->flipped ? KJ_GOTE : KJ_SENTE, &limits, &result);
    bool decided = result.verdict != KJ_UNKNOWN;
    assert_true(!decided || result.verdict == before->verdict);
    if (decided && before->plies_proved && result.plies_proved)
        assert_int_equal(result.pure_plies, before->pure_plies);
    again->agree += decided;
    again->undecided += !decided;
}

static void compare_with_smaller_tables(const char *game)
{
    enum { HARD = 25, LEAST_NODES = 20000, MOST_NODES = 300000, ENOUGH = 20 };
    Again again[] = {{.memory_mib = 1, .mirrored = true},
                     {.memory_mib = 2, .flipped = true},
                     {.memory_mib = 8, .mirrored = true, .flipped = true}};
    KjSolverOptions large = solver_check_options(256);
    g_autoptr(KjSolver) first = kj_solver_new(&large, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(again); i++) {
        KjSolverOptions options = solver_check_options(again[i].memory_mib);
        again[i].solver = kj_solver_new(&options, NULL);
    }
    NvRng rng = {1711};
    for (unsigned hard = 0; hard < HARD;) {
        KjPosition pos;
        g_auto(KjResult) result;
        KjLimits limits = {.nodes = MOST_NODES};
        random_problem(&pos, kj_game_find(game), &rng);
        kj_solver_solve(first, &pos, KJ_SENTE, &limits, &result);
        if (result.verdict != KJ_UNKNOWN && result.nodes > LEAST_NODES) {
            hard++;
            for (size_t i = 0; i < G_N_ELEMENTS(again); i++)
                ask_again(&again[i], &pos, &result, ENOUGH * result.nodes);
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(again); i++) {
        print_message("%s, %zu MiB: %u hard problems agree, %u undecided\n", game,
                      again[i].memory_mib, again[i].agree, again[i].undecided);
        assert_true(again[i].agree > HARD / 2);
        kj_solver_free(again[i].solver);
    }
}

TEST(small_tables_mirror_images_and_other_colours_give_the_same_answers)
{
    static const char *const game[] = {"minishogi", "gorogoro", "56shogi", "ogi", "shogi"};
    for (size_t i = 0; i < sizeof game / sizeof game[0]; i++)
        compare_with_smaller_tables(game[i]);
}
