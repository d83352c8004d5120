/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sketches of each way: the line can be played, ends in mate and has the shape of what is wished; what
 * is founded on them is sound and shows it. */
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "solver/compose/breed.h"
#include "solver/compose/goal.h"
#include "solver/compose/sketch.h"
#include "solver/query.h"
#include "tests/support/cmocka.h"

enum { MEMORY_MIB = 16, NODES = 20000, DIAGRAMS = 60000, MOST_PLIES = 15, STEPS = 40 };

static uint64_t bit(const char *code)
{
    return (uint64_t)1 << (kj_theme_find(code) - kj_theme_at(0));
}

static KjSolver *new_solver(void)
{
    KjSolverOptions options = {.memory_mib = MEMORY_MIB, .find_shortest = true};
    return kj_solver_new(&options, NULL);
}

static void is_sketch(KjSolver *solver, const KjLineDiagram *sketch, uint64_t themes)
{
    KjLimits limits = {.nodes = NODES};
    KjAnswer answer;
    KjPosition pos = sketch->position;
    assert_int_equal(kj_position_check(&pos, NULL, NULL), KJ_POSITION_OK);
    assert_true(kj_goal_shaped(themes, &pos, sketch->line, sketch->n_line));
    for (unsigned i = 0; i < sketch->n_line; i++) {
        KjUndo undo;
        assert_int_equal(kj_move_legality(&pos, sketch->line[i]), KJ_MOVE_LEGAL);
        kj_position_make(&pos, sketch->line[i], &undo);
    }
    assert_true(kj_in_check(&pos, KJ_GOTE));
    kj_query_mate(solver, &sketch->position, KJ_ANY_LENGTH, &limits, &answer);
    assert_int_equal(answer.verdict, KJ_MATE);
}

TEST(sketches_show_what_is_wished)
{
    static const struct {
        const char *code;
        KjSketchWay way;
    } rows[] = {{"focal-sacrifice", KJ_SKETCH_FIRST},
                {"moving-interposition", KJ_SKETCH_FIRST},
                {"rook-before-pawn", KJ_SKETCH_LINE},
                {"unpromoted-pawn", KJ_SKETCH_BEFORE}};
    for (size_t r = 0; r < G_N_ELEMENTS(rows); r++) {
        uint64_t themes = bit(rows[r].code), theme = 0, nodes = 0;
        KjSketching how = {
            .game = kj_game_find("shogi"), .themes = themes, .most_plies = MOST_PLIES};
        g_autoptr(GArray) out = g_array_new(FALSE, FALSE, sizeof(KjLineDiagram));
        g_autoptr(KjSolver) solver = new_solver();
        KjRandom random = {1};
        assert_int_equal(kj_goal_sketch(themes, &theme), rows[r].way);
        assert_int_equal(theme, themes);
        for (unsigned i = 0; i < DIAGRAMS && !out->len; i++)
            kj_sketch(solver, &how, &random, out, &nodes);
        assert_true(out->len > 0);
        for (unsigned i = 0; i < out->len; i++)
            is_sketch(solver, &g_array_index(out, KjLineDiagram, i), themes);
    }
    assert_int_equal(kj_goal_sketch(bit("long-drop"), NULL), KJ_SKETCH_NONE);
}

/* What a line has to keep its shape for is of the wish alone. */
TEST(founders_of_a_sketch_show_it)
{
    KjBreedOptions options = {
        .game = kj_game_find("shogi"),
        .made = {.profile = kj_profile_at(0), .attacker = KJ_SENTE, .trims = true, .nodes = NODES},
        .most_plies = MOST_PLIES,
        .most_pieces = 12,
        .themes = bit("moving-interposition")};
    g_autoptr(KjSolver) solver = new_solver();
    unsigned n = 0;
    for (unsigned i = 0; i < STEPS && !n; i++) {
        KjBreedTask task = {.how = KJ_BREED_FOUND, .seed = i};
        kj_breed(solver, &options, &task);
        for (unsigned k = 0; k < task.children->len; k++, n++)
            assert_true(
                kj_made_shows(&g_array_index(task.children, KjMade, k), "moving-interposition"));
        kj_breed_task_clear(&task);
    }
    assert_true(n > 0);
}
