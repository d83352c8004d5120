/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits and clocks as tables: when one is used up, what is left of it, and who may have which part. */
#include "solver/search/effort.h"
#include "solver/search/search.h"
#include "solver/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/problems/work_list.h"
#include "tests/support/solver/solver_check.h"

static KjSearch *new_search(KjSolver **out_solver)
{
    KjSolverOptions options = solver_check_options(1);
    *out_solver = kj_solver_new(&options, NULL);
    assert_non_null(*out_solver);
    return kj_solver_search(*out_solver);
}

TEST(a_limit_is_used_up)
{
    static const struct {
        double limit_seconds;
        uint64_t limit_nodes, nodes;
        double seconds;
        bool reached;
    } rows[] = {
        {0, 0, UINT64_MAX, 1e9, false}, // 0 is no limit
        {0, 100, 99, 1e9, false},          {0, 100, 100, 0, true}, {0, 100, 101, 0, true},
        {10, 0, UINT64_MAX, 9.999, false}, {10, 0, 0, 10, true},   {10, 100, 99, 9, false},
        {10, 100, 100, 9, true}, // either of them
        {10, 100, 99, 11, true},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjLimits limits = {rows[i].limit_seconds, rows[i].limit_nodes, NULL};
        assert_int_equal(kj_limits_reached(&limits, rows[i].nodes, rows[i].seconds),
                         rows[i].reached);
    }
}

TEST(what_is_left_of_limits)
{
    static atomic_bool stop = true, go_on = false;
    static const struct {
        KjLimits limits;
        uint64_t nodes;
        double seconds; // spent
        KjCause cause;
        uint64_t left_nodes;
        double left_seconds;
    } rows[] = {
        {{0, 0, NULL}, 5, 5, KJ_CAUSE_NONE, 0, 0},
        {{0, 100, NULL}, 0, 5, KJ_CAUSE_NONE, 100, 0},
        {{0, 100, NULL}, 60, 5, KJ_CAUSE_NONE, 40, 0},
        {{0, 100, NULL}, 99, 5, KJ_CAUSE_NONE, 1, 0},
        {{0, 100, NULL}, 100, 5, KJ_CAUSE_NODES, 1, 0}, // 0 would be no limit
        {{0, 100, NULL}, 300, 5, KJ_CAUSE_NODES, 1, 0},
        {{10, 0, NULL}, 5, 4, KJ_CAUSE_NONE, 0, 6},
        {{10, 0, NULL}, 5, 10, KJ_CAUSE_TIME, 0, 0.001},
        {{10, 0, NULL}, 5, 99, KJ_CAUSE_TIME, 0, 0.001},
        {{10, 100, &go_on}, 60, 4, KJ_CAUSE_NONE, 40, 6},
        {{10, 100, &stop}, 60, 4, KJ_CAUSE_STOPPED, 40, 6},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjLimits left;
        assert_int_equal(kj_limits_left(&rows[i].limits, rows[i].nodes, rows[i].seconds, &left),
                         rows[i].cause);
        assert_int_equal(left.nodes, rows[i].left_nodes);
        assert_float_equal(left.seconds, rows[i].left_seconds, 1e-6);
        assert_ptr_equal(left.stop, rows[i].limits.stop);
    }
}

TEST(the_stricter_limit)
{
    static const struct {
        KjLimits a, b, expected;
    } rows[] = {
        {{0, 0, NULL}, {0, 0, NULL}, {0, 0, NULL}},     {{5, 0, NULL}, {0, 7, NULL}, {5, 7, NULL}},
        {{5, 7, NULL}, {0, 0, NULL}, {5, 7, NULL}},     {{5, 7, NULL}, {6, 6, NULL}, {5, 6, NULL}},
        {{0.5, 9, NULL}, {2, 8, NULL}, {0.5, 8, NULL}},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (unsigned turned = 0; turned < 2; turned++) {
            KjLimits a = turned ? rows[i].b : rows[i].a, b = turned ? rows[i].a : rows[i].b, out;
            kj_limits_stricter(&a, &b, &out);
            assert_int_equal(out.nodes, rows[i].expected.nodes);
            assert_float_equal(out.seconds, rows[i].expected.seconds, 1e-6);
            kj_limits_stricter(&a, &b, &a);
            assert_int_equal(a.nodes, rows[i].expected.nodes);
        }
    }
}

