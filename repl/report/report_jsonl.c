/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as JSON Lines, an object an item. */
#include <math.h>
#include <string.h>

#include "core/text/json_text.h"
#include "core/text/text.h"
#include "repl/job/phrases.h"
#include "repl/report/report.h"

static void add_text(JsonBuilder *b, const char *key, const char *value)
{
    json_builder_set_member_name(b, key);
    if (value)
        json_builder_add_string_value(b, value);
    else
        json_builder_add_null_value(b);
}

static void add_number(JsonBuilder *b, const char *key, gint64 value, bool known)
{
    json_builder_set_member_name(b, key);
    if (known)
        json_builder_add_int_value(b, value);
    else
        json_builder_add_null_value(b);
}

static void add_flag(JsonBuilder *b, const char *key, bool value)
{
    json_builder_set_member_name(b, key);
    json_builder_add_boolean_value(b, value);
}

static void add_list(JsonBuilder *b, const char *key, const char *text, const char *separator)
{
    g_auto(GStrv) words = g_strsplit(text ? text : "", separator, -1);
    json_builder_set_member_name(b, key);
    json_builder_begin_array(b);
    for (char **word = words; *word && **word; word++)
        json_builder_add_string_value(b, *word);
    json_builder_end_array(b);
}

/* A JSON text as it is. */
static void add_json(JsonBuilder *b, const char *key, const char *json)
{
    JsonNode *node = kj_json_try(json);
    json_builder_set_member_name(b, key);
    json_builder_add_value(b, node ? node : json_node_init_null(json_node_alloc()));
}

/* The moves after a finding's, in USI. */
static void add_after(JsonBuilder *b, const KjItemView *view, const KjItemFinding *finding)
{
    KjPosition at;
    KjMove previous;
    KjUndo undo;
    kj_item_at(view, finding->ply, &at, &previous);
    if (finding->move)
        kj_position_make(&at, finding->move, &undo);
    g_auto(GStrv) words =
        kj_line_text(&at, finding->line, finding->n_line, finding->move, KJ_NOTATION_USI);
    json_builder_set_member_name(b, "line");
    json_builder_begin_array(b);
    for (char **word = words; *word; word++)
        json_builder_add_string_value(b, *word);
    json_builder_end_array(b);
}

static gint by_ply(gconstpointer a, gconstpointer b)
{
    const KjItemFinding *x = *(KjItemFinding *const *)a, *y = *(KjItemFinding *const *)b;
    return x->ply != y->ply ? (x->ply < y->ply ? -1 : 1) : strcmp(x->code, y->code);
}

static void add_codes(const KjStoreReport *report, JsonBuilder *b, const KjItem *item,
                      const KjItemView *view)
{
    g_autoptr(GPtrArray) findings = kj_item_findings(item, view, report->notation, !report->stable);
    g_ptr_array_sort(findings, by_ply);
    json_builder_set_member_name(b, "codes");
    json_builder_begin_array(b);
    for (unsigned i = 0; i < findings->len; i++) {
        const KjItemFinding *finding = findings->pdata[i];
        json_builder_begin_object(b);
        add_text(b, "code", finding->code);
        add_text(b, "severity", kj_severity_text(finding->severity));
        add_number(b, "ply", finding->ply, true);
        add_text(b, "detail", finding->detail);
        add_after(b, view, finding);
        add_text(b, "text", finding->text);
        json_builder_end_object(b);
    }
    json_builder_end_array(b);
}

static void add_result(const KjStoreReport *report, JsonBuilder *b, const KjItem *item,
                       const KjItemView *view)
{
    bool result = item->verdict != NULL;
    g_autofree char *line = kj_item_line_text(view);
    add_text(b, "verdict", item->verdict);
    add_text(b, "cause", item->cause);
    add_number(b, "plies", item->plies, item->plies >= 0);
    add_number(b, "pure_plies", item->pure_plies, item->pure_plies >= 0);
    add_flag(b, "plies_proved", item->proved);
    add_list(b, "line", line, " ");
    add_flag(b, "line_complete", item->complete);
    add_text(b, "line_kind", item->complete ? kj_line_kind_text(kj_item_line_kind(item)) : NULL);
    add_flag(b, "authors", view->authors);
    add_text(b, "leftover", item->leftover);
    add_codes(report, b, item, view);
    add_list(b, "themes", item->themes, "\n");
    json_builder_set_member_name(b, "difficulty");
    if (!isnan(item->difficulty))
        json_builder_add_double_value(b, item->difficulty);
    else
        json_builder_add_null_value(b);
    add_text(b, "certificate", item->certificate);
    add_json(b, "report", report->stable ? NULL : item->report);
    if (!report->stable) {
        add_number(b, "nodes", (gint64)item->nodes, result);
        add_number(b, "ms", item->ms, result);
    }
}

static void write_item(KjStoreReport *report, const KjItem *item, GString *out)
{
    KjItemView view;
    bool viewed = kj_item_view(item, &view);
    g_autoptr(JsonBuilder) b = json_builder_new();
    g_autofree char *place = kj_item_place(item);
    g_autofree char *author = viewed ? kj_item_author_text(&view) : NULL;
    json_builder_begin_object(b);
    add_text(b, "schema", report->schema);
    add_text(b, "id", item->name ? item->name : place);
    add_text(b, "place", place);
    if (item->error) {
        add_text(b, "error", item->error);
        add_number(b, "column", item->column, item->column > 0);
    }
    add_text(b, "title", item->title);
    add_text(b, "composer", item->composer);
    add_json(b, "headers", item->headers);
    add_text(b, "note", item->note);
    add_number(b, "recorded", item->recorded, item->recorded >= 0);
    if (viewed) {
        add_text(b, "variant", item->game);
        add_text(b, "position", view.text);
        add_text(b, "attacker", kj_side_name(view.attacker));
        add_list(b, "author_line", author, " ");
        add_number(b, "problem", item->problem, !report->stable);
        add_result(report, b, item, &view);
    }
    json_builder_end_object(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    g_autofree char *text = kj_json_text(root);
    g_string_append_printf(out, "%s\n", text);
    kj_item_view_clear(&view);
}

bool kj_store_report_jsonl(KjStoreReport *report, GError **error)
{
    return kj_store_report_each(report, write_item, error);
}
