/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading collections into a store. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/store/store.h"

/* What has been read. */
typedef struct {
    guint64 files, items;
    guint64 errors;  // items that could not be read
    guint64 missing; // items with pieces in nobody's hand
} KjImportCount;

/*
 * Makes the temporary table `scope` one of checks: of each problem in it with what its items claim,
 * the rows of `problem` for these being made where they are not there yet. Positions after moves
 * that count (kj_canonical_text) are left out, a check knows none; `out_left_out` says how many.
 */
bool kj_import_claims(KjStore *store, gint64 *out_left_out, GError **error);

/*
 * Reads every problem of the arguments into the store, with the variant, switches, attacker and
 * hands of the call, and makes the temporary table `scope` (problem) of the problems they hold;
 * without arguments it holds all of the store. What cannot be read becomes an item with an error.
 * Rows of a file's former contents go. Moves that were played before a position belong to the
 * problem where the law of repetition is asked. Reading the same again changes nothing. Stops early, with what was read kept, when the session is stopped.
 *
 * Errors: KJ_USAGE_ERROR for an unknown variant, KJ_STORE_ERROR.
 */
bool kj_import(KjStore *store, KjSession *session, const KjCall *call, const char *const *args,
               bool progress, KjImportCount *out, GError **error);
