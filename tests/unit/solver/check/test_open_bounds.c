/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a check says of moves that stay open: no mate within so many plies after them. On random
 * mates with so little effort that much stays open, every bound is held against brute force, by the
 * rule of interpositions of the profile and by the one where all count; what is decided on the way
 * is so.
 */
#include "core/rules/games.h"
#include "solver/check/check.h"
#include "solver/solve.h"
#include "tests/support/brute_force/conventional_reference.h"
#include "tests/support/brute_force/reference.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/sampling.h"
#include "tests/support/works.h"

enum {
    MEMORY_MIB = 16,
    POSITIONS = 3000, // of brute force, for one answer
    SOLVED = 5000,    // nodes for a mate to begin with
};

/* What the tests of a game see. */
typedef struct {
    unsigned works, open, bounds, beyond_five, next_is_mate;
} Seen;

/* A mate, and a line of it. */
static bool draw(NvRng *rng, const KjGame *game, KjPosition *out, KjResult *result)
{
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    KjLimits limits = {.nodes = SOLVED};
    do
        random_problem(out, game, rng);
    while (out->side != KJ_SENTE);
    kj_solver_solve(solver, out, KJ_SENTE, &limits, result);
    return result->verdict == KJ_MATE && result->line_complete && result->n_line >= 3;
}

/* The plies to mate after a move by the rule, at most `most`; -1: none, -2: not known. */
static int by_rule(const KjPosition *next, KjInterpositions rule, unsigned most)
{
    const ReferencePlan plan = {
        .rule = rule, .attacker = KJ_SENTE, .depth = most, .max_values = POSITIONS};
    int key = conventional_reference(&plan, next);
    return key == REFERENCE_TOO_MUCH ? -2 : key == REFERENCE_NONE ? -1 : key / 2;
}

/* The same with every interposition counted, and of any length. */
static int bare(const KjPosition *next)
{
    unsigned plies;
    Reference *reference = reference_new(KJ_SENTE, REFERENCE_CHECKS, POSITIONS);
    ReferenceVerdict verdict = reference_solve(reference, next, &plies);
    reference_free(reference);
    return verdict == REFERENCE_TOO_BIG ? -2 : verdict == REFERENCE_NO_MATE ? -1 : (int)plies;
}

static void expect_bound(const KjReport *report, const KjPosition *next, const KjAlternative *alt,
                         Seen *seen)
{
    unsigned beyond = alt->beyond;
    int plies = bare(next);
    seen->open++;
    assert_true(beyond % 2 == 1 || beyond == 0);
    if (plies == -2)
        return;
    seen->bounds += beyond > 0;
    seen->beyond_five += beyond > 5;
    seen->next_is_mate += plies == (int)beyond + 1;
    if (plies >= 0)
        assert_true((unsigned)plies > beyond);
    // brute force looks at all there is: not far
    if (report->interpositions && beyond > 0)
        assert_in_set(by_rule(next, report->interpositions, MIN(beyond, 3)),
                      ((const uintmax_t[]){(uintmax_t)-1, (uintmax_t)-2}), 2);
}

static void expect_decided(const KjPosition *next, const KjAlternative *alt)
{
    int plies = bare(next);
    assert_int_equal(alt->beyond && alt->verdict == KJ_UNKNOWN, 0);
    if (plies != -2 && alt->verdict != KJ_UNKNOWN)
        assert_int_equal(alt->verdict == KJ_MATE, plies >= 0);
}

static void look_at(const KjReport *report, Seen *seen)
{
    int least = -1;
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            KjPosition next = kj_position_after(&node->position, alt->move);
            if (!node->attacks) {
                assert_int_equal(alt->beyond, 0);
                continue;
            }
            if (alt->class != KJ_CLASS_UNKNOWN) {
                expect_decided(&next, alt);
                continue;
            }
            expect_bound(report, &next, alt, seen);
            least = least < 0 ? (int)alt->beyond : MIN(least, (int)alt->beyond);
        }
    }
    assert_int_equal(kj_report_open_beyond(report), least);
    if (least >= 0) // a number makes nothing sound
        assert_true(report->verdict == KJ_WORK_UNKNOWN || report->verdict == KJ_WORK_UNSOUND);
}

static void check(const KjPosition *pos, const KjResult *line, const KjProfile *profile,
                  uint64_t question, Seen *seen)
{
    g_autoptr(KjSolver) solver = usual_solver(MEMORY_MIB);
    g_auto(KjReport) report;
    KjLimits limits = {0};
    KjCheckOptions options = {.profile = profile,
                              .author = line->line,
                              .n_author = line->n_line,
                              .recorded_plies = -1,
                              .n_passes = 1,
                              .pass_nodes = {question}};
    kj_check(solver, pos, KJ_SENTE, &options, &limits, &report);
    look_at(&report, seen);
}

static void try_game(const char *name, uint64_t seed, unsigned n)
{
    static const uint64_t questions[] = {2, 12, 64};
    Seen seen = {0};
    NvRng rng = {sampling_seed(seed)};
    for (unsigned i = 0; i < n; i++) {
        KjPosition pos;
        g_auto(KjResult) result = {0};
        if (!draw(&rng, kj_game_find(name), &pos, &result))
            continue;
        seen.works++;
        const KjProfile *profile = kj_profile_at(i % kj_profile_count());
        for (unsigned k = 0; k < G_N_ELEMENTS(questions); k++)
            check(&pos, &result, profile, questions[k], &seen);
    }
    print_message("# %s: works %u, open moves %u, bounds %u (over 5 plies %u, tight %u)\n", name,
                  seen.works, seen.open, seen.bounds, seen.beyond_five, seen.next_is_mate);
    // of a few, as under the sanitizers, none may be open, or all of them soon
    bool many = n >= SIZES(0, 60, 60);
    assert_true(!many || (seen.bounds > seen.works && seen.beyond_five > 0));
}

TEST(bounds_of_open_moves_hold_in_minishogi)
{
    try_game("minishogi", 471, SIZES(2000, 60, 12));
}

TEST(bounds_of_open_moves_hold_in_shogi)
{
    try_game("shogi", 472, SIZES(2000, 60, 12));
}

TEST(bounds_of_open_moves_hold_with_princes)
{
    try_game("56shogi", 473, SIZES(2000, 60, 12));
}
