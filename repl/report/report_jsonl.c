/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as JSON Lines, an object an item. */
#include "core/text/json_text.h"
#include "repl/report/item_fields.h"

static void add_member(void *object, const char *name, JsonNode *value)
{
    json_object_set_member(object, name, value);
}

static void write_item(KjStoreReport *report, const KjItem *item, GString *out)
{
    g_autoptr(JsonObject) object = json_object_new();
    json_object_set_string_member(object, "schema", report->schema);
    kj_item_fields(report, KJ_FIELDS_JSONL, item, add_member, object);
    g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), object);
    g_autofree char *text = kj_json_text(root);
    g_string_append_printf(out, "%s\n", text);
}

bool kj_store_report_jsonl(KjStoreReport *report, GError **error)
{
    return kj_store_report_each(report, write_item, error);
}
