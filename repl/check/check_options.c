/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of check. */
#define KJ_TABLE check
#define KJ_TABLE_ROWS "repl/check/check_options.def"
#include "repl/job/option_table.tmpl.h"
