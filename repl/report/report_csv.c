/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as CSV (RFC 4180) and as a list of problems. */
#include <string.h>

#include "repl/report/item_fields.h"

/* Whether a spreadsheet would take a text for a formula, and perhaps run it. */
static bool is_like_formula(const char *text)
{
    bool sign = *text && strchr("=+-@\t\r", *text);
    return sign && strcmp(text, "-") != 0;
}

/* Appends a field, in quotes where it must be. */
static void add_text(GString *out, const char *text)
{
    g_autofree char *safe = is_like_formula(text) ? g_strconcat("'", text, NULL) : g_strdup(text);
    text = safe;
    if (!strpbrk(text, ",\"\r\n")) {
        g_string_append(out, text);
        return;
    }
    g_string_append_c(out, '"');
    for (; *text; text++)
        g_string_append_printf(out, *text == '"' ? "\"\"" : "%c", *text);
    g_string_append_c(out, '"');
}

/* A value as a text. (transfer full) */
static char *cell_text(JsonNode *value)
{
    GType type = JSON_NODE_HOLDS_VALUE(value) ? json_node_get_value_type(value) : G_TYPE_NONE;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (type == G_TYPE_STRING)
        return g_strdup(json_node_get_string(value));
    if (type == G_TYPE_INT64)
        return g_strdup_printf("%" G_GINT64_FORMAT, json_node_get_int(value));
    if (type == G_TYPE_BOOLEAN)
        return g_strdup(json_node_get_boolean(value) ? "1" : "0");
    if (type == G_TYPE_DOUBLE)
        return g_strdup(g_ascii_dtostr(number, sizeof number, json_node_get_double(value)));
    GString *text = g_string_new(NULL);
    JsonArray *words = JSON_NODE_HOLDS_ARRAY(value) ? json_node_get_array(value) : NULL;
    for (guint i = 0; words && i < json_array_get_length(words); i++)
        g_string_append_printf(text, "%s%s", i ? " " : "", json_array_get_string_element(words, i));
    return g_string_free(text, FALSE);
}

static void add_cell(void *data, const char *name, JsonNode *value)
{
    GString *row = data;
    g_autofree char *text = value ? cell_text(value) : g_strdup(name);
    if (row->len)
        g_string_append_c(row, ',');
    add_text(row, text);
    g_clear_pointer(&value, json_node_unref);
}

static void write_row(KjStoreReport *report, const KjItem *item, GString *out)
{
    kj_item_fields(report, KJ_FIELDS_CSV, item, add_cell, out);
    g_string_append(out, "\r\n");
}

bool kj_store_report_csv(KjStoreReport *report, GError **error)
{
    g_autoptr(GString) head = g_string_new(NULL);
    write_row(report, NULL, head);
    return kj_store_report_put(report, head->str, error) &&
           kj_store_report_each(report, write_row, error);
}

/* A field of a list: no tabs and line ends. (transfer full) */
static char *list_field(const char *text)
{
    return g_strdelimit(g_strdup(text ? text : ""), "\t\r\n", ' ');
}

static void write_line(KjStoreReport *report, const KjItem *item, GString *out)
{
    (void)report;
    KjItemView view;
    if (!kj_item_view(item, &view))
        return;
    g_autofree char *label = kj_item_label(item);
    g_autofree char *id = list_field(item->name ? item->name : label);
    const char *title = g_strcmp0(item->title, item->name) == 0 ? NULL : item->title;
    g_autofree char *note = list_field(item->note ? item->note : title);
    // '#' would make it a comment
    g_string_append_printf(out, "%s%s\t%s\t", *id == '#' ? "_" : "", id, view.text);
    if (item->recorded >= 0)
        g_string_append_printf(out, "%d", item->recorded);
    else if (item->plies >= 0 && item->proved)
        g_string_append_printf(out, "%d", item->plies);
    else if (g_strcmp0(item->verdict, "nomate") == 0)
        g_string_append_c(out, '0');
    if (*note)
        g_string_append_printf(out, "\t%s", note);
    g_string_append_c(out, '\n');
    kj_item_view_clear(&view);
}

bool kj_store_report_list(KjStoreReport *report, GError **error)
{
    return kj_store_report_each(report, write_line, error);
}
