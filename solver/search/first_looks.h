/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * First looks: the two numbers a position starts with when it is first seen, kept apart from what
 * was searched. More than half of all positions seen are never searched; here each takes 8 bytes,
 * in the transposition table it would take 40.
 *
 * All hands of one board lie in one line of the cache, the latest first, and the eighth goes when a
 * ninth comes. So the numbers of comparable hands are seen by the same lookup.
 *
 * What is found here steers the search and nothing else: a look that was lost is taken again, and
 * one that belongs to another position (a slot has 20 bits of its key) is two wrong guesses. It
 * never proves or refutes (docs/solver.md §8).
 *
 * Slots are read and written whole, by relaxed atomic operations: a line that several threads write
 * to may lose a look or have it twice, which is no harm.
 */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "core/rules/position.h"

enum { KJ_LOOKS_PER_LINE = 8 };

/* A cache line. A slot is, from its highest bit: tag 20, hand 28, proof number 8, disproof number
 * 8; 0: empty. */
typedef struct {
    _Atomic uint64_t slot[KJ_LOOKS_PER_LINE];
} KjLookLine;

typedef struct {
    KjLookLine *line;
    uint64_t lines;     // in use, a power of two
    uint64_t max_lines; // at most, a power of two
    uint64_t copied;    // while it grows: lines of the smaller half that were copied to the larger
    uint64_t stored;    // looks since it was empty
    bool fixed;         // it grows by kj_first_looks_double only
} KjFirstLooks;

/* Reserves address space for as many lines as `bytes` hold, a power of two; at least one line.
 * False if it cannot be had. */
bool kj_first_looks_init(KjFirstLooks *looks, size_t bytes);
void kj_first_looks_free(KjFirstLooks *looks);

/* The bytes that a table made for `bytes` may come to use. */
size_t kj_first_looks_most(size_t bytes);

/* Forgets everything and becomes small again. */
void kj_first_looks_clear(KjFirstLooks *looks);

/* Makes it ready for several threads, each with a copy of this struct: until it is cleared it does
 * not grow by itself. */
void kj_first_looks_fix(KjFirstLooks *looks);

/* Doubles a fixed table, if it may be larger. Nobody else may use it, and copies of the struct are to
 * be made anew. */
void kj_first_looks_double(KjFirstLooks *looks);

/* Has one of so many parts of the memory be there that kj_first_looks_double needs. */
void kj_first_looks_touch(KjFirstLooks *looks, unsigned part, unsigned parts);

/* A scramble of a key, part included: its upper 20 bits are the tag, those from KJ_LOOKS_SHIFT on
 * choose the line. */
static inline uint64_t kj_first_looks_mix(uint64_t key)
{
    return (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
}

enum { KJ_LOOKS_SHIFT = 20 };

/* The line of a scrambled key. */
static inline KjLookLine *kj_first_looks_line(const KjFirstLooks *looks, uint64_t mixed)
{
    uint64_t half = looks->lines / 2, at = mixed >> KJ_LOOKS_SHIFT & (looks->lines - 1);
    if (at >= half + looks->copied) // not copied yet
        at -= half;
    return &looks->line[at];
}

static inline void kj_first_looks_prefetch(const KjFirstLooks *looks, uint64_t key)
{
    __builtin_prefetch(kj_first_looks_line(looks, kj_first_looks_mix(key)));
}

/*
 * Raises `pn` and `dn` to what the first looks at the board with comparable hands say: more pieces
 * prove no later, fewer refute no later. With `searched` that of the very hand is left out, since
 * more is known; otherwise true if there is one.
 */
bool kj_first_looks_find(const KjFirstLooks *looks, const KjTables *t, uint64_t key, KjHand hand,
                         bool searched, uint32_t *pn, uint32_t *dn);

/* Keeps a first look. Numbers above 255 are kept as 255. */
void kj_first_looks_store(KjFirstLooks *looks, const KjTables *t, uint64_t key, KjHand hand,
                          uint32_t pn, uint32_t dn);
