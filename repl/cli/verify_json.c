/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `verify` prints of a certificate: kanju.verify/1. */
#include "repl/cli/verify_json.h"

void kj_verify_print(KjPrinter *printer, const char *path, const KvResult *result)
{
    char text[KV_LINE], claim[KV_CLAIM];
    kv_result_text(result, text, sizeof text);
    kv_result_claim(result, claim, sizeof claim);
    g_autofree char *name = g_filename_display_name(path);
    kj_printer_begin(printer, KJ_VERIFY_SCHEMA);
    kj_printer_line(printer, "%s: %s", name, text);
    if (*claim)
        kj_printer_line(printer, "    %s", claim);
    kj_printer_string(printer, "file", NULL, name);
    kj_printer_string(printer, "status", NULL, kv_status_text(result->status));
    if (*result->game) {
        kj_printer_string(printer, "variant", NULL, result->game);
        kj_printer_string(printer, "attacker", NULL, result->attacker);
        kj_printer_string(printer, "attacker_moves", NULL, result->attacker_moves);
        kj_printer_string(printer, "try", NULL, result->try_rule);
        kj_printer_string(printer, "stalemate", NULL, result->stalemate);
        kj_printer_string(printer, "drop_stalemate", NULL, result->drop_stalemate);
        kj_printer_string(printer, "repetition", NULL, result->repetition);
        kj_printer_string(printer, "position", NULL, result->position);
        kj_printer_integer(printer, "past", NULL, result->past);
        kj_printer_string(printer, "root", NULL, *result->root ? result->root : NULL);
        kj_printer_string(printer, "verdict", NULL,
                          result->hisshi ? "hisshi"
                          : result->mate ? "mate"
                                         : "nomate");
    }
    if (result->mate) {
        kj_printer_integer(printer, "plies", NULL, result->plies);
        kj_printer_boolean(printer, "shortest", NULL, result->shortest);
    }
    if (result->ok) {
        kj_printer_integer(printer, "records", NULL, (int64_t)result->records);
    } else {
        kj_printer_string(printer, "reason", NULL, result->reason);
        kj_printer_integer(printer, "record", NULL, (int64_t)result->record);
        kj_printer_integer(printer, "byte", NULL, (int64_t)result->byte);
    }
    kj_printer_end(printer);
}
