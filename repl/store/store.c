/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening stores, the schema of their tables, and errors of SQLite as GError. */
#include "repl/store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/os/file.h"
#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/store/export.h"

enum { BUSY_MILLISECONDS = 30000, CACHE_KIB = 16384, FILE_MODE = 0666 };
#define NO_NAME "''"

bool kj_store_fail(const KjStore *store, GError **error)
{
    int code = sqlite3_errcode(store->db);
    bool room = code == SQLITE_FULL || (code & 0xff) == SQLITE_IOERR;
    const char *more =
        room || code == SQLITE_BUSY
            ? kj_tr("; what was committed is kept, the same command goes on from there")
            : "";
    const char *what = code == SQLITE_FULL   ? kj_tr("database or disk is full")
                       : code == SQLITE_BUSY ? kj_tr("another program is using it")
                       : room                ? kj_tr("disk I/O error")
                                             : sqlite3_errmsg(store->db);
    return kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: %s%s", store->path, what,
                        more);
}

bool kj_store_run(KjStore *store, const char *sql, GError **error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           kj_store_fail(store, error);
}

sqlite3_stmt *kj_store_prepare(KjStore *store, const char *sql, GError **error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    if (code != SQLITE_OK)
        kj_store_fail(store, error);
    return statement;
}

int kj_store_step(KjStore *store, sqlite3_stmt *statement, GError **error)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return 1;
    if (code != SQLITE_DONE)
        kj_store_fail(store, error);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? 0 : -1;
}

bool kj_store_do(KjStore *store, sqlite3_stmt *statement, GError **error)
{
    bool ok = kj_store_step(store, statement, error) >= 0;
    sqlite3_reset(statement);
    return ok;
}

gint64 kj_store_number(KjStore *store, const char *sql, GError **error)
{
    g_autoptr(sqlite3_stmt) statement = kj_store_prepare(store, sql, error);
    if (!statement)
        return -1;
    int row = kj_store_step(store, statement, error);
    if (row == 0)
        kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: nothing there",
                     store->path);
    return row > 0 ? sqlite3_column_int64(statement, 0) : -1;
}

void kj_bind_text(sqlite3_stmt *statement, int column, const char *text)
{
    sqlite3_bind_text(statement, column, text, -1, SQLITE_STATIC);
}

const char *kj_column_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    if (!text || g_utf8_validate(text, -1, NULL))
        return text;
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    return g_intern_string(valid); // of a damaged file; what it holds is kept once
}

bool kj_store_is_there(const KjStore *store, GError **error)
{
    int moved = 0;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return !moved ||
           kj_set_error(
               error, KJ_STORE_ERROR, KJ_STORE_ERROR_GONE,
               "%s: the store was deleted, moved or replaced during the run, which ends here",
               store->path);
}

bool kj_store_begin(KjStore *store, GError **error)
{
    return kj_store_is_there(store, error) && kj_store_run(store, "BEGIN IMMEDIATE", error);
}

bool kj_store_commit(KjStore *store, GError **error)
{
    if (kj_store_is_there(store, error) && kj_store_run(store, "COMMIT", error))
        return true;
    kj_store_rollback(store);
    return false;
}

void kj_store_rollback(KjStore *store)
{
    if (!sqlite3_get_autocommit(store->db))
        kj_store_run(store, "ROLLBACK", NULL);
}

/* ---- opening ---- */

static bool refuse(const KjStore *store, const char *what, GError **error)
{
    return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX, "%s: %s", store->path,
                        kj_tr(what));
}

static bool set_version(KjStore *store, GError **error)
{
    g_autofree char *sql = g_strdup_printf("PRAGMA application_id=%d;PRAGMA user_version=%d",
                                           KJ_STORE_APPLICATION, KJ_STORE_VERSION);
    return kj_store_run(store, sql, error);
}

/* Makes the tables, all or none. */
static bool create(KjStore *store, GError **error)
{
    return kj_store_begin(store, error) && kj_store_run(store, kj_store_tables, error) &&
           set_version(store, error) && kj_store_commit(store, error);
}

