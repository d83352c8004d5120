/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `verify` prints of a certificate: kanju.verify/1. */
#include "repl/cli/verify_json.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/verify_fields.def"

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
    KJ_FIELDS_VERIFY;
    kj_printer_end(printer);
}
