/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging one store into another. */
#include "repl/store/merge.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/job/options.h"

/* kj_shard(position, game, n): a number below n that depends on the problem alone. */
static void shard_of(sqlite3_context *context, int n, sqlite3_value **argument)
{
    (void)n;
    enum { DIGITS = 15 }; // of 4 bits: fits a signed number of SQLite
    gint64 shards = sqlite3_value_int64(argument[2]);
    g_autofree char *text = g_strconcat((const char *)sqlite3_value_text(argument[1]), " ",
                                        (const char *)sqlite3_value_text(argument[0]), NULL);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    digest[DIGITS] = '\0';
    gint64 number = (gint64)g_ascii_strtoull(digest, NULL, 16);
    sqlite3_result_int64(context, shards > 0 ? number % shards : 0);
}

// The problems that come along, and what their ids are here; then tasks and results likewise.
static const char *const map_problems[] = {
    "INSERT OR IGNORE INTO main.problem(game,position,claim) SELECT game,position,claim FROM "
    "other.problem "
    "WHERE ?2=0 OR kj_shard(position,game,?2)=?1 ORDER BY id",
    "CREATE TEMP TABLE moved AS SELECT o.id AS old, m.id AS new FROM other.problem o JOIN "
    "main.problem m USING(position,game,claim) WHERE ?2=0 OR kj_shard(position,game,?2)=?1",
    "CREATE UNIQUE INDEX temp.moved_old ON moved(old)",
    NULL,
};
static const char *const copy_items[] = {
    // what could not be read goes with the first part
    "INSERT OR IGNORE INTO main.file(name) SELECT name FROM other.file ORDER BY id",
    "INSERT OR IGNORE INTO main.item(file,problem,{item #}) SELECT f.id,v.new,{item i.#} FROM "
    "other.item i JOIN other.file g ON g.id=i.file JOIN main.file f ON f.name=g.name LEFT JOIN "
    "moved v ON v.old=i.problem WHERE v.new IS NOT NULL OR (i.problem IS NULL AND (?2=0 OR ?1=0))",
    NULL,
};
static const char *const map_results[] = {
    // what was used here was used later
    "INSERT OR IGNORE INTO main.task(kind,version,rules,used) SELECT kind,version,rules,"
    "used-(SELECT max(used) FROM other.task)-1+(SELECT coalesce(min(used),1) FROM main.task) FROM "
    "other.task ORDER BY id",
    "CREATE TEMP TABLE ours AS SELECT o.id AS old, m.id AS new FROM other.task o JOIN main.task m "
    "USING(kind,version,rules)",
    "CREATE TEMP TABLE incoming AS SELECT t.new AS task, v.new AS problem, r.task AS old_task, "
    "r.problem AS old_problem FROM other.result r "
    "JOIN ours t ON t.old=r.task JOIN moved v ON v.old=r.problem WHERE "
    "{result? r.}",
    "CREATE UNIQUE INDEX temp.incoming_key ON incoming(task,problem)",
    NULL,
};
// Whether a result that is there, m, is at least as good as another one, n: settled comes before
// unsettled, decided before unknown, larger limits before smaller.
#define WORTH(of)                                                                             \
    "(4*" of ".settled+2*CAST(" of ".verdict<>'unknown' AS integer)," of ".seconds_limit," of \
    ".nodes_limit," of ".memory_mib)"
#define AS_GOOD WORTH("m") ">=" WORTH("n")
#define CLEAR(table)                                                                             \
    "DELETE FROM main." table " AS c WHERE EXISTS(SELECT 1 FROM incoming n WHERE n.task=c.task " \
    "AND n.problem=c.problem)"
#define COPY(table)                                                                  \
    "INSERT OR IGNORE INTO main." table "(task,problem,{" table                      \
    " #}) SELECT n.task,n.problem,{" table " c.#} FROM incoming n JOIN other." table \
    " c ON c.task=n.old_task AND c.problem=n.old_problem"
static const char *const copy_results[] = {
    // what is there and at least as good stays
    "DELETE FROM incoming WHERE EXISTS(SELECT 1 FROM main.result m, other.result n WHERE "
    "m.task=incoming.task AND m.problem=incoming.problem AND n.task=old_task AND "
    "n.problem=old_problem AND " AS_GOOD ")",
    CLEAR("code"),
    CLEAR("theme"),
    CLEAR("checkpoint"),
    CLEAR("result"),
    COPY("code"),
    COPY("theme"),
    COPY("checkpoint"),
    COPY("result"),
    NULL,
};

