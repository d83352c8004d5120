/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that were read as fields of a record. */
#pragma once

#include "repl/cli/printer.h"
#include "repl/job/input.h"

/* Fields "id", "variant" and "position". */
void kj_input_print_position(KjPrinter *printer, const KjInput *input);

/* A field with a move in USI, null for KJ_MOVE_NONE, of which `pos` may be NULL. */
void kj_print_move(KjPrinter *printer, const char *key, const KjPosition *pos, KjMove move);
/* Likewise a list of moves from a position on, which `last` led to. */
void kj_print_moves(KjPrinter *printer, const char *key, const KjPosition *pos, const KjMove *moves,
                    unsigned n, KjMove last);
