/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test programs that have no main() of their own: PROGRAM [NAME], where NAME may have * in it. */
#include "tests/support/cmocka.h"

int main(int n_arguments, char **arguments)
{
    if (n_arguments > 1)
        cmocka_set_test_filter(arguments[1]);
    return tests_run();
}
