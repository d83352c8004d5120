/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The collections in puzzles/ under `check`: the originals and the demo problems are sound under
 * the default profile, with no blemish but variations of equal length, and no piece is useless;
 * those of Ōgi by the law of repetition, on which some turn. test_puzzles.c proves the same by
 * other means. Runs in the top folder unless KANJU_PUZZLES names the collections' folder.
 */
#include <string.h>

#include "core/format/problem.h"
#include "solver/check/check.h"
#include "tests/support/cmocka.h"
#include "tests/support/works.h"

enum { MEMORY_MIB = 64 };

static void check(KjSolver *solver, const KjProblem *problem, KjReport *out)
{
    KjLimits limits = {0};
    // At the last ply, too, every other check must be refuted, not only slower, and every piece is
    // needed for that (puzzles/README.md).
    KjProfile profile = *kj_profile_at(0);
    assert_true(kj_profile_weigh(&profile, "late-at-last", "defect"));
    KjCheckOptions options = {.profile = &profile, .recorded_plies = -1, .spares = KJ_CHECK_SPARES};
    const KjPosition *pos = &problem->position.start;
    kj_check(solver, pos, (KjSide)pos->side, &options, &limits, out);
}

/* Whether all that is found are variations of equal length. */
static bool is_sound(const KjReport *report)
{
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        bool same = !f->is_fault && f->class == KJ_CLASS_SAME;
        if (f->severity >= KJ_SEVERITY_BLEMISH && !same)
            return false;
    }
    return report->verdict == KJ_WORK_SOUND || report->verdict == KJ_WORK_BLEMISHED;
}

static void expect_sound(const char *list, const char *game)
{
    g_autoptr(GPtrArray) problems = puzzles_of(list, game);
    KjSolverOptions options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    for (unsigned i = 0; i < problems->len; i++) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        g_auto(KjReport) report;
        check(solver, problem, &report);
        if (problem->plies == 0 ? report.mate != KJ_NOMATE : !is_sound(&report))
            fail_msg("%s: %s", problem->source, kj_work_text(report.verdict));
        if (problem->plies > 0 && (int)report.pure_plies != problem->plies)
            fail_msg("%s: %u plies, recorded are %d", problem->source, report.pure_plies,
                     problem->plies);
    }
}

TEST(originals_are_sound)
{
    static const char *const games[] = {"shogi",     "56shogi",  "ogi",
                                        "minishogi", "gorogoro", "dobutsu"};
    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autofree char *name = g_strconcat(games[i], "/original.tsv", NULL);
        expect_sound(name, games[i]);
    }
}

TEST(demo_problems_are_sound)
{
    expect_sound("demo/shogi.sfen", NULL);
    expect_sound("demo/56shogi.sfen", NULL);
    expect_sound("demo/ogi.feen", NULL);
    expect_sound("demo/collection.tsv", NULL);
}

/* Where a loop fails they are no mates, or take longer. */
TEST(some_of_ogi_turn_on_the_law_of_repetition)
{
    expect_sound("ogi/law.tsv", "ogi");
    g_autoptr(GPtrArray) problems = puzzles_of("ogi/law.tsv", "ogi");
    KjSolverOptions options = {
        .loops = KJ_LOOPS_FAIL, .memory_mib = MEMORY_MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    unsigned by_law = 0;
    for (unsigned i = 0; i < problems->len; i++) {
        const KjProblem *problem = g_ptr_array_index(problems, i);
        g_auto(KjReport) report;
        check(solver, problem, &report);
        by_law += report.mate == KJ_NOMATE ||
                  (report.mate == KJ_MATE && (int)report.pure_plies > problem->plies);
    }
    assert_int_equal(by_law, problems->len);
}
