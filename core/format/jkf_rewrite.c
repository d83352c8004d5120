/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes in the text of a JKF record: values that changed are replaced, all else stays as it is
 * written. */
#include <string.h>

#include "core/format/jkf-priv.h"
#include "core/text/lang.h"

/* ---- places in the text, which is known to be JSON ---- */

static const char *skip_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    return at + (*at == '"');
}

static const char *skip_value(const char *at)
{
    unsigned depth = 0;
    do {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
        // a number or word ends where something else begins
    } while (*at && (depth || !strchr(",}] \t\r\n", *at)));
    return at;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* The value of a member of the object in the text: its place and length; NULL if there is none. */
static const char *find_value(const char *text, const char *name, size_t *out_length)
{
    g_autofree char *key = g_strdup_printf("\"%s\"", name);
    const char *at = skip_blanks(strchr(text, '{') + 1);
    while (*at == '"') {
        const char *end = skip_string(at);
        bool found = (size_t)(end - at) == strlen(key) && g_str_has_prefix(at, key);
        const char *value = skip_blanks(skip_blanks(end) + 1); // behind the colon
        end = skip_value(value);
        if (found) {
            *out_length = (size_t)(end - value);
            return value;
        }
        at = skip_blanks(end);
        at = skip_blanks(at + (*at == ','));
    }
    return NULL;
}

/* The text with a value put in place of a member's, or before all members. (both transfer full) */
static char *replace_value(char *text, const char *name, JsonNode *value)
{
    size_t length;
    g_autofree char *old = text, *json = json_to_string(value, FALSE);
    const char *at = find_value(text, name, &length);
    json_node_unref(value);
    if (at)
        return g_strdup_printf("%.*s%s%s", (int)(at - text), text, json, at + length);
    at = strchr(text, '{') + 1;
    bool only = *skip_blanks(at) == '}';
    return g_strdup_printf("%.*s\"%s\":%s%s%s", (int)(at - text), text, name, json, only ? "" : ",",
                           at);
}

/* ---- what the old entries have that is not known ---- */

static JsonObject *object_at(JsonArray *array, guint index)
{
    JsonNode *node =
        index < json_array_get_length(array) ? json_array_get_element(array, index) : NULL;
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static JsonNode *copy_of(JsonObject *object, const char *name)
{
    JsonNode *node = object ? json_object_get_member(object, name) : NULL;
    return node ? json_node_copy(node) : NULL;
}

/* Whether two entries are the same move or end: squares, promotion and a dropped piece are
 * equal. */
static bool same_entry(JsonObject *one, JsonObject *other)
{
    static const char *const telling[] = {"from", "to", "promote"};
    JsonNode *a = one ? json_object_get_member(one, "move") : NULL;
    JsonNode *b = other ? json_object_get_member(other, "move") : NULL;
    bool moves = a && b && JSON_NODE_HOLDS_OBJECT(a) && JSON_NODE_HOLDS_OBJECT(b);
    if (!moves)
        return one && other && !a && !b;
    JsonObject *x = json_node_get_object(a), *y = json_node_get_object(b);
    for (size_t i = 0; i < G_N_ELEMENTS(telling); i++) {
        JsonNode *p = json_object_get_member(x, telling[i]),
                 *q = json_object_get_member(y, telling[i]);
        bool absent = i == 2; // no promotion may be told or not
        if (!p != !q ? !absent : p && !json_node_equal(p, q))
            return false;
    }
    return json_object_has_member(x, "from") ||
           g_strcmp0(json_object_get_string_member_with_default(x, "piece", NULL),
                     json_object_get_string_member_with_default(y, "piece", NULL)) == 0;
}

static void keep_unknown(JsonArray *old, JsonArray *made);

/* Gives an entry what the old one has, but for its forks. */
static void keep_members(JsonObject *old, JsonObject *made)
{
    g_autoptr(GList) names = json_object_get_members(old);
    for (GList *name = names; name; name = name->next)
        if (strcmp(name->data, "forks") != 0)
            json_object_set_member(made, name->data, copy_of(old, name->data));
}

static JsonArray *array_of(JsonObject *entry, const char *name)
{
    JsonNode *node = entry ? json_object_get_member(entry, name) : NULL;
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

static JsonArray *fork_at(JsonArray *forks, guint index)
{
    JsonNode *node = json_array_get_element(forks, index);
    return JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

static void keep_forks(JsonObject *old, JsonObject *made)
{
    JsonArray *before = array_of(old, "forks"), *now = array_of(made, "forks");
    for (guint i = 0; before && now && i < json_array_get_length(now); i++) {
        JsonArray *fork = fork_at(now, i);
        for (guint k = 0; k < json_array_get_length(before); k++) {
            JsonArray *other = fork_at(before, k);
            if (other && same_entry(object_at(other, 0), object_at(fork, 0)))
                keep_unknown(other, fork);
        }
    }
}

/* Copies from old entries to new ones as long as they are of the same moves. */
static void keep_unknown(JsonArray *old, JsonArray *made)
{
    for (guint i = 0; i < json_array_get_length(made); i++) {
        JsonObject *before = object_at(old, i), *now = object_at(made, i);
        if (!same_entry(before, now))
            return;
        keep_members(before, now);
        keep_forks(before, now);
    }
}

/* What a member of the text is, read by `parser`, whose it is; NULL: it is not there. */
static JsonNode *read_value(JsonParser *parser, const char *text, const char *name)
{
    size_t length;
    const char *at = find_value(text, name, &length);
    g_autofree char *value = at ? g_strndup(at, length) : NULL;
    return value && json_parser_load_from_data(parser, value, -1, NULL)
               ? json_parser_get_root(parser)
               : NULL;
}

static JsonNode *moves_node(const char *text, KjGameFile *file)
{
    JsonArray *moves = kj_jkf_moves(file);
    g_autoptr(JsonParser) parser = json_parser_new();
    JsonNode *root = read_value(parser, text, "moves");
    if (root && JSON_NODE_HOLDS_ARRAY(root))
        keep_unknown(json_node_get_array(root), moves);
    JsonNode *node = json_node_init(json_node_alloc(), JSON_NODE_ARRAY);
    json_node_take_array(node, moves);
    return node;
}

char *kj_jkf_rewrite_header(const char *text, const char *key, const char *value)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    JsonNode *root = read_value(parser, text, "header");
    JsonNode *node = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_copy(root) : NULL;
    if (!node)
        json_node_take_object(node = json_node_init(json_node_alloc(), JSON_NODE_OBJECT),
                              json_object_new());
    JsonObject *header = json_node_get_object(node);
    if (value)
        json_object_set_string_member(header, key, value);
    else
        json_object_remove_member(header, key);
    return replace_value(g_strdup(text), "header", node);
}

char *kj_jkf_rewrite(const char *text, KjGameFile *file, bool start, bool moves, GError **error)
{
    if (!kj_jkf_holds(file, error))
        return NULL;
    char *out = g_strdup(text);
    if (start) {
        JsonNode *node = json_node_alloc();
        json_node_take_object(json_node_init(node, JSON_NODE_OBJECT),
                              kj_jkf_initial(&file->tree->start));
        out = replace_value(out, "initial", node);
    }
    if (moves)
        out = replace_value(out, "moves", moves_node(text, file));
    return out;
}
