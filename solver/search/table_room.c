/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Room in the transposition table: growing and forgetting, a chunk at a time, between insertions.
 * So no search ever waits for more than one chunk, however large the table is, and the table is
 * whole after each.
 *
 * It grows from its end downwards. Keys from `border` on have their homes in the larger table
 * already, those below it in the smaller one; homes still rise with the keys, so both parts are
 * one table with linear probing, and nothing but the home of a key knows of it. It forgets from its
 * beginning upwards: what stays moves towards its home, never away.
 *
 * A chunk comes for every sixteenth of one that is inserted: so the table is fuller by a sixteenth
 * at most when the last chunk is done.
 */
#include "solver/search/reserve.h"
#include "solver/search/table-priv.h"

enum {
    PACE = 16, // insertions a chunk: so many times fewer than it has homes
    WORTH = 4, // growing by less than this part of its size is not worth it
    TWICE = 2,
};

KjQuota kj_quota_of(const KjEntry *entries, uint64_t n, uint64_t drop)
{
    uint64_t count[KJ_ENTRY_WORTHS] = {0};
    for (uint64_t i = 0; i < n; i++) {
        if (entries[i].key != KJ_TABLE_EMPTY)
            count[kj_entry_worth(&entries[i])]++;
    }
    return kj_quota_by(count, drop);
}

KjQuota kj_quota_by(const uint64_t count[KJ_ENTRY_WORTHS], uint64_t drop)
{
    KjQuota quota = {.drop = drop};
    while (quota.drop > count[quota.limit])
        quota.drop -= count[quota.limit++];
    quota.count = count[quota.limit];
    return quota;
}

bool kj_quota_keeps(KjQuota *quota, const KjEntry *e)
{
    unsigned worth = kj_entry_worth(e);
    if (worth != quota->limit)
        return worth > quota->limit;
    quota->due += quota->drop;
    if (quota->due < quota->count)
        return true;
    quota->due -= quota->count;
    return false;
}

/* When the next chunk is due. */
static void wait_for_more(KjTable *table)
{
    table->limit = table->used + table->chunk / PACE;
}

/* ---- growing ---- */

/* The smallest key whose home in a table of `size` is `home`. */
static uint64_t least_key(uint64_t home, uint64_t size)
{
    return (uint64_t)((((unsigned __int128)home << 64) + size - 1) / size);
}

/* Takes the entries from a key up to the border out of the table into the spare room, in order;
 * the first slot that they left into `out_first`. Returns their number. */
static uint64_t take_up(KjTable *table, uint64_t key, uint64_t first_home, uint64_t last_home,
                        uint64_t *out_first)
{
    uint64_t n = 0, at = first_home;
    while (table->entry[at].key != KJ_TABLE_EMPTY && table->entry[at].key < key)
        at++; // the run of those before
    *out_first = at;
    for (;; at++) {
        KjEntry *e = &table->entry[at];
        if (e->key == KJ_TABLE_EMPTY && at >= last_home)
            return n;
        if (e->key == KJ_TABLE_EMPTY)
            continue;
        if (e->key >= table->border)
            return n;
        if (n < kj_table_spare(table)) // always, short of runs as long as a chunk
            table->spare[n++] = *e;
        else
            table->used--;
        e->key = KJ_TABLE_EMPTY;
    }
}

/* Puts `n` entries of the spare room to their homes, none before slot `at`. */
static void put_down(KjTable *table, uint64_t n, uint64_t at)
{
    const uint64_t size = table->size, end = size + KJ_TABLE_SPILL;
    for (const KjEntry *e = table->spare; e < table->spare + n; e++) {
        uint64_t home = (uint64_t)((unsigned __int128)e->key * size >> 64);
        at = at > home ? at : home;
        KjEntry *slot = &table->entry[at];
        if (at < end && (slot->key == KJ_TABLE_EMPTY || kj_table_shift(table, slot)))
            table->entry[at++] = *e;
        else
            table->used--; // a run as long as the room behind the last home: forgotten
    }
}

static void grow_chunk(KjTable *table)
{
    uint64_t top = table->border == UINT64_MAX
                       ? table->old_size
                       : (uint64_t)((unsigned __int128)table->border * table->old_size >> 64);
    uint64_t low = top > table->chunk ? top - table->chunk : 0;
    uint64_t border = least_key(low, table->old_size), first;
    uint64_t n = take_up(table, border, low, top, &first);
    table->border = border;
    put_down(table, n, first);
    table->handled += top - low;
    if (border == 0)
        kj_table_set_limit(table);
    else
        wait_for_more(table);
}

/* The size to grow to: twice as large, or as large as it may get if that is not much more or less;
 * the same if growing is not worth it. */
static uint64_t next_size(const KjTable *table)
{
    uint64_t size = table->size, most = table->max_size;
    if (most < size + size / WORTH)
        return size;
    return most < TWICE * size + TWICE * size / WORTH ? most : TWICE * size;
}

/* ---- forgetting ---- */

/* Drops the least valuable half of the slots from one on: of a chunk and of the run behind it.
 * Returns where that ends. */
static uint64_t forget(KjTable *table, uint64_t from)
{
    uint64_t last = table->size + KJ_TABLE_SPILL, n = 0;
    uint64_t end = last - from > table->chunk ? from + table->chunk : last;
    while (end < last && table->entry[end].key != KJ_TABLE_EMPTY)
        end++;
    for (uint64_t i = from; i < end; i++)
        n += table->entry[i].key != KJ_TABLE_EMPTY;
    KjQuota quota = kj_quota_of(&table->entry[from], end - from, n / 2);
    uint64_t at = from;
    for (uint64_t i = from; i < end; i++) {
        KjEntry e = table->entry[i];
        if (e.key == KJ_TABLE_EMPTY)
            continue;
        table->entry[i].key = KJ_TABLE_EMPTY;
        if (!kj_quota_keeps(&quota, &e)) {
            table->used--;
            continue;
        }
        uint64_t home = kj_table_home(table, e.key);
        at = at > home ? at : home;
        table->entry[at++] = e;
    }
    table->handled += end - from;
    return end;
}

/* Goes on with forgetting. */
static void forget_chunk(KjTable *table)
{
    table->forgotten = forget(table, table->forgotten);
    wait_for_more(table);
    if (table->forgotten < table->size + KJ_TABLE_SPILL)
        return;
    table->forgetting = false;
    kj_table_set_limit(table);
}

/* ---- both ---- */

void kj_table_make_room(KjTable *table)
{
    uint64_t size = table->border != 0 || table->forgetting ? table->size : next_size(table);
    if (size > table->size) {
        table->old_size = table->size;
        table->size = size;
        table->border = UINT64_MAX;
        kj_reserve_huge(table->entry, (size + KJ_TABLE_SPILL) * sizeof(KjEntry));
    }
    if (table->border != 0) {
        grow_chunk(table);
    } else if (table->used < table->limit) { // there is no room behind the last home
        uint64_t end = table->size + KJ_TABLE_SPILL;
        forget(table, end > table->chunk ? end - table->chunk : 0);
    } else {
        if (!table->forgetting) {
            table->forgotten = 0;
            table->forgetting = true;
            table->collections++;
        }
        forget_chunk(table);
    }
}
