/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of runs: sections that are queries, written as text, JSON or a page. */
#include "repl/batch/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/job/file_draft.h"
#include "repl/store/server.h"

enum { MOST_COLUMNS = 9, PAGE_SECONDS = 10 };

// Of a minute that is not over, and of a run that began a moment ago, only what has passed counts.
#define RATE(minutes)                                                                           \
    "round((sum(n) FILTER (WHERE minute>=date_trunc('minute',now())-interval '" #minutes        \
    " min')/greatest(1,least(extract(epoch FROM now()-date_trunc('minute',now()))+60*" #minutes \
    ",extract(epoch FROM now()-(SELECT created FROM run WHERE task=$1)))))::numeric,2)"

/* One part of the state of a run: a query with the task as $1, whose columns are the fields of
 * JSON, and the headings of the columns for people. */
typedef struct {
    const char *key, *title, *sql;
    const char *headings[MOST_COLUMNS];
} Section;

static const Section sections[] = {
    {"passes",
     "passes",
     "WITH c AS (SELECT pass,state,count(*) AS n FROM work WHERE task=$1 GROUP BY 1,2),"
     "t AS (SELECT t.pass," RATE(
         10) " AS rate FROM tally t JOIN worker w ON w.id=t.worker WHERE "
             "w.task=$1 GROUP BY 1),"
             "s AS (SELECT b.i,split_part(u.budgets,'; ',b.i::int) AS budget,"
             "coalesce(sum(n) FILTER (WHERE pass=i-1 AND state=0),0)::bigint AS todo,"
             "coalesce(sum(n) FILTER (WHERE pass=i-1 AND state=1),0)::bigint AS claimed,"
             "coalesce(sum(n) FILTER (WHERE pass>i-1 OR (pass=i-1 AND state=2)),0)::bigint AS done,"
             "coalesce(sum(n) FILTER (WHERE pass=i-1 AND state=3),0)::bigint AS aside "
             "FROM run u,unnest(u.nodes) WITH ORDINALITY b(n0,i) LEFT JOIN c ON true WHERE "
             "u.task=$1 "
             "GROUP BY b.i,u.budgets) "
             "SELECT s.i AS pass,budget,todo,claimed,done,aside,coalesce(rate,0)::text AS rate,"
             "CASE WHEN todo+claimed=0 THEN 0 WHEN rate>0 THEN ceil((todo+claimed)/rate)::bigint "
             "END AS "
             "seconds_left FROM s LEFT JOIN t ON t.pass=s.i-1 ORDER BY s.i",
     {"pass", "limit", "to do", "claimed", "done", "set aside", "a second", "seconds left"}},
    {"verdicts",
     "verdict",
     "SELECT r.verdict,count(*) AS count FROM result r WHERE r.task=$1 GROUP BY 1 ORDER BY 2 "
     "DESC,1",
     {"verdict", "problems"}},
    {"rates",
     "results a second",
     "SELECT coalesce(" RATE(1) ",0)::text AS last_1,coalesce(" RATE(
         10) ",0)::text AS last_10,"
             "coalesce(" RATE(
                 60) ",0)::text AS last_60 FROM tally t JOIN worker w ON w.id=t.worker WHERE "
                     "w.task=$1",
     {"1 minute", "10 minutes", "60 minutes"}},
    {"workers",
     "workers",
     "SELECT w.id AS worker,role,host,process,threads,ceil(extract(epoch FROM now()-seen))::bigint "
     "AS "
     "silent,done,late,(nodes/greatest(1,extract(epoch FROM seen-begun)))::bigint AS "
     "nodes_per_second FROM worker w WHERE task=$1 AND gone IS NULL AND "
     "seen>now()-make_interval(secs=>(SELECT lease_seconds FROM run WHERE task=$1)) ORDER BY id "
     "LIMIT 1000",
     {"worker", "role", "host", "process", "threads", "silent, s", "results", "late", "nodes/s"}},
    {"running",
     "longest at work",
     "SELECT place_of(k.problem) AS place,w.id AS worker,extract(epoch FROM now()-k.since)::bigint "
     "AS seconds,k.pass+1 AS pass FROM worker w JOIN work k ON k.task=w.task AND k.owner=w.id AND "
     "k.state=1 AND k.problem=ANY(w.running) WHERE w.task=$1 AND w.gone IS NULL ORDER BY k.since,1 "
     "LIMIT 10",
     {"problem", "worker", "seconds", "pass"}},
    {"slowest",
     "slowest",
     "SELECT place_of(problem) AS place,verdict,ms,nodes FROM result WHERE task=$1 ORDER BY ms "
     "DESC,nodes DESC,problem LIMIT 10",
     {"problem", "verdict", "ms", "nodes"}},
    {"verified",
     "verified",
     "SELECT outcome,count(*) AS count FROM verified WHERE task=$1 GROUP BY 1 ORDER BY 1",
     {"verified", "problems"}},
    {"failures",
     "what went wrong, the last",
     "SELECT to_char(f.at,'YYYY-MM-DD HH24:MI:SS') AS at,kind,place_of(f.problem) AS place,"
     "f.problem,message FROM failure f WHERE f.task=$1 ORDER BY f.id DESC LIMIT 20",
     {"when", "what", "problem", "number", "details"}},
};

