/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of analyse. */
#define KJ_TABLE kj_analyse_options
#define KJ_TABLE_BEGIN KJ_TABLE_ANALYSE
#define KJ_TABLE_END KJ_TABLE_REPORT
#define KJ_TABLE_ROWS "repl/analyse/analyse_options.def"
#include "repl/job/option_table.tmpl.h"
