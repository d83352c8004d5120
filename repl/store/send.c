/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the file to the server: rows are copied into temporary tables there, and then put where they
 * belong by statements on all of them, in one transaction. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/store/server.h"
#include "repl/store/transfer.h"

enum { CHUNK = 1 << 16 }; // bytes sent at a time

// What is copied, by a query of the file that may have ?1, the id of the last problem that was
// fetched: what was fetched has the server's ids.
static const struct {
    const char *table, *columns, *query;
    int binary; // a column, or -1
} uploads[] = {
    {"in_file", "old bigint,name text", "SELECT id,name FROM file", -1},
    {"in_problem", "old bigint,game text,position text,claim text",
     "SELECT id,game,position,claim FROM problem WHERE id>?1", -1},
    {"in_item",
     "file bigint,number bigint,line bigint,problem bigint,turn int,name text,title text,"
     "composer text,recorded int,note text,headers text,error text,col int,claim text",
     "SELECT file,number,line,problem,turn,name,title,composer,recorded,note,headers,error,col,"
     "claim FROM item",
     -1},
    {"in_task", "old bigint,kind text,version text,rules text,used bigint",
     "SELECT id,kind,version,rules,used FROM task", -1},
    {"in_result",
     "task bigint,problem bigint,verdict text,cause text,settled int,plies int,pure_plies int,"
     "proved int,line text,complete int,leftover text,nodes bigint,ms bigint,seconds_limit double "
     "precision,nodes_limit bigint,memory_mib bigint,certificate text,report text,difficulty "
     "double precision",
     "SELECT task,problem,verdict,cause,settled,plies,pure_plies,proved,line,complete,leftover,"
     "nodes,ms,seconds_limit,nodes_limit,memory_mib,certificate,report,difficulty FROM result "
     "WHERE " KJ_STORE_IS_RESULT(""),
     -1},
    {"in_code", "task bigint,problem bigint,code text,ply int,detail text,severity int",
     "SELECT task,problem,code,ply,detail,severity FROM code WHERE " KJ_STORE_IS_CODE, -1},
    {"in_theme", "task bigint,problem bigint,theme text",
     "SELECT task,problem,theme FROM theme WHERE " KJ_STORE_IS_THEME, -1},
    {"in_checkpoint", "task bigint,problem bigint,bytes bytea,role text",
     "SELECT task,problem,bytes,role FROM checkpoint", 2},
};

// Files and problems by what they are, and their ids on the server.
static const char put_problems[] =
    "INSERT INTO file(name) SELECT name FROM in_file ON CONFLICT DO NOTHING;"
    "CREATE TEMP TABLE to_file ON COMMIT DROP AS SELECT i.old,f.id AS new FROM in_file i JOIN "
    "file f ON md5(f.name)=md5(i.name) AND f.name=i.name;"
    "INSERT INTO problem(game,position,claim) SELECT game,position,claim FROM in_problem ORDER BY "
    "old ON CONFLICT DO NOTHING;"
    "CREATE TEMP TABLE to_problem ON COMMIT DROP AS SELECT i.old,p.id AS new FROM in_problem i "
    "JOIN problem p ON p.key=problem_key(i.game,i.position,i.claim) AND p.game=i.game AND "
    "p.position=i.position AND p.claim=i.claim;"
    "CREATE UNIQUE INDEX ON to_problem(old);ANALYZE to_problem;"
    "DO $$BEGIN IF (SELECT count(*) FROM in_problem)<>(SELECT count(*) FROM to_problem) THEN RAISE "
    "EXCEPTION 'two problems have the same key'; END IF; END$$;";

#define ITEM_COLUMNS \
    "file,number,line,problem,turn,name,title,composer,recorded,note,headers,error,col,claim"
#define PUT_ITEMS                                                                            \
    "INSERT INTO item(" ITEM_COLUMNS ") SELECT f.new,i.number,i.line,coalesce(p.new,"        \
    "i.problem),i.turn,i.name,i.title,i.composer,i.recorded,i.note,i.headers,i.error,i.col," \
    "i.claim FROM in_item i JOIN to_file f ON f.old=i.file LEFT JOIN to_problem p ON "       \
    "p.old=i.problem ORDER BY 1,2 ON CONFLICT (file,number) DO "
static const char keep_items[] = PUT_ITEMS "NOTHING;";
static const char replace_items[] =
    "DELETE FROM item USING to_file f WHERE item.file=f.new AND NOT EXISTS(SELECT 1 FROM in_item "
    "i WHERE i.file=f.old AND i.number=item.number);" PUT_ITEMS
    "UPDATE SET line=excluded.line,problem=excluded.problem,turn=excluded.turn,"
    "name=excluded.name,title=excluded.title,composer=excluded.composer,"
    "recorded=excluded.recorded,note=excluded.note,headers=excluded.headers,"
    "error=excluded.error,col=excluded.col,claim=excluded.claim;";

