/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several threads answer as one does. On works of every suite and on classics,
 * where these are at hand, with a large table and one of 64 KiB: verdicts,
 * proved lengths and reports of checks are those of one thread wherever both
 * decide, and certificates are believed. On random problems: those of brute
 * force. The threads join at every question, however small. Under the thread
 * sanitizer (make tsan-works) it is some twenty works. KANJU_PROBLEMS=N random
 * problems a game and number of threads, KANJU_TEST_SEED=N other ones,
 * KANJU_DATA=folder of the lists of others; an argument such as '*random*' is
 * the tests to run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rules/attack.h"
#include "solver/check/check.h"
#include "solver/search/team.h"
#include "solver/solve.h"
#include "tests/support/certify/certified.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/neighbours.h"
#include "tests/support/solver/solver_check.h"

enum {
    MEMORY_MIB = 64,
    SMALL_BYTES = 64 << 10,
    SMALL_EVERY = SAMPLES(4, 1), // works that are searched with a small table too
    SOLVE_NODES = SAMPLES(100000, 30000),
    CHECK_NODES = SAMPLES(60000, 30000),
    MOVE_NODES = SAMPLES(10000, 3000),
    PROBLEMS = SAMPLES(3000, 20),
    COUNTS = SAMPLES(2, 3),
    SEED = 20261125,
};

static const unsigned counts[] = {2, 4, 8}; // of threads; the first COUNTS

// Lists, and every so many-th of their works: usually, and under a sanitizer
// (0: none).
static const struct {
    const char *path; // without a slash: in the folder of lists of others
    unsigned usual, sanitized;
} lists[] = {
    {"puzzles/shogi/classics.tsv", 1, 3},
    {"puzzles/shogi/original.tsv", 1, 10},
    {"puzzles/composed/shogi.tsv", 1, 13},
    {"puzzles/56shogi/original.tsv", 1, 10},
    {"puzzles/composed/56shogi.tsv", 1, 0},
    {"puzzles/ogi/original.tsv", 1, 10},
    {"puzzles/composed/ogi.tsv", 1, 0},
    {"puzzles/ogi/law.tsv", 1, 0},
    {"puzzles/minishogi/original.tsv", 1, 0},
    {"puzzles/dobutsu/original.tsv", 1, 0},
    {"tests/data/solver.tsv", 1, 0},
    {"zukou.tsv", 1, 25},
    {"musou.tsv", 1, 0},
    {"mate03.tsv", 4, 0},
    {"mate05.tsv", 4, 0},
    {"mate07.tsv", 4, 0},
    {"mate09.tsv", 4, 0},
    {"mate11.tsv", 4, 0},
};

/* A work and what one thread says of it. */
typedef struct {
    const char *id;
    KjPosition pos;
    KjSide attacker;
    KjResult solved;
    KjReport report;
    char *text; // of the report
} Work;

static struct {
    unsigned works, runs, solved, certified, reports, moves, different;
} total;

static KjSolver *new_solver(unsigned threads, bool small)
{
    KjSolverOptions options = {.memory_mib = MEMORY_MIB,
                               .find_shortest = true,
                               .shortening_factor = 4,
                               .shortening_base = 10000,
                               .interpositions = kj_profile_at(0)->interpositions,
                               .threads = threads};
    KjSolver *solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    if (threads > 1)
        kj_team_be_eager(kj_solver_search(solver));
    if (small)
        kj_solver_search(solver)->table.max_size = SMALL_BYTES / sizeof(KjEntry);
    return solver;
}

static void differ(const Work *work, unsigned threads, bool small, const char *what,
                   const char *alone, const char *several)
{
    printf("%s, %u threads%s, %s:\n  %s\n  %s\n", work->id, threads, small ? ", small table" : "",
           what, alone, several);
    fflush(stdout);
    total.different++;
}

/* ---- solve ---- */

