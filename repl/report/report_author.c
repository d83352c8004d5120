/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports for the author of works: what was found, each on its board, and nothing that concerns
 * programs. */
#include <errno.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/check/check_words.h"
#include "repl/diagram/rsvg.h"
#include "repl/job/phrases.h"
#include "repl/report/paper.h"
#include "repl/report/report.h"

/* ---- whose works ---- */

/* The authors among what the report's query finds, joined by "; ", and how many. (transfer full) */
static char *authors_of(KjStoreReport *report, unsigned *out_n, GError **error)
{
    enum { TOLD = 8 };
    g_autoptr(sqlite3_stmt) rows = kj_store_report_select(
        report, "DISTINCT i.composer", "AND i.composer IS NOT NULL ORDER BY 1", error);
    GString *names = g_string_new(NULL);
    *out_n = 0;
    while (rows && kj_store_step(report->store, rows, error) > 0)
        if ((*out_n)++ < TOLD)
            g_string_append_printf(names, "%s%s", *out_n > 1 ? "; " : "", kj_column_text(rows, 0));
    if (*out_n > TOLD)
        g_string_append(names, "; …");
    return g_string_free(names, FALSE);
}

/* A query for items that a test is true of, NULL where there are none. (transfer full) */
static KjFindQuery *found_by(KjStoreReport *report, const char *text, GError **error)
{
    g_autoptr(KjFindQuery) query = kj_find_read(text, error);
    if (!query)
        return NULL;
    report->query = query;
    g_autoptr(sqlite3_stmt) rows = kj_store_report_select(report, "count(*)", "", error);
    report->query = NULL;
    bool any =
        rows && kj_store_step(report->store, rows, error) > 0 && sqlite3_column_int64(rows, 0) > 0;
    return any ? g_steal_pointer(&query) : NULL;
}

static bool quotable(const char *option, const char *text, GError **error)
{
    if (!text || (*text && !strpbrk(text, "\"\\")))
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "--%s: expected a name without quotation marks", option);
}

/* The test for an author: who is called so, or else the only one whose name has it. (transfer
 * full) */
static char *test_for_author(KjStoreReport *report, const char *name, GError **error)
{
    g_autofree char *exact = g_strdup_printf("author=\"%s\"", name);
    g_autofree char *part = g_strdup_printf("author:\"%s\"", name);
    g_autoptr(KjFindQuery) by = found_by(report, exact, error);
    if (by || *error)
        return by ? g_steal_pointer(&exact) : NULL;
    g_autoptr(KjFindQuery) has = found_by(report, part, error);
    report->query = has; // none: all authors are named
    unsigned n = 0;
    g_autofree char *names = *error ? NULL : authors_of(report, &n, error);
    report->query = NULL;
    if (*error)
        return NULL;
    if (has && n == 1)
        return g_steal_pointer(&part);
    kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                 n ? "--author=%s: no work by this author, expected one of: %s"
                   : "--author=%s: the store names no author%s",
                 name, n ? names : "");
    return NULL;
}

KjFindQuery *kj_store_report_works(KjStoreReport *report, const char *author, const char *work,
                                   GError **error)
{
    GError *failure = NULL;
    g_autofree char *by = NULL;
    KjFindQuery *query = NULL;
    if (quotable("author", author, &failure) && quotable("work", work, &failure)) {
        by = author ? test_for_author(report, author, &failure) : NULL;
        g_autofree char *one =
            work ? g_strdup_printf("%s(id=\"%s\" or title=\"%s\")", by ? " and " : "", work, work)
                 : NULL;
        g_autofree char *text = g_strconcat(by ? by : "", one ? one : "", NULL);
        query = failure ? NULL : found_by(report, text, &failure);
        if (!query && !failure)
            kj_set_error(&failure, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                         "--work=%s: no such work, expected its number, id or title", work);
    }
    if (failure)
        g_propagate_error(error, failure);
    return query;
}

/* ---- what is said ---- */

/* What is made, and the verdicts so far. */
typedef struct {
    KjStoreReport *report;
    KjPaper *paper;
    bool one_author;
    char *author;         // of the works so far
    GHashTable *verdicts; // word -> count
    GPtrArray *words;     // in the order they came
} Maker;

static void say(KjPaperRow *row, char *text)
{
    g_ptr_array_add(row->texts, text);
}

