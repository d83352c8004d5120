/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the table share. */
#pragma once

#include <string.h>

#include "solver/search/table.h"

enum {
    KJ_TABLE_EMPTY = 0,       // as a key
    KJ_TABLE_SPILL = 1 << 10, // room after the last home
    // The fullest the table may get, of 16, before it grows or forgets: longer runs cost more than
    // the entries they hold are worth.
    KJ_TABLE_FULL = 13,
};

/* Entries that the spare room has, for those that are being moved. */
static inline uint64_t kj_table_spare(const KjTable *table)
{
    return table->chunk + table->chunk / 2;
}

/* Sets how full the table may get while it neither grows nor forgets. */
static inline void kj_table_set_limit(KjTable *table)
{
    table->limit = table->size / 16 * KJ_TABLE_FULL;
}

/* Makes room for an entry before `e`, by moving up the rest of its run. False if there is none. */
static inline bool kj_table_shift(KjTable *table, KjEntry *e)
{
    const KjEntry *end = &table->entry[table->size + KJ_TABLE_SPILL];
    KjEntry *free_slot = e;
    while (free_slot->key != KJ_TABLE_EMPTY)
        free_slot++;
    if (free_slot == end)
        return false;
    memmove(e + 1, e, (size_t)(free_slot - e) * sizeof *e);
    return true;
}

/* Notes that an entry was seen at a ply, cost so much, and has these flags. */
static inline void kj_entry_touch(KjEntry *e, unsigned ply, unsigned effort, unsigned flags)
{
    if (ply < e->min_ply)
        e->min_ply = (uint16_t)ply;
    if (effort > e->effort)
        e->effort = (uint8_t)effort;
    e->flags |= (uint8_t)flags;
}

/* Whether a fact is about the position of a key, the lower half of which is known to be the same. */
static inline bool kj_entry_is_of(const KjEntry *fact, KjKey key)
{
    return fact->check == (uint64_t)(key >> 64);
}

/* Adds a final value to what an entry of a fact says. */
static inline void kj_entry_learn(KjEntry *e, KjKey key, const KjNodeValue *value)
{
    if (!kj_entry_is_of(e, key)) { // new, or of another position
        e->check = (uint64_t)(key >> 64);
        e->ub = KJ_LEN_INF;
        e->lb = 0;
    }
    if (value->pn == 0 && value->len < e->ub)
        e->ub = value->len;
    if (value->dn == 0 && value->len > e->lb)
        e->lb = value->len;
}

/* Takes from an entry of the same board what the final value of (key, value->hand) says as well;
 * true when nothing is left that could matter. */
bool kj_entry_strip(const KjTables *t, KjEntry *e, KjKey key, const KjNodeValue *value);

/* Takes the next step of growing or forgetting, or begins with one; entries may move. */
void kj_table_make_room(KjTable *table);