static bool same_result(const KjResult *a, const KjResult *b)
{
    return a->verdict == b->verdict &&
           (!a->plies_proved || !b->plies_proved || a->plies == b->plies) &&
           (!a->pure_proved || !b->pure_proved || a->pure_plies == b->pure_plies);
}

static char *result_text(const KjResult *r)
{
    return g_strdup_printf("%s %u%s, every interposition %u%s", kj_verdict_text(r->verdict),
                           r->plies, r->plies_proved ? "" : "?", r->pure_plies,
                           r->pure_proved ? "" : "?");
}

static void compare_solve(const Work *work, unsigned threads, bool small)
{
    g_autoptr(KjSolver) solver = new_solver(threads, small);
    CertifiedPlan plan = {solver, work->attacker, {.nodes = SOLVE_NODES}, true};
    g_auto(Certified) c;
    g_autofree char *fault = certified_run(&plan, &work->pos, &c);
    if (fault && !c.limited)
        differ(work, threads, small, "certificate", "", fault);
    if (work->solved.verdict != KJ_UNKNOWN && c.result.verdict != KJ_UNKNOWN) {
        g_autofree char *alone = result_text(&work->solved), *several = result_text(&c.result);
        if (!same_result(&work->solved, &c.result))
            differ(work, threads, small, "solve", alone, several);
        total.solved++;
    }
    total.certified += c.bytes != NULL;
}

/* ---- check ---- */

static void check(KjSolver *solver, const KjPosition *pos, KjSide attacker, KjReport *out)
{
    const KjCheckOptions options = {
        .recorded_plies = -1, .n_passes = 1, .pass_nodes = {MOVE_NODES}};
    const KjLimits limits = {.nodes = CHECK_NODES};
    kj_check(solver, pos, attacker, &options, &limits, out);
}

static KjClass class_of(const KjCheckNode *node, KjMove move)
{
    for (unsigned i = 0; i < node->alternatives->len; i++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, i);
        if (alt->move == move)
            return alt->class;
    }
    return KJ_CLASS_UNKNOWN;
}

/* The moves that both have decided have the same names, as far as both have the
 * same line. If not, which one has not. (transfer full) */
static char *other_move(const KjReport *a, const KjReport *b)
{
    unsigned nodes = MIN(a->nodes->len, b->nodes->len);
    for (unsigned i = 0; i < nodes; i++) {
        const KjCheckNode *one = &g_array_index(a->nodes, KjCheckNode, i);
        const KjCheckNode *other = &g_array_index(b->nodes, KjCheckNode, i);
        if (one->position.key != other->position.key || one->move != other->move)
            return NULL;
        if (one->plies != other->plies) // whether a reply of the line is futile is open in one
            continue;
        for (unsigned k = 0; k < one->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(one->alternatives, KjAlternative, k);
            KjClass class = class_of(other, alt->move);
            if (alt->class == KJ_CLASS_UNKNOWN || class == KJ_CLASS_UNKNOWN)
                continue;
            total.moves++;
            if (class != alt->class)
                return g_strdup_printf("ply %u, move %u: %s and %s", one->ply, alt->move,
                                       kj_class_code(alt->class), kj_class_code(class));
        }
    }
    return NULL;
}

/* What is left open may differ, what is decided may not: what does. (transfer
 * full) */
static char *other_answer(const KjReport *a, const KjReport *b)
{
    bool decided = a->verdict != KJ_WORK_UNKNOWN && b->verdict != KJ_WORK_UNKNOWN;
    if (decided && a->verdict != b->verdict)
        return g_strdup("verdict");
    if (a->shortest_proved && b->shortest_proved && a->shortest != b->shortest)
        return g_strdup_printf("%u and %u plies", a->shortest, b->shortest);
    return other_move(a, b);
}

