/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports as one page for a browser. Items are data in it, about 200 bytes each, and a script draws
 * the diagram that is looked at: as pictures they would take 10 KiB each, a gigabyte for 100,000
 * problems.
 */
#include <string.h>

#include "core/format/sfen.h"
#include "core/text/json_text.h"
#include "core/text/lang.h"
#include "repl/job/text.h"
#include "repl/report/similar.h"

// Made by make out of the files of these names; the empty strings are for tools that do not find
// them.
static const char page_css[] = ""
#include "repl/report/page.css.h"
    ;
static const char page_body[] = ""
#include "repl/report/page.html.h"
    ;
static const char page_script[] = ""
#include "repl/report/page.js.h"
    ;

/* Appends a text as a string of JSON that may stand in a <script>, or null. */
static void add_string(GString *out, const char *text)
{
    if (!text) {
        g_string_append(out, "null");
        return;
    }
    g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), text);
    g_autofree char *json = kj_json_text(node);
    for (const char *c = json; *c; c++) {
        if (*c == '<')
            g_string_append(out, "\\u003c"); // no tag begins in the data
        else
            g_string_append_c(out, *c);
    }
}

static void add_number(GString *out, gint64 number, bool known)
{
    if (known)
        g_string_append_printf(out, "%" G_GINT64_FORMAT, number);
    else
        g_string_append(out, "null");
}

/* ---- games ---- */

static unsigned game_index(const char *id)
{
    for (unsigned i = 0; i < kj_game_count(); i++)
        if (strcmp(kj_game_at(i)->row->id, id) == 0)
            return i;
    return 0;
}

/* What the script must know to draw a board: sizes, faces by SFEN letter, order of hands. */
static void add_game(GString *out, const KjGameRow *row)
{
    g_string_append_printf(out, "{\"files\":%u,\"ranks\":%u,\"letters\":%s,\"order\":[", row->files,
                           row->ranks, row->letter_files ? "true" : "false");
    for (unsigned i = 0; i + 1 < row->n_pieces; i++)
        g_string_append_printf(out, "%s\"%c\"", i ? "," : "", row->pieces[i].letter);
    g_string_append(out, "],\"pieces\":{");
    for (unsigned i = 0; i < row->n_pieces; i++) {
        const KjPieceRow *piece = &row->pieces[i];
        g_string_append_printf(out, "%s\"%c\":[", i ? "," : "", piece->letter);
        add_string(out, piece->kanji);
        g_string_append_c(out, ',');
        add_string(out, piece->kanji_other ? piece->kanji_other : piece->kanji);
        g_string_append_c(out, ',');
        add_string(out, piece->kanji_promoted);
        g_string_append_c(out, ']');
    }
    g_string_append(out, "}}");
}

/* ---- words ---- */

/* What the page says, besides codes, themes and verdicts; its script asks for the words by
 * these. */
static const char *const page_words[] = {
    "Tables and plots",
    "Keys: ↑ ↓ other problem, ← → step, Home and End of the solution, a: hide or show the answers.",
    "every verdict",
    "every code",
    "every theme",
    "plies",
    "all",
    "to the start",
    "back",
    "forward",
    "to the end",
    "mate in N plies",
    "by the author's line",
    "the author's line:",
    "themes:",
    ", ",
    " in N",
    " in N at most",
    ", recorded: N",
    "show the answers",
    "hide the answers",
    "the same problem:",
    "the same but for one piece:",
    "problem",
    "composer",
    "place",
    "verdict",
    "recorded",
    "codes, themes",
    "hard",
    "nodes",
    "ms",
    "N of M",
    "code",
    "theme",
    "length and difficulty",
    "length and nodes",
    "length and time",
    "points",
    "not done",
    "not understood",
    "time",
    "memory",
    "stopped",
};

static void add_word(GString *out, const char *word, const char *said)
{
    if (strcmp(word, said) == 0)
        return;
    g_string_append_c(out, out->str[out->len - 1] == '{' ? ' ' : ',');
    add_string(out, word);
    g_string_append_c(out, ':');
    add_string(out, said);
}

