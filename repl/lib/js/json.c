/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as a tree, written and read; see json-glib/json-glib.h. */
#include <string.h>

#include "repl/lib/js/json-priv.h"

struct JsonObject {
    Box box;
};
struct JsonArray {
    Box box;
};

/* ---- boxes ---- */

static void free_node(void *node)
{
    json_node_unref(node);
}

Box *json_box_new(bool names)
{
    Box *box = g_new0(Box, 1);
    box->refs = 1;
    box->nodes = g_ptr_array_new_with_free_func(free_node);
    if (names) {
        box->names = g_ptr_array_new_with_free_func(g_free);
        box->index = g_hash_table_new(g_str_hash, g_str_equal);
    }
    return box;
}

static void box_unref(Box *box)
{
    if (!box || --box->refs)
        return;
    g_ptr_array_unref(box->nodes);
    if (box->names) {
        g_hash_table_unref(box->index);
        g_ptr_array_unref(box->names);
    }
    g_free(box);
}

/* Adds a node, under a name in an object, where it takes the place of one of that name. */
void json_box_put(Box *box, const char *name, JsonNode *node)
{
    guint at = name ? GPOINTER_TO_UINT(g_hash_table_lookup(box->index, name)) : 0;
    if (at) {
        json_node_unref(box->nodes->pdata[at - 1]);
        box->nodes->pdata[at - 1] = node;
        return;
    }
    g_ptr_array_add(box->nodes, node);
    if (!name)
        return;
    char *own = g_strdup(name);
    g_ptr_array_add(box->names, own);
    g_hash_table_insert(box->index, own, GUINT_TO_POINTER(box->nodes->len));
}

/* ---- nodes ---- */

JsonNode *json_node_alloc(void)
{
    return g_new0(JsonNode, 1);
}

JsonNode *json_node_init(JsonNode *node, JsonNodeType type)
{
    node->type = type;
    return node;
}

JsonNode *json_node_new(JsonNodeType type)
{
    return json_node_init(json_node_alloc(), type);
}

JsonNode *json_node_copy(JsonNode *node)
{
    JsonNode *copy = g_memdup2(node, sizeof *node);
    if (copy->box)
        copy->box->refs++;
    copy->text = g_strdup(node->text);
    return copy;
}

void json_node_unref(JsonNode *node)
{
    if (!node)
        return;
    box_unref(node->box);
    g_free(node->text);
    g_free(node);
}

JsonNode *json_node_of_box(Box *box)
{
    JsonNode *node =
        json_node_init(json_node_alloc(), box->names ? JSON_NODE_OBJECT : JSON_NODE_ARRAY);
    node->box = box;
    return node;
}

JsonNode *json_node_init_object(JsonNode *node, JsonObject *object)
{
    object->box.refs++;
    node->box = &object->box;
    return json_node_init(node, JSON_NODE_OBJECT);
}

JsonNode *json_node_init_array(JsonNode *node, JsonArray *array)
{
    array->box.refs++;
    node->box = &array->box;
    return json_node_init(node, JSON_NODE_ARRAY);
}

JsonNode *json_node_init_string(JsonNode *node, const char *value)
{
    node->value = G_TYPE_STRING;
    node->text = g_strdup(value);
    return json_node_init(node, value ? JSON_NODE_VALUE : JSON_NODE_NULL);
}

JsonNode *json_node_init_int(JsonNode *node, gint64 value)
{
    node->value = G_TYPE_INT64;
    node->number = value;
    return json_node_init(node, JSON_NODE_VALUE);
}

JsonNode *json_node_init_double(JsonNode *node, double value)
{
    node->value = G_TYPE_DOUBLE;
    node->real = value;
    return json_node_init(node, JSON_NODE_VALUE);
}

JsonNode *json_node_init_boolean(JsonNode *node, gboolean value)
{
    node->value = G_TYPE_BOOLEAN;
    node->number = value;
    return json_node_init(node, JSON_NODE_VALUE);
}

JsonNode *json_node_init_null(JsonNode *node)
{
    return json_node_init(node, JSON_NODE_NULL);
}

JsonNodeType json_node_get_node_type(JsonNode *node)
{
    return node->type;
}

GType json_node_get_value_type(JsonNode *node)
{
    return node->type == JSON_NODE_VALUE ? node->value : G_TYPE_INVALID;
}

JsonObject *json_node_get_object(JsonNode *node)
{
    return (JsonObject *)node->box;
}

JsonArray *json_node_get_array(JsonNode *node)
{
    return (JsonArray *)node->box;
}

const char *json_node_get_string(JsonNode *node)
{
    return node->text;
}

gint64 json_node_get_int(JsonNode *node)
{
    return node->value == G_TYPE_DOUBLE ? (gint64)node->real : node->number;
}

