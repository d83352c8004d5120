/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees of refutations against brute force: every attack is there, every reply that is said to
 * refute leaves no mate, those that are said to lose do, and the attacker lasts as long as is said.
 */
#include "solver/refutation/refute.h"

#include <stdio.h>

#include "core/format/sfen.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/refuted.h"
#include "tests/support/solver/solver_check.h"

enum { MIB = 16, SEED = 20261122, POSITIONS = 500, NODES = 2000, WANTED = SAMPLES(30, 10) };

static void compare(const char *game_name, bool try_on, uint64_t nodes)
{
    KjGame game = *kj_game_find(game_name);
    if (try_on)
        game.rules.try_rule = KJ_TRY_ON;
    KjSolverOptions options = solver_check_options(MIB);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    Reference *reference = reference_new(KJ_SENTE, REFERENCE_CHECKS, POSITIONS);
    NvRng rng = {sampling_seed(SEED)};
    RefutedCount count = {0};
    while (count.trees < WANTED) {
        KjPosition pos;
        KjResult result;
        unsigned plies;
        const KjLimits limits = {.nodes = NODES};
        random_problem(&pos, &game, &rng);
        kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
        bool wanted = result.verdict == KJ_NOMATE && (result.nodes > 3 || nv_random(&rng, 8) == 0);
        kj_result_clear(&result);
        if (!wanted || reference_solve(reference, &pos, &plies) != REFERENCE_NO_MATE)
            continue;
        const KjRefuteOptions wide = {.depth = 3, .width = 1000, .nodes = nodes};
        KjRefutation *tree = kj_refute(solver, &pos, KJ_SENTE, &wide, &limits);
        g_autofree char *wrong = refuted_check(tree, &pos, reference, &count);
        if (wrong) {
            g_autofree char *sfen = kj_sfen_write(&pos, 1);
            fail_msg("%s: %s %s", wrong, game_name, sfen);
        }
        kj_refutation_free(tree);
    }
    refuted_print(game_name, &count);
    assert_true(nodes < 1000 || count.exactly > WANTED);
    assert_true(count.tries > 2 * WANTED);
    assert_true(nodes < 1000 || count.open == 0);
    // that all ways to fail came up is asked of the usual sample
    assert_true(KJ_SANITIZER || nodes < 1000 || count.mated > 0);
    assert_true(KJ_SANITIZER || !try_on || count.king_tries > 0);
    reference_free(reference);
}

TEST(every_game_agrees_with_brute_force)
{
    static const char *const games[] = {"shogi",     "56shogi",  "ogi",
                                        "minishogi", "gorogoro", "dobutsu"};
    for (size_t i = 0; i < G_N_ELEMENTS(games); i++)
        compare(games[i], false, 1000000);
}

TEST(the_try_refutes)
{
    compare("shogi", true, 1000000);
}

TEST(what_a_limit_leaves_is_true)
{
    compare("shogi", false, 20);
    compare("shogi", false, 100);
}

/* ---- named positions ---- */

static KjRefutation *refute(const char *game, const char *sfen, const KjRefuteOptions *options)
{
    KjPosition pos;
    KjResult result;
    const KjLimits none = {0};
    assert_true(kj_sfen_read(sfen, kj_game_find(game), &pos, NULL, NULL));
    KjSolverOptions solver_options = {.memory_mib = MIB};
    g_autoptr(KjSolver) solver = kj_solver_new(&solver_options, NULL);
    kj_solver_solve(solver, &pos, KJ_SENTE, &none, &result);
    assert_int_equal(result.verdict, KJ_NOMATE);
    return kj_refute(solver, &pos, KJ_SENTE, options, &none);
}

TEST(the_nearest_failure_is_named)
{
    // G*5b mates but for the silver on 4a
    const KjRefuteOptions one = {.depth = 1, .width = 1, .nodes = 10000};
    KjRefutation *tree = refute("shogi", "4ks3/9/4P4/9/9/9/9/9/9 b G 1", &one);
    assert_int_equal(tree->root->next->len, 1);
    assert_int_equal(tree->root->n_next, 6);
    assert_false(tree->cut);
    kj_refutation_free(tree);
    const KjRefuteOptions all = {.depth = 1, .width = 10, .nodes = 10000};
    tree = refute("shogi", "4ks3/9/4P4/9/9/9/9/9/9 b G 1", &all);
    const KjGame *game = kj_game_find("shogi");
    const KjFailure *found = NULL;
    for (unsigned i = 0; i < tree->root->next->len; i++) {
        const KjFailure *t = g_ptr_array_index(tree->root->next, i);
        if (t->attack == bridge_usi(game, "G*5b"))
            found = t;
    }
    assert_non_null(found);
    assert_int_equal(found->reply, bridge_usi(game, "4a5b"));
    assert_int_equal(found->kind, KJ_REPLY_TAKES);
    assert_int_equal(found->only, KJ_ONLY_REPLY);
    assert_int_equal(found->n_replies, 1);
    kj_refutation_free(tree);
}

TEST(perpetual_check_is_said_so)
{
    // the loop of docs/repetition.md that fails
    const KjRefuteOptions options = {.depth = 2, .width = 8, .nodes = 100000};
    KjRefutation *tree = refute("ogi", "1kl5/3l4/+R7/8/8/8/8/4K3 b - 1", &options);
    const KjFailure *nearest = kj_refutation_nearest(tree);
    assert_int_equal(nearest->lasts, KJ_LASTS_FOR_EVER);
    assert_true(nearest->reply != KJ_MOVE_NONE);
    kj_refutation_free(tree);
}
