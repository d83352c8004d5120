/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a result is final, when it is settled, and when a limit is used up. */
#include "solver/search/search.h"
#include "tests/support/cmocka.h"
#include "tests/support/solver/solver_check.h"

static void test_a_limit_is_used_up(void **state)
{
    (void)state;
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

static void test_results_that_larger_limits_may_better(void **state)
{
    (void)state;
    static const struct {
        KjVerdict verdict;
        bool proved, complete;
        KjLineKind line;
        bool final;   // nothing better can be said
        bool settled; // or not for larger limits, where none was reached
    } rows[] = {
        {KJ_NOMATE, false, false, KJ_LINE_MAIN, true, true},
        {KJ_MATE, true, true, KJ_LINE_MAIN, true, true},
        {KJ_MATE, true, true, KJ_LINE_LEFTOVER_OPEN, false, true},
        {KJ_MATE, true, true, KJ_LINE_OTHER, false, true},
        {KJ_MATE, true, false, KJ_LINE_MAIN, false, true},
        {KJ_MATE, false, true, KJ_LINE_MAIN, false, true},
        {KJ_MATE, false, false, KJ_LINE_OTHER, false, true},
        {KJ_UNKNOWN, false, false, KJ_LINE_MAIN, false, false},
        {KJ_UNKNOWN, true, true, KJ_LINE_MAIN, false, false},
    };
    const KjLimits limits = {10, 1000, NULL};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjResult result = {.verdict = rows[i].verdict,
                           .plies_proved = rows[i].proved,
                           .line_complete = rows[i].complete,
                           .line_kind = rows[i].line,
                           .nodes = 999,
                           .seconds = 9};
        assert_int_equal(kj_result_final(&result), rows[i].final);
        assert_int_equal(kj_result_settled(&result, &limits), rows[i].settled);
        assert_int_equal(kj_result_settled(&result, &(KjLimits){0}), rows[i].settled);
        // where one was, only what is final is settled
        result.nodes = 1000;
        assert_int_equal(kj_result_settled(&result, &limits), rows[i].final);
        result.nodes = 1;
        result.seconds = 10;
        assert_int_equal(kj_result_settled(&result, &limits), rows[i].final);
    }
}

/* What was spent before counts: a search of which a thousand seconds are gone is older than that. */
static void test_count_and_clock_go_on(void **state)
{
    (void)state;
    static const struct {
        double spent;
        KjLimits limits;
        KjCause cause; // at the first node
    } rows[] = {
        {0, {1e6, 0, NULL}, KJ_CAUSE_NONE},    {1000, {1e6, 0, NULL}, KJ_CAUSE_NONE},
        {1000, {999, 0, NULL}, KJ_CAUSE_TIME}, {1000, {0, 0, NULL}, KJ_CAUSE_NONE},
        {1000, {1e6, 8, NULL}, KJ_CAUSE_NONE}, {1000, {1e6, 7, NULL}, KJ_CAUSE_NODES},
    };
    KjSolverOptions options = solver_check_options(1);
    g_autoptr(KjSolver) solver = kj_solver_new(&options, NULL);
    assert_non_null(solver);
    KjSearch *s = kj_solver_search(solver);
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        kj_search_go_on(s, &rows[i].limits, 6, rows[i].spent);
        assert_true(kj_search_seconds(s) >= rows[i].spent);
        kj_search_count(s);
        assert_int_equal(s->nodes, 7);
        assert_int_equal(s->stopped, rows[i].cause);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_limit_is_used_up),
        cmocka_unit_test(test_results_that_larger_limits_may_better),
        cmocka_unit_test(test_count_and_clock_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
