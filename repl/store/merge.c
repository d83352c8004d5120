/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging one store into another. */
#include "repl/store/merge.h"

#include "core/text/lang.h"

// KjTake in SQL.
#define TAKE_UNPROVED 1
#define TAKE_NOT 2
G_STATIC_ASSERT(KJ_TAKE_UNPROVED == TAKE_UNPROVED && KJ_TAKE_NOT == TAKE_NOT);

// The problems that come along, and what their ids are here; then tasks and results likewise.
static const char *const map_problems[] = {
    "INSERT OR IGNORE INTO main.problem(game,position,claim) SELECT game,position,claim FROM "
    "other.problem ORDER BY id",
    "CREATE TEMP TABLE moved AS SELECT o.id AS old, m.id AS new FROM other.problem o JOIN "
    "main.problem m USING(position,game,claim)",
    "CREATE UNIQUE INDEX temp.moved_old ON moved(old)",
    NULL,
};
static const char *const copy_items[] = {
    "INSERT OR IGNORE INTO main.file(name) SELECT name FROM other.file ORDER BY id",
    "INSERT OR IGNORE INTO main.item(file,problem," KJ_ITEM_COLUMNS ") SELECT (SELECT f.id FROM "
    "main.file f JOIN other.file g USING(name) WHERE g.id=file),(SELECT new FROM moved WHERE "
    "old=problem)," KJ_ITEM_COLUMNS " FROM other.item",
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
    "r.problem AS old_problem, NULL AS fate FROM other.result r "
    "JOIN ours t ON t.old=r.task JOIN moved v ON v.old=r.problem WHERE "
    "r.whole",
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
#define COPY(table, columns)                                                  \
    "INSERT OR IGNORE INTO main." table "(task,problem," columns              \
    ") SELECT n.task,n.problem," columns " FROM incoming n JOIN other." table \
    " c ON c.task=n.old_task AND c.problem=n.old_problem"
static const char *const copy_results[] = {
    // what is there and at least as good stays
    "DELETE FROM incoming WHERE EXISTS(SELECT 1 FROM main.result m, other.result n WHERE "
    "m.task=incoming.task AND m.problem=incoming.problem AND n.task=old_task AND "
    "n.problem=old_problem AND " AS_GOOD ")",
    CLEAR("checkpoint"),
    CLEAR("result"),
    COPY("result", KJ_RESULT_COLUMNS),
    NULL,
};
// With a judge, before and after; without one.
static const char *const leave_out[] = {"DELETE FROM incoming WHERE fate>=" G_STRINGIFY(TAKE_NOT),
                                        NULL};
static const char *const mark_unproved[] = {
    "UPDATE main.result SET settled=0,answer=json_set(answer,'$.plies_proved',json('false')) WHERE "
    "(task,problem) IN (SELECT task,problem FROM "
    "incoming WHERE fate=" G_STRINGIFY(TAKE_UNPROVED) ")",
    NULL,
};
static const char *const copy_checkpoints[] = {COPY("checkpoint", "bytes"), NULL};

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

/* Runs statements one after the other. `out_changes`, if not NULL, gets the rows the last of
 * them has changed. */
static bool run_all(KjStore *store, const char *const *statements, gint64 *out_changes,
                    GError **error)
{
    for (; *statements; statements++) {
        g_autoptr(sqlite3_stmt) statement = kj_store_prepare(store, *statements, error);
        if (!statement || !kj_store_do(store, statement, error))
            return false;
        if (out_changes)
            *out_changes = sqlite3_changes64(store->db);
    }
    return true;
}

static bool tell_contradictions(KjStore *store, const KjCopy *how, gint64 *out_n, GError **error)
{
    if (!run_all(store, find_contradictions, NULL, error))
        return false;
    g_autoptr(sqlite3_stmt) rows =
        kj_store_prepare(store, "SELECT position,here,there FROM clash ORDER BY position", error);
    int row = 0;
    while (rows && (row = kj_store_step(store, rows, error)) > 0) {
        how->contradiction(how->data, kj_column_text(rows, 0), kj_column_text(rows, 1),
                           kj_column_text(rows, 2));
        ++*out_n;
    }
    return rows && row == 0;
}

/* What the judge says of one result. */
static KjTake judge_one(const char *from, const KjCopy *how, sqlite3_stmt *row)
{
    int c = 1;
    KjIncoming incoming;
    incoming.kind = kj_column_text(row, c++);
    incoming.rules = kj_column_text(row, c++);
    incoming.game = kj_column_text(row, c++);
    incoming.position = kj_column_text(row, c++);
    incoming.claim = kj_column_text(row, c++);
    incoming.verdict = kj_column_text(row, c++);
    incoming.pure_plies = sqlite3_column_int(row, c++);
    incoming.proved = sqlite3_column_int(row, c++) != 0;
    incoming.line = kj_column_text(row, c++);
    incoming.certificate = kj_column_text(row, c++);
    return how->judge(how->data, from, &incoming);
}

/* Notes in `incoming` what the judge says of each result. */
static bool judge_all(KjStore *store, const char *from, const KjCopy *how, KjCopyCount *out,
                      GError **error)
{
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(
        store,
        "SELECT n.rowid,t.kind,t.rules,p.game,p.position,p.claim,r.verdict,"
        "coalesce(r.pure_plies,-1),r.proved,r.line,r.certificate FROM incoming n "
        "JOIN other.result r ON r.task=n.old_task AND r.problem=n.old_problem "
        "JOIN other.task t ON t.id=r.task JOIN other.problem p ON p.id=r.problem ORDER BY n.rowid",
        error);
    g_autoptr(sqlite3_stmt) note =
        kj_store_prepare(store, "UPDATE incoming SET fate=? WHERE rowid=?", error);
    int row = rows && note ? 0 : -1;
    while (row >= 0 && (row = kj_store_step(store, rows, error)) > 0) {
        KjTake take = judge_one(from, how, rows);
        if (take == KJ_TAKE_NOTHING)
            return kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE,
                                "%s: a result is not so, and nothing of this store is taken over",
                                from);
        out->refused += take == KJ_TAKE_NOT;
        sqlite3_bind_int(note, 1, (int)take);
        sqlite3_bind_int64(note, 2, sqlite3_column_int64(rows, 0));
        if (!kj_store_do(store, note, error))
            return false;
    }
    return row == 0 && run_all(store, leave_out, NULL, error);
}

