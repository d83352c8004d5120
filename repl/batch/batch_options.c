/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of batch and merge. */
#define KJ_TABLE kj_batch_options
#define KJ_TABLE_BEGIN KJ_TABLE_BATCH
#define KJ_TABLE_END KJ_TABLE_COMMAND
#define KJ_TABLE_ROWS "repl/batch/batch_options.def"
#include "repl/job/option_table.tmpl.h"
