/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of a program's tests, in the order of their lines. */
#include "tests/support/cmocka.h"

#include <assert.h>

#include "repl/lib/lib_commands.h"

enum { MAX_TESTS = 100 };

static struct CMUnitTest tests[MAX_TESTS + 1]; // cmocka leaves out the empty ones behind
static unsigned lines[MAX_TESTS];
static unsigned n_tests;
static CMFixtureFunction first, last, before, behind;

void tests_add(const char *name, CMUnitTestFunction function, unsigned line)
{
    assert(n_tests < MAX_TESTS);
    unsigned i = n_tests++;
    for (; i > 0 && lines[i - 1] > line; i--) {
        tests[i] = tests[i - 1];
        lines[i] = lines[i - 1];
    }
    tests[i] = (struct CMUnitTest){.name = name, .test_func = function};
    lines[i] = line;
}

void tests_each(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    before = set_up;
    behind = tear_down;
}

void tests_all(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    first = set_up;
    last = tear_down;
}

int tests_run(void)
{
    kj_options_use(kj_option_tables); // which any test may need that reads a problem
    for (unsigned i = 0; i < n_tests; i++) {
        tests[i].setup_func = before;
        tests[i].teardown_func = behind;
    }
    return cmocka_run_group_tests(tests, first, last);
}