gboolean json_node_get_boolean(JsonNode *node)
{
    return node->number != 0;
}

double json_node_get_double(JsonNode *node)
{
    return node->value == G_TYPE_DOUBLE ? node->real : (double)node->number;
}

/* ---- objects ---- */

JsonObject *json_object_new(void)
{
    return (JsonObject *)json_box_new(true);
}

JsonObject *json_object_ref(JsonObject *object)
{
    object->box.refs++;
    return object;
}

void json_object_unref(JsonObject *object)
{
    box_unref(&object->box);
}

JsonNode *json_object_get_member(JsonObject *object, const char *name)
{
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(object->box.index, name));
    return at ? object->box.nodes->pdata[at - 1] : NULL;
}

gboolean json_object_has_member(JsonObject *object, const char *name)
{
    return json_object_get_member(object, name) != NULL;
}

GList *json_object_get_members(JsonObject *object)
{
    GList *names = NULL;
    for (guint i = object->box.names->len; i-- > 0;)
        names = g_list_prepend(names, object->box.names->pdata[i]);
    return names;
}

JsonArray *json_object_get_array_member(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    return node ? json_node_get_array(node) : NULL;
}

const char *json_object_get_string_member_with_default(JsonObject *object, const char *name,
                                                       const char *otherwise)
{
    JsonNode *node = json_object_get_member(object, name);
    return node && node->text ? node->text : otherwise;
}

void json_object_set_member(JsonObject *object, const char *name, JsonNode *node)
{
    json_box_put(&object->box, name, node);
}

void json_object_set_null_member(JsonObject *object, const char *name)
{
    json_box_put(&object->box, name, json_node_init_null(json_node_alloc()));
}

guint json_object_get_size(JsonObject *object)
{
    return object->box.nodes->len;
}

void json_object_remove_member(JsonObject *object, const char *name)
{
    Box *box = &object->box;
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(box->index, name));
    if (!at)
        return;
    g_hash_table_remove(box->index, name);
    g_ptr_array_remove_index(box->nodes, at - 1);
    g_ptr_array_remove_index(box->names, at - 1);
    for (guint i = at - 1; i < box->names->len; i++)
        g_hash_table_insert(box->index, box->names->pdata[i], GUINT_TO_POINTER(i + 1));
}

void json_object_iter_init(JsonObjectIter *iter, JsonObject *object)
{
    *iter = (JsonObjectIter){.object = object};
}

gboolean json_object_iter_next(JsonObjectIter *iter, const char **name, JsonNode **node)
{
    const Box *box = &iter->object->box;
    if (iter->next >= box->nodes->len)
        return FALSE;
    if (name)
        *name = box->names->pdata[iter->next];
    if (node)
        *node = box->nodes->pdata[iter->next];
    iter->next++;
    return TRUE;
}

/* ---- arrays ---- */

JsonArray *json_array_new(void)
{
    return (JsonArray *)json_box_new(false);
}

JsonArray *json_array_ref(JsonArray *array)
{
    array->box.refs++;
    return array;
}

void json_array_unref(JsonArray *array)
{
    box_unref(&array->box);
}

guint json_array_get_length(JsonArray *array)
{
    return array->box.nodes->len;
}

JsonNode *json_array_get_element(JsonArray *array, guint index)
{
    return array->box.nodes->pdata[index];
}

JsonObject *json_array_get_object_element(JsonArray *array, guint index)
{
    return json_node_get_object(array->box.nodes->pdata[index]);
}

const char *json_array_get_string_element(JsonArray *array, guint index)
{
    return json_node_get_string(array->box.nodes->pdata[index]);
}

void json_array_add_element(JsonArray *array, JsonNode *node)
{
    json_box_put(&array->box, NULL, node);
}

void json_array_add_null_element(JsonArray *array)
{
    json_box_put(&array->box, NULL, json_node_init_null(json_node_alloc()));
}

/* ---- values put into them ---- */

#define PUT(kind, type, node)                                                              \
    void json_object_set_##kind##_member(JsonObject *object, const char *name, type value) \
    {                                                                                      \
        json_box_put(&object->box, name, node);                                            \
    }                                                                                      \
    void json_array_add_##kind##_element(JsonArray *array, type value)                     \
    {                                                                                      \
        json_box_put(&array->box, NULL, node);                                             \
    }

PUT(object, JsonObject *, json_node_of_box(&value->box))
PUT(array, JsonArray *, json_node_of_box(&value->box))
PUT(string, const char *, json_node_init_string(json_node_alloc(), value))
PUT(int, gint64, json_node_init_int(json_node_alloc(), value))
PUT(double, double, json_node_init_double(json_node_alloc(), value))
PUT(boolean, gboolean, json_node_init_boolean(json_node_alloc(), value))