static void compare_check(const Work *work, unsigned threads, bool small)
{
    g_autoptr(KjSolver) solver = new_solver(threads, small);
    g_auto(KjReport) report;
    check(solver, &work->pos, work->attacker, &report);
    g_autofree char *text = neighbour_report(&report);
    bool whole = !neighbour_open(&report) && !neighbour_open(&work->report);
    g_autofree char *other = other_answer(&work->report, &report);
    if (other || (whole && !g_str_equal(text, work->text)))
        differ(work, threads, small, other ? other : "check", work->text, text);
    total.reports += whole;
}

/* ---- works ---- */

static void compare(const Work *work)
{
    for (unsigned i = 0; i < 2 * COUNTS; i++) {
        bool small = i % 2;
        if (small && total.works % SMALL_EVERY)
            continue;
        compare_solve(work, counts[i / 2], small);
        compare_check(work, counts[i / 2], small);
        total.runs++;
    }
}

static void visit(const char *id, const KjPosition *pos)
{
    Work work = {.id = id, .pos = *pos, .attacker = kj_default_attacker(pos)};
    const KjLimits limits = {.nodes = SOLVE_NODES};
    if (kj_position_check(pos, NULL, NULL) != KJ_POSITION_OK || kj_can_capture_king(pos))
        return;
    g_autoptr(KjSolver) alone = new_solver(1, false), checks = new_solver(1, false);
    kj_solver_solve(alone, pos, work.attacker, &limits, &work.solved);
    check(checks, pos, work.attacker, &work.report);
    work.text = neighbour_report(&work.report);
    compare(&work);
    total.works++;
    kj_result_clear(&work.solved);
    kj_report_clear(&work.report);
    g_free(work.text);
}

static void visit_list(const char *path, unsigned every)
{
    const char *data = getenv("KANJU_DATA");
    g_autofree char *whole = g_strdup_printf("%s%s%s",
                                             strchr(path, '/') ? ""
                                             : data            ? data
                                                               : "../shared/data",
                                             strchr(path, '/') ? "" : "/", path);
    FILE *file = every ? fopen(whole, "r") : NULL;
    if (!file) {
        if (every)
            print_message("%s is not at hand\n", whole);
        return;
    }
    char *id;
    KjPosition pos;
    for (unsigned n = 0; work_list_next(file, &id, &pos); n++) {
        if (n % every == 0)
            visit(id, &pos);
        g_free(id);
    }
    fclose(file);
    print_message("%s: so far %u works, %u runs: %u decided by both, %u "
                  "certificates believed, "
                  "%u whole reports, %u moves, %u different\n",
                  whole, total.works, total.runs, total.solved, total.certified, total.reports,
                  total.moves, total.different);
}

TEST(works_are_judged_as_by_one_thread)
{
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        visit_list(lists[i].path, SAMPLES(lists[i].usual, lists[i].sanitized));
    assert_int_equal(total.different, 0);
    assert_true(total.works >= 20);
    assert_true(total.solved > total.runs / 2);
    assert_true(total.reports > total.runs / 4);
}

/* ---- random problems ---- */

TEST(random_problems_are_solved_as_by_brute_force)
{
    static const char *const games[] = {"shogi",     "56shogi",  "ogi",
                                        "minishogi", "gorogoro", "dobutsu"};
    const char *wanted = getenv("KANJU_PROBLEMS"), *seed = getenv("KANJU_TEST_SEED");
    for (unsigned i = 0; i < 2 * G_N_ELEMENTS(games); i++) {
        const SolverCheckPlan plan = {
            .game = games[i / 2],
            .seed = (seed ? strtoull(seed, NULL, 10) : SEED) + i,
            .wanted = wanted ? (unsigned)strtoul(wanted, NULL, 10) : PROBLEMS,
            .nodes = 1000,
            .max_positions = 500,
            .audit_every = 16,
            .threads = counts[i % 2],
        };
        SolverCheckCount count;
        bool same = solver_check_run(&plan, &count);
        printf("%u threads, ", plan.threads);
        solver_check_print(&plan, &count);
        fflush(stdout);
        assert_true(same);
        assert_int_equal(count.decided, plan.wanted);
    }
}
