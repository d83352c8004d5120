/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports (store/export.h): items by file and number, with the results of all tasks. */
#include "core/text/json_text.h"
#include "repl/report/report.h"
#include "repl/store/answer_pack.h"
#include "repl/store/export.h"

typedef struct {
    KjStoreReport *report;
    GHashTable *tasks; // their ids -> their places in the first line
    GHashTable *done;  // ids of problems whose results are written
    unsigned lines;    // that are written
} Writer;

static bool put_text(Writer *w, const char *text, GError **error)
{
    w->lines++;
    return kj_store_report_put(w->report, text, error) &&
           kj_store_report_put(w->report, "\n", error);
}

/* The tasks that have results, those used last at the end. */
static bool put_tasks(Writer *w, GError **error)
{
    KjStore *store = w->report->store;
    g_autoptr(sqlite3_stmt) rows =
        kj_store_prepare(store,
                         "SELECT id,json_object('kind',kind,'version',version,'rules',rules) FROM "
                         "task t WHERE EXISTS "
                         "(SELECT 1 FROM result WHERE task=t.id) ORDER BY used,id",
                         error);
    g_autoptr(GString) line = g_string_new("{\"schema\":\"" KJ_EXPORT_SCHEMA "\",\"tasks\":[");
    int row = -1;
    while (rows && (row = kj_store_step(store, rows, error)) > 0) {
        guint place = g_hash_table_size(w->tasks);
        g_string_append_printf(line, "%s%s", place ? "," : "", kj_column_text(rows, 1));
        g_hash_table_insert(w->tasks, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(rows, 0)),
                            GUINT_TO_POINTER(place));
    }
    g_string_append(line, "]}");
    return row == 0 && put_text(w, line->str, error);
}

/* A result, `row` having task, settled, limits and answer. */
static bool put_result(Writer *w, sqlite3_stmt *row, const char *game, const char *position,
                       GError **error)
{
    g_autoptr(JsonNode) answer = kj_json_try(kj_column_text(row, 6));
    JsonObject *line = json_object_new();
    g_autoptr(JsonNode) root = json_node_init_object(json_node_alloc(), line);
    gsize task = (gsize)sqlite3_column_int64(row, 0);
    json_object_set_int_member(
        line, "task", GPOINTER_TO_UINT(g_hash_table_lookup(w->tasks, GSIZE_TO_POINTER(task))));
    json_object_set_string_member(line, "game", game);
    json_object_set_string_member(line, "position", position);
    json_object_set_string_member(line, "claim", kj_column_text(row, 1));
    json_object_set_boolean_member(line, "settled", sqlite3_column_int(row, 2) != 0);
    json_object_set_double_member(line, "seconds_limit", sqlite3_column_double(row, 3));
    json_object_set_int_member(line, "nodes_limit", sqlite3_column_int64(row, 4));
    json_object_set_int_member(line, "memory_mib", sqlite3_column_int64(row, 5));
    if (!kj_node_object(answer))
        return true; // not whole, which the query has seen to
    json_object_set_object_member(line, "answer", kj_answer_pack(json_node_get_object(answer)));
    json_object_unref(line);
    g_autofree char *text = kj_json_text(root);
    return put_text(w, text, error);
}

/* The results of the problem of an item, by what the item claims and by itself. */
static bool put_results(Writer *w, sqlite3_stmt *results, const char *game, const char *position,
                        const char *claim, GError **error)
{
    kj_bind_text(results, 1, game);
    kj_bind_text(results, 2, position);
    kj_bind_text(results, 3, claim);
    int row;
    bool ok = true;
    g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(gint64));
    while (ok && (row = kj_store_step(w->report->store, results, error)) > 0) {
        gint64 problem = sqlite3_column_int64(results, 7);
        if (g_hash_table_contains(w->done, GSIZE_TO_POINTER((gsize)problem)))
            continue;
        g_array_append_val(seen, problem);
        ok = put_result(w, results, game, position, error);
    }
    sqlite3_reset(results);
    for (guint i = 0; i < seen->len; i++)
        g_hash_table_add(w->done, GSIZE_TO_POINTER((gsize)g_array_index(seen, gint64, i)));
    return ok && row == 0;
}

static bool put_items(Writer *w, GError **error)
{
    KjStore *store = w->report->store;
    // a patch leaves out what is null
    g_autoptr(sqlite3_stmt) items = kj_store_report_select(
        w->report,
        "json_patch('{}',json_object('file',f.name,'number',i.number,'line',i.line,'turn',i.turn,"
        "'name',i.name,'title',i.title,'composer',i.composer,'date',i.date,'recorded',i.recorded,"
        "'note',i.note,'headers',i.headers,'error',i.error,'col',i.col,'game',p.game,'position',"
        "p.position,'claim',nullif(i.claim,''))),p.game,p.position,i.claim",
        "ORDER BY f.name,i.number", error);
    g_autoptr(sqlite3_stmt) results = kj_store_prepare(
        store,
        "SELECT r.task,w.claim,r.settled,r.seconds_limit,r.nodes_limit,r.memory_mib,r.answer,w.id "
        "FROM problem w CROSS JOIN task t CROSS JOIN result r ON r.task=t.id AND r.problem=w.id "
        "WHERE w.game=?1 "
        "AND w.position=?2 AND w.claim IN('',?3) AND r.whole ORDER BY t.used,t.id,w.claim",
        error);
    int row = items && results ? 0 : -1;
    bool ok = row == 0;
    while (ok && !kj_session_stopped(w->report->session) &&
           (row = kj_store_step(store, items, error)) > 0) {
        const char *position = kj_column_text(items, 2);
        ok = put_text(w, kj_column_text(items, 0), error) &&
             (!position || put_results(w, results, kj_column_text(items, 1), position,
                                       kj_column_text(items, 3), error));
    }
    return ok && row == 0;
}

static bool put_end(Writer *w, GError **error)
{
    g_autofree char *end = g_strdup_printf(KJ_EXPORT_END, w->lines);
    return kj_session_stopped(w->report->session) || put_text(w, end, error);
}

bool kj_store_report_export(KjStoreReport *report, GError **error)
{
    Writer w = {report, g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL), 0};
    bool ok = put_tasks(&w, error) && put_items(&w, error) && put_end(&w, error);
    g_hash_table_unref(w.tasks);
    g_hash_table_unref(w.done);
    return ok;
}
