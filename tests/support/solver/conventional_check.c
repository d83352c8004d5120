/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/solver/conventional_check.h"

#include "core/format/sfen.h"
#include "core/rules/movegen.h"
#include "tests/support/brute_force/conventional_reference.h"
#include "tests/support/certify/length_lies.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/rules/switches.h"

enum {
    MAX_VALUES = 20000,
    TOLERANT_VALUES = 200000,
    SEED_VALUES = 300000,
    MEMORY_MIB = 8,
    NODES = 3000,
    LINE_NODES = 400000,
    POOL = 64,
    MAX_TRIES = 400,
    LIES = 8
};

/* The end of a line, its moves being legal; false if they are not. */
static bool play(KjPosition *pos, const KjMove *line, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        KjUndo undo;
        if (kj_move_legality(pos, line[i]) != KJ_MOVE_LEGAL)
            return false;
        kj_position_make(pos, line[i], &undo);
    }
    return true;
}

static bool line_is_right(const KjPosition *pos, const KjResult *result)
{
    KjPosition end = *pos;
    return result->line_complete && result->n_line == result->plies &&
           play(&end, result->line, result->n_line) && end.hand[KJ_SENTE] == result->leftover;
}

/* As compare, with longer variations tolerated. `key` is the value without. */
static bool compare_tolerated(const ConventionalPlan *plan, const KjPosition *pos,
                              const KjResult *result, int key, ConventionalCount *count)
{
    int len = key / 2;
    ReferencePlan reference = {plan->rule, KJ_SENTE, (unsigned)len + plan->tolerance,
                               TOLERANT_VALUES};
    bool leaves = key % 2 == 0; // else the main line is complete as it is
    int wanted =
        leaves ? conventional_reference_tolerated(&reference, pos, len, (int)plan->tolerance) : len;
    if (wanted == REFERENCE_TOO_MUCH)
        return true;
    count->compared++;
    count->longest = MAX(count->longest, result->plies);
    count->tolerated += wanted < len;
    if ((int)result->plies == wanted && line_is_right(pos, result) &&
        (wanted == len || !conventional_reference_leaves(pos->game, result->leftover)))
        return true;
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    g_printerr("%s, %s: found %u, brute force %d (%d without tolerance), line of %u plies\n",
               plan->game, sfen, result->plies, wanted, len, result->n_line);
    return false;
}

/* Compares one result with brute force, if that can be had. */
static bool compare(const ConventionalPlan *plan, const KjPosition *pos, const KjResult *result,
                    ConventionalCount *count)
{
    bool decided = result->plies_proved && result->plies <= plan->depth;
    if (plan->tolerance && !decided)
        return true;
    // A limit came first, half of what is left being for each bound: no answer is no wrong one.
    if (!decided && result->nodes >= NODES / 2)
        return true;
    if (result->verdict != KJ_MATE || (!decided && result->pure_plies > plan->depth))
        return true;
    ReferencePlan reference = {plan->rule, KJ_SENTE, plan->depth,
                               plan->seed_sfen ? SEED_VALUES : MAX_VALUES};
    int key = conventional_reference(&reference, pos);
    if (key == REFERENCE_TOO_MUCH)
        return true;
    if (plan->tolerance) // the strict length may lie beyond the depth
        return key == REFERENCE_NONE || compare_tolerated(plan, pos, result, key, count);
    bool leaves = conventional_reference_leaves(pos->game, result->leftover);
    int found = decided ? (int)(2 * result->plies + !leaves) : -1;
    count->compared++;
    count->longest = MAX(count->longest, result->plies);
    count->futile += conventional_reference_futile() > 0;
    count->shorter += result->plies < result->pure_plies;
    count->tours += conventional_reference_tours() > 0;
    if (found == key && line_is_right(pos, result))
        return true;
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    g_printerr("%s, %s: found %d, brute force %d, line of %u plies\n", plan->game, sfen, found, key,
               result->n_line);
    return false;
}

/*
 * A length that is known without its line, a limit having come before that, says nothing yet of
 * what is left over: it is asked for again. False if the length is another then; tolerance, which
 * limits end, may shorten it.
 */
