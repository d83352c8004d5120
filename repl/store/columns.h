/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of a store and their columns, as columns.def has them: in SQL, and rows as structs. Texts
 * of SQL are (transfer full).
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

/* In an order in which what is referred to comes first. */
typedef enum {
#define KJ_TABLE(id, ...) KJ_STORED_##id,
#include "repl/store/columns.def"
    KJ_STORED_TABLES,
} KjStoreTable;

/* What kinds of tasks can say, kj_verdicts_NAME: NULL-terminated, the last where they do not know. */
#define KJ_KIND(name, ...) extern const char *const kj_verdicts_##name[];
#include "repl/store/columns.def"

typedef enum {
    KJ_COLUMN_ID,
    KJ_COLUMN_REF,
    KJ_COLUMN_NUMBER,
    KJ_COLUMN_PLACE,
    KJ_COLUMN_SMALL,
    KJ_COLUMN_LENGTH,
    KJ_COLUMN_FLAG,
    KJ_COLUMN_REAL,
    KJ_COLUMN_TEXT,
    KJ_COLUMN_WORD,
    KJ_COLUMN_JSON,
    KJ_COLUMN_BYTES,
} KjColumnType;

/* What members of rows are, by these types. */
typedef gint64 KjMember_REF, KjMember_NUMBER, KjMember_PLACE;
typedef unsigned KjMember_SMALL;
typedef int KjMember_LENGTH;
typedef bool KjMember_FLAG;
typedef double KjMember_REAL;
typedef const char *KjMember_TEXT, *KjMember_WORD, *KjMember_JSON;
#define KJ_MEMBER(name, member, type, ...) KjMember_##type member;

/* Rows. A TEXT is owned by an outcome (kj_row_clear), and the cursor's in an item. */
typedef struct {
#define KJ_ITEM KJ_MEMBER
#include "repl/store/columns.def"
} KjItemRow;
typedef struct {
#define KJ_RESULT KJ_MEMBER
#include "repl/store/columns.def"
} KjResultRow;
typedef struct {
#define KJ_CODE KJ_MEMBER
#include "repl/store/columns.def"
} KjCodeRow;

/* A column. */
typedef struct {
    KjStoreTable table;
    const char *name;
    KjColumnType type;
    const char *said, *more, *check; // as in columns.def
    int offset;                      // of the member of its row, -1: none
} KjColumn;

const char *kj_stored_name(KjStoreTable table);

/* The column of a table after one of it (NULL: its first), or NULL. */
const KjColumn *kj_column_next(KjStoreTable table, const KjColumn *column);

/* A text for each column with its name for '#', e.g. "r.#"; `own`: without ids and references. */
char *kj_columns_text(KjStoreTable table, bool own, const char *pattern, const char *separator);

/*
 * A statement with columns in braces: {TABLE PATTERN} is kj_columns_text of its own columns, with
 * commas between them, {TABLE? PREFIX} is kj_stored_check.
 */
char *kj_sql(const char *statement);

/* A statement that inserts a row, with a ? for each column. */
char *kj_stored_insert(KjStoreTable table);

/* The statement, or statements, that make a table. */
char *kj_stored_create(KjStoreTable table);

/* In SQL, whether the columns with a prefix ("r." or "") are what a row of the table must be. */
char *kj_stored_check(KjStoreTable table, const char *prefix);

/* Whether the expression `verdict` is one of the kind of task that the expression `kind` is; NULL for
 * kinds that there are not. */
char *kj_verdict_check(const char *kind, const char *verdict);

/* Binds the members of a row from parameter `first` on; texts must live until the statement is run. */
void kj_row_bind(KjStoreTable table, const void *row, sqlite3_stmt *statement, int first);

/* Reads them from column `first` (from 0) of the present row on, where they stay; returns the column
 * after them. */
int kj_row_read(KjStoreTable table, sqlite3_stmt *statement, int first, void *row);

/* Frees the texts of a row that owns them; all members are NULL's then. */
void kj_row_clear(KjStoreTable table, void *row);

/* The value of a member, with the fundamental type that SQLite has for it. */
typedef struct {
    int type; // SQLITE_NULL, SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT
    gint64 integer;
    double real;
    const char *text;
} KjCell;
KjCell kj_cell_of(const KjColumn *column, const void *row);
