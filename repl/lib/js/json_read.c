/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON that is read. */
#include <string.h>

#include "repl/lib/js/json-priv.h"

struct JsonParser {
    JsonNode *root;
};

typedef struct {
    const char *begin, *at;
    const char *expected; // what was where it stopped
} Text;

JsonParser *json_parser_new(void)
{
    return g_new0(JsonParser, 1);
}

void json_parser_free(JsonParser *parser)
{
    json_node_unref(parser->root);
    g_free(parser);
}

JsonNode *json_parser_steal_root(JsonParser *parser)
{
    return g_steal_pointer(&parser->root);
}

/* Skips blanks; whether `c` comes next, which is then behind. */
static bool next_is(Text *text, char c)
{
    text->at += strspn(text->at, " \t\r\n");
    if (*text->at != c)
        return false;
    text->at++;
    return true;
}

static void *lacks(Text *text, const char *expected)
{
    text->expected = expected;
    return NULL;
}

/* Four digits of \u; -1 if they are not. */
static int read_code(Text *text)
{
    int code = 0;
    for (unsigned i = 0; i < 4; i++, text->at++) {
        int digit = g_ascii_xdigit_value(*text->at);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

/* What follows \u; false if it is no character. */
static bool read_escaped_code(Text *text, GString *out)
{
    int code = read_code(text);
    if (code >= 0xd800 && code < 0xdc00 && text->at[0] == '\\' && text->at[1] == 'u') {
        text->at += 2;
        int low = read_code(text);
        code =
            low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00 : -1;
    }
    if (code <= 0 || (code >= 0xd800 && code < 0xe000))
        return false;
    g_string_append_unichar(out, (gunichar)code);
    return true;
}

/* What comes after a quotation mark, to the next. (transfer full) */
static char *read_text(Text *text)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    g_autoptr(GString) out = g_string_new(NULL);
    while (*text->at && *text->at != '"') {
        if (*text->at != '\\') {
            g_string_append_c(out, *text->at++);
            continue;
        }
        const char *letter = text->at[1] ? strchr(letters, text->at[1]) : NULL;
        bool code = text->at[1] == 'u';
        text->at += text->at[1] ? 2 : 1;
        if (letter)
            g_string_append_c(out, meant[letter - letters]);
        else if (!code || !read_escaped_code(text, out))
            return lacks(text, "an escaped character");
    }
    if (!*text->at)
        return lacks(text, "a quotation mark");
    text->at++;
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static JsonNode *read_number(Text *text)
{
    char *end;
    gint64 number = g_ascii_strtoll(text->at, &end, 10);
    bool real = strchr(".eE", *end) && *end;
    double value = real ? g_ascii_strtod(text->at, &end) : 0;
    text->at = end;
    return real ? json_node_init_double(json_node_alloc(), value)
                : json_node_init_int(json_node_alloc(), number);
}

static JsonNode *read_word(Text *text)
{
    static const char *const words[] = {"false", "true", "null"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!g_str_has_prefix(text->at, words[i]))
            continue;
        text->at += strlen(words[i]);
        return i < 2 ? json_node_init_boolean(json_node_alloc(), (gboolean)i)
                     : json_node_init_null(json_node_alloc());
    }
    return lacks(text, "a value");
}

static JsonNode *read_value(Text *text);

/* What comes after a bracket. */
static JsonNode *read_box(Text *text, bool names)
{
    g_autoptr(JsonNode) node = json_node_of_box(json_box_new(names));
    char close = names ? '}' : ']';
    if (next_is(text, close))
        return g_steal_pointer(&node);
    do {
        g_autofree char *name = NULL;
        if (names && !next_is(text, '"'))
            return lacks(text, "a name in quotation marks");
        if (names && !(name = read_text(text)))
            return NULL;
        if (names && !next_is(text, ':'))
            return lacks(text, "':'");
        JsonNode *value = read_value(text);
        if (!value)
            return NULL;
        json_box_put(node->box, name, value);
    } while (next_is(text, ','));
    return next_is(text, close) ? g_steal_pointer(&node) : lacks(text, names ? "'}'" : "']'");
}

static JsonNode *read_value(Text *text)
{
    if (next_is(text, '{'))
        return read_box(text, true);
    if (next_is(text, '['))
        return read_box(text, false);
    if (next_is(text, '"')) {
        g_autofree char *value = read_text(text);
        return value ? json_node_init_string(json_node_alloc(), value) : NULL;
    }
    if (g_ascii_isdigit(*text->at) || (*text->at == '-' && g_ascii_isdigit(text->at[1])))
        return read_number(text);
    return read_word(text);
}

/* Says what was expected and where, as json-glib begins. */
static void say(const Text *text, GError **error)
{
    unsigned line = 1;
    const char *begin = text->begin;
    for (const char *at = text->begin; at < text->at; at++) {
        if (*at == '\n') {
            line++;
            begin = at + 1;
        }
    }
    g_set_error(error, g_quark_from_static_string("json"), 0, "<data>:%u:%u: expected %s", line,
                (unsigned)g_utf8_strlen(begin, text->at - begin) + 1, text->expected);
}

gboolean json_parser_load_from_data(JsonParser *parser, const char *text, gssize length,
                                    GError **error)
{
    g_autofree char *copy = length < 0 ? NULL : g_strndup(text, (gsize)length);
    Text in = {.begin = copy ? copy : text};
    in.at = in.begin;
    if (next_is(&in, '\0'))
        return TRUE; // nothing: no root
    parser->root = read_value(&in);
    if (parser->root && !next_is(&in, '\0')) {
        g_clear_pointer(&parser->root, json_node_unref);
        in.expected = "the end";
    }
    if (!parser->root)
        say(&in, error);
    return parser->root != NULL;
}