/* ---- builders ---- */

struct JsonBuilder {
    GPtrArray *open; // Box *, not owned, the innermost last
    char *name;      // of what comes next in an object
    JsonNode *root;
};

JsonBuilder *json_builder_new(void)
{
    JsonBuilder *builder = g_new0(JsonBuilder, 1);
    builder->open = g_ptr_array_new();
    return builder;
}

void json_builder_reset(JsonBuilder *builder)
{
    g_ptr_array_set_size(builder->open, 0);
    g_clear_pointer(&builder->name, g_free);
    g_clear_pointer(&builder->root, json_node_unref);
}

void json_builder_free(JsonBuilder *builder)
{
    json_builder_reset(builder);
    g_ptr_array_unref(builder->open);
    g_free(builder);
}

static void add(JsonBuilder *builder, JsonNode *node)
{
    guint depth = builder->open->len;
    if (depth)
        json_box_put(builder->open->pdata[depth - 1], builder->name, node);
    else
        builder->root = node;
    g_clear_pointer(&builder->name, g_free);
}

static void begin(JsonBuilder *builder, bool names)
{
    Box *box = json_box_new(names);
    add(builder, json_node_of_box(box));
    g_ptr_array_add(builder->open, box);
}

static void end(JsonBuilder *builder)
{
    g_ptr_array_set_size(builder->open, (gint)builder->open->len - 1);
}

void json_builder_begin_object(JsonBuilder *builder)
{
    begin(builder, true);
}

void json_builder_end_object(JsonBuilder *builder)
{
    end(builder);
}

void json_builder_begin_array(JsonBuilder *builder)
{
    begin(builder, false);
}

void json_builder_end_array(JsonBuilder *builder)
{
    end(builder);
}

void json_builder_set_member_name(JsonBuilder *builder, const char *name)
{
    g_free(builder->name);
    builder->name = g_strdup(name);
}

#define ADD(kind, type, node)                                              \
    void json_builder_add_##kind##_value(JsonBuilder *builder, type value) \
    {                                                                      \
        add(builder, node);                                                \
    }

ADD(string, const char *, json_node_init_string(json_node_alloc(), value))
ADD(int, gint64, json_node_init_int(json_node_alloc(), value))
ADD(boolean, gboolean, json_node_init_boolean(json_node_alloc(), value))

void json_builder_add_null_value(JsonBuilder *builder)
{
    add(builder, json_node_init_null(json_node_alloc()));
}

JsonNode *json_builder_get_root(JsonBuilder *builder)
{
    return g_steal_pointer(&builder->root); // nobody asks twice
}

/* ---- written ---- */

static void write_text(GString *out, const char *text)
{
    static const char named[] = "\b\f\n\r\t", letters[] = "bfnrt";
    g_string_append_c(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        const char *at = strchr(named, c);
        if (c == '"' || c == '\\')
            g_string_append_c(g_string_append_c(out, '\\'), *text);
        else if (at)
            g_string_append_c(g_string_append_c(out, '\\'), letters[at - named]);
        else if (c < 0x20 || c == 0x7f)
            g_string_append_printf(out, "\\u%04x", c);
        else
            g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
}

static void write_value(GString *out, const JsonNode *node)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    if (node->value == G_TYPE_STRING)
        write_text(out, node->text);
    else if (node->value == G_TYPE_BOOLEAN)
        g_string_append(out, node->number ? "true" : "false");
    else if (node->value == G_TYPE_DOUBLE)
        g_string_append(out, g_ascii_dtostr(digits, sizeof digits, node->real));
    else
        g_string_append_printf(out, "%" G_GINT64_FORMAT, node->number);
}

/* Trees that are written are as deep as their makers nest them, and JSON that is read as
 * KJ_JSON_DEPTH lets it be. */
static void write_node(GString *out, const JsonNode *node)
{
    if (node->type == JSON_NODE_NULL) {
        g_string_append(out, "null");
        return;
    }
    if (node->type == JSON_NODE_VALUE) {
        write_value(out, node);
        return;
    }
    g_string_append_c(out, node->box->names ? '{' : '[');
    for (guint i = 0; i < node->box->nodes->len; i++) {
        if (i)
            g_string_append_c(out, ',');
        if (node->box->names) {
            write_text(out, node->box->names->pdata[i]);
            g_string_append_c(out, ':');
        }
        write_node(out, node->box->nodes->pdata[i]);
    }
    g_string_append_c(out, node->box->names ? '}' : ']');
}

char *json_to_string(JsonNode *node, gboolean pretty)
{
    (void)pretty; // nobody asks for it
    GString *out = g_string_new(NULL);
    write_node(out, node);
    return g_string_free(out, FALSE);
}
