/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports as one page for a browser. Items are data in it, about 200 bytes each, and a script draws
 * the diagram that is looked at: as pictures they would take 10 KiB each, a gigabyte for 100,000
 * problems.
 */
#include <string.h>

#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "repl/diagram/board_data.h"
#include "repl/diagram/page.h"
#include "repl/diagram/svg.h"
#include "repl/job/phrases.h"
#include "repl/report/edition.h"
#include "repl/report/item_fields.h"
#include "repl/report/report_words.h"
#include "repl/report/similar.h"

// Made by make out of the files of these names; the empty strings are for tools that do not find
// them.
static const char page_body[] = ""
#include "repl/report/page.html.h"
    ;
static const char page_script[] = ""
#include "repl/diagram/board.js.h"
#include "repl/diagram/replay_page.js.h"
#include "repl/diagram/table.js.h"

#include "repl/report/page.js.h"
    ;

/* ---- items ---- */

/* What is remembered from item to item. */
typedef struct {
    KjStoreReport *report;
    char *file;
    bool first;
} Page;

static void add_element(void *array, const char *name, JsonNode *value)
{
    if (value)
        json_array_add_element(array, value);
    else
        json_array_add_string_element(array, name);
}

/* One item, or the names of its fields. (transfer full) */
static JsonArray *item_array(const KjItem *item, const KjStoreReport *report)
{
    JsonArray *array = json_array_new();
    kj_item_fields(report, KJ_FIELDS_PAGE, item, add_element, array);
    return array;
}

/* Puts the file's name, if it is another than before, and the item. */
static bool put_item(Page *page, const KjItem *item, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (g_strcmp0(page->file, item->file) != 0) {
        g_free(page->file);
        page->file = g_strdup(item->file);
        g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), item->file);
        g_autofree char *file = kj_json_script(node);
        g_string_append_printf(text, "%s%s", page->first ? "" : ",\n", file);
        page->first = false;
    }
    g_autoptr(JsonArray) array = item_array(item, page->report);
    g_autoptr(JsonNode) root = json_node_init_array(json_node_alloc(), array);
    g_autofree char *json = kj_json_script(root);
    g_string_append_printf(text, "%s%s", page->first ? "" : ",\n", json);
    page->first = false;
    return kj_store_report_put(page->report, text->str, error);
}

/* The items, one at a time: there may be more than memory holds. */
static bool put_items(KjStoreReport *report, GError **error)
{
    KjItems items;
    if (!kj_items_begin(&items, report->store, report->task.id, report->query, error))
        return false;
    Page page = {.report = report, .first = true};
    bool ok = kj_store_report_put(report, "[\n", error);
    int row = 0;
    while (ok && !kj_session_stopped(report->session) && (row = kj_items_next(&items, error)) > 0)
        ok = put_item(&page, &items.item, error);
    kj_items_end(&items);
    g_free(page.file);
    return ok && row >= 0 && kj_store_report_put(report, "\n]", error);
}

/* The groups of problems that are alike. (transfer full) */
static JsonArray *near_array(const GPtrArray *groups)
{
    JsonArray *near = json_array_new();
    for (guint i = 0; i < groups->len; i++) {
        const GArray *group = groups->pdata[i];
        JsonArray *one = json_array_new();
        for (guint j = 0; j < group->len; j++)
            json_array_add_int_element(one, g_array_index(group, gint64, j));
        json_array_add_array_element(near, one);
    }
    return near;
}

/* All data but the items. */
static bool put_data(KjStoreReport *report, GError **error)
{
    const KjTask *task = &report->task;
    bool skipped;
    g_autoptr(GPtrArray) groups = kj_similar_groups(report, &skipped, error);
    if (!groups)
        return false;
    const char *path = report->edition ? "" : report->store->path; // of no use elsewhere
    g_autofree char *version =
        report->stable ? g_strdup("")
                       : g_strdup_printf(", kanju %s%s%s", task->version, *path ? ", " : "", path);
    g_autofree char *done = kj_store_report_task(report);
    g_autofree char *about =
        task->id ? g_strdup_printf("%s%s", done, version) : g_strdup(kj_tr("nothing done yet"));
    g_autoptr(JsonObject) data = json_object_new();
    JsonArray *games = json_array_new();
    for (size_t i = 0; i < kj_game_count(); i++)
        json_array_add_object_element(games, kj_board_game(kj_game_at(i), &(KjDiagramStyle){0}));
    json_object_set_string_member(data, "title",
                                  report->edition ? report->edition->title : "Kanju");
    json_object_set_string_member(data, "about", about);
    json_object_set_boolean_member(data, "hidden", report->hidden);
    json_object_set_object_member(data, "words", kj_report_words());
    json_object_set_object_member(data, "play", kj_report_player_words());
    json_object_set_array_member(data, "games", games);
    json_object_set_array_member(data, "fields", item_array(NULL, report));
    json_object_set_array_member(data, "near", near_array(groups));
    g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), data);
    g_autofree char *json = kj_json_script(root);
    return kj_store_report_put(report, json, error);
}

/* Of an index: its other languages, and all works where no script runs. */
static void put_links(const KjEdition *edition, GString *out)
{
    g_string_append(out, "<nav class=\"bar\">\n");
    kj_edition_languages("index.html", out);
    g_string_append(out, "</nav>\n<noscript><h1>");
    kj_xml_append(out, edition->title);
    g_string_append(out, "</h1>\n<ul>\n");
    for (guint i = 0; i < edition->works->len; i++) {
        const KjEditionWork *work = edition->works->pdata[i];
        g_string_append_printf(out, "<li><a href=\"%s\">", work->page);
        kj_xml_append(out, work->label);
        g_string_append(out, "</a></li>\n");
    }
    g_string_append(out, "</ul></noscript>\n");
}

bool kj_store_report_html(KjStoreReport *report, GError **error)
{
    static const char data[] = "<script type=\"application/json\" id=\"data\">",
                      items[] = "</script>\n<script type=\"application/json\" id=\"items\">";
    g_autoptr(GString) begin = g_string_new(NULL), end = g_string_new("</script>\n");
    const KjEdition *edition = report->edition;
    kj_page_begin(begin, edition ? edition->title : kj_tr("Kanju report"), "kj-report");
    if (edition)
        put_links(edition, begin);
    g_string_append_printf(begin, "%s%s", page_body, data);
    kj_page_end(end, page_script);
    return kj_store_report_put(report, begin->str, error) && put_data(report, error) &&
           kj_store_report_put(report, items, error) && put_items(report, error) &&
           kj_store_report_put(report, end->str, error);
}
