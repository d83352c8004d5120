/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the file to the server: rows are copied into temporary tables there, and then put where they
 * belong by statements on all of them, in one transaction. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/store/server.h"
#include "repl/store/transfer.h"

enum { CHUNK = 1 << 16 }; // bytes sent at a time

/* The query of the file for what is copied. It may have ?1, the id of the last problem that was fetched:
 * what was fetched has the server's ids. (transfer full) */
static char *select_text(KjStoreTable table)
{
    g_autofree char *names = kj_columns_text(table, false, "#", ",");
    g_autofree char *check = kj_stored_check(table, "");
    return g_strdup_printf("SELECT %s FROM %s WHERE %s%s", names, kj_stored_name(table), check,
                           table == KJ_STORED_PROBLEM ? " AND id>?1" : "");
}

// Files and problems by what they are, and their ids on the server.
static const char put_problems[] =
    "INSERT INTO file(name) SELECT name FROM in_file ON CONFLICT DO NOTHING;"
    "CREATE TEMP TABLE to_file ON COMMIT DROP AS SELECT i.id AS old,f.id AS new FROM in_file i "
    "JOIN "
    "file f ON md5(f.name)=md5(i.name) AND f.name=i.name;"
    "INSERT INTO problem(game,position,claim) SELECT game,position,claim FROM in_problem ORDER BY "
    "id ON CONFLICT DO NOTHING;"
    "CREATE TEMP TABLE to_problem ON COMMIT DROP AS SELECT i.id AS old,p.id AS new FROM in_problem "
    "i JOIN problem p ON p.key=problem_key(i.game,i.position,i.claim) AND p.game=i.game AND "
    "p.position=i.position AND p.claim=i.claim;"
    "CREATE UNIQUE INDEX ON to_problem(old);ANALYZE to_problem;"
    "DO $$BEGIN IF (SELECT count(*) FROM in_problem)<>(SELECT count(*) FROM to_problem) THEN RAISE "
    "EXCEPTION 'two problems have the same key'; END IF; END$$;";

// Items of a file that are not ours go where ours replace them.
static const char trim_items[] =
    "DELETE FROM item USING to_file f WHERE item.file=f.new AND NOT EXISTS(SELECT 1 FROM in_item "
    "i WHERE i.file=f.old AND i.number=item.number)";

static bool put_items(KjServer *server, bool replace, GError **error)
{
    g_autofree char *put = kj_sql(
        "INSERT INTO item(file,problem,{item #}) SELECT f.new,coalesce(p.new,i.problem),{item i.#} "
        "FROM in_item i JOIN to_file f ON f.old=i.file LEFT JOIN to_problem p ON p.old=i.problem "
        "ORDER BY f.new,i.number ON CONFLICT (file,number) DO ");
    g_autofree char *update = kj_sql("UPDATE SET problem=excluded.problem,{item #=excluded.#}");
    g_autofree char *all = g_strconcat(put, replace ? update : "NOTHING", NULL);
    return (!replace || kj_server_run(server, trim_items, error)) &&
           kj_server_run(server, all, error);
}

// Results that are better than what is there, as merge.c weighs them; workers wait meanwhile.
static const char put_tasks[] =
    "INSERT INTO task(kind,version,rules,used) SELECT kind,version,rules,used FROM in_task ON "
    "CONFLICT DO NOTHING;"
    "UPDATE in_checkpoint SET role=session_user WHERE role='';"
    "LOCK TABLE result IN SHARE ROW EXCLUSIVE MODE;";
static const char drop_worse[] =
    "DELETE FROM in_result n USING result m WHERE m.task=n.task AND m.problem=n.problem "
    "AND " KJ_STORE_AS_GOOD ";"
    "CREATE UNIQUE INDEX ON in_result(task,problem);ANALYZE in_result;";
