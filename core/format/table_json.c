/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in JSON: an array of objects, one object, or an object a line. */
#include <string.h>

#include "core/format/table-priv.h"
#include "core/text/json_text.h"
#include "core/text/text_file.h"

/* Whether an object names a position, as no record of JKF does. */
static bool has_position(JsonObject *object)
{
    g_autoptr(GList) keys = json_object_get_members(object);
    for (const GList *key = keys; key; key = key->next)
        if (kj_table_column_named(key->data) == KJ_TABLE_POSITION)
            return true;
    return false;
}

/* The first line that is not blank. (transfer full) */
static char *first_line(const char *text)
{
    text += strspn(text, " \t\r\n");
    return g_strndup(text, strcspn(text, "\r\n"));
}

bool kj_table_json_is(const char *text)
{
    const char *begin = text + strspn(text, " \t\r\n");
    if (*begin == '[')
        return strpbrk(begin, "{") != NULL;
    if (*begin != '{')
        return false;
    g_autofree char *line = first_line(text);
    g_autoptr(JsonNode) root = kj_json_try(line);
    if (!root)
        root = kj_json_try(text);
    return root && JSON_NODE_HOLDS_OBJECT(root) && has_position(json_node_get_object(root));
}

/* A value as a field: texts and numbers, and arrays of them with blanks between. (transfer full;
 * NULL: none of these) */
static char *field_of(JsonNode *node)
{
    if (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
        return g_strdelimit(g_strdup(json_node_get_string(node)), "\r\n\t", ' ');
    if (JSON_NODE_HOLDS_VALUE(node))
        return json_to_string(node, FALSE);
    if (!JSON_NODE_HOLDS_ARRAY(node))
        return NULL;
    JsonArray *array = json_node_get_array(node);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < json_array_get_length(array); i++) {
        JsonNode *element = json_array_get_element(array, i);
        g_autofree char *word = JSON_NODE_HOLDS_VALUE(element) ? field_of(element) : NULL;
        g_string_append_printf(out, "%s%s", i ? " " : "", word ? word : "");
    }
    return g_string_free(out, FALSE);
}

static KjTableRow *row_of(JsonNode *node, unsigned line)
{
    KjTableRow *row = kj_table_row_new(line);
    if (!JSON_NODE_HOLDS_OBJECT(node)) {
        kj_text_error_set(&row->error, (KjTextPlace){.line = line}, KJ_TEXT_ERROR_SYNTAX,
                          "no object, expected one with a position");
        return row;
    }
    JsonObject *object = json_node_get_object(node);
    g_autoptr(GList) keys = json_object_get_members(object);
    for (const GList *key = keys; key; key = key->next) {
        char *field = field_of(json_object_get_member(object, key->data));
        if (field)
            kj_table_row_take(row, kj_table_column_named(key->data), field, 0);
    }
    return row;
}

/* The lines on which the elements of an array begin, in a text that is JSON. (transfer full) */
static GArray *element_lines(const char *text)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
    unsigned line = 1, depth = 0;
    bool awaited = false; // an element of the array itself
    for (const char *at = text; *at; at++) {
        line += *at == '\n';
        if (strchr(" \t\r\n", *at))
            continue;
        if (awaited && *at != ']')
            g_array_append_val(lines, line);
        awaited = (*at == ',' && depth == 1) || (*at == '[' && depth == 0);
        if (*at == '[' || *at == '{')
            depth++;
        else if (*at == ']' || *at == '}')
            depth--;
        else if (*at == '"')
            while (at[1] && *++at != '"')
                at += *at == '\\' && at[1];
    }
    return lines;
}

/* Adds the rows of a whole text. */
static bool read_whole(const char *text, GPtrArray *rows, GError **error)
{
    if (!kj_json_is_shallow(text))
        return kj_text_error_set(error, (KjTextPlace){.line = 1}, KJ_TEXT_ERROR_SYNTAX,
                                 "nested too deep, expected at most %d levels", KJ_JSON_DEPTH);
    g_autoptr(JsonNode) root = kj_json_read(text, error);
    if (!root)
        return false;
    if (!JSON_NODE_HOLDS_ARRAY(root)) {
        unsigned line = 1;
        for (; strchr(" \t\r\n", *text); text++)
            line += *text == '\n';
        g_ptr_array_add(rows, row_of(root, line));
        return true;
    }
    g_autoptr(GArray) lines = element_lines(text);
    JsonArray *array = json_node_get_array(root);
    for (unsigned i = 0; i < json_array_get_length(array); i++)
        g_ptr_array_add(rows, row_of(json_array_get_element(array, i),
                                     i < lines->len ? g_array_index(lines, unsigned, i) : 1));
    return true;
}

/* Adds the rows of a text with an object a line. */
static void read_lines(const char *text, GPtrArray *rows)
{
    g_autofree char *copy = g_strdup(text);
    char *rest = copy;
    unsigned number = 0;
    for (char *line; (line = kj_text_next_line(&rest));) {
        number++;
        if (!*g_strstrip(line))
            continue;
        GError *error = NULL;
        g_autoptr(JsonNode) node = kj_json_is_shallow(line) ? kj_json_read(line, &error) : NULL;
        KjTableRow *row = node ? row_of(node, number) : kj_table_row_new(number);
        if (error)
            kj_text_error_set_line(error, number);
        else if (!node)
            kj_text_error_set(&error, (KjTextPlace){.line = number}, KJ_TEXT_ERROR_SYNTAX,
                              "nested too deep, expected at most %d levels", KJ_JSON_DEPTH);
        row->error = error ? error : row->error;
        g_ptr_array_add(rows, row);
    }
}

void kj_table_json_read(const char *text, GPtrArray *rows)
{
    g_autofree char *first = first_line(text);
    g_autoptr(JsonNode) line = *first == '{' ? kj_json_try(first) : NULL;
    GError *error = NULL;
    if (line) {
        read_lines(text, rows);
    } else if (!read_whole(text, rows, &error)) {
        KjTableRow *row = kj_table_row_new(MAX(1, kj_text_error_place(error).line));
        row->error = error;
        g_ptr_array_add(rows, row);
    }
}
