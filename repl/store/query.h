/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language of `find` (docs/find.md): tests such as `plies>=9` or `code:cook`, joined by and,
 * or, not and parentheses, made a condition of SQL over the rows of items.h.
 */
#ifndef KJ_REPL_STORE_QUERY_H
#define KJ_REPL_STORE_QUERY_H

#include "repl/store/store.h"

/* A condition and its values. */
typedef struct {
    GString *sql;      // with a ? for each value, over i (item), f (file), p (problem), r (result)
    GPtrArray *values; // char*
} KjQuery;

/*
 * Reads a query; the empty one is true of everything. NULL with KJ_USAGE_ERROR_ARGUMENT, whose
 * message names the column. (transfer full)
 */
KjQuery *kj_query_read(const char *text, GError **error);
void kj_query_free(KjQuery *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjQuery, kj_query_free)

/*
 * The same condition on a single item, of the file of this id; `query` NULL: none. (transfer full)
 */
KjQuery *kj_query_of_item(const KjQuery *query, gint64 file, gint64 number);

/* Binds the values from column `first` on. */
void kj_query_bind(const KjQuery *query, sqlite3_stmt *statement, int first);

/* Adds the SQL functions that conditions use. */
bool kj_query_functions(KjStore *store, GError **error);

/* Comparisons. */
typedef enum { KJ_IS, KJ_IS_NOT, KJ_LESS, KJ_LESS_OR_IS, KJ_MORE, KJ_MORE_OR_IS, KJ_HAS } KjCompare;

/*
 * Adds the condition of one test. False, with what was expected in `out_expected` (transfer full)
 * and in `out_value` whether it is the value that is wrong (else the field or the comparison).
 */
bool kj_query_add_test(KjQuery *query, const char *field, KjCompare compare, const char *value,
                       bool *out_value, char **out_expected);

#endif
