/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_conventional.c with other seeds, more positions and longer mates. */
#include "tests/support/conventional_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { DEPTH = 7, WANTED = 2000, SEED = 7 };

static void test_every_rule_agrees_with_brute_force(void **state)
{
    (void)state;
    static const char *const games[] = {"shogi", "56shogi", "ogi"};
    for (KjInterpositions rule = KJ_INTERPOSITIONS_STD2; rule <= KJ_INTERPOSITIONS_WIDE; rule++) {
        for (unsigned i = 0; i < G_N_ELEMENTS(games); i++) {
            ConventionalPlan plan = {games[i], rule, SEED, DEPTH, WANTED, 0};
            ConventionalCount count;
            assert_true(conventional_check(&plan, &count));
            assert_int_equal(count.compared, WANTED);
        }
    }
}

static void test_tolerance_agrees_with_brute_force(void **state)
{
    (void)state; // [R12.22]
    static const char *const games[] = {"shogi", "56shogi", "ogi", "minishogi"};
    for (unsigned i = 0; i < G_N_ELEMENTS(games); i++) {
        for (unsigned tolerance = 2; tolerance <= 4; tolerance += 2) {
            ConventionalPlan plan = {games[i], KJ_INTERPOSITIONS_STD2, SEED, DEPTH, 200, tolerance};
            ConventionalCount count;
            assert_true(conventional_check(&plan, &count));
            assert_true(count.tolerated > 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_rule_agrees_with_brute_force),
                                       cmocka_unit_test(test_tolerance_agrees_with_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