/* A run and its sections. */
typedef struct {
    const char *task, *kind, *rules, *version, *budgets;
    gint64 open, aside, contradictions, alive;
    PGresult *rows[G_N_ELEMENTS(sections)];
} RunState;

static KjExit exit_of(const RunState *run)
{
    if (run->aside || run->contradictions || (run->open && !run->alive))
        return KJ_EXIT_DEFECT;
    return run->open ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

/* ---- writers ---- */

static bool is_number(const PGresult *rows, int column)
{
    enum { INT8 = 20, INT2 = 21, INT4 = 23 }; // types of PostgreSQL
    Oid type = PQftype(rows, column);
    return type == INT8 || type == INT4 || type == INT2;
}

/* What is wrong, or how far it is, in one line. (transfer full) */
static char *sentence(const RunState *run)
{
    if (run->aside || run->contradictions)
        return g_strdup_printf(kj_tr("%" G_GINT64_FORMAT " open, %" G_GINT64_FORMAT
                                     " set aside, %" G_GINT64_FORMAT " contradictions"),
                               run->open, run->aside, run->contradictions);
    if (run->open == 0)
        return g_strdup(kj_tr("all is done"));
    if (!run->alive)
        return g_strdup_printf(kj_tr("%" G_GINT64_FORMAT " open, no worker is alive"), run->open);
    return g_strdup_printf(kj_tr("%" G_GINT64_FORMAT " open, %" G_GINT64_FORMAT " workers alive"),
                           run->open, run->alive);
}

static void print_section_json(const Section *section, const PGresult *rows, KjPrinter *printer)
{
    kj_printer_begin_list(printer, section->key);
    for (int row = 0; row < PQntuples(rows); row++) {
        kj_printer_begin_item(printer);
        for (int i = 0; i < PQnfields(rows); i++) {
            const char *text = kj_server_text(rows, row, i);
            if (text && is_number(rows, i))
                kj_printer_integer(printer, PQfname(rows, i), kj_server_integer(rows, row, i));
            else
                kj_printer_string(printer, PQfname(rows, i), text);
        }
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

/* The cell of a row, or with row -1 its heading. */
static const char *cell(const Section *section, const PGresult *rows, int row, int column)
{
    if (row < 0)
        return kj_tr(section->headings[column]);
    const char *text = kj_server_text(rows, row, column);
    return text ? text : "?";
}

static void print_section_text(const Section *section, const PGresult *rows, KjPrinter *printer)
{
    unsigned width[MOST_COLUMNS] = {0};
    int columns = PQnfields(rows), n = PQntuples(rows);
    if (n == 0)
        return;
    for (int row = -1; row < n; row++)
        for (int i = 0; i < columns; i++)
            width[i] = MAX(width[i], kj_text_columns(cell(section, rows, row, i)));
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "\n%s\n", kj_tr(section->title));
    for (int row = -1; row < n; row++) {
        for (int i = 0; i < columns; i++) {
            g_autofree char *word = g_strdup(cell(section, rows, row, i));
            kj_text_harmless(word);
            int blanks = (int)(width[i] - MIN(width[i], kj_text_columns(word)));
            bool right = is_number(rows, i);
            g_string_append_printf(text, "  %*s%s", right ? blanks : 0, "", word);
            if (!right && i + 1 < columns)
                g_string_append_printf(text, "%*s", blanks, "");
        }
        g_string_append_c(text, '\n');
    }
    kj_printer_block(printer, text->str);
}

static void print_run(const RunState *run, const char *store, const char *schema,
                      KjPrinter *printer)
{
    g_autofree char *how = sentence(run);
    kj_printer_begin(printer, schema);
    kj_printer_string(printer, "store", store);
    kj_printer_string(printer, "task", run->kind);
    kj_printer_string(printer, "rules", run->rules);
    kj_printer_string(printer, "version", run->version);
    kj_printer_integer(printer, "open", run->open);
    kj_printer_integer(printer, "aside", run->aside);
    kj_printer_integer(printer, "contradictions", run->contradictions);
    kj_printer_integer(printer, "alive", run->alive);
    kj_printer_line(printer, "run %s: %s, %s, kanju %s", run->task, run->kind, run->rules,
                    run->version);
    kj_printer_line(printer, "%s", how);
    for (size_t i = 0; i < G_N_ELEMENTS(sections); i++) {
        if (kj_printer_is_text(printer))
            print_section_text(&sections[i], run->rows[i], printer);
        else
            print_section_json(&sections[i], run->rows[i], printer);
    }
    kj_printer_end(printer);
}

static void add_html(GString *page, const char *before, const char *text, const char *after)
{
    g_autofree char *harmless = g_strdup(text);
    kj_text_harmless(harmless);
    g_autofree char *escaped = g_markup_escape_text(harmless, -1);
    g_string_append_printf(page, "%s%s%s", before, escaped, after);
}

static void add_page_run(const RunState *run, GString *page)
{
    g_autofree char *what = g_strdup_printf("%s: %s", run->kind, run->rules);
    g_autofree char *how = sentence(run);
    add_html(page, "<h2>", what, "</h2>\n");
    add_html(page, exit_of(run) == KJ_EXIT_DEFECT ? "<p class=bad>" : "<p>", how, "</p>\n");
    for (size_t s = 0; s < G_N_ELEMENTS(sections); s++) {
        const PGresult *rows = run->rows[s];
        if (PQntuples(rows) == 0)
            continue;
        const char *title = kj_tr(sections[s].title);
        add_html(page, "<h3>", title, "</h3>\n<table>\n");
        for (int row = -1; row < PQntuples(rows); row++) {
            g_string_append(page, "<tr>");
            for (int i = 0; i < PQnfields(rows); i++)
                add_html(page,
                         row < 0              ? "<th>"
                         : is_number(rows, i) ? "<td class=n>"
                                              : "<td>",
                         cell(&sections[s], rows, row, i), row < 0 ? "</th>" : "</td>");
            g_string_append(page, "</tr>\n");
        }
        g_string_append(page, "</table>\n");
    }
}

static bool write_page(const char *path, const char *page, GError **error)
{
    KjFileDraft draft;
    size_t length = strlen(page);
    bool ok = kj_file_draft_open(&draft, path) &&
              write(draft.fd, page, length) == (ssize_t)length && kj_file_draft_finish(&draft);
    int code = errno;
    kj_file_draft_clear(&draft);
    if (!ok)
        kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", path,
                     kj_os_text(code));
    return ok;
}

/* ---- reading ---- */

static bool read_run(KjServer *server, const PGresult *runs, int row, RunState *out, GError **error)
{
    *out = (RunState){.task = kj_server_text(runs, row, 0),
                      .kind = kj_server_text(runs, row, 1),
                      .rules = kj_server_text(runs, row, 2),
                      .version = kj_server_text(runs, row, 3),
                      .open = kj_server_integer(runs, row, 4),
                      .aside = kj_server_integer(runs, row, 5),
                      .contradictions = kj_server_integer(runs, row, 6),
                      .alive = kj_server_integer(runs, row, 7)};
    for (size_t i = 0; i < G_N_ELEMENTS(sections); i++) {
        out->rows[i] = kj_server_query(server, sections[i].sql, &out->task, 1, error);
        if (!out->rows[i])
            return false;
    }
    return true;
}

static void clear_run(RunState *run)
{
    for (size_t i = 0; i < G_N_ELEMENTS(sections); i++)
        PQclear(run->rows[i]);
}

static const char select_runs[] =
    "SELECT u.task,t.kind,t.rules,t.version,"
    "(SELECT count(*) FROM work w WHERE w.task=u.task AND state IN(0,1)),"
    "(SELECT count(*) FROM work w WHERE w.task=u.task AND state=3),"
    "(SELECT count(*) FROM failure f WHERE f.task=u.task AND f.kind IN('contradiction',"
    "'certificate')),"
    "(SELECT count(*) FROM worker w WHERE w.task=u.task AND gone IS NULL AND "
    "seen>now()-make_interval(secs=>u.lease_seconds)) "
    "FROM run u JOIN task t ON t.id=u.task ORDER BY u.created DESC,u.task";

/* Writes the state of all runs; `out_open`: something is left to do. */
static KjExit write_once(KjServer *server, const KjCall *call, KjPrinter *printer, GString *page,
                         bool *out_open, GError **error)
{
    KjExit worst = KJ_EXIT_OK;
    *out_open = false;
    g_autoptr(PGresult) runs = kj_server_query(server, select_runs, NULL, 0, error);
    for (int row = 0; runs && row < PQntuples(runs); row++) {
        RunState run;
        bool ok = read_run(server, runs, row, &run, error);
        if (ok && page)
            add_page_run(&run, page);
        else if (ok)
            print_run(&run, server->name, "kanju.run/1", printer);
        worst = kj_exit_worse(worst, exit_of(&run));
        *out_open |= run.open > 0;
        clear_run(&run);
        if (!ok)
            return worst;
    }
    if (runs && PQntuples(runs) == 0 && !page && kj_printer_is_text(printer)) {
        kj_printer_begin(printer, call->command->schema);
        kj_printer_line(printer, "no run");
        kj_printer_end(printer);
    }
    return worst;
}

/* A page that the browser reads again by itself. (transfer full) */
static GString *new_page(const char *store, double seconds)
{
    GString *page = g_string_new(NULL);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *when = g_date_time_format(now, "%Y-%m-%d %H:%M:%S");
    g_string_append_printf(page,
                           "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
                           "<meta http-equiv=\"refresh\" content=\"%d\">\n<title>Kanju</title>"
                           "<style>body{font:15px sans-serif;margin:1.5em}h1{font-size:"
                           "1.3em;overflow-wrap:anywhere}table{border-collapse:"
                           "collapse}td,th{padding:.15em .7em;border-bottom:1px solid #bbb;"
                           "text-align:left}.n{text-align:right}.bad{color:#b00}</style></head>"
                           "<body>\n",
                           kj_lang() == KJ_LANG_JA ? "ja" : "en", (int)MAX(1, seconds));
    add_html(page, "<h1>", store, "</h1>\n");
    add_html(page, "<p>", when, "</p>\n");
    return page;
}

KjExit kj_batch_status(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    const KjValue *value = call->values->value, *every = &value[KJ_OPTION_EVERY];
    const char *file = value[KJ_OPTION_OUTPUT].text;
    g_autoptr(KjServer) server = kj_server_open(value[KJ_OPTION_STATUS].text, error);
    if (!server || !kj_server_check(server, false, error))
        return KJ_EXIT_OK;
    for (;;) {
        bool open;
        g_autoptr(GError) failure = NULL;
        g_autoptr(GString) page =
            file ? new_page(server->name, every->set ? every->real : PAGE_SECONDS) : NULL;
        KjExit status = write_once(server, call, printer, page, &open, &failure);
        if (page && !failure) {
            g_string_append(page, "</body></html>\n");
            write_page(file, page->str, &failure);
        }
        if (failure) {
            g_propagate_error(error, g_steal_pointer(&failure));
            return status;
        }
        gint64 end = g_get_monotonic_time() + (gint64)(every->real * G_USEC_PER_SEC);
        while (every->set && open && !kj_session_stopped(session) && g_get_monotonic_time() < end)
            g_usleep(G_USEC_PER_SEC / 20);
        if (!every->set || !open || kj_session_stopped(session))
            return status;
    }
}
