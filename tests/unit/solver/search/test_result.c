/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a result is final, and when it is settled. */
#include "solver/hisshi/hisshi.h"
#include "solver/solver.h"
#include "tests/support/cmocka.h"

TEST(results_that_larger_limits_may_better)
{
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

TEST(forced_mates_that_are_final)
{
    static const struct {
        KjVerdict verdict;
        bool proved, complete, final;
    } rows[] = {
        {KJ_NOMATE, false, false, true}, {KJ_MATE, true, true, true},
        {KJ_MATE, false, true, false},   {KJ_MATE, true, false, false},
        {KJ_UNKNOWN, true, true, false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjHisshiResult result = {.verdict = rows[i].verdict,
                                 .plies_proved = rows[i].proved,
                                 .line_complete = rows[i].complete};
        assert_int_equal(kj_hisshi_result_final(&result), rows[i].final);
    }
}
