/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka, with the headers that it needs before it, and tests that are named once. */
#pragma once

// in this order
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TESTS_BEFORE_MAIN(function, call)                   \
    __attribute__((constructor)) static void function(void) \
    {                                                       \
        call;                                               \
    }

/*
 * A test: TEST(a_pawn_moves_one_square) { ... }. It puts itself on the list of its program, which
 * runs it as test_a_pawn_moves_one_square, in the order of the source. `state` is what set_up left.
 */
#define TEST(name)                                                                 \
    static void test_##name(void **state);                                         \
    TESTS_BEFORE_MAIN(add_##name, tests_add("test_" #name, test_##name, __LINE__)) \
    static void test_##name(__attribute__((unused)) void **state)

/* What is done before and behind each test of the program, and before and behind all; once a
 * program. Either may be NULL; 0 is success, as for cmocka. */
#define EACH_TEST(set_up, tear_down) TESTS_BEFORE_MAIN(each_test, tests_each(set_up, tear_down))
#define ALL_TESTS(set_up, tear_down) TESTS_BEFORE_MAIN(all_tests, tests_all(set_up, tear_down))

void tests_add(const char *name, CMUnitTestFunction function, unsigned line);
void tests_each(CMFixtureFunction set_up, CMFixtureFunction tear_down);
void tests_all(CMFixtureFunction set_up, CMFixtureFunction tear_down);

/* Runs all tests of the program; returns how many failed, for main(). A program that has nothing
 * else to do has no main() of its own (tests/support/run/main.c). */
int tests_run(void);
