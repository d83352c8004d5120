/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports for people, as text: totals, tables, what is wrong, what is alike. */
#include <string.h>

#include "core/textboard.h"
#include "repl/batch/near.h"
#include "repl/term.h"

/* A table: rows of two columns, label and number. */
typedef struct {
    const char *title;
    const char *select, *more;
    bool run_dependent; // left out of a stable report
} Table;

static const Table tables[] = {
    {"verdict",
     "coalesce(r.verdict,CASE WHEN i.error IS NULL THEN 'not done' ELSE 'not understood' "
     "END) AS v,count(*)",
     "GROUP BY v ORDER BY 2 DESC,1", false},
    {"why unknown", "r.cause,count(*)", "AND r.cause IS NOT NULL GROUP BY 1 ORDER BY 2 DESC,1",
     false},
    {"plies", "r.plies,count(*)", "AND r.plies IS NOT NULL GROUP BY 1 ORDER BY 1", false},
    {"against the recorded length",
     "CASE WHEN r.verdict='nomate' AND i.recorded>0 THEN 'no mate' WHEN r.plies>i.recorded THEN "
     "'longer' WHEN r.plies<i.recorded THEN 'shorter' ELSE 'as recorded' END AS v,count(*)",
     "AND i.recorded IS NOT NULL AND r.verdict<>'unknown' GROUP BY v ORDER BY 2 DESC,1", false},
    {"the author's line",
     "CASE WHEN r.line=substr(i.claim,instr(i.claim,' ')+1) THEN 'is the main line' WHEN "
     "r.line IS NULL THEN 'no line was found' ELSE 'is another one' END AS v,count(*)",
     "AND instr(i.claim,' ') AND r.verdict<>'unknown' GROUP BY v ORDER BY 2 DESC,1", false},
    {"game", "p.game,count(*)", "AND p.id IS NOT NULL GROUP BY 1 ORDER BY 2 DESC,1", false},
    {"composer", "i.composer,count(*)", "AND i.composer IS NOT NULL GROUP BY 1 ORDER BY 2 DESC,1",
     false},
    {"time of a problem",
     "CASE WHEN r.ms<10 THEN 'below 0.01 s' WHEN r.ms<100 THEN '0.01 to 0.1 s' WHEN r.ms<1000 "
     "THEN '0.1 to 1 s' WHEN r.ms<10000 THEN '1 to 10 s' ELSE 'above 10 s' END AS "
     "v,count(*)",
     "AND r.ms IS NOT NULL GROUP BY v ORDER BY min(r.ms)", true},
};

/* The same for rows of other tables, by number of problems. */
static const struct {
    const char *title, *column, *table;
} lists[] = {{"code", "code", "code"}, {"theme", "theme", "theme"}};

static bool put_format(KjStoreReport *report, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static bool put_format(KjStoreReport *report, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return kj_store_report_put(report, text, error);
}

static bool put_rows(KjStoreReport *report, const char *title, sqlite3_stmt *rows, GError **error)
{
    enum { LABEL = 32, MAX_ROWS = 1000 };
    int row = 0;
    for (unsigned n = 0; (row = kj_store_step(report->store, rows, error)) > 0; n++) {
        if (n == 0 && !put_format(report, error, "\n%s\n", title))
            return false;
        if (n == MAX_ROWS) {
            sqlite3_reset(rows);
            return kj_store_report_put(report, "  ...\n", error);
        }
        const char *label = kj_column_text(rows, 0);
        unsigned width = kj_text_columns(label ? label : "");
        if (!put_format(report, error, "  %s%*s %8" G_GINT64_FORMAT "\n", label ? label : "",
                        width < LABEL ? (int)(LABEL - width) : 0, "",
                        (gint64)sqlite3_column_int64(rows, 1)))
            return false;
    }
    return row == 0;
}

static bool put_tables(KjStoreReport *report, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        if (tables[i].run_dependent && report->stable)
            continue;
        g_autoptr(sqlite3_stmt) rows =
            kj_store_report_select(report, tables[i].select, tables[i].more, error);
        if (!rows || !put_rows(report, tables[i].title, rows, error))
            return false;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autofree char *select =
            g_strdup_printf("c.%s,count(DISTINCT c.problem) FROM %s c WHERE c.task=?1 AND "
                            "c.problem IN (SELECT r.problem",
                            lists[i].column, lists[i].table);
        g_autofree char *more =
            g_strdup_printf(") GROUP BY c.%s ORDER BY 2 DESC,1", lists[i].column);
        g_autoptr(sqlite3_stmt) rows = kj_store_report_select(report, select, more, error);
        if (!rows || !put_rows(report, lists[i].title, rows, error))
            return false;
    }
    return true;
}

/* ---- single items ---- */

static bool is_of_interest(const KjItem *item)
{
    bool wrong = item->recorded >= 0 && item->verdict && strcmp(item->verdict, "unknown") != 0 &&
                 item->recorded != MAX(item->plies, 0);
    return item->error || wrong || g_strcmp0(item->verdict, "nomate") == 0 ||
           g_strcmp0(item->verdict, "blemished") == 0 || g_strcmp0(item->verdict, "unsound") == 0;
}

/* What was found, the worst with a mark. */
static void add_codes(const KjItemView *view, GString *out)
{
    static const char *const weight[] = {"", "note: ", "blemish: ", "defect: "};
    g_autofree char *rows = g_strdup(view->codes ? view->codes : "");
    char *rest = rows;
    for (KjItemCode code; kj_item_next_code(&rest, &code);) {
        g_string_append_printf(out, "\n  %s%s", weight[code.severity & 3], code.code);
        if (code.ply)
            g_string_append_printf(out, " at ply %u", code.ply);
        if (*code.detail)
            g_string_append_printf(out, ": %s", code.detail);
    }
}

