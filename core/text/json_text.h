/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as it is written. */
#ifndef KJ_CORE_TEXT_JSON_TEXT_H
#define KJ_CORE_TEXT_JSON_TEXT_H

#include <json-glib/json-glib.h>

/* A value on one line, without needless blanks and without control characters, which are escaped.
 * (transfer full) */
char *kj_json_text(JsonNode *node);

/* The same for a <script> of a page: no tag begins in it. (transfer full) */
char *kj_json_script(JsonNode *node);

#endif
