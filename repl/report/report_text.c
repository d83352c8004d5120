/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports for people, as text: totals, tables, what is wrong, what is alike. */
#include <string.h>

#include "core/notation/textboard.h"
#include "core/text/lang.h"
#include "repl/cli/term.h"
#include "repl/job/phrases.h"
#include "repl/report/report_words.h"
#include "repl/report/similar.h"

/* What the labels of a table are. */
typedef enum {
    LABEL_TEXT,  // numbers, names
    LABEL_CODE,  // a verdict, a code, a theme, a cause
    LABEL_INDEX, // the place among the table's words
} Label;

/* A table: rows of two columns, label and number. */
typedef struct {
    const char *title;
    Label label;
    bool run_dependent; // left out of a stable report
    const char *select, *more;
    const char *words[5];
} Table;

static const Table tables[] = {
    {.title = "verdict",
     .label = LABEL_CODE,
     .select = "coalesce(r.verdict,CASE WHEN i.error IS NULL THEN 'not done' ELSE 'not understood' "
               "END) AS v,count(*)",
     .more = "GROUP BY v ORDER BY 2 DESC,1"},
    {.title = "why unknown",
     .label = LABEL_CODE,
     .select = "r.cause,count(*)",
     .more = "AND r.cause IS NOT NULL GROUP BY 1 ORDER BY 2 DESC,1"},
    {.title = "plies",
     .select = "r.plies,count(*)",
     .more = "AND r.plies IS NOT NULL GROUP BY 1 ORDER BY 1"},
    {.title = "against the recorded length",
     .label = LABEL_INDEX,
     .select = "CASE WHEN r.verdict='nomate' AND i.recorded>0 THEN 1 WHEN r.plies<i.recorded THEN "
               "3 WHEN r.plies>i.recorded THEN CASE WHEN r.proved THEN 2 ELSE 4 END ELSE 0 END AS "
               "v,count(*)",
     .more = "AND i.recorded IS NOT NULL AND r.verdict<>'unknown' GROUP BY v ORDER BY 2 DESC,1",
     .words = {"as recorded", "no mate", "longer", "shorter", "longer, not proved"}},
    {.title = "the author's line",
     .label = LABEL_INDEX,
     .select = "CASE WHEN r.line=substr(i.claim,instr(i.claim,' ')+1) THEN 0 WHEN "
               "r.line IS NULL THEN 1 ELSE 2 END AS v,count(*)",
     .more = "AND instr(i.claim,' ') AND r.verdict<>'unknown' GROUP BY v ORDER BY 2 DESC,1",
     .words = {"is the main line", "no line was found", "is another one"}},
    {.title = "game",
     .select = "p.game,count(*)",
     .more = "AND p.id IS NOT NULL GROUP BY 1 ORDER BY 2 DESC,1"},
    {.title = "composer",
     .select = "i.composer,count(*)",
     .more = "AND i.composer IS NOT NULL GROUP BY 1 ORDER BY 2 DESC,1"},
    {.title = "time of a problem",
     .label = LABEL_INDEX,
     .run_dependent = true,
     .select =
         "CASE WHEN r.ms<10 THEN 0 WHEN r.ms<100 THEN 1 WHEN r.ms<1000 THEN 2 WHEN r.ms<10000 THEN "
         "3 ELSE 4 END AS v,count(*)",
     .more = "AND r.ms IS NOT NULL GROUP BY v ORDER BY v",
     .words = {"below 0.01 s", "0.01 to 0.1 s", "0.1 to 1 s", "1 to 10 s", "above 10 s"}},
};

/* How many problems have each code, by its weight (KjSeverity), and each theme, which are rows of
 * other tables. */
static const struct {
    const char *title, *column, *where;
} lists[] = {{"defects", "code", "AND c.severity=3"},
             {"blemishes", "code", "AND c.severity=2"},
             {"notes", "code", "AND c.severity=1"},
             {"theme", "theme", ""}};

