/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the options of a list come to for each problem: cores, memory, effort. */
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
    kj_cores_plan(cores, values, n_problems, &request);
    kj_values_free(values);
}

TEST(last_problems_share_all_cores)
{
    KjCores cores;
    plan(&cores, 5, (const char *const[]){"threads", "4", NULL});
    assert_int_equal(kj_cores_for_next(&cores, false), 1);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores, false), 1);
    kj_cores_done(&cores);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores, false), 2);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores, false), 4);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores, false), 4);
}

TEST(few_problems_have_several_from_the_start)
{
    KjCores cores;
    plan(&cores, 2, (const char *const[]){"threads", "6", NULL});
    assert_int_equal(kj_cores_for_next(&cores, false), 3);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores, false), 6);
}

TEST(node_counts_that_repeat_take_one)
{
    KjCores cores;
    plan(&cores, 3, (const char *const[]){"threads", "2", "nodes", "1000", NULL});
    kj_cores_done(&cores);
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores, false), 1);
    plan(&cores, 3, (const char *const[]){"threads", "8", "deterministic", "yes", NULL});
    kj_cores_done(&cores);
    assert_int_equal(kj_cores_for_next(&cores, false), 1);
}

TEST(what_options_come_to)
{
    static const struct {
        const char *words[7];
        unsigned problems;
        unsigned at_once; // problems
        size_t memory_mib;
        double factor; // of shortening, 0: no limit
    } rows[] = {
        {{"threads", "4", "memory", "64"}, 1, 1, 64, 4},
        {{"threads", "4", "memory", "64"}, 3, 3, 21, 4}, // they share the memory
        {{"threads", "4", "memory", "64"}, 9, 4, 16, 4},
        {{"threads", "4", "memory", "3"}, 9, 4, 1, 4},
        {{"threads", "1", "memory", "64"}, 9, 1, 64, 4},
        // who says when to stop wants that time used, unless he says how much of it
        {{"threads", "1", "memory", "64", "time", "10"}, 1, 1, 64, 0},
        {{"threads", "1", "memory", "64", "nodes", "10"}, 1, 1, 64, 0},
        {{"time", "10", "memory", "64", "shorten", "3"}, 1, 1, 64, 3},
        {{"threads", "1", "memory", "64", "shorten", "0"}, 1, 1, 64, 0},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(KjValues) values = kj_values_new();
        for (const char *const *word = rows[i].words; *word; word += 2) {
            const KjOption *option = kj_option_find_in(KJ_OPTIONS_SEARCH, word[0]);
            option = option ? option : kj_option_find_in(KJ_OPTIONS_SOLVE, word[0]);
            assert_true(kj_value_set(values, option, word[1], NULL));
        }
        KjSolveRequest request;
        kj_solve_request(values, rows[i].problems, &request);
        assert_int_equal(request.threads, rows[i].at_once);
        assert_int_equal(request.solver.memory_mib, rows[i].memory_mib);
        assert_float_equal(request.solver.shortening_factor, rows[i].factor, 1e-6);
    }
}
