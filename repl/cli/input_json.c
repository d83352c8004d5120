/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that were read as fields of JSON. */
#include "repl/cli/input_json.h"

#include "core/notation/usi.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/solve_fields.def"
#include "repl/job/phrases.h"

void kj_input_print_position(KjPrinter *printer, const KjInput *input)
{
    g_autofree char *position = kj_position_write(&input->position);
    KJ_FIELDS_POSITION;
}

void kj_print_move(KjPrinter *printer, const char *key, const KjPosition *pos, KjMove move)
{
    char usi[KJ_USI_MOVE];
    if (move)
        kj_usi_move_write(pos, move, usi);
    kj_printer_string(printer, key, move ? usi : NULL);
}

void kj_print_moves(KjPrinter *printer, const char *key, const KjPosition *pos, const KjMove *moves,
                    unsigned n, KjMove last)
{
    g_auto(GStrv) line = kj_line_text(pos, moves, n, last, KJ_NOTATION_USI);
    kj_printer_strings(printer, key, (const char *const *)line);
}