/* "初雪（2026-11）", with the author where there are several. (transfer full) */
static char *heading_of(const Maker *m, const KjItem *item)
{
    const char *name = item->title ? item->title : item->name;
    bool number = name && name[strspn(name, "0123456789")] == '\0';
    g_autofree char *label = !name    ? g_strdup_printf(kj_tr("Work %u"), m->paper->works->len + 1)
                             : number ? g_strdup_printf(kj_tr("No. %s"), name)
                                      : kj_text_without_folders(name);
    GString *text = g_string_new(label);
    if (!m->one_author && item->composer)
        g_string_append_printf(text, kj_tr(", %s"), item->composer);
    if (item->date)
        g_string_append_printf(text, kj_tr(" (%s)"), item->date);
    return g_string_free(text, FALSE);
}

/* What the first move does, if the check found the line. */
static void say_key_move(const Maker *m, const KjItem *item, const KjItemView *view,
                         KjPaperRow *row)
{
    KjReport report;
    if (!kj_item_report(item, view, &report))
        return;
    const KjReportView said = {
        .report = &report, .root = &view->position, .notation = m->report->notation};
    const KjCheckNode *first =
        report.nodes->len ? &g_array_index(report.nodes, KjCheckNode, 0) : NULL;
    g_autofree char *because = first ? kj_check_because(&said, first, NULL) : g_strdup("");
    if (*because)
        say(row, g_strdup_printf(kj_tr("first move: %s"), because));
    kj_report_clear(&report);
}

static void say_result(const Maker *m, const KjItem *item, const KjItemView *view, KjPaperRow *row)
{
    GString *verdict = g_string_new(NULL);
    kj_item_verdict_add(item, verdict);
    if (item->recorded >= 0 && item->verdict && item->recorded != MAX(item->plies, 0))
        g_string_append_printf(verdict, kj_tr(", recorded: %d"), item->recorded);
    if (item->cause)
        g_string_append_printf(verdict, kj_tr(" (%s)"), kj_tr(item->cause));
    say(row, g_string_free(verdict, FALSE));
    g_autofree char *line =
        kj_line_words(&view->position, view->line, view->n_line, KJ_MOVE_NONE, m->report->notation);
    if (*line)
        say(row, g_strdup_printf(kj_tr(view->authors ? "the author's line: %s" : "main line: %s"),
                                 line));
    say_key_move(m, item, view, row);
    g_autofree char *author = kj_line_words(&view->position, view->author, view->n_author,
                                            KJ_MOVE_NONE, m->report->notation);
    if (*author && !view->authors)
        say(row, g_strdup_printf(kj_tr("the author's line: %s"), author));
}

/* By the line they are about, then by ply; else worst first, as they are. */
static int by_place(const void *a, const void *b)
{
    const KjItemFinding *x = *(KjItemFinding *const *)a, *y = *(KjItemFinding *const *)b;
    if (x->of_author != y->of_author)
        return x->of_author ? 1 : -1;
    return x->ply < y->ply ? -1 : x->ply > y->ply;
}

/* The findings, each under the board it is about; those of the whole beside the first. */
static void say_findings(const Maker *m, const KjItem *item, const KjItemView *view,
                         KjPaperWork *work)
{
    g_autoptr(GPtrArray) findings =
        kj_item_findings(item, view, m->report->notation, !m->report->stable);
    g_ptr_array_sort(findings, by_place);
    KjPaperRow *row = work->rows->pdata[0];
    const KjItemFinding *last = NULL;
    KjSeverity worst = KJ_SEVERITY_NONE;
    for (guint i = 0; i < findings->len; i++) {
        const KjItemFinding *finding = findings->pdata[i];
        if (finding->ply > 1 && (!last || by_place(&finding, &last) != 0)) {
            KjPosition at;
            KjMove previous;
            kj_item_at(view, finding, &at, &previous);
            g_autofree char *caption = g_strdup_printf(kj_tr("before ply %u"), finding->ply);
            row = kj_paper_add_row(work, &at, previous, caption);
        } else if (finding->ply <= 1) {
            row = work->rows->pdata[0];
        }
        say(row, g_strdup(finding->text));
        worst = MAX(worst, finding->severity);
        last = finding;
    }
    if (g_strcmp0(item->verdict, "sound") == 0 && worst < KJ_SEVERITY_BLEMISH)
        say(work->rows->pdata[0], g_strdup(kj_tr("nothing was found to object to")));
}

