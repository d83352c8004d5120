/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/rules/text_error.h"

#include "core/text/text.h"

char *text_error_column(const GError *error)
{
    unsigned column = kj_text_error_place(error).column;
    return column ? g_strdup_printf("column %u: %s", column, error->message)
                  : g_strdup(error->message);
}
