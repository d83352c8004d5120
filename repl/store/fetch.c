/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a server into the file: every table, row by row. */
#include "repl/store/server.h"
#include "repl/store/transfer.h"

/* The query of all rows of a table there. The role that is ours there is '' here, and what nobody knows
 * the writer of is not ours. (transfer full) */
static char *select_text(KjStoreTable table)
{
    if (table == KJ_STORED_CHECKPOINT)
        return g_strdup(
            "SELECT task,problem,bytes,CASE role WHEN session_user THEN '' WHEN '' THEN "
            "'?' ELSE role END FROM kanju.checkpoint");
    g_autofree char *names = kj_columns_text(table, false, "#", ",");
    return g_strdup_printf("SELECT %s FROM kanju.%s", names, kj_stored_name(table));
}

/* Texts take the kind of the column they are put into. */
static bool put_row(KjStore *store, KjStoreTable table, sqlite3_stmt *insert, const PGresult *row,
                    GError **error)
{
    unsigned char *bytes = NULL; // of the one column of a table that may have them
    int i = 0;
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c)); i++) {
        const char *text = kj_server_text(row, 0, i);
        size_t length = 0;
        if (c->type != KJ_COLUMN_BYTES) {
            kj_bind_text(insert, i + 1, text);
        } else if (text) {
            bytes = PQunescapeBytea((const unsigned char *)text, &length);
            sqlite3_bind_blob64(insert, i + 1, bytes, length, SQLITE_STATIC);
        }
    }
    bool ok = kj_store_do(store, insert, error);
    PQfreemem(bytes);
    return ok;
}

static bool fetch_table(KjStore *store, KjStoreTable table, GError **error)
{
    KjServer *server = store->server;
    g_autofree char *insert = kj_stored_insert(table);
    g_autofree char *select = select_text(table);
    g_autoptr(sqlite3_stmt) put = kj_store_prepare(store, insert, error);
    if (!put)
        return false;
    if (!PQsendQuery(server->conn, select) || !PQsetSingleRowMode(server->conn))
        return kj_server_fail(server, NULL, error);
    bool ok = true;
    for (PGresult *row; (row = PQgetResult(server->conn)); PQclear(row)) {
        ExecStatusType status = PQresultStatus(row);
        if (ok && status == PGRES_SINGLE_TUPLE)
            ok = put_row(store, table, put, row, error);
        else if (ok && status != PGRES_TUPLES_OK)
            ok = kj_server_fail(server, row, error);
    }
    return ok;
}

bool kj_store_fetch(KjStore *store, bool checkpoints, GError **error)
{
    // one moment for all tables
    bool ok =
        kj_server_run(store->server, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) &&
        kj_store_run(store, "PRAGMA ignore_check_constraints=ON", error) &&
        kj_store_begin(store, error);
    // what is no result comes along, for reports to say so
    for (unsigned i = 0; i < KJ_STORED_TABLES && ok; i++)
        ok = (i == KJ_STORED_CHECKPOINT && !checkpoints) ||
             fetch_table(store, (KjStoreTable)i, error);
    ok = ok && kj_store_commit(store, error);
    if (!ok)
        kj_store_rollback(store);
    kj_store_run(store, "PRAGMA ignore_check_constraints=OFF", NULL);
    kj_server_run(store->server, "ROLLBACK", NULL);
    if (!ok)
        return false;
    store->fetched = kj_store_number(store, "SELECT coalesce(max(id),0) FROM problem", error);
    return store->fetched >= 0;
}
