/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of reports. */
#define KJ_TABLE report
#define KJ_TABLE_ROWS "repl/report/report_options.def"
#include "repl/job/option_table.tmpl.h"