/* Brings the tables of an older version up to date. */
static bool upgrade(KjStore *store, GError **error)
{
    // what is no result stays, for reports to say so; what refers to a table refers to its name
    if (!kj_store_run(store, "PRAGMA ignore_check_constraints=ON;PRAGMA legacy_alter_table=ON",
                      error) ||
        !kj_store_begin(store, error))
        return false;
    // another process may have done it meanwhile
    const char *sql = kj_store_convert(kj_store_number(store, "PRAGMA user_version", NULL));
    bool ok = (!sql || kj_store_run(store, sql, error)) && set_version(store, error) &&
              kj_store_commit(store, error);
    if (!ok)
        kj_store_rollback(store);
    kj_store_run(store, "PRAGMA ignore_check_constraints=OFF;PRAGMA legacy_alter_table=OFF", NULL);
    return ok;
}

/* Looks whether the file is a store of ours; an empty one becomes one if it may. */
static bool check(KjStore *store, KjStoreMode mode, GError **error)
{
    g_autoptr(GError) failure = NULL;
    gint64 application = kj_store_number(store, "PRAGMA application_id", &failure);
    if (sqlite3_errcode(store->db) == SQLITE_NOTADB && kj_export_is(store->path))
        return refuse(store, "an export, expected a store: 'kanju merge STORE EXPORT' makes one",
                      error);
    if (sqlite3_errcode(store->db) == SQLITE_NOTADB)
        return refuse(store, "no store of Kanju, expected one that 'kanju batch' made", error);
    gint64 version = failure ? -1 : kj_store_number(store, "PRAGMA user_version", &failure);
    gint64 tables =
        failure ? -1 : kj_store_number(store, "SELECT count(*) FROM sqlite_master", &failure);
    if (failure) { // no memory, no access: that says nothing of what the file is
        g_propagate_error(error, g_steal_pointer(&failure));
        return false;
    }
    if (application == 0 && tables == 0 && mode >= KJ_STORE_CREATE)
        return create(store, error);
    if (application != KJ_STORE_APPLICATION)
        return refuse(store, "no store of Kanju, expected one that 'kanju batch' made", error);
    if (version == KJ_STORE_VERSION)
        return true;
    if (kj_store_convert(version))
        return upgrade(store, error);
    g_autofree char *text =
        g_strdup_printf(kj_tr("a store of version %d, expected version %d: made by another Kanju"),
                        (int)version, KJ_STORE_VERSION);
    return refuse(store, text, error);
}

static bool set_up(KjStore *store, KjStoreMode mode, GError **error)
{
    g_autofree char *cache = g_strdup_printf("PRAGMA cache_size=-%d", CACHE_KIB);
    if (!check(store, mode, error) || !kj_store_run(store, cache, error))
        return false;
    if (mode == KJ_STORE_WRITE || mode == KJ_STORE_CREATE)
        return kj_store_run(store, "PRAGMA journal_mode=TRUNCATE;PRAGMA synchronous=FULL", error);
    return true;
}

/* ---- one writer ---- */

/* The name of the file that a writer locks: beside the store itself, wherever a link to it is. The
 * store itself is no good for that: whoever closes a file takes SQLite its locks on it. (transfer
 * full) */
static char *lock_name(const char *path)
{
    g_autofree char *real = kj_os_real_path(path);
    return g_strconcat(real, "-lock", NULL);
}

/* Keeps other writers away until the store is closed. */
static bool lock(KjStore *store, GError **error)
{
    KjOsFile there;
    if (kj_os_look(store->path, &there) && there.names > 1)
        return refuse(store,
                      "the file has other names (hard links), expected a store with one: what is "
                      "written beside it goes by its name",
                      error);
    g_autofree char *name = lock_name(store->path);
    store->lock = kj_os_lock(name, false, FILE_MODE);
    if (store->lock >= 0) {
        store->lock_name = g_steal_pointer(&name);
        return true;
    }
    if (errno == EWOULDBLOCK)
        return kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_IN_USE,
                            "%s: another kanju is writing to it", store->path);
    return kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: %s", store->path,
                        kj_os_text(errno));
}

