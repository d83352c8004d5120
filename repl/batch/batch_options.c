/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of batch and merge. */
#define KJ_TABLE batch
#define KJ_TABLE_ROWS "repl/batch/batch_options.def"
#include "repl/job/option_table.tmpl.h"