/* The words of the thread's language, if it is not English. */
static void add_words(GString *out)
{
    g_string_append_c(out, '{');
    for (size_t i = 0; i < G_N_ELEMENTS(page_words); i++)
        add_word(out, page_words[i], kj_tr(page_words[i]));
    for (unsigned c = 0; c < KJ_CLASSES; c++)
        add_word(out, kj_class_code((KjClass)c), kj_item_word(kj_class_code((KjClass)c)));
    for (unsigned f = 0; f < KJ_FAULTS; f++)
        add_word(out, kj_fault_code((KjFault)f), kj_item_word(kj_fault_code((KjFault)f)));
    for (unsigned w = 0; w <= KJ_WORK_UNKNOWN; w++)
        add_word(out, kj_work_text((KjWork)w), kj_item_word(kj_work_text((KjWork)w)));
    for (unsigned v = KJ_MATE; v <= KJ_NOMATE; v++)
        add_word(out, kj_verdict_text((KjVerdict)v), kj_item_word(kj_verdict_text((KjVerdict)v)));
    for (size_t i = 0; i < kj_theme_count(); i++)
        add_word(out, kj_theme_at(i)->code, kj_item_word(kj_theme_at(i)->code));
    g_string_append_c(out, '}');
}

/* ---- items ---- */

/* What is remembered from item to item. */
typedef struct {
    KjStoreReport *report;
    char *file;
    bool first;
} Page;

static void add_result(GString *out, const KjItem *item, const KjItemView *view,
                       const KjStoreReport *report)
{
    bool stable = report->stable;
    g_autofree char *line = view->n_line ? kj_item_line_text(view) : NULL;
    add_string(out, item->verdict);
    g_string_append_c(out, ',');
    add_string(out, item->cause);
    g_string_append_c(out, ',');
    add_number(out, item->plies, item->plies >= 0);
    g_string_append_printf(out, ",%d,", item->proved);
    add_string(out, line);
    g_string_append_printf(out, ",%d,", item->complete);
    add_string(out, item->leftover);
    g_string_append_c(out, ',');
    add_string(out, view->codes);
    g_string_append_c(out, ',');
    add_string(out, item->themes);
    g_string_append_c(out, ',');
    add_number(out, (gint64)item->nodes, item->verdict && !stable);
    g_string_append_c(out, ',');
    add_number(out, item->ms, item->verdict && !stable);
    g_string_append_c(out, ',');
    add_number(out, (gint64)(item->difficulty * 10 + 0.5), item->has_difficulty); // in tenths
    // the author's line: null none, true it is the line
    g_auto(GStrv) words =
        kj_line_text(&view->position, view->author, view->authors ? 0 : view->n_author,
                     KJ_MOVE_NONE, report->notation);
    g_autofree char *author = words[0] ? g_strjoinv(" ", words) : NULL;
    g_string_append_c(out, ',');
    if (view->authors)
        g_string_append(out, "true");
    else
        add_string(out, author);
    g_string_append_c(out, ',');
}

/* The moves of the line in the notation of the report, and what was found. */
static void add_words_of(const KjStoreReport *report, const KjItem *item, const KjItemView *view,
                         GString *out)
{
    g_auto(GStrv) words =
        kj_line_text(&view->position, view->line, view->n_line, KJ_MOVE_NONE, report->notation);
    g_autofree char *names = view->n_line ? g_strjoinv("\t", words) : NULL;
    g_autoptr(GPtrArray) findings = kj_item_findings(item, view, report->notation, !report->stable);
    add_string(out, names);
    g_string_append(out, ",[");
    for (unsigned i = 0; i < findings->len; i++) {
        const KjItemFinding *finding = findings->pdata[i];
        g_string_append_printf(out, "%s[%u,%u,", i ? "," : "", (unsigned)finding->severity & 3,
                               finding->ply);
        add_string(out, finding->text);
        g_string_append_c(out, ']');
    }
    g_string_append_c(out, ']');
}

