/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language of `find` (docs/find.md): tests such as `plies>=9` or `code:cook`, joined by and,
 * or, not and parentheses, made a condition of SQL over the rows of items.h.
 */
#pragma once

#include "repl/store/store.h"

/* A condition and its values. */
typedef struct {
    GString *sql;      // with a ? for each value, over i (item), f (file), p (problem), r (result)
    GPtrArray *values; // char*
} KjFindQuery;

/*
 * Reads a query; the empty one is true of everything. NULL with KJ_USAGE_ERROR_ARGUMENT, whose
 * message names the column. (transfer full)
 */
KjFindQuery *kj_find_read(const char *text, GError **error);
void kj_find_free(KjFindQuery *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjFindQuery, kj_find_free)

/*
 * `query` (NULL: the empty one) made true of one item only, `number` of the file of this id.
 * (transfer full)
 */
KjFindQuery *kj_find_of_item(const KjFindQuery *query, gint64 file, gint64 number);

/* Binds the values from column `first` on. */
void kj_find_bind(const KjFindQuery *query, sqlite3_stmt *statement, int first);

/* Adds the SQL functions that conditions use. */
bool kj_find_functions(KjStore *store, GError **error);

/* What stands behind a field, "one of …"; of no field, which there are. (transfer full) */
char *kj_find_expected(const char *field);

/* What a query can be that begins so: fields, then values of one. (transfer full) */
char **kj_find_complete(const char *typed);

/* Comparisons. */
typedef enum { KJ_IS, KJ_IS_NOT, KJ_LESS, KJ_LESS_OR_IS, KJ_MORE, KJ_MORE_OR_IS, KJ_HAS } KjCompare;

/*
 * Adds the condition of one test. False, with what was expected in `out_expected` (transfer full)
 * and in `out_value` whether it is the value that is wrong (else the field or the comparison).
 */
bool kj_find_add_test(KjFindQuery *query, const char *field, KjCompare compare, const char *value,
                      bool *out_value, char **out_expected);
