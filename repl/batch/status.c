/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of runs: parts that are queries, written as text, JSON or a page. */
#include "repl/batch/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/cli/fields_print.h"
#include "repl/job/file_draft.h"
#include "repl/store/server.h"

enum { MOST_COLUMNS = 9, PAGE_SECONDS = 10 };

// Of a minute that is not over, and of a run that began a moment ago, only what has passed counts.
#define RATE(minutes)                                                                           \
    "round((sum(n) FILTER (WHERE minute>=date_trunc('minute',now())-interval '" #minutes        \
    " min')/greatest(1,least(extract(epoch FROM now()-date_trunc('minute',now()))+60*" #minutes \
    ",extract(epoch FROM now()-(SELECT created FROM run WHERE task=$1)))))::numeric,2)"

/* A part of the state of a run, before its columns, or one of these (run_fields.def). */
typedef struct {
    const char *key, *heading, *before, *from, *sql;
} Row;

#define KJ_RUN_PART(key, title, before, from) {#key, title, before, from, NULL},
#define KJ_RUN_COLUMN(key, type, sql, heading) {#key, heading, NULL, NULL, sql},
static const Row state[] = {
#include "repl/batch/run_fields.def"
};

enum {
#define KJ_RUN_PART(key, ...) PART_##key,
#define KJ_RUN_COLUMN(...)
#include "repl/batch/batch_fields.def"
#include "repl/batch/run_fields.def"
    PARTS
};

/* The part after one, NULL for the first; NULL after the last. */
static const Row *next_part(const Row *part)
{
    for (part = part ? part + 1 : state; part < state + G_N_ELEMENTS(state) && part->sql; part++)
        ;
    return part < state + G_N_ELEMENTS(state) ? part : NULL;
}

/* (transfer full) */
static char *query_of(const Row *part)
{
    GString *sql = g_string_new(part->before);
    for (const Row *c = part + 1; c < state + G_N_ELEMENTS(state) && c->sql; c++)
        g_string_append_printf(sql, "%s %s AS %s", c == part + 1 ? "SELECT" : ",", c->sql, c->key);
    g_string_append_printf(sql, " %s", part->from);
    return g_string_free(sql, FALSE);
}

/* A run and what its parts are now. */
typedef struct {
    const char *task, *kind, *rules, *version, *budgets;
    gint64 open, aside, contradictions, alive;
    PGresult *part[PARTS];
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

/* As a list of JSON. */
static void print_part(const Row *part, const PGresult *rows, KjPrinter *printer)
{
    kj_printer_begin_list(printer, part->key);
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
static const char *cell(const Row *part, const PGresult *rows, int row, int column)
{
    if (row < 0)
        return kj_tr(part[1 + column].heading);
    const char *text = kj_server_text(rows, row, column);
    return text ? text : "?";
}

/* As a table for people. */
static void tell_part(const Row *part, const PGresult *rows, KjPrinter *printer)
{
    unsigned width[MOST_COLUMNS] = {0};
    int columns = PQnfields(rows), n = PQntuples(rows);
    if (n == 0)
        return;
    for (int row = -1; row < n; row++)
        for (int i = 0; i < columns; i++)
            width[i] = MAX(width[i], kj_text_columns(cell(part, rows, row, i)));
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "\n%s\n", kj_tr(part->heading));
    for (int row = -1; row < n; row++) {
        for (int i = 0; i < columns; i++) {
            g_autofree char *word = g_strdup(cell(part, rows, row, i));
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
    kj_printer_line(printer, "run %s: %s, %s, kanju %s", run->task, run->kind, run->rules,
                    run->version);
    kj_printer_line(printer, "%s", how);
    KJ_FIELDS_RUN;
    PGresult *const *result = run->part;
    for (const Row *part = NULL; (part = next_part(part)); result++) {
        print_part(part, *result, printer);
        tell_part(part, *result, printer);
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
    PGresult *const *result = run->part;
    for (const Row *part = NULL; (part = next_part(part)); result++) {
        if (PQntuples(*result) == 0)
            continue;
        const char *title = kj_tr(part->heading);
        add_html(page, "<h3>", title, "</h3>\n<table>\n");
        for (int row = -1; row < PQntuples(*result); row++) {
            g_string_append(page, "<tr>");
            for (int i = 0; i < PQnfields(*result); i++)
                add_html(page,
                         row < 0                 ? "<th>"
                         : is_number(*result, i) ? "<td class=n>"
                                                 : "<td>",
                         cell(part, *result, row, i), row < 0 ? "</th>" : "</td>");
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
    PGresult **result = out->part;
    for (const Row *part = NULL; (part = next_part(part)); result++) {
        g_autofree char *sql = query_of(part);
        *result = kj_server_query(server, sql, &out->task, 1, error);
        if (!*result)
            return false;
    }
    return true;
}

static void clear_run(RunState *run)
{
    for (unsigned i = 0; i < PARTS; i++)
        PQclear(run->part[i]);
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
static KjExit write_once(KjServer *server, KjPrinter *printer, GString *page, bool *out_open,
                         GError **error)
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
    if (runs && PQntuples(runs) == 0 && !page) {
        kj_printer_begin(printer, NULL);
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

KjExit kj_batch_status(KjSession *session, const KjCall *call, GError **error)
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
        KjExit status = write_once(server, call->printer, page, &open, &failure);
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