static bool copy(KjStore *to, const char *from, const KjCopy *how, KjCopyCount *out, GError **error)
{
    static const char before[] = "SELECT count(*) FROM main.problem WHERE claim=''";
    gint64 problems = kj_store_number(to, before, error);
    if (problems < 0 || !run_all(to, map_problems, NULL, error) ||
        !run_all(to, copy_items, &out->items, error) || !run_all(to, map_results, NULL, error) ||
        (how->judge && !judge_all(to, from, how, out, error)) ||
        !tell_contradictions(to, how, &out->contradictions, error) ||
        !run_all(to, copy_results, &out->results, error) ||
        !run_all(to, how->judge ? mark_unproved : copy_checkpoints, NULL, error))
        return false;
    out->problems = kj_store_number(to, before, error) - problems;
    return kj_store_run(to, "DROP TABLE moved;DROP TABLE ours;DROP TABLE incoming;DROP TABLE clash",
                        error);
}

bool kj_store_copy(KjStore *to, const char *from, const KjCopy *how, KjCopyCount *out,
                   GError **error)
{
    *out = (KjCopyCount){0};
    // looks whether it is a store, and of this version
    g_autoptr(KjStore) other = kj_store_open(from, KJ_STORE_READ, error);
    // from a copy of it, so that nobody waits who writes to it
    if (!other || !kj_store_run(to, "ATTACH '' AS other", error))
        return false;
    bool ok = kj_store_fill(to, "other", other, error) && kj_store_begin(to, error) &&
              copy(to, from, how, out, error) && kj_store_commit(to, error);
    if (!ok)
        kj_store_rollback(to);
    kj_store_run(to, "DETACH other", NULL);
    return ok;
}

KjStore *kj_stores_open(const char *const *paths, const KjCopy *how, GError **error)
{
    if (!paths[1])
        return kj_store_open(paths[0], KJ_STORE_READ, error);
    g_autoptr(KjStore) all = kj_store_open(NULL, KJ_STORE_MEMORY, error);
    KjCopyCount count;
    for (; all && *paths; paths++)
        if (!kj_store_copy(all, *paths, how, &count, error))
            return NULL;
    return g_steal_pointer(&all);
}
