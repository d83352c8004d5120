/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `check` says does not depend on how a problem is put: mirrored, seen from the other side,
 * with a small table or a warm one, by one thread or several, every move gets the same name. On
 * planted defects of three games.
 */
#include <string.h>

#include "core/rules/attack.h"
#include "solver/check/check.h"
#include "solver/search/team.h"
#include "solver/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/draft.h"
#include "tests/support/rules/bridge.h"
#include "tests/support/sampling.h"
#include "tests/support/solver/planted.h"

enum { MEMORY_MIB = 64, SMALL_MIB = 1, QUESTION = 20000, EVERY = SAMPLES(2, 30) };

typedef enum { AS_IT_IS, MIRRORED, FLIPPED } Way;

static KjMove seen(const KjGame *game, KjMove move, Way way)
{
    return way == MIRRORED  ? bridge_mirrored(game, move)
           : way == FLIPPED ? bridge_flipped(game, move)
                            : move;
}

static int by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Verdict, length, and the class of every move, as numbers of the problem as it is; sorted. */
static char *summary(const KjGame *game, const KjReport *report, Way way)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            g_ptr_array_add(words,
                            g_strdup_printf("%03u %05u %s", node->ply, seen(game, alt->move, way),
                                            kj_class_code(alt->class)));
        }
    }
    g_ptr_array_sort(words, by_text);
    g_ptr_array_add(words, NULL);
    g_autofree char *all = g_strjoinv("; ", (char **)words->pdata);
    return g_strdup_printf("%s %u %u: %s", kj_work_text(report->verdict), report->plies,
                           report->n_defects, all);
}

/* With so many nodes for each question; 0: as usual. NULL when that leaves something open. */
static char *report_within(KjSolver *solver, const Planted *row, Way way, uint64_t nodes)
{
    KjPosition pos = row->pos;
    KjMove line[PLANTED_MAX_LINE];
    if (way == MIRRORED)
        pos = kj_position_mirror(&row->pos);
    else if (way == FLIPPED)
        pos = kj_position_flip(&row->pos);
    for (unsigned i = 0; i < row->n_line; i++)
        line[i] = seen(pos.game, row->line[i], way);
    g_auto(KjReport) report;
    KjLimits limits = {0};
    KjCheckOptions options = {
        .author = row->n_line ? line : NULL, .n_author = row->n_line, .recorded_plies = -1};
    if (nodes) {
        options.n_passes = 1;
        options.pass_nodes[0] = nodes;
    }
    kj_check(solver, &pos, kj_default_attacker(&pos), &options, &limits, &report);
    bool open = report.n_open > 0 || report.verdict == KJ_WORK_UNKNOWN;
    char *text = nodes && open ? NULL : summary(pos.game, &report, way);
    return text;
}

static char *report_of(KjSolver *solver, const Planted *row, Way way)
{
    return report_within(solver, row, way, 0);
}

static KjSolver *new_solver(size_t mib, KjLoops loops)
{
    KjSolverOptions options = {.loops = loops, .memory_mib = mib, .find_shortest = true};
    return kj_solver_new(&options, NULL);
}

static bool same_as(const Planted *row, const char *what, const char *plain, KjSolver *solver,
                    Way way)
{
    g_autofree char *other = report_of(solver, row, way);
    bool same = strcmp(plain, other) == 0;
    if (!same)
        print_error("%s, %s:\n  %s\n  %s\n", row->id, what, plain, other);
    return same;
}

/* Moves a piece other than a king to a neighbouring empty square, at random; false if that is no
 * work. */
