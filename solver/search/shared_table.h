/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The transposition table of several threads: the same entries as in table.h, in buckets instead of
 * runs. A bucket has a version, odd while somebody writes to it (a seqlock): readers copy what they
 * want and read the version again; they never write. A writer that finds a bucket taken waits a
 * moment, and gives up in the end: a table may forget. So no statement is ever seen in part, and
 * what is read is what some thread stored as a whole.
 *
 * All entries of one board lie in one bucket. A full bucket drops the entry that is worth least.
 */
#pragma once

#include "solver/search/table.h"

enum { KJ_BUCKET_ENTRIES = 15 };

/* Address space for a table of up to `bytes`; it starts with room for about `entries`. NULL if it
 * cannot be had. (transfer full; free with kj_shared_table_free) */
KjSharedTable *kj_shared_table_new(size_t bytes, uint64_t entries);
void kj_shared_table_free(KjSharedTable *shared);

/* The entries of a board into `out`, and one with key 0 behind the last. Returns `out`. */
const KjEntry *kj_shared_table_read(const KjSharedTable *shared, uint64_t board,
                                    KjEntry out[KJ_BUCKET_ENTRIES + 1]);

/* As kj_table_store_open and kj_table_store_final. True if there is an entry more than before. */
bool kj_shared_table_store_open(KjSharedTable *shared, uint64_t key, KjHand hand,
                                const KjNodeValue *value, unsigned ply, unsigned effort,
                                unsigned flags);
bool kj_shared_table_store_final(KjSharedTable *shared, const KjTables *t, KjKey key,
                                 const KjNodeValue *value, unsigned ply, unsigned effort,
                                 unsigned flags);

/* Puts in an entry as it stands; what the bucket has of its key and hand is replaced. */
void kj_shared_table_put(KjSharedTable *shared, const KjEntry *e);

/* Tells the table that `n` entries came in, as a thread has counted them. */
void kj_shared_table_count(KjSharedTable *shared, uint64_t n);

/* Whether it is time to double it: it is filling, and may be larger. */
bool kj_shared_table_crowded(const KjSharedTable *shared);

/* Has one of so many parts of the memory be there that kj_shared_table_grow needs; several threads
 * may do that side by side. Nobody may use the table meanwhile. */
void kj_shared_table_touch(KjSharedTable *shared, unsigned part, unsigned parts);

/* Doubles it, or makes it as large as it may get. Nobody else may be at the table. */
void kj_shared_table_grow(KjSharedTable *shared);

/* Whether it has its largest size and has begun to drop entries. */
bool kj_shared_table_full(const KjSharedTable *shared);

/* Fill of the largest size, in 1/1000. */
unsigned kj_shared_table_permille(const KjSharedTable *shared);

/*
 * The entries of bucket *at and of those after it, in the order of their boards, as many as there is
 * surely `room` for (at least KJ_BUCKET_ENTRIES); *at is then the next one. Returns their number, 0
 * at the end. Others may write meanwhile, but the table must not be doubled: each bucket is as it
 * was at some time.
 */
unsigned kj_shared_table_walk(const KjSharedTable *shared, uint64_t *at, KjEntry *out,
                              unsigned room);

void kj_shared_table_prefetch(const KjSharedTable *shared, uint64_t key);
