/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver as its callers see it: known problems, limits, the same every time. What counts as
 * mate: tsume.txt. */
#include "solver/solver.h"

#include <stdatomic.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/rules/attack.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/solver_check.h"
#include "tests/support/works.h"

#define DATA "tests/data/solver.tsv"

enum { MIB = 16, HARD_NODES = 20000 };

#define ZUKO_5 "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1"

static KjSolver *solver_of(KjAttackerMoves moves, size_t memory_mib)
{
    KjSolverOptions options = solver_check_options(memory_mib);
    options.attacker_moves = moves;
    KjSolver *solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    return solver;
}

/* The line is legal, the attacker checks with every move, it mates at its end. */
static void assert_mating_line(const KjPosition *root, KjSide attacker, const KjResult *result)
{
    KjPosition pos = *root;
    for (unsigned i = 0; i < result->n_line; i++) {
        KjMoveList list;
        kj_gen_safe(&pos, &list);
        bool listed = false;
        for (unsigned k = 0; k < list.n; k++)
            listed = listed || list.move[k] == result->line[i];
        assert_true(listed);
        KjUndo undo;
        kj_position_make(&pos, result->line[i], &undo);
        if (pos.side != attacker)
            assert_true(kj_in_check(&pos, kj_other(attacker)));
    }
    assert_true(pos.side != attacker);
    assert_false(kj_has_safe_move(&pos));
    assert_true(result->line_complete);
    assert_true(result->leftover == pos.hand[attacker]);
}

/* ---- known problems ---- */

typedef struct {
    char *id;
    KjPosition pos;
    KjSide attacker;
    unsigned plies; // 0 no mate
} Known;

static void known_clear(gpointer data)
{
    g_free(((Known *)data)->id);
}

static GArray *read_known(void)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(DATA, &text, NULL, NULL))
        fail_msg("cannot read %s", DATA);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Known));
    g_array_set_clear_func(all, known_clear);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) field = g_strsplit(*line, "\t", -1);
        if (**line == '#' || g_strv_length(field) != 4)
            continue;
        Known known = {.id = g_strdup(field[0]),
                       .pos = position_from(kj_game_find("shogi"), field[1]),
                       .plies = (unsigned)g_ascii_strtoull(field[2], NULL, 10)};
        known.attacker = kj_default_attacker(&known.pos);
        g_array_append_val(all, known);
    }
    assert_true(all->len >= 20);
    return all;
}

static void solve_known(KjSolver *solver, const Known *known, KjResult *result)
{
    solver_check_solve(solver, &known->pos, known->attacker, result);
    bool right = known->plies == 0 ? result->verdict == KJ_NOMATE
                                   : result->verdict == KJ_MATE && result->plies_proved &&
                                         result->pure_plies == known->plies;
    if (!right)
        fail_msg("%s: %s in %u, expected %u", known->id, kj_verdict_text(result->verdict),
                 result->pure_plies, known->plies);
    if (known->plies) {
        assert_int_equal(result->n_line, known->plies);
        assert_mating_line(&known->pos, known->attacker, result);
    }
}

TEST(known_problems_have_their_known_answers)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, MIB);
    g_autoptr(GArray) all = read_known();
    for (unsigned i = 0; i < all->len; i++) {
        g_auto(KjResult) result;
        solve_known(solver, &g_array_index(all, Known, i), &result);
    }
}

TEST(a_table_of_one_mebibyte_finds_the_same_answers)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, 1);
    g_autoptr(GArray) all = read_known();
    for (unsigned i = 0; i < all->len; i++) {
        g_auto(KjResult) result;
        solve_known(solver, &g_array_index(all, Known, i), &result);
    }
}

TEST(turned_and_mirrored_problems_have_the_same_answers)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, MIB);
    g_autoptr(GArray) all = read_known();
    for (unsigned i = 0; i < all->len; i++) {
        Known known = g_array_index(all, Known, i);
        if (known.plies > 21)
            continue;
        KjResult result;
        known.pos = kj_position_mirror(&known.pos);
        solve_known(solver, &known, &result);
        kj_result_clear(&result);
        known.pos = kj_position_flip(&known.pos);
        known.attacker = kj_other(known.attacker);
        solve_known(solver, &known, &result);
        kj_result_clear(&result);
    }
}

TEST(what_was_solved_before_changes_nothing)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, 1);
    // A fresh solver, a warm one, and one that solved all the others in between.
    g_autoptr(GArray) all = read_known();
    KjResult first, second;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < all->len; i++) {
            const Known *known = &g_array_index(all, Known, i);
            if (known->plies > 21)
                continue;
            g_autoptr(KjSolver) fresh = solver_of(KJ_CHECKS_ONLY, 1);
            solve_known(fresh, known, &first);
            solve_known(solver, known, &second);
            assert_int_equal(first.nodes, second.nodes);
            assert_int_equal(first.n_line, second.n_line);
            if (first.n_line)
                assert_memory_equal(first.line, second.line, first.n_line * sizeof first.line[0]);
            kj_result_clear(&first);
            kj_result_clear(&second);
        }
    }
}

/* ---- limits ---- */

TEST(a_node_limit_ends_the_search_undecided)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, MIB);
    KjPosition pos = position_from(kj_game_find("shogi"), ZUKO_5);
    const KjLimits limits = {.nodes = 500};
    KjResult result, again;
    kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
    assert_int_equal(result.verdict, KJ_UNKNOWN);
    assert_int_equal(result.cause, KJ_CAUSE_NODES);
    assert_int_equal(result.n_line, 0);
    assert_true(result.nodes <= 501);
    kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &again);
    assert_int_equal(again.nodes, result.nodes);
}