static void count_verdict(Maker *m, const KjItem *item)
{
    const char *word = kj_item_verdict_word(item);
    gpointer n = g_hash_table_lookup(m->verdicts, word);
    if (!n)
        g_ptr_array_add(m->words, g_strdup(word));
    g_hash_table_insert(m->verdicts, g_strdup(word), GUINT_TO_POINTER(GPOINTER_TO_UINT(n) + 1));
}

static void add_work(Maker *m, const KjItem *item)
{
    g_autofree char *heading = heading_of(m, item);
    KjPaperWork *work = kj_paper_add_work(m->paper, heading);
    KjItemView view;
    count_verdict(m, item);
    if (m->one_author && !m->author)
        m->author = g_strdup(item->composer);
    if (!kj_item_view(item, &view)) {
        KjPaperRow *row = kj_paper_add_row(work, NULL, KJ_MOVE_NONE, NULL);
        say(row, g_strdup_printf(kj_tr("not understood: %s"), item->error ? item->error : ""));
        return;
    }
    // the board outlives the view, and with it the game
    view.position.game = kj_game_find(view.position.game->row->id);
    KjPaperRow *row = kj_paper_add_row(work, &view.position, KJ_MOVE_NONE, NULL);
    say_result(m, item, &view, row);
    say_findings(m, item, &view, work);
    kj_item_view_clear(&view);
}

static void sum_up(const Maker *m)
{
    unsigned n = m->paper->works->len;
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, kj_tr_n(n, "%u work", "%u works"), n);
    for (guint i = 0; i < m->words->len; i++)
        g_string_append_printf(
            text, kj_tr("; %s: %u"), (char *)m->words->pdata[i],
            GPOINTER_TO_UINT(g_hash_table_lookup(m->verdicts, m->words->pdata[i])));
    m->paper->summary = g_string_free(text, FALSE);
    m->paper->title = m->author ? g_strdup_printf(kj_tr("Report on works by %s"), m->author)
                                : g_strdup(kj_tr("Report on works"));
}

/* The letter, NULL with KJ_STORE_ERROR. (transfer full) */
static KjPaper *make(KjStoreReport *report, GError **error)
{
    unsigned authors;
    g_autofree char *names = authors_of(report, &authors, NULL);
    g_autoptr(KjPaper) paper = kj_paper_new();
    g_autoptr(GHashTable) verdicts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    Maker m = {report, paper, authors == 1, NULL, verdicts, words};
    KjItems items;
    if (!kj_items_begin(&items, report->store, report->task.id, report->query, error))
        return NULL;
    int row = 0;
    while (!kj_session_stopped(report->session) && (row = kj_items_next(&items, error)) > 0)
        add_work(&m, &items.item);
    kj_items_end(&items);
    sum_up(&m);
    g_free(m.author);
    return row < 0 ? NULL : g_steal_pointer(&paper);
}

/* ---- writing ---- */

static bool put_bytes(KjStoreReport *report, const void *bytes, size_t length, GError **error)
{
    errno = 0;
    return fwrite(bytes, 1, length, report->out) == length ||
           kj_store_report_unwritten(report, error);
}

bool kj_store_report_author_text(KjStoreReport *report, GError **error)
{
    g_autoptr(KjPaper) paper = make(report, error);
    g_autofree char *text = paper ? kj_paper_text(paper) : NULL;
    return text && put_bytes(report, text, strlen(text), error);
}

bool kj_store_report_author_html(KjStoreReport *report, GError **error)
{
    g_autoptr(KjPaper) paper = make(report, error);
    g_autofree char *page = paper ? kj_paper_html(paper) : NULL;
    return page && put_bytes(report, page, strlen(page), error);
}

bool kj_store_report_pdf(KjStoreReport *report, GError **error)
{
    g_autoptr(KjPaper) paper = kj_rsvg_fonts(NULL, error) ? make(report, error) : NULL;
    g_autoptr(GByteArray) bytes = paper ? kj_paper_pdf(paper, error) : NULL;
    return bytes && put_bytes(report, bytes->data, bytes->len, error);
}
