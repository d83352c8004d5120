/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of reports. */
#define KJ_TABLE kj_report_options
#define KJ_TABLE_BEGIN KJ_TABLE_REPORT
#define KJ_TABLE_END KJ_TABLE_BATCH
#define KJ_TABLE_ROWS "repl/report/report_options.def"
#include "repl/job/option_table.tmpl.h"