// What a run asks is then done, or begins in a later pass, and is no worker's any more.
static const char tell_runs[] =
    "UPDATE work w SET doer=NULL,doers='{}',done_passes='{}' FROM in_result n WHERE n.task=w.task "
    "AND "
    "n.problem=w.problem;"
    "UPDATE work w SET state=CASE WHEN o.pass IS NULL THEN 2 ELSE 0 END,pass=coalesce(o.pass,"
    "w.pass),owner=NULL FROM (SELECT n.task,n.problem,next_pass(u,0,n.settled,n.cause,"
    "n.seconds_limit,n.nodes_limit,n.memory_mib) AS pass FROM in_result n JOIN run u "
    "USING(task)) o WHERE o.task=w.task AND o.problem=w.problem AND w.state IN(0,1);";

/* Runs a statement for each of the tables of results; # in it is the table, @ its columns. */
static bool run_each(KjServer *server, const char *sql, GError **error)
{
    bool ok = true;
    for (unsigned i = KJ_STORED_RESULT; i < KJ_STORED_TABLES && ok; i++) {
        g_autofree char *names = kj_columns_text((KjStoreTable)i, true, "#", ",");
        g_autoptr(GString) text = g_string_new(sql);
        g_string_replace(text, "#", kj_stored_name((KjStoreTable)i), 0);
        g_string_replace(text, "@", names, 0);
        ok = kj_server_run(server, text->str, error);
    }
    return ok;
}

static bool put_results(KjServer *server, GError **error)
{
    return kj_server_run(server, put_tasks, error) &&
           run_each(server,
                    "UPDATE in_# r SET task=t.id,problem=coalesce((SELECT new FROM to_problem p "
                    "WHERE p.old=r.problem),r.problem) FROM in_task i JOIN task t "
                    "USING(kind,version,rules) WHERE i.id=r.task",
                    error) &&
           kj_server_run(server, drop_worse, error) &&
           run_each(server,
                    "DELETE FROM # c USING in_result n WHERE n.task=c.task AND "
                    "n.problem=c.problem",
                    error) &&
           run_each(server,
                    "INSERT INTO #(task,problem,@) SELECT task,problem,@ FROM in_# WHERE "
                    "(task,problem) IN (SELECT task,problem FROM in_result)",
                    error) &&
           kj_server_run(server, tell_runs, error);
}

// The problems asked for, by their ids on the server, which this session keeps.
static const char put_scope[] =
    "CREATE TEMP TABLE IF NOT EXISTS scope(problem bigint PRIMARY KEY);"
    "INSERT INTO scope SELECT coalesce(p.new,s.problem) FROM in_scope s LEFT JOIN to_problem p ON "
    "p.old=s.problem ON CONFLICT DO NOTHING;";

/* ---- rows as text, as COPY reads them ---- */

static void add_escaped(GString *out, const char *text)
{
    if (!text) {
        g_string_append(out, "\\N");
        return;
    }
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (const char *at = valid; *at; at++) {
        static const char special[] = "\\\n\r\t", letters[] = "\\nrt";
        const char *found = strchr(special, *at);
        if (found)
            g_string_append_c(out, '\\');
        g_string_append_c(out, found ? letters[found - special] : *at);
    }
}

static void add_binary(GString *out, sqlite3_stmt *row, int column)
{
    const unsigned char *bytes = sqlite3_column_blob(row, column);
    g_string_append(out, "\\\\x");
    for (int i = 0; i < sqlite3_column_bytes(row, column); i++)
        g_string_append_printf(out, "%02x", bytes[i]);
}

static void add_cell(GString *out, sqlite3_stmt *row, int column, bool binary)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (binary)
        add_binary(out, row, column);
    else if (sqlite3_column_type(row, column) == SQLITE_FLOAT) // SQLite's text has 15 digits
        g_string_append(out,
                        g_ascii_dtostr(number, sizeof number, sqlite3_column_double(row, column)));
    else
        add_escaped(out, kj_column_text(row, column));
}

