/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of repair, trim, family, tries, extend and compose. */
#define KJ_TABLE compose
#define KJ_TABLE_ROWS "repl/command/compose_options.def"
#include "repl/job/option_table.tmpl.h"
