/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of analyse. */
#define KJ_TABLE analyse
#define KJ_TABLE_ROWS "repl/command/analyse_options.def"
#include "repl/job/option_table.tmpl.h"