static bool put_chunk(KjServer *server, GString *text, GError **error)
{
    bool ok = PQputCopyData(server->conn, text->str, (int)text->len) == 1;
    g_string_truncate(text, 0);
    return ok || kj_server_fail(server, NULL, error);
}

/* Sends the rows of a query of the file to a COPY that has begun. */
static bool send_rows(KjStore *store, const char *query, int binary, GError **error)
{
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(store, query, error);
    g_autoptr(GString) text = g_string_new(NULL);
    if (!rows)
        return false;
    if (sqlite3_bind_parameter_count(rows))
        sqlite3_bind_int64(rows, 1, store->fetched);
    int row;
    while ((row = kj_store_step(store, rows, error)) > 0) {
        for (int i = 0; i < sqlite3_column_count(rows); i++) {
            g_string_append(text, i ? "\t" : "");
            add_cell(text, rows, i, i == binary);
        }
        g_string_append_c(text, '\n');
        if (text->len >= CHUNK && !put_chunk(store->server, text, error))
            return false;
    }
    return row == 0 && put_chunk(store->server, text, error);
}

/* Makes a temporary table there, `create`, and fills it with the rows of a query of the file. */
static bool upload(KjStore *store, const char *table, const char *create, const char *query,
                   int binary, GError **error)
{
    KjServer *server = store->server;
    g_autofree char *make = g_strdup_printf("CREATE TEMP TABLE in_%s%s", table, create);
    g_autofree char *copy = g_strdup_printf("COPY in_%s FROM STDIN", table);
    if (!kj_server_run(server, make, error))
        return false;
    g_autoptr(PGresult) begun = PQexec(server->conn, copy);
    if (PQresultStatus(begun) != PGRES_COPY_IN)
        return kj_server_fail(server, begun, error);
    bool ok = send_rows(store, query, binary, error);
    PQputCopyEnd(server->conn, ok ? NULL : "stopped");
    for (PGresult *end; (end = PQgetResult(server->conn)); PQclear(end))
        if (ok && PQresultStatus(end) != PGRES_COMMAND_OK)
            ok = kj_server_fail(server, end, error);
    return ok;
}

static bool has_scope(KjStore *store)
{
    return kj_store_number(store, "SELECT count(*) FROM sqlite_temp_master WHERE name='scope'",
                           NULL) > 0;
}

static bool upload_table(KjStore *store, KjStoreTable table, GError **error)
{
    const char *name = kj_stored_name(table);
    g_autofree char *names = kj_columns_text(table, false, "#", ",");
    g_autofree char *create =
        g_strdup_printf(" ON COMMIT DROP AS SELECT %s FROM %s WITH NO DATA", names, name);
    g_autofree char *query = select_text(table);
    int binary = -1, i = 0;
    for (const KjColumn *c = NULL; (c = kj_column_next(table, c)); i++)
        if (c->type == KJ_COLUMN_BYTES)
            binary = i;
    return upload(store, name, create, query, binary, error);
}

static bool send_all(KjStore *store, bool replace, GError **error)
{
    KjServer *server = store->server;
    bool scope = has_scope(store);
    for (unsigned i = 0; i < KJ_STORED_TABLES; i++)
        if (!upload_table(store, (KjStoreTable)i, error))
            return false;
    if (scope && !upload(store, "scope", "(problem bigint) ON COMMIT DROP",
                         "SELECT problem FROM temp.scope", -1, error))
        return false;
    return kj_server_run(server, put_problems, error) && put_items(server, replace, error) &&
           put_results(server, error) && (!scope || kj_server_run(server, put_scope, error));
}

bool kj_store_send(KjStore *store, bool replace, GError **error)
{
    if (!store->server)
        return true;
    bool ok = kj_server_run(store->server, "BEGIN", error) && send_all(store, replace, error) &&
              kj_server_run(store->server, "COMMIT", error);
    if (!ok)
        kj_server_run(store->server, "ROLLBACK", NULL);
    return ok;
}