/* One that has something wrong: what, and the diagram. */
static void write_item(KjStoreReport *report, const KjItem *item, GString *out)
{
    (void)report;
    KjItemView view;
    if (!is_of_interest(item))
        return;
    g_autofree char *place = kj_item_place(item);
    g_string_append_printf(out, "\n%s", place);
    if (item->name)
        g_string_append_printf(out, "  %s", item->name);
    if (item->title)
        g_string_append_printf(out, "  %s", item->title);
    if (item->composer)
        g_string_append_printf(out, "  (%s)", item->composer);
    if (item->error) {
        g_string_append_printf(out, "\n  not understood: %s\n", item->error);
        return;
    }
    bool mate = g_strcmp0(item->verdict, "mate") == 0; // of a check the word says more
    g_string_append_printf(out, "\n  %s", item->verdict ? item->verdict : "not done");
    if (item->plies >= 0)
        g_string_append_printf(out, "%s in %d", mate ? "" : ", mate", item->plies);
    if (item->recorded >= 0)
        g_string_append_printf(out, ", recorded: %d", item->recorded);
    if (kj_item_view(item, &view)) {
        add_codes(&view, out);
        g_autofree char *board = kj_board_text(&view.position, KJ_BOARD_KANJI, false, KJ_MOVE_NONE);
        g_autofree char *line = kj_item_line_text(&view);
        g_autofree char *author = view.authors ? NULL : kj_item_author_text(&view);
        g_string_append_printf(out, "\n  %s\n", view.text);
        if (*line)
            g_string_append_printf(out, "  %s%s\n", line, view.authors ? " (the author's)" : "");
        if (author && *author)
            g_string_append_printf(out, "  the author's line: %s\n", author);
        g_string_append(out, board);
        kj_item_view_clear(&view);
    }
}

/* ---- what is alike ---- */

static bool put_duplicates(KjStoreReport *report, GError **error)
{
    g_autoptr(sqlite3_stmt) rows = kj_store_report_select(
        report,
        "f.name||':'||coalesce(i.line,i.number),i.problem,count(*) OVER same,"
        "min(" KJ_REPORT_PLACE ") OVER same AS first",
        "AND i.problem IS NOT NULL WINDOW same AS (PARTITION BY i.problem) "
        "ORDER BY first," KJ_REPORT_PLACE,
        error);
    int row = 0;
    gint64 before = 0;
    while (rows && (row = kj_store_step(report->store, rows, error)) > 0) {
        gint64 problem = sqlite3_column_int64(rows, 1);
        if (sqlite3_column_int64(rows, 2) < 2)
            continue;
        const char *title = before == 0 ? "\nthe same problem\n" : problem != before ? "\n" : "";
        before = problem;
        if (!put_format(report, error, "%s  %s", title, kj_column_text(rows, 0)))
            return false;
    }
    return rows && row == 0 && (before == 0 || kj_store_report_put(report, "\n", error));
}

static bool put_near(KjStoreReport *report, GError **error)
{
    bool skipped;
    g_autoptr(GPtrArray) groups = kj_near_groups(report, &skipped, error);
    if (!groups)
        return false;
    if (skipped)
        return put_format(report, error,
                          "\nmore than %d problems: not looked for ones that are alike\n",
                          KJ_NEAR_MAX);
    g_autoptr(sqlite3_stmt) place = kj_store_prepare(
        report->store,
        "SELECT f.name||':'||coalesce(i.line,i.number) FROM item i JOIN file f ON f.id=i.file "
        "WHERE i.problem=? ORDER BY f.name,i.number LIMIT 1",
        error);
    bool ok = place != NULL;
    for (guint i = 0; i < groups->len && ok; i++) {
        const GArray *group = groups->pdata[i];
        ok = i > 0 || kj_store_report_put(report, "\nthe same but for one piece\n", error);
        for (guint j = 0; j < group->len && ok; j++) {
            sqlite3_bind_int64(place, 1, g_array_index(group, gint64, j));
            ok = kj_store_step(report->store, place, error) >= 0 &&
                 put_format(report, error, "  %s", kj_column_text(place, 0));
            sqlite3_reset(place);
        }
        ok = ok && kj_store_report_put(report, "\n", error);
    }
    return ok;
}

static bool put_head(KjStoreReport *report, GError **error)
{
    g_autoptr(sqlite3_stmt) row = kj_store_report_select(
        report,
        "count(*),count(DISTINCT i.file),count(DISTINCT i.problem),coalesce(sum(i.error IS NOT "
        "NULL),0)",
        "", error);
    if (!row || kj_store_step(report->store, row, error) < 0)
        return false;
    if (report->task.id &&
        !put_format(report, error, "task %s, %s\n", report->task.kind, report->task.rules))
        return false;
    if (report->task.id && !report->stable &&
        !put_format(report, error, "store %s, by kanju %s\n", report->store->path,
                    report->task.version))
        return false;
    return put_format(report, error,
                      "%d problems in %d files, %d of them different; %d not understood\n",
                      sqlite3_column_int(row, 0), sqlite3_column_int(row, 1),
                      sqlite3_column_int(row, 2), sqlite3_column_int(row, 3));
}

bool kj_store_report_text(KjStoreReport *report, GError **error)
{
    return put_head(report, error) && put_tables(report, error) && put_duplicates(report, error) &&
           put_near(report, error) && kj_store_report_each(report, write_item, error);
}