/* One item; the order of its fields is that of F in page.js. */
static void add_item(Page *page, const KjItem *item, GString *out)
{
    const char *separator = page->first ? "" : ",\n";
    page->first = false;
    if (g_strcmp0(page->file, item->file) != 0) {
        g_free(page->file);
        page->file = g_strdup(item->file);
        g_string_append(out, separator);
        add_string(out, item->file);
        separator = ",\n";
    }
    KjItemView view;
    bool viewed = kj_item_view(item, &view);
    g_autofree char *sfen = viewed ? kj_sfen_write(&view.position, 1) : NULL;
    const char *texts[] = {item->name, item->title, item->composer, item->note, item->error};
    g_string_append_printf(out, "%s[%" G_GINT64_FORMAT ",", separator, item->line);
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        add_string(out, texts[i]);
        g_string_append_c(out, ',');
    }
    add_number(out, item->recorded, item->recorded >= 0);
    g_string_append_c(out, ',');
    add_number(out, item->problem, viewed);
    g_string_append_printf(out, ",%u,", viewed ? game_index(item->game) : 0);
    add_string(out, sfen);
    g_string_append_c(out, ',');
    add_result(out, item, &view, page->report);
    if (viewed)
        add_words_of(page->report, item, &view, out);
    else
        g_string_append(out, "null,[]");
    g_string_append_c(out, ']');
    kj_item_view_clear(&view);
}

static bool put_items(KjStoreReport *report, GError **error)
{
    KjItems items;
    Page page = {.report = report, .first = true};
    if (!kj_items_begin(&items, report->store, report->task.id, report->query, error))
        return false;
    g_autoptr(GString) text = g_string_new(NULL);
    bool ok = true;
    int row = 0;
    while (ok && !kj_session_stopped(report->session) && (row = kj_items_next(&items, error)) > 0) {
        g_string_truncate(text, 0);
        add_item(&page, &items.item, text);
        ok = kj_store_report_put(report, text->str, error);
    }
    kj_items_end(&items);
    g_free(page.file);
    return ok && row >= 0;
}

static bool put_near(KjStoreReport *report, GError **error)
{
    bool skipped;
    g_autoptr(GPtrArray) groups = kj_similar_groups(report, &skipped, error);
    if (!groups)
        return false;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < groups->len; i++) {
        const GArray *group = groups->pdata[i];
        g_string_append(text, i ? ",[" : "[");
        for (guint j = 0; j < group->len; j++)
            g_string_append_printf(text, "%s%" G_GINT64_FORMAT, j ? "," : "",
                                   g_array_index(group, gint64, j));
        g_string_append_c(text, ']');
    }
    return kj_store_report_put(report, text->str, error);
}

/* The data up to the lists. */
static bool put_head(KjStoreReport *report, GError **error)
{
    const KjTask *task = &report->task;
    g_autofree char *version =
        report->stable ? g_strdup("")
                       : g_strdup_printf(", kanju %s, %s", task->version, report->store->path);
    g_autofree char *about = task->id
                                 ? g_strdup_printf("%s: %s%s", task->kind, task->rules, version)
                                 : g_strdup(kj_tr("nothing done yet"));
    g_autoptr(GString) text = g_string_new("{\"about\":");
    add_string(text, about);
    g_string_append_printf(text, ",\"hidden\":%s,\"words\":", report->hidden ? "true" : "false");
    add_words(text);
    g_string_append(text, ",\"games\":[");
    for (size_t i = 0; i < kj_game_count(); i++) {
        g_string_append(text, i ? ",\n" : "");
        add_game(text, kj_game_at(i)->row);
    }
    g_string_append(text, "],\n\"near\":[");
    return kj_store_report_put(report, text->str, error);
}

bool kj_store_report_html(KjStoreReport *report, GError **error)
{
    g_autofree char *head =
        g_strdup_printf("<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                        "<title>%s</title>\n<style>\n",
                        kj_lang() == KJ_LANG_JA ? "ja" : "en", kj_tr("Kanju report"));
    return kj_store_report_put(report, head, error) &&
           kj_store_report_put(report, page_css, error) &&
           kj_store_report_put(report, "</style></head><body>\n", error) &&
           kj_store_report_put(report, page_body, error) &&
           kj_store_report_put(report, "<script type=\"application/json\" id=\"data\">", error) &&
           put_head(report, error) && put_near(report, error) &&
           kj_store_report_put(report, "],\n\"items\":[\n", error) && put_items(report, error) &&
           kj_store_report_put(report, "\n]}</script>\n<script>\n", error) &&
           kj_store_report_put(report, page_script, error) &&
           kj_store_report_put(report, "</script>\n</body></html>\n", error);
}
