/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two values of JSON are the same: objects whatever the order of their members is. */
#include <string.h>

#include "repl/lib/js/json-priv.h"

static bool boxes_equal(const Box *a, const Box *b)
{
    bool equal = a->nodes->len == b->nodes->len;
    for (guint i = 0; equal && i < a->nodes->len; i++) {
        guint at = i + 1;
        if (a->names)
            at = GPOINTER_TO_UINT(g_hash_table_lookup(b->index, a->names->pdata[i]));
        equal = at && json_node_equal(a->nodes->pdata[i], b->nodes->pdata[at - 1]);
    }
    return equal;
}

gboolean json_node_equal(JsonNode *a, JsonNode *b)
{
    if (a == b)
        return TRUE;
    if (a->type != b->type)
        return FALSE;
    if (a->box)
        return boxes_equal(a->box, b->box);
    return a->type == JSON_NODE_NULL || (a->value == b->value && a->number == b->number &&
                                         a->real == b->real && g_strcmp0(a->text, b->text) == 0);
}

gboolean json_object_equal(JsonObject *a, JsonObject *b)
{
    return boxes_equal((const Box *)a, (const Box *)b);
}
