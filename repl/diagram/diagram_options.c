/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of pictures, pages, sheets and records. */
#define KJ_TABLE diagram
#define KJ_TABLE_ROWS "repl/diagram/diagram_options.def"
#include "repl/job/option_table.tmpl.h"
