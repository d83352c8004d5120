/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as it is read and written. */
#include "core/text/json_text.h"

#include <stdio.h>
#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"

/* What json-glib says, as UTF-8 on one line, and the place that it puts before it. (transfer full) */
static char *words_of(const char *message, KjTextPlace *out)
{
    int n = 0;
    *out = (KjTextPlace){0};
    if (sscanf(message, "<data>:%u:%u: %n", &out->line, &out->column, &n) < 2)
        *out = (KjTextPlace){0};
    static const char parse[] = "Parse error: ";
    message += n;
    message += g_str_has_prefix(message, parse) ? strlen(parse) : 0;
    char *words = g_utf8_make_valid(message, -1);
    kj_text_harmless(words);
    return g_strdelimit(words, "\r\n\t", ' ');
}

JsonNode *kj_json_read(const char *text, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GError) why = NULL;
    JsonNode *root = NULL;
    if (json_parser_load_from_data(parser, text, -1, &why))
        root = json_parser_steal_root(parser);
    if (root)
        return root;
    KjTextPlace place = {0};
    g_autofree char *words =
        why ? words_of(why->message, &place) : g_strdup(kj_tr("empty, expected a value"));
    kj_text_error_set(error, place, KJ_TEXT_ERROR_SYNTAX, "not JSON: %s", words);
    return NULL;
}

static void append_escaped(GString *text, gunichar c)
{
    enum { BEYOND = 0x10000, HIGH = 0xd800, LOW = 0xdc00, BITS = 10 }; // a pair of UTF-16
    if (c >= BEYOND)
        g_string_append_printf(text, "\\u%04x", HIGH + ((c - BEYOND) >> BITS));
    g_string_append_printf(text, "\\u%04x", c < BEYOND ? c : LOW + (c & ((1u << BITS) - 1)));
}

char *kj_json_text(JsonNode *node)
{
    g_autofree char *json = json_to_string(node, FALSE);
    GString *text = g_string_new(NULL);
    char *plain = json; // from here on nothing was escaped
    for (char *at = json, *next; *at; at = next) {
        gunichar c = g_utf8_get_char(at);
        next = g_utf8_next_char(at);
        if (!kj_char_is_obeyed(c)) // JSON escapes those below a blank; terminals obey others too
            continue;
        g_string_append_len(text, plain, at - plain);
        append_escaped(text, c);
        plain = next;
    }
    return g_string_free(g_string_append(text, plain), FALSE);
}

char *kj_json_script(JsonNode *node)
{
    g_autofree char *json = kj_json_text(node);
    GString *text = g_string_new(json);
    g_string_replace(text, "<", "\\u003c", 0); // one stands in strings only
    return g_string_free(text, FALSE);
}

bool kj_json_is_shallow(const char *text)
{
    unsigned depth = 0;
    for (bool quoted = false; *text; text++) {
        if (*text == '\\' && quoted && text[1])
            text++;
        else if (*text == '"')
            quoted = !quoted;
        else if (!quoted && (*text == '{' || *text == '['))
            depth++;
        else if (!quoted && (*text == '}' || *text == ']') && depth)
            depth--;
        if (depth > KJ_JSON_DEPTH)
            return false;
    }
    return true;
}

JsonNode *kj_json_try(const char *text)
{
    return text && kj_json_is_shallow(text) ? kj_json_read(text, NULL) : NULL;
}

/* ---- members ---- */

JsonNode *kj_node_of(JsonObject *object, const char *key)
{
    return object ? json_object_get_member(object, key) : NULL;
}

JsonNode *kj_node_at(JsonArray *list, unsigned index)
{
    return list && index < json_array_get_length(list) ? json_array_get_element(list, index) : NULL;
}

JsonObject *kj_node_object(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

JsonArray *kj_node_list(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

static bool is(JsonNode *node, GType type)
{
    return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type;
}

const char *kj_node_text(JsonNode *node)
{
    return is(node, G_TYPE_STRING) ? json_node_get_string(node) : NULL;
}

gint64 kj_node_number(JsonNode *node, gint64 otherwise)
{
    return is(node, G_TYPE_INT64) ? json_node_get_int(node) : otherwise;
}

bool kj_node_flag(JsonNode *node, bool otherwise)
{
    return is(node, G_TYPE_BOOLEAN) ? json_node_get_boolean(node) : otherwise;
}
