/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No pager: a browser has no commands that could show what is long, and a console window scrolls. */
#include "repl/cli/pager.h"

bool kj_pager_wanted(const KjTerm *term, const KjValues *values)
{
    (void)term, (void)values;
    return false;
}

bool kj_pager_show(const KjTerm *term, const char *text)
{
    (void)term, (void)text;
    return false;
}
