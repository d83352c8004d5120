/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of moves, perft, convert, help and answer. */
#define KJ_TABLE command
#define KJ_TABLE_ROWS "repl/command/command_options.def"
#include "repl/job/option_table.tmpl.h"
