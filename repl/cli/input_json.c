/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems that were read as fields of JSON. */
#include "repl/cli/input_json.h"

void kj_input_print_position(KjPrinter *printer, const KjInput *input)
{
    g_autofree char *position = kj_position_write(&input->position);
    kj_printer_string(printer, "id", NULL, input->id);
    kj_printer_string(printer, "variant", NULL, input->game.row->id);
    kj_printer_string(printer, "position", NULL, position);
}
