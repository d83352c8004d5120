/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole tables as bytes, for programs of the same version on machines of the same byte order. What
 * is read is believed: it must come from where results come from.
 */
#pragma once

#include "solver/search/table.h"

/* Takes bytes that follow those before. False: there was an error, no more is wanted. */
typedef bool (*KjBytesOutFn)(void *data, const void *bytes, size_t n);

/* Gives the next `n` bytes. False: there are not so many. */
typedef bool (*KjBytesInFn)(void *data, void *bytes, size_t n);

/* Bytes on their way out, or in: the same list of places is written and read. One of `out` and `in`
 * is NULL. */
typedef struct {
    KjBytesOutFn out;
    KjBytesInFn in;
    void *data;
} KjBytes;

static inline bool kj_bytes_keep(const KjBytes *bytes, void *place, size_t n)
{
    return bytes->out ? bytes->out(bytes->data, place, n) : bytes->in(bytes->data, place, n);
}

/* Bytes an entry takes. */
size_t kj_entry_bytes(void);

/* Entries as bytes, n * kj_entry_bytes() of them, column by column so that they compress well. */
void kj_entries_pack(const KjEntry *e, uint32_t n, uint8_t *out);
void kj_entries_unpack(const uint8_t *bytes, uint32_t n, KjEntry *out);

/* Tells a table what an entry says. False: it is of no position. */
bool kj_table_learn(KjTable *table, const KjTables *t, const KjEntry *e);

/* Writes all entries; also in the midst of a search, while helpers go on. False: `out` said so. */
bool kj_table_save(const KjTable *table, KjBytesOutFn out, void *data);

/* Reads them into an empty table. What a smaller one has no room for is left out, cheapest first.
 * False if they are damaged; the table then has a part of them. */
bool kj_table_load(KjTable *table, const KjTables *t, KjBytesInFn in, void *data);
