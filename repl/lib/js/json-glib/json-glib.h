/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The part of json-glib that Kanju uses, without GObject, for WebAssembly and Windows (json.c):
 * there json-glib would bring all of GObject and GIO along. Names, ownership and what is written are those of
 * json-glib; what is read must be JSON as RFC 8259 has it.
 */
#pragma once

#include <glib.h>

typedef struct JsonNode JsonNode;
typedef struct JsonObject JsonObject;
typedef struct JsonArray JsonArray;
typedef struct JsonBuilder JsonBuilder;
typedef struct JsonParser JsonParser;

typedef enum { JSON_NODE_OBJECT, JSON_NODE_ARRAY, JSON_NODE_VALUE, JSON_NODE_NULL } JsonNodeType;

// What a value is, by the names that GObject has for it.
#define G_TYPE_INVALID ((GType)0)
#define G_TYPE_NONE ((GType)5) // of no value
#define G_TYPE_BOOLEAN ((GType)1)
#define G_TYPE_INT64 ((GType)2)
#define G_TYPE_DOUBLE ((GType)3)
#define G_TYPE_STRING ((GType)4)
typedef gsize GType;

JsonNode *json_node_alloc(void);
JsonNode *json_node_new(JsonNodeType type); // an object or array has to be put into it
JsonNode *json_node_copy(JsonNode *node);   // with the same object or array
gboolean json_node_equal(JsonNode *a, JsonNode *b);
JsonNode *json_node_init(JsonNode *node, JsonNodeType type);
JsonNode *json_node_init_object(JsonNode *node, JsonObject *object);
JsonNode *json_node_init_array(JsonNode *node, JsonArray *array);
JsonNode *json_node_init_string(JsonNode *node, const char *value);
JsonNode *json_node_init_int(JsonNode *node, gint64 value);
JsonNode *json_node_init_double(JsonNode *node, double value);
JsonNode *json_node_init_boolean(JsonNode *node, gboolean value);
JsonNode *json_node_init_null(JsonNode *node);
void json_node_unref(JsonNode *node);
JsonNodeType json_node_get_node_type(JsonNode *node);
GType json_node_get_value_type(JsonNode *node);
JsonObject *json_node_get_object(JsonNode *node);
JsonArray *json_node_get_array(JsonNode *node);
const char *json_node_get_string(JsonNode *node);
gint64 json_node_get_int(JsonNode *node);
gboolean json_node_get_boolean(JsonNode *node);
double json_node_get_double(JsonNode *node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonNode, json_node_unref)

#define JSON_NODE_TYPE(node) (json_node_get_node_type(node))
#define JSON_NODE_HOLDS_OBJECT(node) (JSON_NODE_TYPE(node) == JSON_NODE_OBJECT)
#define JSON_NODE_HOLDS_ARRAY(node) (JSON_NODE_TYPE(node) == JSON_NODE_ARRAY)
#define JSON_NODE_HOLDS_VALUE(node) (JSON_NODE_TYPE(node) == JSON_NODE_VALUE)

JsonObject *json_object_new(void);
JsonObject *json_object_ref(JsonObject *object);
gboolean json_object_equal(JsonObject *a, JsonObject *b);
void json_object_unref(JsonObject *object);
gboolean json_object_has_member(JsonObject *object, const char *name);
JsonNode *json_object_get_member(JsonObject *object, const char *name);
GList *json_object_get_members(JsonObject *object);
guint json_object_get_size(JsonObject *object);
JsonArray *json_object_get_array_member(JsonObject *object, const char *name);
const char *json_object_get_string_member_with_default(JsonObject *object, const char *name,
                                                       const char *otherwise);
void json_object_set_member(JsonObject *object, const char *name, JsonNode *node);
void json_object_set_object_member(JsonObject *object, const char *name, JsonObject *value);
void json_object_set_array_member(JsonObject *object, const char *name, JsonArray *value);
void json_object_set_string_member(JsonObject *object, const char *name, const char *value);
void json_object_set_double_member(JsonObject *object, const char *name, double value);
void json_object_set_int_member(JsonObject *object, const char *name, gint64 value);
void json_object_set_boolean_member(JsonObject *object, const char *name, gboolean value);
void json_object_set_null_member(JsonObject *object, const char *name);
void json_object_remove_member(JsonObject *object, const char *name);

typedef struct {
    JsonObject *object;
    guint next;
} JsonObjectIter;
void json_object_iter_init(JsonObjectIter *iter, JsonObject *object);
gboolean json_object_iter_next(JsonObjectIter *iter, const char **name, JsonNode **node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonObject, json_object_unref)

JsonArray *json_array_new(void);
JsonArray *json_array_ref(JsonArray *array);
void json_array_unref(JsonArray *array);
guint json_array_get_length(JsonArray *array);
JsonNode *json_array_get_element(JsonArray *array, guint index);
JsonObject *json_array_get_object_element(JsonArray *array, guint index);
const char *json_array_get_string_element(JsonArray *array, guint index);
void json_array_add_element(JsonArray *array, JsonNode *node);
void json_array_add_object_element(JsonArray *array, JsonObject *value);
void json_array_add_array_element(JsonArray *array, JsonArray *value);
void json_array_add_string_element(JsonArray *array, const char *value);
void json_array_add_null_element(JsonArray *array);
void json_array_add_double_element(JsonArray *array, double value);
void json_array_add_int_element(JsonArray *array, gint64 value);
void json_array_add_boolean_element(JsonArray *array, gboolean value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonArray, json_array_unref)

JsonBuilder *json_builder_new(void);
void json_builder_free(JsonBuilder *builder);
void json_builder_reset(JsonBuilder *builder);
void json_builder_begin_object(JsonBuilder *builder);
void json_builder_end_object(JsonBuilder *builder);
void json_builder_begin_array(JsonBuilder *builder);
void json_builder_end_array(JsonBuilder *builder);
void json_builder_set_member_name(JsonBuilder *builder, const char *name);
void json_builder_add_string_value(JsonBuilder *builder, const char *value);
void json_builder_add_int_value(JsonBuilder *builder, gint64 value);
void json_builder_add_boolean_value(JsonBuilder *builder, gboolean value);
void json_builder_add_null_value(JsonBuilder *builder);
JsonNode *json_builder_get_root(JsonBuilder *builder);
#define g_clear_object(builder) g_clear_pointer(builder, json_builder_free) // the only object

JsonParser *json_parser_new(void);
void json_parser_free(JsonParser *parser);
gboolean json_parser_load_from_data(JsonParser *parser, const char *text, gssize length,
                                    GError **error);
JsonNode *json_parser_steal_root(JsonParser *parser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonParser, json_parser_free)

char *json_to_string(JsonNode *node, gboolean pretty);