static bool change(const KjPosition *pos, DraftRng *rng, KjPosition *out)
{
    const KjTables *t = pos->game->t;
    unsigned from = draft_random(rng, t->squares), to = draft_random(rng, t->squares);
    int files = t->file_of[from] - t->file_of[to], ranks = t->rank_of[from] - t->rank_of[to];
    if (!pos->board[from] || pos->board[to] || kj_piece_kind(pos->board[from]) == t->king ||
        files * files > 1 || ranks * ranks > 1)
        return false;
    *out = *pos;
    kj_position_put(out, to, kj_position_remove(out, from));
    return kj_position_check(out, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(out);
}

/* What the comparisons of the rows of a game share and add up. */
typedef struct {
    KjLoops loops;
    KjSolver *warm; // for rows that follow each other
    DraftRng rng;
    unsigned different, compared;
} Tour;

/* A row checked again after a piece was moved, three times. */
static void visit_changed(Planted *row, void *data)
{
    Tour *tour = data;
    g_autoptr(KjSolver) warm = new_solver(MEMORY_MIB, tour->loops);
    g_free(report_of(warm, row, AS_IT_IS));
    row->n_line = 0;
    KjPosition pos = row->pos;
    for (unsigned tries = 0, n = 0; tries < 2000 && n < 3; tries++) {
        if (!change(&pos, &tour->rng, &row->pos))
            continue;
        g_autoptr(KjSolver) cold = new_solver(MEMORY_MIB, tour->loops);
        g_autofree char *plain = report_within(cold, row, AS_IT_IS, QUESTION);
        g_autofree char *again = report_within(warm, row, AS_IT_IS, QUESTION);
        n++;
        if (!plain || !again)
            continue;
        if (strcmp(plain, again) != 0)
            print_error("%s, after a change:\n  %s\n  %s\n", row->id, plain, again);
        tour->different += strcmp(plain, again) != 0;
        tour->compared++;
    }
}

/* Rows of a game, each checked again after a piece was moved: guesses from the work before change
 * no word. */
static void check_changed_rows(const char *game, KjLoops loops, unsigned every)
{
    Tour tour = {.loops = loops, .rng = {every}};
    planted_each(game, every, visit_changed, &tour);
    assert_int_equal(tour.different, 0);
    assert_true(tour.compared * every > 100);
}

/* A row checked in every way. */
static void visit_ways(Planted *row, void *data)
{
    Tour *tour = data;
    g_autoptr(KjSolver) cold = new_solver(MEMORY_MIB, tour->loops);
    g_autoptr(KjSolver) small = new_solver(SMALL_MIB, tour->loops);
    g_autofree char *plain = report_of(cold, row, AS_IT_IS);
    tour->different += !same_as(row, "warm", plain, tour->warm, AS_IT_IS);
    tour->different += !same_as(row, "small table", plain, small, AS_IT_IS);
    tour->different += !same_as(row, "mirrored", plain, tour->warm, MIRRORED);
    tour->different += !same_as(row, "colours swapped", plain, tour->warm, FLIPPED);
    tour->compared++;
}

/* All rows of a game; `every`: only each so many-th. */
static void check_rows(const char *game, KjLoops loops, unsigned every)
{
    g_autoptr(KjSolver) warm = new_solver(MEMORY_MIB, loops);
    Tour tour = {.loops = loops, .warm = warm};
    planted_each(game, every, visit_ways, &tour);
    assert_int_equal(tour.different, 0);
    assert_true(tour.compared * every > 90);
}

/* A row checked by several threads, which join at every question however small. */
static void visit_threads(Planted *row, void *data)
{
    Tour *tour = data;
    g_autoptr(KjSolver) alone = new_solver(MEMORY_MIB, tour->loops);
    g_autofree char *plain = report_of(alone, row, AS_IT_IS);
    for (unsigned threads = 2; threads <= 5; threads += 3) {
        KjSolverOptions options = {.loops = tour->loops,
                                   .memory_mib = MEMORY_MIB,
                                   .find_shortest = true,
                                   .threads = threads};
        g_autoptr(KjSolver) several = kj_solver_new(&options, NULL);
        kj_team_be_eager(kj_solver_search(several));
        tour->different += !same_as(row, "several threads", plain, several, AS_IT_IS);
        tour->different += !same_as(row, "several threads, warm", plain, several, AS_IT_IS);
    }
    tour->compared++;
}

static void check_threads(const char *game, KjLoops loops, unsigned every)
{
    Tour tour = {.loops = loops};
    planted_each(game, every, visit_threads, &tour);
    assert_int_equal(tour.different, 0);
    assert_true(tour.compared * every > 90);
}

TEST(reports_of_several_threads_are_those_of_one)
{
    check_threads("shogi", KJ_LOOPS_USUAL, EVERY);
    check_threads("56shogi", KJ_LOOPS_USUAL, EVERY);
    check_threads("ogi", KJ_LOOPS_FAIL, EVERY);
    check_threads("ogi", KJ_LOOPS_LAW, 3 * EVERY);
}

TEST(reports_of_shogi_are_the_same_in_every_way)
{
    check_rows("shogi", KJ_LOOPS_USUAL, 1);
}

TEST(reports_of_56shogi_are_the_same_in_every_way)
{
    check_rows("56shogi", KJ_LOOPS_USUAL, 1);
}

TEST(reports_of_ogi_are_the_same_in_every_way)
{
    check_rows("ogi", KJ_LOOPS_FAIL, 1);
}

TEST(reports_by_the_law_of_repetition_are_too)
{
    check_rows("ogi", KJ_LOOPS_LAW, 12);
}

TEST(reports_are_the_same_after_another_work)
{
    check_changed_rows("shogi", KJ_LOOPS_USUAL, 4);
    check_changed_rows("56shogi", KJ_LOOPS_USUAL, 4);
    check_changed_rows("ogi", KJ_LOOPS_FAIL, 4);
}
