/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of files and stores, which several rooms share. */
#define KJ_TABLE kj_file_options
#define KJ_TABLE_BEGIN KJ_TABLE_FILE
#define KJ_TABLE_END KJ_TABLE_DIAGRAM
#define KJ_TABLE_ROWS "repl/job/file_options.def"
#include "repl/job/option_table.tmpl.h"
