/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of check. */
#define KJ_TABLE kj_check_options
#define KJ_TABLE_BEGIN KJ_TABLE_CHECK
#define KJ_TABLE_END KJ_TABLE_ANALYSE
#define KJ_TABLE_ROWS "repl/check/check_options.def"
#include "repl/job/option_table.tmpl.h"
