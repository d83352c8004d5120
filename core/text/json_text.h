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

/* The member of an object and what is at a place of a list, NULL where there is none or neither;
 * and values of a type, the node's, NULL or `otherwise` where it is of another or NULL. */
JsonNode *kj_node_of(JsonObject *object, const char *key);
JsonNode *kj_node_at(JsonArray *list, unsigned index);
JsonObject *kj_node_object(JsonNode *node);
JsonArray *kj_node_list(JsonNode *node);
const char *kj_node_text(JsonNode *node);
gint64 kj_node_number(JsonNode *node, gint64 otherwise);
bool kj_node_flag(JsonNode *node, bool otherwise);

#define kj_field_object(object, key) kj_node_object(kj_node_of(object, key))
#define kj_field_list(object, key) kj_node_list(kj_node_of(object, key))
#define kj_field_text(object, key) kj_node_text(kj_node_of(object, key))
#define kj_field_number(object, key, otherwise) kj_node_number(kj_node_of(object, key), otherwise)
