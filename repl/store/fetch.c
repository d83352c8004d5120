/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a server into the file: every table, row by row. */
#include <string.h>

#include "repl/store/server.h"
#include "repl/store/transfer.h"

// What is no result comes along, for reports to say so. Tables in an order in which what is referred to comes first. A column of `checkpoint` is
// binary.
static const struct {
    const char *name, *columns;
    int binary;       // the column that is, or -1
    const char *from; // if not from the table itself
} tables[] = {
    {"file", "id,name", -1, NULL},
    {"problem", "id,game,position,claim", -1, NULL},
    {"item",
     "file,number,line,problem,turn,name,title,composer,recorded,note,headers,error,col,claim", -1,
     NULL},
    {"task", "id,kind,version,rules,used", -1, NULL},
    {"result",
     "task,problem,verdict,cause,settled,plies,pure_plies,proved,line,complete,leftover,nodes,ms,"
     "seconds_limit,nodes_limit,memory_mib,certificate,report,difficulty",
     -1, NULL},
    {"code", "task,problem,code,ply,detail,severity", -1, NULL},
    {"theme", "task,problem,theme", -1, NULL},
    // the role that is ours there is '' here, and what nobody knows the writer of is not ours
    {"checkpoint", "task,problem,bytes,role", 2,
     "(SELECT task,problem,bytes,CASE role WHEN session_user THEN '' WHEN '' THEN '?' ELSE role "
     "END "
     "AS role FROM kanju.checkpoint) c"},
};

static unsigned column_count(const char *columns)
{
    unsigned n = 1;
    for (; *columns; columns++)
        n += *columns == ',';
    return n;
}

/* "INSERT INTO table(columns) VALUES(?,?)". (transfer full) */
static char *insert_text(const char *table, const char *columns)
{
    GString *sql = g_string_new(NULL);
    g_string_printf(sql, "INSERT INTO %s(%s) VALUES(", table, columns);
    for (unsigned i = 0, n = column_count(columns); i < n; i++)
        g_string_append(sql, i ? ",?" : "?");
    g_string_append_c(sql, ')');
    return g_string_free(sql, FALSE);
}

/* Texts take the kind of the column they are put into. */
static bool put_row(KjStore *store, sqlite3_stmt *insert, const PGresult *row, int binary,
                    GError **error)
{
    unsigned char *bytes = NULL;
    for (int i = 0; i < PQnfields(row); i++) {
        const char *text = kj_server_text(row, 0, i);
        size_t length = 0;
        if (i == binary && text)
            bytes = PQunescapeBytea((const unsigned char *)text, &length);
        if (i == binary)
            sqlite3_bind_blob64(insert, i + 1, bytes, length, SQLITE_STATIC);
        else
            kj_bind_text(insert, i + 1, text);
    }
    bool ok = kj_store_do(store, insert, error);
    PQfreemem(bytes);
    return ok;
}

static bool fetch_table(KjStore *store, size_t index, GError **error)
{
    KjServer *server = store->server;
    g_autofree char *insert = insert_text(tables[index].name, tables[index].columns);
    const char *from = tables[index].from;
    g_autofree char *select =
        g_strdup_printf("SELECT %s FROM %s%s", tables[index].columns, from ? "" : "kanju.",
                        from ? from : tables[index].name);
    g_autoptr(sqlite3_stmt) put = kj_store_prepare(store, insert, error);
    if (!put)
        return false;
    if (!PQsendQuery(server->conn, select) || !PQsetSingleRowMode(server->conn))
        return kj_server_fail(server, NULL, error);
    bool ok = true;
    for (PGresult *row; (row = PQgetResult(server->conn)); PQclear(row)) {
        ExecStatusType status = PQresultStatus(row);
        if (ok && status == PGRES_SINGLE_TUPLE)
            ok = put_row(store, put, row, tables[index].binary, error);
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
    for (size_t i = 0; i < G_N_ELEMENTS(tables) && ok; i++)
        ok = (tables[i].binary >= 0 && !checkpoints) || fetch_table(store, i, error);
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
