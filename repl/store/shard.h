/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a collection for several machines: which one a problem is in depends on it alone. */
#pragma once

#include "repl/store/store.h"

/* Part `part` (from 0) of `parts`; 0 parts: all of it. */
typedef struct {
    gint64 part, parts;
} KjShard;

/* Reads "2/4" as the second of four parts; NULL as all. Errors: KJ_USAGE_ERROR_OPTION. */
bool kj_shard_read(const char *text, KjShard *out, GError **error);

/* Whether a canonical position of a game is in it. */
bool kj_shard_has(const KjShard *shard, const char *game, const char *position);

/* Gives the SQL of a store kj_shard(game, position, part, parts), which says the same. */
bool kj_shard_to_sql(KjStore *store, GError **error);
