/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that commands of several rooms share. */
#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "solver/check/check.h"
#include "solver/search/result.h"

#define KJ_TABLE job
#define KJ_TABLE_ROWS "repl/job/options.def"
#include "repl/job/option_table.tmpl.h"