// Results that are better than what is there, as merge.c weighs them; workers wait meanwhile. What
// a run asks is then done, or begins in a later pass.
static const char put_results[] =
    "INSERT INTO task(kind,version,rules,used) SELECT kind,version,rules,used FROM in_task ON "
    "CONFLICT DO NOTHING;"
    "UPDATE in_result r SET task=t.id,problem=coalesce((SELECT new FROM to_problem p WHERE "
    "p.old=r.problem),r.problem) FROM in_task i JOIN task t USING(kind,version,rules) WHERE "
    "i.old=r.task;"
    "UPDATE in_code r SET task=t.id,problem=coalesce((SELECT new FROM to_problem p WHERE "
    "p.old=r.problem),r.problem) FROM in_task i JOIN task t USING(kind,version,rules) WHERE "
    "i.old=r.task;"
    "UPDATE in_theme r SET task=t.id,problem=coalesce((SELECT new FROM to_problem p WHERE "
    "p.old=r.problem),r.problem) FROM in_task i JOIN task t USING(kind,version,rules) WHERE "
    "i.old=r.task;"
    "UPDATE in_checkpoint r SET task=t.id,problem=coalesce((SELECT new FROM to_problem p WHERE "
    "p.old=r.problem),r.problem) FROM in_task i JOIN task t USING(kind,version,rules) WHERE "
    "i.old=r.task;"
    "LOCK TABLE result IN SHARE ROW EXCLUSIVE MODE;"
    "DELETE FROM in_result n USING result m WHERE m.task=n.task AND m.problem=n.problem "
    "AND " KJ_STORE_AS_GOOD ";"
    "CREATE UNIQUE INDEX ON in_result(task,problem);ANALYZE in_result;"
    "DELETE FROM code c USING in_result n WHERE n.task=c.task AND n.problem=c.problem;"
    "DELETE FROM theme c USING in_result n WHERE n.task=c.task AND n.problem=c.problem;"
    "DELETE FROM checkpoint c USING in_result n WHERE n.task=c.task AND n.problem=c.problem;"
    "DELETE FROM result c USING in_result n WHERE n.task=c.task AND n.problem=c.problem;"
    "INSERT INTO result SELECT * FROM in_result;"
    "INSERT INTO code SELECT c.* FROM in_code c JOIN in_result USING(task,problem);"
    "INSERT INTO theme SELECT c.* FROM in_theme c JOIN in_result USING(task,problem);"
    "INSERT INTO checkpoint(task,problem,bytes,role) SELECT c.task,c.problem,c.bytes,CASE c.role "
    "WHEN '' THEN session_user ELSE c.role END FROM in_checkpoint c JOIN in_result "
    "USING(task,problem);"
    // no worker's any more
    "UPDATE work w SET doer=NULL,doers='{}',done_passes='{}' FROM in_result n WHERE n.task=w.task "
    "AND "
    "n.problem=w.problem;"
    "UPDATE work w SET state=CASE WHEN o.pass IS NULL THEN 2 ELSE 0 END,pass=coalesce(o.pass,"
    "w.pass),owner=NULL FROM (SELECT n.task,n.problem,next_pass(u,0,n.settled,n.cause,"
    "n.seconds_limit,n.nodes_limit,n.memory_mib) AS pass FROM in_result n JOIN run u "
    "USING(task)) o WHERE o.task=w.task AND o.problem=w.problem AND w.state IN(0,1);";

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

static bool upload(KjStore *store, const char *table, const char *columns, const char *query,
                   int binary, GError **error)
{
    KjServer *server = store->server;
    g_autofree char *create =
        g_strdup_printf("CREATE TEMP TABLE %s(%s) ON COMMIT DROP", table, columns);
    g_autofree char *copy = g_strdup_printf("COPY %s FROM STDIN", table);
    if (!kj_server_run(server, create, error))
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

static bool send_all(KjStore *store, bool replace, GError **error)
{
    KjServer *server = store->server;
    bool scope = has_scope(store);
    for (size_t i = 0; i < G_N_ELEMENTS(uploads); i++)
        if (!upload(store, uploads[i].table, uploads[i].columns, uploads[i].query,
                    uploads[i].binary, error))
            return false;
    if (scope &&
        !upload(store, "in_scope", "problem bigint", "SELECT problem FROM temp.scope", -1, error))
        return false;
    return kj_server_run(server, put_problems, error) &&
           kj_server_run(server, replace ? replace_items : keep_items, error) &&
           kj_server_run(server, put_results, error) &&
           (!scope || kj_server_run(server, put_scope, error));
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
