/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of a table of fields, read back: included by what reads, with `object` (JsonObject) in
 * scope. Fills the places of KJ_WORD, KJ_COUNT, KJ_COUNT_IF and KJ_FLAG; what is not there, of
 * another type or not known leaves them as they are. The other rows are not read (fields_print.h).
 */
#pragma once

#include <json-glib/json-glib.h>
#include <stdbool.h>
#include <string.h>

#include "repl/cli/field_words.h"

/* A member of an object that has a value of a type; else NULL. */
static inline JsonNode *kj_field(JsonObject *object, const char *key, GType type)
{
    JsonNode *node = object ? json_object_get_member(object, key) : NULL;
    return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type ? node
                                                                                         : NULL;
}

/* A text, NULL if there is none; the object's. */
static inline const char *kj_field_text(JsonObject *object, const char *key)
{
    JsonNode *node = kj_field(object, key, G_TYPE_STRING);
    return node ? json_node_get_string(node) : NULL;
}

static inline gint64 kj_field_number(JsonObject *object, const char *key, gint64 otherwise)
{
    JsonNode *node = kj_field(object, key, G_TYPE_INT64);
    return node ? json_node_get_int(node) : otherwise;
}

/* A list, NULL if there is none; the object's. */
static inline JsonArray *kj_field_list(JsonObject *object, const char *key)
{
    JsonNode *node = object ? json_object_get_member(object, key) : NULL;
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

/* An object, NULL if there is none; the object's. */
static inline JsonObject *kj_field_object(JsonObject *object, const char *key)
{
    JsonNode *node = object ? json_object_get_member(object, key) : NULL;
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

/* What is at a place of a list if it is an object, a text or a number; else NULL, 0. */
static inline JsonObject *kj_field_object_at(JsonArray *list, unsigned index)
{
    JsonNode *node = json_array_get_element(list, index);
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static inline const char *kj_field_text_at(JsonArray *list, unsigned index)
{
    JsonNode *node = json_array_get_element(list, index);
    return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_string(node) : NULL;
}

static inline gint64 kj_field_number_at(JsonArray *list, unsigned index)
{
    JsonNode *node = json_array_get_element(list, index);
    bool number =
        node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_INT64;
    return number ? json_node_get_int(node) : 0;
}

#define KJ_WORD(key, words, place) KJ_READ_WORD_OF(key, place, KJ_WORDS_##words)
#define KJ_READ_WORD_OF(...) KJ_READ_WORD(__VA_ARGS__)
#define KJ_READ_WORD(key, place, type, n, text)                               \
    for (unsigned i_##key = 0; i_##key < (n); i_##key++)                      \
        if (g_strcmp0(text((type)i_##key), kj_field_text(object, #key)) == 0) \
            (place) = (type)i_##key;
#define KJ_COUNT(key, place) \
    (place) = (__typeof__(place))kj_field_number(object, #key, (gint64)(place));
#define KJ_COUNT_IF(key, known, place) KJ_COUNT(key, place)
#define KJ_FLAG(key, place)                                                     \
    (place) = kj_field(object, #key, G_TYPE_BOOLEAN)                            \
                  ? json_node_get_boolean(json_object_get_member(object, #key)) \
                  : (place);
#define KJ_TEXT(key, type, value)
#define KJ_NUMBER(key, type, value)
#define KJ_NUMBER_IF(key, type, known, value)
#define KJ_TRUTH(key, value)
#define KJ_MOVE(key, type, pos, move)
#define KJ_SAID(statement)
#define KJ_SHOWN_TEXT(key, type, label, value)
#define KJ_SHOWN_NUMBER(key, type, label, value)
#define KJ_LINE(key, pos, moves, n, last)
#define KJ_LIST(key, type, ...)
#define KJ_LIST_IF(key, type, asked, ...)
#define KJ_STRINGS(key, type, value)
#define KJ_PRINTED(key, type, statement)
#define KJ_IF(condition)
#define KJ_END
#define KJ_WHEN(condition, row) row
