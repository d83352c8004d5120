/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as it is written. */
#include "core/text/json_text.h"

char *kj_json_text(JsonNode *node)
{
    g_autofree char *json = json_to_string(node, FALSE);
    GString *text = g_string_new(NULL);
    for (char *at = json, *next; *at; at = next) {
        gunichar c = g_utf8_get_char(at);
        next = g_utf8_next_char(at);
        if (g_unichar_iscntrl(c)) // JSON escapes those below a blank, and terminals obey others too
            g_string_append_printf(text, "\\u%04x", c);
        else
            g_string_append_len(text, at, next - at);
    }
    return g_string_free(text, FALSE);
}

char *kj_json_script(JsonNode *node)
{
    g_autofree char *json = kj_json_text(node);
    GString *text = g_string_new(json);
    g_string_replace(text, "<", "\\u003c", 0); // one stands in strings only
    return g_string_free(text, FALSE);
}
