/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of moves, perft, convert, help and answer. */
#define KJ_TABLE kj_command_options
#define KJ_TABLE_BEGIN KJ_TABLE_COMMAND
#define KJ_TABLE_END KJ_TABLE_COMPOSE
#define KJ_TABLE_ROWS "repl/command/command_options.def"
#include "repl/job/option_table.tmpl.h"
