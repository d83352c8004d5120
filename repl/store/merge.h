/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one store holds put into another, by content: problems by position, files by name, tasks by
 * what they are. */
#pragma once

#include "repl/store/store.h"

/* What was new. */
typedef struct {
    gint64 problems, items;
    gint64 results; // put in, new or better than what was there
    gint64 contradictions;
} KjCopyCount;

/* Takes one contradiction: the problem, and what the two stores say of it. */
typedef void (*KjContradictionFn)(void *data, const char *position, const char *here,
                                  const char *there);

/*
 * Copies from the store at `from` in one transaction. With `shards` over 0 only problems of part
 * `shard` (0..shards-1), which depends on the position alone. Of two results of a task for a
 * problem the settled one wins, then the decided one, then the one of larger limits, then the one
 * that is there. Two that cannot both be true are told to `contradiction` and the one that is there
 * stays. Items that the store has under the same file and number stay. Errors: as kj_store_open.
 */
bool kj_store_copy(KjStore *to, const char *from, gint64 shard, gint64 shards,
                   KjContradictionFn contradiction, void *data, KjCopyCount *out, GError **error);

/*
 * Makes a new store of what another one holds, as kj_store_copy. It is written to `TO.part`, which
 * becomes `to` when it is complete; one that a killed attempt has left is begun again. Errors: as
 * kj_store_open; KJ_USAGE_ERROR if there is a file `to`, G_FILE_ERROR.
 */
bool kj_store_export(const char *from, const char *to, gint64 shard, gint64 shards,
                     KjContradictionFn contradiction, void *data, KjCopyCount *out, GError **error);