// Two decided verdicts that differ, two proved lengths that do, or a mate shorter than the
// shortest. What is there stays.
static const char *const find_contradictions[] = {
    "CREATE TEMP TABLE clash AS SELECT n.task,n.problem,p.position,"
    "m.verdict||coalesce(' '||m.plies,'') AS here,r.verdict||coalesce(' '||r.plies,'') AS there "
    "FROM incoming n JOIN main.result m ON m.task=n.task AND m.problem=n.problem JOIN other.result "
    "r ON r.task=n.old_task AND r.problem=n.old_problem JOIN main.problem p ON p.id=n.problem "
    "WHERE "
    "m.verdict<>'unknown' AND r.verdict<>'unknown' AND (m.verdict<>r.verdict OR (m.proved AND "
    "m.plies>r.plies) OR (r.proved AND r.plies>m.plies))",
    "DELETE FROM incoming WHERE (task,problem) IN (SELECT task,problem FROM clash)",
    NULL,
};

/* Runs statements (kj_sql) one after the other, with the part as ?1 and the number of parts as ?2 where they
 * are. `out_changes`, if not NULL, gets the rows the last of them has changed. */
static bool run_all(KjStore *store, const char *const *statements, gint64 shard, gint64 shards,
                    gint64 *out_changes, GError **error)
{
    for (; *statements; statements++) {
        g_autofree char *sql = kj_sql(*statements);
        g_autoptr(sqlite3_stmt) statement = kj_store_prepare(store, sql, error);
        if (!statement)
            return false;
        int n = sqlite3_bind_parameter_count(statement);
        if (n >= 1)
            sqlite3_bind_int64(statement, 1, shard);
        if (n >= 2)
            sqlite3_bind_int64(statement, 2, shards);
        if (!kj_store_do(store, statement, error))
            return false;
        if (out_changes)
            *out_changes = sqlite3_changes64(store->db);
    }
    return true;
}

static bool tell_contradictions(KjStore *store, KjContradictionFn contradiction, void *data,
                                gint64 *out_n, GError **error)
{
    if (!run_all(store, find_contradictions, 0, 0, NULL, error))
        return false;
    g_autoptr(sqlite3_stmt) rows =
        kj_store_prepare(store, "SELECT position,here,there FROM clash ORDER BY position", error);
    int row = 0;
    while (rows && (row = kj_store_step(store, rows, error)) > 0) {
        contradiction(data, kj_column_text(rows, 0), kj_column_text(rows, 1),
                      kj_column_text(rows, 2));
        ++*out_n;
    }
    return rows && row == 0;
}

static bool copy(KjStore *to, gint64 shard, gint64 shards, KjContradictionFn contradiction,
                 void *data, KjCopyCount *out, GError **error)
{
    static const char before[] = "SELECT count(*) FROM main.problem WHERE claim=''";
    gint64 problems = kj_store_number(to, before, error);
    if (problems < 0 || !run_all(to, map_problems, shard, shards, NULL, error) ||
        !run_all(to, copy_items, shard, shards, &out->items, error) ||
        !run_all(to, map_results, shard, shards, NULL, error) ||
        !tell_contradictions(to, contradiction, data, &out->contradictions, error) ||
        !run_all(to, copy_results, shard, shards, &out->results, error))
        return false;
    out->problems = kj_store_number(to, before, error) - problems;
    return kj_store_run(to, "DROP TABLE moved;DROP TABLE ours;DROP TABLE incoming;DROP TABLE clash",
                        error);
}

static bool attach(KjStore *to, const KjStore *from, GError **error)
{
    g_autoptr(sqlite3_stmt) statement = kj_store_prepare(to, "ATTACH ? AS other", error);
    if (!statement)
        return false;
    g_autofree char *uri = kj_store_uri(from);
    kj_bind_text(statement, 1, uri);
    return kj_store_do(to, statement, error);
}

/* As kj_store_copy, from a store that is open. */
static bool copy_open(KjStore *to, const KjStore *from, gint64 shard, gint64 shards,
                      KjContradictionFn contradiction, void *data, KjCopyCount *out, GError **error)
{
    *out = (KjCopyCount){0};
    if (sqlite3_create_function_v2(to->db, "kj_shard", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                   shard_of, NULL, NULL, NULL) != SQLITE_OK)
        return kj_store_fail(to, error);
    if (!attach(to, from, error))
        return false;
    bool ok = kj_store_begin(to, error) &&
              copy(to, shard, shards, contradiction, data, out, error) &&
              kj_store_commit(to, error);
    if (!ok)
        kj_store_rollback(to);
    kj_store_run(to, "DETACH other", NULL);
    return ok;
}

