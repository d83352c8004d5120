/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store of a batch: an SQLite file that holds problems by canonical position, where
 * each was read, and results by task (docs/batch.md). What is committed survives a kill at any
 * moment and, as every commit is synchronised, the loss of power.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

#include "repl/store/tables.h"

enum {
    KJ_STORE_APPLICATION = 0x4b616e6a, // SQLite's application_id of our files: "Kanj"
};

/*
 * In SQL, after `item i` and `problem p` of it: joins the result `r` of task ?1, if it is one. A
 * check is one of the position with what the file claims of it, which is a problem `w` of its own.
 */
#define KJ_STORE_JOIN_PROBLEM                                                                  \
    "LEFT JOIN problem w ON w.position=p.position AND w.game=p.game AND w.claim=CASE (SELECT " \
    "kind FROM task WHERE id=?1) WHEN 'check' THEN i.claim ELSE '' END "
#define KJ_STORE_JOIN_RESULT \
    KJ_STORE_JOIN_PROBLEM "LEFT JOIN result r ON r.task=?1 AND r.problem=w.id AND r.whole "

/* Errors of a store that is there but cannot be used: damaged, full disk, in use. What is no store
 * at all is KJ_TEXT_ERROR_SYNTAX. */
#define KJ_STORE_ERROR kj_store_error_quark()
GQuark kj_store_error_quark(void);
typedef enum {
    KJ_STORE_ERROR_SQLITE,
    KJ_STORE_ERROR_IN_USE,
    KJ_STORE_ERROR_GONE,
} KjStoreError;

typedef enum {
    KJ_STORE_READ,   // must be there
    KJ_STORE_WRITE,  // must be there; one writer at a time
    KJ_STORE_CREATE, // made if it is not; likewise
    KJ_STORE_MEMORY, // for this process only, on disk as far as it is large; `path` is not used
} KjStoreMode;

/* A store that is open. */
typedef struct {
    char *path; // as it was named
    sqlite3 *db;
    int lock; // of a writer: the file that keeps others away; else -1
    char *lock_name;
} KjStore;

/*
 * Opens a store. NULL with KJ_TEXT_ERROR when there is no such file or it is no store (or one of a
 * later version), KJ_STORE_ERROR when it cannot be opened or another process writes to it.
 */
KjStore *kj_store_open(const char *path, KjStoreMode mode, GError **error);

/* Makes the database `name` of a store (main, or one that is attached) a copy of another store. */
bool kj_store_fill(KjStore *to, const char *name, const KjStore *from, GError **error);

void kj_store_close(KjStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjStore, kj_store_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(sqlite3_stmt, sqlite3_finalize)

/* Sets `error` from SQLite's last; always returns false. A full disk says so. */
bool kj_store_fail(const KjStore *store, GError **error);

/* Runs statements without results. */
bool kj_store_run(KjStore *store, const char *sql, GError **error);

/* A statement to be run many times, or NULL. (transfer full; sqlite3_finalize before closing) */
sqlite3_stmt *kj_store_prepare(KjStore *store, const char *sql, GError **error);

/*
 * Takes the next row: 1 there is one, 0 no more (the statement is then reset), -1 failed with
 * `error` (reset too).
 */
int kj_store_step(KjStore *store, sqlite3_stmt *statement, GError **error);

/* Runs a statement without rows and resets it. */
bool kj_store_do(KjStore *store, sqlite3_stmt *statement, GError **error);

/* The first column of the first row of a query, or -1 with `error` if there is none. */
gint64 kj_store_number(KjStore *store, const char *sql, GError **error);

/* Binds a text that lives until the statement is run; NULL is SQL's NULL. Columns count from 1. */
void kj_bind_text(sqlite3_stmt *statement, int column, const char *text);

/*
 * The text of a column (from 0) of the present row, NULL if it is SQL's; valid until the next step.
 * It is UTF-8: what is none, in a file that is damaged, is replaced.
 */
const char *kj_column_text(sqlite3_stmt *statement, int column);

/* Fails if the file was deleted, moved or replaced since it was opened for writing. */
bool kj_store_is_there(const KjStore *store, GError **error);

/* Begins and commits a transaction in a store that is still there; a commit that fails is rolled
 * back. */
bool kj_store_begin(KjStore *store, GError **error);
bool kj_store_commit(KjStore *store, GError **error);
void kj_store_rollback(KjStore *store);