/* What was spent before counts: a search of which a thousand seconds are gone is older than that. */
TEST(count_and_clock_go_on)
{
    static const struct {
        double spent;
        KjLimits limits;
        KjCause cause; // at the first node
    } rows[] = {
        {0, {1e6, 0, NULL}, KJ_CAUSE_NONE},    {1000, {1e6, 0, NULL}, KJ_CAUSE_NONE},
        {1000, {999, 0, NULL}, KJ_CAUSE_TIME}, {1000, {0, 0, NULL}, KJ_CAUSE_NONE},
        {1000, {1e6, 8, NULL}, KJ_CAUSE_NONE}, {1000, {1e6, 7, NULL}, KJ_CAUSE_NODES},
    };
    g_autoptr(KjSolver) solver = NULL;
    KjSearch *s = new_search(&solver);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        kj_search_go_on(s, &rows[i].limits, 6, rows[i].spent);
        assert_true(kj_search_seconds(s) >= rows[i].spent);
        kj_search_count(s);
        assert_int_equal(s->nodes, 7);
        assert_int_equal(s->stopped, rows[i].cause);
    }
}

TEST(when_a_search_is_kept_again)
{
    static const struct {
        double every, took, age, pause;
    } rows[] = {
        {60, 0.1, 1000, 60},
        {60, 2, 1000, 100}, // a fiftieth of the time
        {60, 0.1, 3, 3},
        {60, 2, 30, 30}, // while it is young, each time twice as old
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        assert_float_equal(kj_search_keep_pause(rows[i].every, rows[i].took, rows[i].age),
                           rows[i].pause, 1e-6);
}

TEST(what_shortening_may_take)
{
    static const struct {
        double factor;
        uint64_t base, proof, limit, expected;
    } rows[] = {
        {0, 100, 50, 1000, 1000}, // no limit of its own
        {3, 100, 50, 1000, 300},  // proof, base, three times the proof
        {3, 100, 50, 250, 250},   {0.5, 0, 1000, UINT64_MAX, 1500}, {3, 100, 0, UINT64_MAX, 100},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const KjSolverOptions options = {.shortening_factor = rows[i].factor,
                                         .shortening_base = rows[i].base};
        assert_int_equal(kj_solve_shortening_limit(&options, rows[i].proof, rows[i].limit),
                         rows[i].expected);
    }
}

/* Where most of the line has nothing shorter when the limit comes, there is more to spend. */
TEST(a_length_that_is_nearly_settled_gets_more)
{
    enum { BASE = 100 };
    const KjSolverOptions options = {.memory_mib = 16,
                                     .find_shortest = true,
                                     .shortening_factor = 1e-6,
                                     .shortening_base = BASE};
    const KjLimits limits = {0};
    unsigned more = 0, works = 0;
    FILE *file = fopen("puzzles/shogi/original.tsv", "r");
    assert_non_null(file);
    char *id;
    for (KjPosition pos; work_list_next(file, &id, &pos); g_free(id)) {
        g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
        g_auto(KjResult) result;
        kj_solver_solve(solver, &pos, kj_default_attacker(&pos), &limits, &result);
        uint64_t spent = result.nodes - kj_solver_search(solver)->proof_nodes;
        more += result.plies_proved && spent > 2 * BASE; // the line may take a base, too
        works++;
    }
    fclose(file);
    assert_true(works > 30);
    assert_true(more > 0);
}

/* A part of what is left, and all of it back; only the end of the part was no stop. */
TEST(parts_of_an_effort)
{
    static const KjLimits limits = {1e6, 1000, NULL};
    static const struct {
        unsigned parts;
        uint64_t nodes;    // spent before
        uint64_t part_end; // node count at which the part ends
        KjCause stopped;   // what happens then, after `then` nodes
        uint64_t then;
        KjCause after; // when the whole is given back
    } rows[] = {
        {4, 200, 400, KJ_CAUSE_NODES, 400, KJ_CAUSE_NONE},
        {4, 200, 400, KJ_CAUSE_NODES, 1000, KJ_CAUSE_NODES},
        {4, 200, 400, KJ_CAUSE_TIME, 300, KJ_CAUSE_NONE},
        {4, 200, 400, KJ_CAUSE_STOPPED, 300, KJ_CAUSE_STOPPED},
        {1, 200, 1000, KJ_CAUSE_NONE, 300, KJ_CAUSE_NONE},
        {4, 1000, 1000, KJ_CAUSE_NODES, 1000, KJ_CAUSE_NODES}, // nothing to share
    };
    g_autoptr(KjSolver) solver = NULL;
    KjSearch *s = new_search(&solver);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        kj_search_go_on(s, &limits, rows[i].nodes, 1e5);
        double before = kj_search_seconds(s);
        KjEffort whole = kj_effort_share(s, rows[i].parts);
        assert_int_equal(s->node_limit, rows[i].part_end);
        // the clock runs on meanwhile, which moves the end of the part by less than it
        double late = kj_search_seconds(s) - before,
               expected = before + (1e6 - before) / rows[i].parts;
        assert_true(s->deadline >= expected - 1e-6 && s->deadline <= expected + late + 1e-6);
        s->nodes = rows[i].then;
        s->stopped = rows[i].stopped;
        kj_effort_restore(s, whole);
        assert_int_equal(s->node_limit, 1000);
        assert_float_equal(s->deadline, 1e6, 1e-3);
        assert_int_equal(s->stopped, rows[i].after);
    }
}