static bool find_line(const KjSolverOptions *options, const KjPosition *pos, KjResult *result)
{
    const unsigned plies = result->plies;
    KjSolverOptions again = *options;
    again.shortening_base = LINE_NODES;
    g_autoptr(KjSolver) solver = kj_solver_new(&again, NULL);
    const KjLimits limits = {.nodes = LINE_NODES};
    kj_result_clear(result);
    kj_solver_solve(solver, pos, KJ_SENTE, &limits, result);
    if (result->plies_proved && (result->plies == plies || options->tolerance))
        return true;
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    g_printerr("%s, %s: found %u, asked again %u\n", pos->game->row->id, sfen, plies,
               result->plies);
    return false;
}

/* Whether a length that agrees with brute force is certified, where the rule is in the format, and no
 * lie is. */
static bool certify(const ConventionalPlan *plan, KjSolver *solver, const KjPosition *pos,
                    const KjResult *result, NvRng *rng, ConventionalCount *count)
{
    bool in_format = plan->rule == KJ_INTERPOSITIONS_STD2 || plan->rule == KJ_INTERPOSITIONS_WIDE;
    if (!in_format || result->verdict != KJ_MATE || !result->plies_proved || result->tolerated)
        return true;
    count->certified++;
    return length_lies_check(solver, pos, result, LIES, rng);
}

/* Whether there is nothing to be asked again: a length and its line, or no length to be
 * compared. */
static bool found_whole(const ConventionalPlan *plan, const KjResult *result)
{
    return !result->plies_proved || result->plies > plan->depth ||
           (result->line_complete && result->line_kind == KJ_LINE_MAIN);
}

bool conventional_check(const ConventionalPlan *plan, ConventionalCount *out)
{
    *out = (ConventionalCount){0};
    NvRng rng = {.state = plan->seed}, lies = rng;
    // A limit in the way makes the length the strict one, so there must be none.
    const uint64_t nodes = plan->tolerance ? 20 * NODES : NODES;
    KjSolverOptions options = {.attacker_moves = KJ_CHECKS_ONLY,
                               .loops = KJ_LOOPS_FAIL,
                               .interpositions = plan->rule,
                               .tolerance = plan->tolerance,
                               .memory_mib = MEMORY_MIB,
                               .find_shortest = true,
                               .shortening_base = nodes};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    const KjLimits limits = {.nodes = nodes};
    KjPosition pool[POOL];
    unsigned pooled = 0;
    KjGame game;
    bool same = solver && switched_game(plan->game, &game);
    if (same && plan->seed_sfen && kj_sfen_read(plan->seed_sfen, &game, &pool[0], NULL, NULL))
        pooled = 1;
    while (same && out->compared < plan->wanted && out->tried < MAX_TRIES * plan->wanted) {
        KjPosition pos;
        out->tried++;
        if (out->tried == 1 && pooled)
            pos = pool[0];
        else if (pooled > 0 && nv_random(&rng, 3) > 0)
            random_variation(&pos, &pool[nv_random(&rng, (int)MIN(pooled, POOL))], &rng);
        else
            random_problem(&pos, &game, &rng);
        if (kj_can_capture_king(&pos))
            continue;
        g_auto(KjResult) result;
        unsigned futile = out->futile, tours = out->tours, compared = out->compared;
        kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
        if (result.plies < result.pure_plies || out->tried % (plan->tolerance ? 64 : 8) == 0)
            same = (found_whole(plan, &result) || find_line(&options, &pos, &result)) &&
                   compare(plan, &pos, &result, out) &&
                   (out->compared == compared || certify(plan, solver, &pos, &result, &lies, out));
        // What is shorter by the rule is rare, so more is bred from it.
        if (result.plies < result.pure_plies || (out->futile > futile && out->shorter == 0) ||
            out->tours > tours)
            pool[pooled++ % POOL] = pos;
    }
    g_print("%s, rule %d: %u tried, %u compared, %u with something futile, %u shorter by it, "
            "longest %u, %u by tolerance, %u with tours, %u certified\n",
            plan->game, (int)plan->rule, out->tried, out->compared, out->futile, out->shorter,
            out->longest, out->tolerated, out->tours, out->certified);
    return same;
}
