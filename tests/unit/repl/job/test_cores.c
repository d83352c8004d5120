/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cores among the problems of a list. */
#include "repl/job/cores.h"
#include "tests/support/cmocka.h"

/* The cores of a list with options. */
static void plan(KjCores *cores, unsigned n_problems, const char *const *words)
{
    KjValues *values = kj_values_new();
    for (; *words; words += 2)
        assert_true(
            kj_value_set(values, kj_option_find_in(KJ_OPTIONS_SEARCH, words[0]), words[1], NULL));
    KjSolveRequest request;
    kj_solve_request(values, n_problems, &request);
    kj_solve_share_cores(values, n_problems, &request);
    kj_cores_plan(cores, values, n_problems, &request);
    kj_values_free(values);
}

static void test_last_problems_share_all_cores(void **state)
{
    (void)state;
    KjCores cores;
    plan(&cores, 5, (const char *const[]){"threads", "4", NULL});
    assert_int_equal(kj_cores_for_next(&cores), 1);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores), 1);
    kj_cores_done(&cores);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores), 2);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores), 4);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores), 4);
}

static void test_few_problems_have_several_from_the_start(void **state)
{
    (void)state;
    KjCores cores;
    plan(&cores, 2, (const char *const[]){"threads", "6", NULL});
    assert_int_equal(kj_cores_for_next(&cores), 3);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores), 6);
}

static void test_node_counts_that_repeat_take_one(void **state)
{
    (void)state;
    KjCores cores;
    plan(&cores, 3, (const char *const[]){"threads", "2", "nodes", "1000", NULL});
    kj_cores_done(&cores);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores), 1);
    plan(&cores, 3, (const char *const[]){"threads", "8", "deterministic", "yes", NULL});
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_problems_share_all_cores),
        cmocka_unit_test(test_few_problems_have_several_from_the_start),
        cmocka_unit_test(test_node_counts_that_repeat_take_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