TEST(more_nodes_never_change_a_decided_answer)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, MIB);
    KjPosition pos = position_from(kj_game_find("shogi"), ZUKO_5);
    unsigned mates = 0, proved = 0;
    for (uint64_t nodes = 10; nodes < 100000; nodes = nodes * 3 / 2) {
        const KjLimits limits = {.nodes = nodes};
        g_auto(KjResult) result;
        kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
        assert_int_equal(result.verdict == KJ_UNKNOWN, result.cause != KJ_CAUSE_NONE);
        assert_true(result.verdict != KJ_NOMATE);
        if (result.verdict == KJ_MATE) {
            assert_true(result.plies_proved ? result.pure_plies == 21 : result.pure_plies >= 21);
            mates++;
        }
        proved += result.plies_proved;
        assert_true(mates == 0 || result.verdict == KJ_MATE);
    }
    assert_true(mates > 0 && proved > 0);
}

TEST(a_stop_flag_ends_the_search)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, MIB);
    KjPosition pos = position_from(kj_game_find("shogi"), ZUKO_5);
    const atomic_bool stop = true;
    const KjLimits limits = {.stop = &stop};
    g_auto(KjResult) result;
    kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
    assert_int_equal(result.verdict, KJ_UNKNOWN);
    assert_int_equal(result.cause, KJ_CAUSE_STOPPED);
    assert_true(result.nodes < HARD_NODES);
}

TEST(a_time_limit_ends_the_search)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, MIB);
    KjPosition pos = position_from(kj_game_find("shogi"), ZUKO_5);
    const KjLimits limits = {.seconds = 1e-9};
    g_auto(KjResult) result;
    kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
    assert_int_equal(result.verdict, KJ_UNKNOWN);
    assert_int_equal(result.cause, KJ_CAUSE_TIME);
}

typedef struct {
    atomic_bool stop;
    unsigned calls;
    bool sane;
} Watch;

static void watch(const KjProgress *progress, void *user_data)
{
    Watch *w = user_data;
    w->calls++;
    w->sane = w->sane && progress->phase && progress->nodes > 0 && progress->seconds >= 0 &&
              progress->table_permille <= 1000;
    w->stop = true;
}

TEST(progress_is_told_and_may_stop_the_search)
{
    g_autoptr(KjSolver) solver = solver_of(KJ_CHECKS_ONLY, MIB);
    Watch w = {.sane = true};
    kj_solver_set_progress(solver, watch, &w);
    KjPosition pos = position_from(kj_game_find("shogi"), ZUKO_5);
    const KjLimits limits = {.stop = &w.stop};
    KjResult result;
    kj_solver_solve(solver, &pos, KJ_SENTE, &limits, &result);
    assert_true(w.calls >= 1 && w.sane);
    assert_int_equal(result.cause, KJ_CAUSE_STOPPED);
    kj_result_clear(&result);
    kj_solver_set_progress(solver, NULL, NULL); // and it can go on afterwards
    solver_check_solve(solver, &pos, KJ_SENTE, &result);
    assert_int_equal(result.verdict, KJ_MATE);
    kj_result_clear(&result);
}

static void note_best(const KjProgress *progress, void *user_data)
{
    GArray *told = user_data;
    unsigned best = 2 * progress->best_plies + progress->best_proved;
    if (best && (!told->len || g_array_index(told, unsigned, told->len - 1) != best))
        g_array_append_val(told, best);
}

/* Each shorter mate is told at once, however short the search, and then that there is none shorter. */
TEST(progress_tells_every_best)
{
    const KjSolverOptions options = {
        .interpositions = KJ_INTERPOSITIONS_WIDE, .memory_mib = MIB, .find_shortest = true};
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    g_autoptr(GArray) told = g_array_new(FALSE, FALSE, sizeof(unsigned));
    kj_solver_set_progress(solver, note_best, told);
    KjPosition pos = position_from(kj_game_find("shogi"), ZUKO_5);
    g_auto(KjResult) result;
    kj_solver_solve(solver, &pos, KJ_SENTE, &(KjLimits){.nodes = 0}, &result);
    assert_true(told->len >= 2);
    for (unsigned i = 1; i < told->len; i++)
        assert_true(g_array_index(told, unsigned, i) / 2 <=
                    g_array_index(told, unsigned, i - 1) / 2);
    assert_int_equal(g_array_index(told, unsigned, 0) % 2, 0);
    assert_true(result.plies_proved);
    assert_int_equal(g_array_index(told, unsigned, told->len - 1), 2 * result.plies + 1);
}

TEST(without_shortening_a_mate_is_a_bound)
{
    KjSolverOptions options = solver_check_options(MIB);
    options.find_shortest = false;
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    KjPosition pos = position_from(kj_game_find("shogi"), ZUKO_5);
    g_auto(KjResult) result;
    solver_check_solve(solver, &pos, KJ_SENTE, &result);
    assert_int_equal(result.verdict, KJ_MATE);
    assert_true(result.pure_plies >= 21);
    assert_mating_line(&pos, KJ_SENTE, &result);
}

TEST(verdicts_and_causes_have_words)
{
    assert_string_equal(kj_verdict_text(KJ_MATE), "mate");
    assert_string_equal(kj_verdict_text(KJ_NOMATE), "nomate");
    assert_string_equal(kj_verdict_text(KJ_UNKNOWN), "unknown");
    assert_string_equal(kj_cause_text(KJ_CAUSE_NONE), "");
    assert_string_equal(kj_cause_text(KJ_CAUSE_TIME), "time");
    assert_string_equal(kj_cause_text(KJ_CAUSE_NODES), "nodes");
    assert_string_equal(kj_cause_text(KJ_CAUSE_MEMORY), "memory");
    assert_string_equal(kj_cause_text(KJ_CAUSE_STOPPED), "stopped");
}