bool kj_store_copy(KjStore *to, const char *from, gint64 shard, gint64 shards,
                   KjContradictionFn contradiction, void *data, KjCopyCount *out, GError **error)
{
    // looks whether it is a store, and of this version
    g_autoptr(KjStore) other = kj_store_open(from, KJ_STORE_READ, error);
    return other && copy_open(to, other, shard, shards, contradiction, data, out, error);
}

/* ---- to a new store ---- */

// As long as it is not in its place it has a table that says so. What an attempt that was killed
// has left goes, also what it left between the last two steps, whose contents are complete.
static const char begin_anew[] =
    "BEGIN IMMEDIATE;CREATE TABLE IF NOT EXISTS unfinished(x);DELETE FROM file;DELETE FROM problem;"
    "DELETE FROM item;DELETE FROM task;DELETE FROM result;DELETE FROM code;DELETE FROM theme;"
    "DELETE FROM checkpoint;COMMIT";
static const char is_unfinished[] =
    "SELECT EXISTS(SELECT 1 FROM sqlite_master WHERE name='unfinished') OR NOT EXISTS(SELECT 1 "
    "FROM problem UNION ALL SELECT 1 FROM file)";

/* Brings all of a store into its one file, to be moved. */
static bool make_single(KjStore *store, GError **error)
{
    g_autoptr(sqlite3_stmt) journal = kj_store_prepare(store, "PRAGMA journal_mode=DELETE", error);
    if (!journal || kj_store_step(store, journal, error) <= 0)
        return false;
    return strcmp(kj_column_text(journal, 0), "delete") == 0 || kj_store_fail(store, error);
}

static bool fail_there(const char *path, GError **error)
{
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "NEW '%s': there is such a file, expected the name of a new one", path);
}

/* Gives a finished store its name. */
static bool take_place(const char *part, const char *path, GError **error)
{
    if (g_file_test(path, G_FILE_TEST_EXISTS)) // since a while ago
        return fail_there(path, error);
    if (g_rename(part, path) == 0)
        return true;
    return kj_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "%s: %s", path,
                        kj_os_text(errno));
}

static void remove_all(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *name = g_strconcat(path, endings[i], NULL);
        g_unlink(name);
    }
}

/* Takes the mark off a store that is complete and in its place. */
static bool take_off_mark(const char *path, GError **error)
{
    g_autoptr(KjStore) store = kj_store_open(path, KJ_STORE_WRITE, error);
    return store && kj_store_run(store, "DROP TABLE unfinished", error);
}

/* Whether a file is a store that still has the mark. */
static bool has_mark(const char *path)
{
    g_autoptr(KjStore) store = kj_store_open(path, KJ_STORE_READ, NULL);
    return store &&
           kj_store_number(store, "SELECT count(*) FROM sqlite_master WHERE name='unfinished'",
                           NULL) > 0;
}

bool kj_store_export(const char *from, const char *to, gint64 shard, gint64 shards,
                     KjContradictionFn contradiction, void *data, KjCopyCount *out, GError **error)
{
    bool left = has_mark(to);
    if (!left && g_file_test(to, G_FILE_TEST_EXISTS))
        return fail_there(to, error);
    // looks at it before a file is made
    g_autoptr(KjStore) source = kj_store_open(from, KJ_STORE_READ, error);
    if (source && left)
        remove_all(to);
    g_autofree char *part = g_strconcat(to, ".part", NULL);
    bool begun = g_file_test(part, G_FILE_TEST_EXISTS);
    g_autoptr(KjStore) store = source ? kj_store_open(part, KJ_STORE_CREATE, error) : NULL;
    if (!store && !begun)
        remove_all(part);
    if (!store)
        return false;
    gint64 unfinished = kj_store_number(store, is_unfinished, error);
    if (unfinished <= 0) // a store of somebody's
        return unfinished == 0 && fail_there(part, error);
    bool ok = kj_store_run(store, begin_anew, error) &&
              copy_open(store, source, shard, shards, contradiction, data, out, error) &&
              make_single(store, error) && take_place(part, to, error);
    if (!ok)
        remove_all(part);
    kj_store_close(g_steal_pointer(&store));
    return ok && take_off_mark(to, error);
}