/* Writes a message in the language of the thread. */
static bool put_format(KjStoreReport *report, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static bool put_format(KjStoreReport *report, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(kj_tr(format), arguments);
    va_end(arguments);
    return kj_store_report_put(report, text, error);
}

/* The label of a row of a table. */
static const char *label_of(const Table *table, sqlite3_stmt *row)
{
    if (table->label == LABEL_INDEX)
        return kj_tr(table->words[sqlite3_column_int(row, 0)]);
    const char *text = kj_column_text(row, 0);
    return !text ? "" : table->label == LABEL_CODE ? kj_item_word(text) : text;
}

static bool put_rows(KjStoreReport *report, const Table *table, sqlite3_stmt *rows, GError **error)
{
    enum { LABEL = 32, MAX_ROWS = 1000 };
    int row = 0;
    for (unsigned n = 0; (row = kj_store_step(report->store, rows, error)) > 0; n++) {
        if (n == 0 && !put_format(report, error, "\n%s\n", kj_tr(table->title)))
            return false;
        if (n == MAX_ROWS) {
            sqlite3_reset(rows);
            return kj_store_report_put(report, "  ...\n", error);
        }
        const char *label = label_of(table, rows);
        unsigned width = kj_text_columns(label);
        if (!put_format(report, error, "  %s%*s %8" G_GINT64_FORMAT "\n", label,
                        width < LABEL ? (int)(LABEL - width) : 0, "",
                        (gint64)sqlite3_column_int64(rows, 1)))
            return false;
    }
    return row == 0;
}

/* SQLite makes the columns of a result of its answer each time that one is asked for. The tables,
 * which ask for the same over and over, look at copies under the same names, which hide what they
 * are copies of as long as they are there. */
static bool begin_copies(KjStoreReport *report, GError **error)
{
    g_autofree char *sql = g_strdup_printf(
        "CREATE TEMP TABLE result AS SELECT task,problem,settled,verdict,cause,plies,pure_plies,"
        "proved,line,nodes,ms,certificate,difficulty,whole FROM main.result WHERE "
        "task=%1$" G_GINT64_FORMAT " AND whole;"
        "CREATE UNIQUE INDEX temp.result_problem ON result(problem);"
        "CREATE TEMP TABLE code AS SELECT * FROM main.code WHERE task=%1$" G_GINT64_FORMAT ";"
        "CREATE TEMP TABLE theme AS SELECT * FROM main.theme WHERE task=%1$" G_GINT64_FORMAT,
        report->task.id);
    return kj_store_run(report->store, sql, error);
}

static bool end_copies(KjStoreReport *report, GError **error)
{
    return kj_store_run(report->store,
                        "DROP TABLE IF EXISTS temp.result;DROP TABLE IF EXISTS temp.code;"
                        "DROP TABLE IF EXISTS temp.theme",
                        error);
}

static bool put_tables(KjStoreReport *report, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        if (tables[i].run_dependent && report->stable)
            continue;
        g_autoptr(sqlite3_stmt) rows =
            kj_store_report_select(report, tables[i].select, tables[i].more, error);
        if (!rows || !put_rows(report, &tables[i], rows, error))
            return false;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autofree char *select =
            g_strdup_printf("c.%s,count(DISTINCT c.problem) FROM %s c WHERE c.task=?1 %s AND "
                            "c.problem IN (SELECT r.problem",
                            lists[i].column, lists[i].column, lists[i].where);
        g_autofree char *more =
            g_strdup_printf(") GROUP BY c.%s ORDER BY 2 DESC,1", lists[i].column);
        g_autoptr(sqlite3_stmt) rows = kj_store_report_select(report, select, more, error);
        const Table table = {.title = lists[i].title, .label = LABEL_CODE};
        if (!rows || !put_rows(report, &table, rows, error))
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
           g_strcmp0(item->verdict, "none") == 0 || g_strcmp0(item->verdict, "blemished") == 0 ||
           g_strcmp0(item->verdict, "unsound") == 0;
}

/* The board that a finding is about, and before which ply. */
static void add_board(const KjItemView *view, const KjItemFinding *finding, GString *out)
{
    KjPosition at;
    KjMove previous;
    kj_item_at(view, finding, &at, &previous);
    g_autofree char *board = kj_board_text(&at, KJ_BOARD_KANJI, false, previous);
    if (finding->ply > 1)
        g_string_append_printf(out, kj_tr("  before ply %u:\n"), finding->ply);
    g_string_append(out, board);
}

/* What was found, each under the board it is about. The problem itself is on the paper already. */
static void add_findings(const KjStoreReport *report, const KjItem *item, const KjItemView *view,
                         GString *out)
{
    g_autoptr(GPtrArray) findings = kj_item_findings(item, view, report->notation, !report->stable);
    unsigned shown = 1;
    bool of_author = false;
    for (unsigned i = 0; i < findings->len; i++) {
        const KjItemFinding *finding = findings->pdata[i];
        bool other = finding->ply != shown || finding->of_author != of_author;
        if (finding->ply > 1 && other && finding->severity > KJ_SEVERITY_NOTE) {
            shown = finding->ply;
            of_author = finding->of_author;
            add_board(view, finding, out);
        }
        g_string_append_printf(out, "  %s\n", finding->text);
    }
}

static void add_view(const KjStoreReport *report, const KjItem *item, const KjItemView *view,
                     GString *out)
{
    g_autofree char *line =
        kj_line_words(&view->position, view->line, view->n_line, KJ_MOVE_NONE, report->notation);
    g_string_append_printf(out, "\n  %s\n", view->text);
    if (*line)
        g_string_append_printf(out, view->authors ? kj_tr("  %s (the author's)\n") : "  %s\n",
                               line);
    if (view->n_author && !view->authors) {
        g_autofree char *author = kj_line_words(&view->position, view->author, view->n_author,
                                                KJ_MOVE_NONE, report->notation);
        g_string_append_printf(out, kj_tr("  the author's line: %s\n"), author);
    }
    add_board(view, &(const KjItemFinding){0}, out);
    add_findings(report, item, view, out);
}

/* One that has something wrong: what it is called, its verdict, the diagram and what was found. */
static void write_item(KjStoreReport *report, const KjItem *item, GString *out)
{
    KjItemView view;
    if (!is_of_interest(item))
        return;
    g_autofree char *place = g_strdelimit(kj_item_place(item), "\r\n", '?');
    g_string_append_printf(out, "\n%s", place);
    if (item->name)
        g_string_append_printf(out, "  %s", item->name);
    if (item->title && g_strcmp0(item->title, item->name) != 0)
        g_string_append_printf(out, "  %s", item->title);
    if (item->composer)
        g_string_append_printf(out, "  (%s)", item->composer);
    if (item->error) {
        g_string_append_printf(out, kj_tr("\n  not understood: %s\n"), item->error);
        return;
    }
    g_string_append(out, "\n  ");
    kj_item_verdict_add(item, out);
    if (item->recorded >= 0)
        g_string_append_printf(out, kj_tr(", recorded: %d"), item->recorded);
    if (kj_item_view(item, &view)) {
        add_view(report, item, &view, out);
        kj_item_view_clear(&view);
    } else {
        g_string_append_c(out, '\n');
    }
}

/* ---- what is alike ---- */

// Where an item stands and what it is called.
#define KJ_REPORT_NAMED                                                   \
    "f.name||':'||coalesce(i.line,i.number)||coalesce('  '||i.name,'')||" \
    "coalesce('  '||nullif(i.title,i.name),'')||coalesce('  ('||i.composer||')','')"

static bool put_duplicates(KjStoreReport *report, GError **error)
{
    g_autoptr(sqlite3_stmt) rows =
        kj_store_report_select(report,
                               KJ_REPORT_NAMED ",i.problem,count(*) OVER same,"
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
        const char *title = before == 0         ? kj_tr("\nthe same problem\n")
                            : problem != before ? "\n"
                                                : "";
        before = problem;
        if (!put_format(report, error, "%s  %s\n", title, kj_column_text(rows, 0)))
            return false;
    }
    return rows && row == 0;
}

static bool put_near(KjStoreReport *report, GError **error)
{
    bool skipped;
    g_autoptr(GPtrArray) groups = kj_similar_groups(report, &skipped, error);
    if (!groups)
        return false;
    if (skipped)
        return put_format(report, error,
                          "\nmore than %d problems: not looked for ones that are alike\n",
                          KJ_SIMILAR_MAX);
    g_autoptr(sqlite3_stmt) place =
        kj_store_prepare(report->store,
                         "SELECT " KJ_REPORT_NAMED " FROM item i JOIN file f ON f.id=i.file "
                         "WHERE i.problem=? ORDER BY f.name,i.number LIMIT 1",
                         error);
    bool ok = place != NULL;
    for (guint i = 0; i < groups->len && ok; i++) {
        const GArray *group = groups->pdata[i];
        ok = put_format(report, error, "%s", i ? "\n" : kj_tr("\nthe same but for one piece\n"));
        for (guint j = 0; j < group->len && ok; j++) {
            sqlite3_bind_int64(place, 1, g_array_index(group, gint64, j));
            ok = kj_store_step(report->store, place, error) >= 0 &&
                 put_format(report, error, "  %s\n", kj_column_text(place, 0));
            sqlite3_reset(place);
        }
    }
    return ok;
}

static bool put_head(KjStoreReport *report, GError **error)
{
    // different as batch counts them: a check is of a position with what files claim of it
    g_autoptr(sqlite3_stmt) row = kj_store_report_select(
        report,
        "count(*),count(DISTINCT i.file),count(DISTINCT w.id),coalesce(sum(i.error IS NOT "
        "NULL),0)",
        "", error);
    if (!row || kj_store_step(report->store, row, error) < 0)
        return false;
    g_autofree char *task = kj_store_report_task(report);
    if (report->task.id && !put_format(report, error, "%s\n", task))
        return false;
    if (report->task.id && !report->stable &&
        !put_format(report, error, "store %s, by kanju %s\n", report->store->path,
                    report->task.version))
        return false;
    bool looked = strstr(report->task.rules ? report->task.rules : "", "useless=") &&
                  !strstr(report->task.rules, "useless=no");
    if (g_strcmp0(report->task.kind, "check") == 0 && !looked &&
        !put_format(report, error, "useless pieces not looked for\n"))
        return false;
    return put_format(report, error,
                      "%d problems in %d files, %d of them different; %d not understood\n",
                      sqlite3_column_int(row, 0), sqlite3_column_int(row, 1),
                      sqlite3_column_int(row, 2), sqlite3_column_int(row, 3));
}

bool kj_store_report_text(KjStoreReport *report, GError **error)
{
    bool ok = begin_copies(report, error) && put_head(report, error) && put_tables(report, error) &&
              put_duplicates(report, error);
    ok = end_copies(report, ok ? error : NULL) && ok; // also where something failed
    return ok && put_near(report, error) && kj_store_report_each(report, write_item, error);
}
