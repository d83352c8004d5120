/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as CSV (RFC 4180) and as a list of problems. */
#include <math.h>
#include <string.h>

#include "repl/report/report.h"

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

/* As add_text, after a comma; NULL: an empty one. */
static void add_field(GString *out, const char *text)
{
    g_string_append_c(out, ',');
    if (text)
        add_text(out, text);
}

static void add_number(GString *out, gint64 number, bool known)
{
    g_autofree char *text = known ? g_strdup_printf("%" G_GINT64_FORMAT, number) : NULL;
    add_field(out, text);
}

/* "cook@3 early@5" of the lines of codes. (transfer full) */
static char *codes_text(const char *codes)
{
    GString *text = g_string_new(NULL);
    g_autofree char *rows = g_strdup(codes ? codes : "");
    char *rest = rows;
    for (KjItemCode code; kj_item_next_code(&rest, &code);)
        g_string_append_printf(text, "%s%s@%u", text->len ? " " : "", code.code, code.ply);
    return g_string_free(text, FALSE);
}

/* What was found, in words, one a line. (transfer full) */
static char *findings_text(const KjStoreReport *report, const KjItem *item, const KjItemView *view)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) findings = kj_item_findings(item, view, report->notation, !report->stable);
    for (unsigned i = 0; i < findings->len; i++)
        g_string_append_printf(text, "%s%s", i ? "\n" : "",
                               ((const KjItemFinding *)findings->pdata[i])->text);
    return g_string_free(text, FALSE);
}

static void write_row(KjStoreReport *report, const KjItem *item, GString *out)
{
    KjItemView view;
    bool viewed = kj_item_view(item, &view);
    g_autofree char *place = kj_item_place(item);
    g_autofree char *line = kj_item_line_text(&view);
    g_autofree char *author = kj_item_author_text(&view);
    g_autofree char *codes = codes_text(item->canon_codes);
    g_autofree char *themes = item->themes ? g_strdelimit(g_strdup(item->themes), "\n", ' ') : NULL;
    char difficulty[G_ASCII_DTOSTR_BUF_SIZE];
    bool result = item->verdict != NULL;
    GString *row = g_string_new(NULL);
    add_text(row, place);
    add_field(row, item->name);
    add_field(row, item->title);
    add_field(row, item->composer);
    add_field(row, item->game);
    add_field(row, viewed ? view.text : NULL);
    add_number(row, item->recorded, item->recorded >= 0);
    add_field(row, item->verdict);
    add_field(row, item->cause);
    add_number(row, item->plies, item->plies >= 0);
    add_number(row, item->pure_plies, item->pure_plies >= 0);
    add_field(row, result ? (item->proved ? "1" : "0") : NULL);
    add_field(row, line);
    add_field(row, author);
    add_field(row, item->leftover);
    add_field(row, codes);
    add_field(row, themes);
    g_ascii_dtostr(difficulty, sizeof difficulty, item->difficulty);
    add_field(row, !isnan(item->difficulty) ? difficulty : NULL);
    add_field(row, item->note);
    add_field(row, item->error);
    g_autofree char *findings = viewed ? findings_text(report, item, &view) : NULL;
    add_field(row, findings);
    if (!report->stable) {
        add_number(row, (gint64)item->nodes, result);
        add_number(row, item->ms, result);
    }
    g_string_append_printf(out, "%s\r\n", row->str);
    g_string_free(row, TRUE);
    kj_item_view_clear(&view);
}

bool kj_store_report_csv(KjStoreReport *report, GError **error)
{
    const char *head = "place,id,title,composer,variant,position,recorded,verdict,cause,plies,"
                       "pure_plies,plies_proved,line,author_line,leftover,codes,themes,difficulty,"
                       "note,error,findings";
    return kj_store_report_put(report, head, error) &&
           kj_store_report_put(report, report->stable ? "\r\n" : ",nodes,ms\r\n", error) &&
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
    g_autofree char *note = list_field(item->note ? item->note : item->title);
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
