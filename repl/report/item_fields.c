/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of items as JSON values; the writers of formats put them into words of their own. */
#include "repl/report/item_fields.h"

#include <math.h>
#include <string.h>

#include "core/format/sfen.h"
#include "core/text/json_text.h"
#include "repl/job/phrases.h"
#include "repl/report/edition.h"
#include "repl/report/item_fields.def"

enum {
    CSV = KJ_FIELDS_CSV,
    JSONL = KJ_FIELDS_JSONL,
    PAGE = KJ_FIELDS_PAGE,
    ALL = CSV | JSONL | PAGE
};

typedef struct {
    const KjStoreReport *report;
    const KjItem *item;
    bool names; // of fields alone, without values
    KjItemView view;
    bool viewed; // it has a position
    unsigned format;
    KjFieldFn take;
    void *data;
} Row;

// Gives a field of item_fields.def in its formats; its value is made only then.
#define KJ_GIVEN(formats, name, type, value) \
    if (row->format & (formats))             \
        row->take(row->data, #name, row->names ? NULL : (value));
#define KJ_IF(condition) if (condition) {
#define KJ_END }

/* ---- values (transfer full) ---- */

static JsonNode *null_value(void)
{
    return json_node_init_null(json_node_alloc());
}

static JsonNode *text_value(const char *text)
{
    return text ? json_node_init_string(json_node_alloc(), text) : null_value();
}

/* Takes the text. */
static JsonNode *made_value(char *text)
{
    JsonNode *node = text_value(text);
    g_free(text);
    return node;
}

static JsonNode *number_value(gint64 number, bool known)
{
    return known ? json_node_init_int(json_node_alloc(), number) : null_value();
}

static JsonNode *flag_value(bool flag)
{
    return json_node_init_boolean(json_node_alloc(), flag);
}

static JsonNode *list_value(JsonArray *list)
{
    JsonNode *node = json_node_init_array(json_node_alloc(), list);
    json_array_unref(list);
    return node;
}

static JsonNode *words_value(char **words)
{
    JsonArray *list = json_array_new();
    for (char **word = words; word && *word && **word; word++)
        json_array_add_string_element(list, *word);
    return list_value(list);
}

/* Takes the text: words with separators between them, as a list. */
static JsonNode *split_value(char *text, const char *separator)
{
    g_auto(GStrv) words = g_strsplit(text ? text : "", separator, -1);
    g_free(text);
    return words_value(words);
}

static JsonNode *real_value(double number)
{
    return isnan(number) ? null_value() : json_node_init_double(json_node_alloc(), number);
}

/* A text that is JSON, or is none. */
static JsonNode *json_value(const char *text)
{
    JsonNode *node = kj_json_try(text);
    return node ? node : null_value();
}

/* The rest of what a check says, which the line does not say already. It has times. */
static JsonNode *report_value(const Row *row)
{
    static const char *const said[] = {
        "schema",     "variant", "position", "attacker",    "verdict", "cause", "plies",
        "pure_plies", "line",    "leftover", "certificate", "nodes",   "ms",    "exact_score"};
    JsonNode *node = json_value(row->report->stable ? NULL : row->item->report);
    for (size_t i = 0; JSON_NODE_HOLDS_OBJECT(node) && i < G_N_ELEMENTS(said); i++)
        json_object_remove_member(json_node_get_object(node), said[i]);
    return node;
}

/* Moves in the notation of the report. */
static JsonNode *moves_value(const Row *row, const KjMove *moves, unsigned n, const char *separator)
{
    g_auto(GStrv) words =
        kj_line_text(&row->view.position, moves, n, KJ_MOVE_NONE, row->report->notation);
    return n ? made_value(g_strjoinv(separator, words)) : null_value();
}

static unsigned game_index(const char *id)
{
    unsigned i = id ? kj_game_count() : 0;
    while (i-- > 1 && strcmp(kj_game_at(i)->row->id, id) != 0)
        ;
    return i;
}

static const char *page_of(const Row *row)
{
    const KjEdition *edition = row->report->edition;
    const KjEditionWork *work = edition ? kj_edition_work(edition, row->item) : NULL;
    return work ? work->page : NULL;
}

static GPtrArray *findings_of(const Row *row)
{
    return row->viewed ? kj_item_findings(row->item, &row->view, row->report->notation,
                                          !row->report->stable)
                       : g_ptr_array_new();
}

/* The moves after a finding's, in USI. */
static JsonNode *after(const KjItemView *view, const KjItemFinding *finding)
{
    KjPosition at;
    KjMove previous;
    kj_item_at(view, finding, &at, &previous);
    at = kj_position_after(&at, finding->move);
    g_auto(GStrv) words =
        kj_line_text(&at, finding->line, finding->n_line, finding->move, KJ_NOTATION_USI);
    return words_value(words);
}

static gint by_ply(gconstpointer a, gconstpointer b)
{
    const KjItemFinding *x = *(KjItemFinding *const *)a, *y = *(KjItemFinding *const *)b;
    return x->ply != y->ply ? (x->ply < y->ply ? -1 : 1) : strcmp(x->code, y->code);
}

static void add_member(void *object, const char *name, JsonNode *value)
{
    json_object_set_member(object, name, value);
}

static JsonObject *finding_value(const Row *of, const KjItemFinding *finding)
{
    JsonObject *object = json_object_new();
    Row copy = *of, *row = &copy;
    copy.take = add_member;
    copy.data = object;
    KJ_FIELDS_STORED_FINDING;
    return object;
}

static JsonNode *codes(const Row *row)
{
    g_autoptr(GPtrArray) findings = findings_of(row);
    g_ptr_array_sort(findings, by_ply);
    JsonArray *list = json_array_new();
    for (unsigned i = 0; i < findings->len; i++)
        json_array_add_object_element(list, finding_value(row, findings->pdata[i]));
    return list_value(list);
}

/* What was found, in words, one a line. */
static JsonNode *findings_text(const Row *row)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GPtrArray) findings = findings_of(row);
    for (unsigned i = 0; i < findings->len; i++)
        g_string_append_printf(text, "%s%s", i ? "\n" : "",
                               ((const KjItemFinding *)findings->pdata[i])->text);
    return text_value(text->str);
}

