/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of files and stores, which several rooms share. */
#define KJ_TABLE file
#define KJ_TABLE_ROWS "repl/job/file_options.def"
#include "repl/job/option_table.tmpl.h"