/* A tenth of the limit, for the line of a mate; where that is gone a quarter and a few thousand. */
TEST(a_little_more_after_a_stop)
{
    static const struct {
        uint64_t limit, nodes; // spent
        KjCause cause;
        uint64_t most, until; // in all, and after the stop
    } rows[] = {
        {1000, 1000, KJ_CAUSE_NODES, 1100, 1100},
        {1000, 1099, KJ_CAUSE_NODES, 1100, 1100},
        {1000, 1100, KJ_CAUSE_NODES, 1100, 1100 + 275 + 4000},
        {1000, 400, KJ_CAUSE_TIME, 1100, 1100},
        {1000, 400, KJ_CAUSE_STOPPED, 1100, 1100},
        {0, 400, KJ_CAUSE_TIME, UINT64_MAX, UINT64_MAX},
        {UINT64_MAX, 400, KJ_CAUSE_TIME, UINT64_MAX, UINT64_MAX},
    };
    g_autoptr(KjSolver) solver = NULL;
    KjSearch *s = new_search(&solver);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const KjLimits limits = {1e6, rows[i].limit, NULL};
        KjGrace grace;
        kj_search_go_on(s, &limits, rows[i].nodes, 1e5);
        uint64_t node_limit = s->node_limit;
        s->stopped = rows[i].cause;
        assert_true(kj_effort_most(s) == rows[i].most);
        kj_effort_begin_grace(s, &grace);
        assert_int_equal(s->stopped, KJ_CAUSE_NONE);
        assert_true(s->node_limit == rows[i].until);
        // who waits, waits some hundredths of a second
        double most = rows[i].cause == KJ_CAUSE_NODES ? 1e6 : kj_search_seconds(s) + 0.1;
        assert_true(s->deadline <= most);
        kj_effort_end_grace(s, &grace);
        assert_true(s->node_limit == node_limit);
        assert_int_equal(s->stopped, rows[i].cause);
        assert_ptr_equal(s->limits, &limits);
    }
}