/* Each with its weight, ply, text and code, as page.js takes them. */
static JsonNode *found(const Row *row)
{
    g_autoptr(GPtrArray) findings = findings_of(row);
    JsonArray *list = json_array_new();
    for (unsigned i = 0; i < findings->len; i++) {
        const KjItemFinding *finding = findings->pdata[i];
        JsonArray *one = json_array_new();
        json_array_add_string_element(one, kj_severity_text(finding->severity));
        json_array_add_int_element(one, kj_item_main_ply(finding));
        json_array_add_element(one, text_value(finding->text));
        json_array_add_string_element(one, finding->code);
        json_array_add_array_element(list, one);
    }
    return list_value(list);
}

void kj_item_fields(const KjStoreReport *report, KjFieldsOf format, const KjItem *item,
                    KjFieldFn take, void *data)
{
    static const KjItem none = {.recorded = -1, .plies = -1, .pure_plies = -1, .difficulty = NAN};
    Row all = {.report = report, .names = !item, .format = format, .take = take, .data = data};
    const Row *row = &all;
    const KjItemView *view = &all.view;
    item = all.item = item ? item : &none;
    all.viewed = kj_item_view(item, &all.view);
    KJ_FIELDS_PLACE;
    KJ_FIELDS_READ;
    if (format != KJ_FIELDS_JSONL || item->error) {
        KJ_FIELDS_ERROR;
    }
    if (format != KJ_FIELDS_JSONL || row->viewed) {
        KJ_FIELDS_GIVEN_PROBLEM;
        KJ_FIELDS_GIVEN_ANSWER;
        KJ_FIELDS_GIVEN_RESULT;
    }
    kj_item_view_clear(&all.view);
}
