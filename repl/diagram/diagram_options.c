/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of pictures, pages, sheets and records. */
#define KJ_TABLE kj_diagram_options
#define KJ_TABLE_BEGIN KJ_TABLE_DIAGRAM
#define KJ_TABLE_END KJ_TABLE_CHECK
#define KJ_TABLE_ROWS "repl/diagram/diagram_options.def"
#include "repl/job/option_table.tmpl.h"
