/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as it is printed. */
#ifndef KJ_REPL_PRINTER_JSON_H
#define KJ_REPL_PRINTER_JSON_H

#include <json-glib/json-glib.h>

#include "repl/printer.h"

/* A value on one line, without needless blanks and without control characters, which are escaped.
 * (transfer full) */
char *kj_json_text(JsonNode *node);

#endif