static bool is_written(const char *path)
{
    g_autofree char *name = lock_name(path);
    return kj_os_is_locked(name);
}

/*
 * Reads a store that is being written from a copy, a temporary file of this process: a reader may
 * take long, as one whose pages are looked at, and whoever writes would wait for it.
 */
static bool read_copy(KjStore *store, GError **error)
{
    KjStore copy = {.path = store->path};
    if (sqlite3_open("", &copy.db) != SQLITE_OK || !kj_store_fill(&copy, "main", store, error)) {
        sqlite3_close(copy.db);
        return false;
    }
    sqlite3_close(store->db);
    store->db = copy.db;
    return true;
}

bool kj_store_fill(KjStore *to, const char *name, const KjStore *from, GError **error)
{
    sqlite3_backup *backup = sqlite3_backup_init(to->db, name, from->db, "main");
    if (backup)
        sqlite3_backup_step(backup, -1);
    return (backup && sqlite3_backup_finish(backup) == SQLITE_OK) || kj_store_fail(to, error);
}

/* What is wrong with a path, before SQLite sees it. */
static bool look(const KjStore *store, KjStoreMode mode, GError **error)
{
    bool there = g_file_test(store->path, G_FILE_TEST_EXISTS);
    if (there && !g_file_test(store->path, G_FILE_TEST_IS_REGULAR))
        return refuse(store, "no ordinary file, expected a store that 'kanju batch' made", error);
    return there || (mode == KJ_STORE_CREATE && strcmp(store->path, NO_NAME) != 0) ||
           refuse(store, "no such file, expected a store that 'kanju batch' made", error);
}

/* What an export holds, as a store of this process. */
static KjStore *open_export(const char *path, GError **error)
{
    g_autoptr(KjStore) store = kj_store_open("", KJ_STORE_MEMORY, error);
    if (!store)
        return NULL;
    g_free(store->path);
    store->path = g_strdup(path);
    return kj_export_read(store, path, error) ? g_steal_pointer(&store) : NULL;
}

KjStore *kj_store_open(const char *path, KjStoreMode mode, GError **error)
{
    if (mode == KJ_STORE_READ && kj_export_is(path))
        return open_export(path, error);
    bool memory = mode == KJ_STORE_MEMORY;
    bool writes = mode == KJ_STORE_WRITE || mode == KJ_STORE_CREATE;
    g_autoptr(KjStore) store = g_new0(KjStore, 1);
    store->lock = -1;
    store->path = g_strdup(memory ? "memory" : *path ? path : NO_NAME);
    if ((!memory && !look(store, mode, error)) || (writes && !lock(store, error)))
        return NULL;
    int flags = SQLITE_OPEN_READWRITE | (mode >= KJ_STORE_CREATE ? SQLITE_OPEN_CREATE : 0);
    // ":memory:" would be none
    g_autofree char *file =
        g_strconcat(!memory && *path == ':' ? "./" : "", memory ? "" : path, NULL);
    if (sqlite3_open_v2(file, &store->db, flags, NULL) != SQLITE_OK) {
        kj_store_fail(store, error);
        return NULL;
    }
    sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
    if (!set_up(store, mode, error) ||
        (mode == KJ_STORE_READ && is_written(path) && !read_copy(store, error)))
        return NULL;
    return g_steal_pointer(&store);
}

void kj_store_close(KjStore *store)
{
    if (!store)
        return;
    if (store->lock_name) // it takes away the journal, which is empty
        kj_store_run(store, "PRAGMA journal_mode=DELETE", NULL);
    sqlite3_close(store->db);
    if (store->lock >= 0)
        kj_os_unlock(store->lock, store->lock_name);
    g_free(store->lock_name);
    g_free(store->path);
    g_free(store);
}
