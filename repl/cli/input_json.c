/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that were read as fields of JSON. */
#include "repl/cli/input_json.h"

#include "core/notation/usi.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/solve_fields.def"

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
