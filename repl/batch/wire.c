/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes as JSON. */
#include "repl/batch/wire.h"

static void add_text(JsonBuilder *b, const char *name, const char *text)
{
    if (!text)
        return;
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    json_builder_set_member_name(b, name);
    json_builder_add_string_value(b, valid);
}

static void add_integer(JsonBuilder *b, const char *name, gint64 value)
{
    json_builder_set_member_name(b, name);
    json_builder_add_int_value(b, value);
}

/* The members of a row; left out: NULL. */
static void add_row(JsonBuilder *b, KjStoreTable table, const void *row)
{
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c));) {
        if (c->offset < 0)
            continue;
        KjCell cell = kj_cell_of(c, row);
        if (cell.type == SQLITE_INTEGER) {
            add_integer(b, c->name, cell.integer);
        } else if (cell.type == SQLITE_FLOAT) {
            json_builder_set_member_name(b, c->name);
            json_builder_add_double_value(b, cell.real);
        } else {
            add_text(b, c->name, cell.text);
        }
    }
}

static void add_codes(JsonBuilder *b, const GPtrArray *codes)
{
    json_builder_set_member_name(b, "codes");
    json_builder_begin_array(b);
    for (guint i = 0; codes && i < codes->len; i++) {
        json_builder_begin_object(b);
        add_row(b, KJ_STORED_CODE, codes->pdata[i]);
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
}

static void add_themes(JsonBuilder *b, const GPtrArray *themes)
{
    json_builder_set_member_name(b, "themes");
    json_builder_begin_array(b);
    for (guint i = 0; themes && i < themes->len; i++)
        json_builder_add_string_value(b, themes->pdata[i]);
    json_builder_end_array(b);
}

JsonNode *kj_wire_result(const KjBatchJob *job)
{
    const KjTaskOutcome *outcome = &job->outcome;
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    add_integer(b, "problem", job->problem);
    add_integer(b, "pass", job->pass);
    json_builder_set_member_name(b, "no_news");
    json_builder_add_boolean_value(b, outcome->no_news);
    add_row(b, KJ_STORED_RESULT, &outcome->row);
    add_codes(b, outcome->codes);
    add_themes(b, outcome->themes);
    if (outcome->checkpoint) {
        gsize size;
        const void *bytes = g_bytes_get_data(outcome->checkpoint, &size);
        g_autofree char *text = g_base64_encode(bytes, size);
        add_text(b, "checkpoint", text);
    }
    json_builder_end_object(b);
    return json_builder_get_root(b);
}

char *kj_wire_array(const gint64 *numbers, unsigned n)
{
    GString *text = g_string_new("{");
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i ? "," : "", numbers[i]);
    g_string_append_c(text, '}');
    return g_string_free(text, FALSE);
}
