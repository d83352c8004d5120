/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as it is read and written. */
#pragma once

#include <json-glib/json-glib.h>
#include <stdbool.h>

enum { KJ_JSON_DEPTH = 4000 };

/* Whether brackets of a text are nested no deeper than that: json-glib reads by recursion. */
bool kj_json_is_shallow(const char *text);

/* The value of a text that should be JSON, NULL if it is none that can be read. (transfer full) */
JsonNode *kj_json_try(const char *text);

/*
 * The value of a text. NULL with KJ_TEXT_ERROR_SYNTAX, which has the line and the column, if it is
 * none; json-glib's own messages may be no UTF-8, or more than a line. (transfer full)
 */
JsonNode *kj_json_read(const char *text, GError **error);

/* A value on one line, without needless blanks and without control characters, which are escaped.
 * (transfer full) */
char *kj_json_text(JsonNode *node);

/* As kj_json_text, for a <script> of a page: no tag begins in it. (transfer full) */
char *kj_json_script(JsonNode *node);
