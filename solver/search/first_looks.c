/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * First looks. The table starts small and doubles while looks come: when there are half as many as
 * slots. The lines of the smaller table are copied to the new half a few at a time, with each look
 * that is stored. A copied line has looks that belong to the other half; nobody finds them, and
 * they go as those that came before them go.
 */
#include "solver/search/first_looks.h"

#include <string.h>

#include "solver/search/reserve.h"

enum {
    FIRST_LINES = 64,
    LOOKS_A_LINE = KJ_LOOKS_PER_LINE / 2, // so many on average, and it grows
    COPIED_A_LOOK = 2,                    // lines copied with each look while it grows
    NUMBER_BITS = 8,
    NUMBER_MOST = (1 << NUMBER_BITS) - 1,
    HAND_SHIFT = 2 * NUMBER_BITS,
    HAND_BITS = 28,
    TAG_SHIFT = HAND_SHIFT + HAND_BITS,
};

/* The largest power of two that is not larger than n; n > 0. */
static uint64_t power_of_two(uint64_t n)
{
    return (uint64_t)1 << (63 - __builtin_clzll(n));
}

size_t kj_first_looks_most(size_t bytes)
{
    uint64_t lines = bytes / sizeof(KjLookLine);
    return power_of_two(lines ? lines : 1) * sizeof(KjLookLine);
}

static void make_small(KjFirstLooks *looks)
{
    looks->lines = looks->max_lines < FIRST_LINES ? looks->max_lines : FIRST_LINES;
    looks->copied = looks->lines;
    looks->stored = 0;
    looks->fixed = false;
}

bool kj_first_looks_init(KjFirstLooks *looks, size_t bytes)
{
    size_t most = kj_first_looks_most(bytes);
    looks->max_lines = most / sizeof(KjLookLine);
    looks->line = kj_reserve(most);
    if (!looks->line)
        return false;
    make_small(looks);
    return true;
}

void kj_first_looks_free(KjFirstLooks *looks)
{
    kj_reserve_free(looks->line, looks->max_lines * sizeof(KjLookLine),
                    looks->stored ? looks->lines * sizeof(KjLookLine) : 0);
    looks->line = NULL;
}

void kj_first_looks_clear(KjFirstLooks *looks)
{
    if (looks->stored)
        kj_reserve_clear(looks->line, looks->lines * sizeof(KjLookLine));
    make_small(looks);
}

static uint64_t read_slot(const KjLookLine *line, unsigned i)
{
    return atomic_load_explicit(&line->slot[i], memory_order_relaxed);
}

static void write_slot(KjLookLine *line, unsigned i, uint64_t slot)
{
    atomic_store_explicit(&line->slot[i], slot, memory_order_relaxed);
}

/* Whether the hands of a game are too wide for a slot. Then a scramble stands there. */
static bool wide(const KjTables *t)
{
    return t->hand_guard >> HAND_BITS != 0;
}

/* A slot without its numbers. */
static uint64_t label(const KjTables *t, uint64_t mixed, KjHand hand)
{
    if (wide(t))
        return (mixed ^ kj_mix(hand)) >> HAND_SHIFT << HAND_SHIFT;
    return mixed >> TAG_SHIFT << TAG_SHIFT | hand << HAND_SHIFT;
}

static void raise(uint32_t *number, uint64_t to)
{
    if (to > *number)
        *number = (uint32_t)to;
}

bool kj_first_looks_find(const KjFirstLooks *looks, const KjTables *t, uint64_t key, KjHand hand,
                         bool searched, uint32_t *pn, uint32_t *dn)
{
    uint64_t mixed = kj_first_looks_mix(key), wanted = label(t, mixed, hand);
    const KjLookLine *line = kj_first_looks_line(looks, mixed);
    const unsigned shift = wide(t) ? HAND_SHIFT : TAG_SHIFT;
    bool found = false;
    for (unsigned i = 0; i < KJ_LOOKS_PER_LINE; i++) {
        uint64_t slot = read_slot(line, i);
        if ((slot ^ wanted) >> shift != 0 || slot == 0)
            continue;
        uint64_t other_pn = slot >> NUMBER_BITS & NUMBER_MOST, other_dn = slot & NUMBER_MOST;
        if ((slot ^ wanted) >> HAND_SHIFT == 0) {
            if (searched)
                continue;
            found = true;
            raise(pn, other_pn);
            raise(dn, other_dn);
            continue;
        }
        KjHand other = slot << (64 - TAG_SHIFT) >> (64 - HAND_BITS);
        if (kj_hand_covers(t, other, hand))
            raise(pn, other_pn);
        else if (kj_hand_covers(t, hand, other))
            raise(dn, other_dn);
    }
    return found;
}

static void copy_line(KjFirstLooks *looks)
{
    uint64_t half = looks->lines / 2;
    looks->line[half + looks->copied] = looks->line[looks->copied];
    looks->copied++;
}

static void begin_to_double(KjFirstLooks *looks)
{
    looks->lines *= 2;
    looks->copied = 0;
    kj_reserve_huge(looks->line, looks->lines * sizeof(KjLookLine));
}

static void copy_all(KjFirstLooks *looks)
{
    while (looks->copied < looks->lines / 2)
        copy_line(looks);
}

void kj_first_looks_fix(KjFirstLooks *looks)
{
    copy_all(looks);
    looks->fixed = true;
}

void kj_first_looks_double(KjFirstLooks *looks)
{
    if (looks->lines >= looks->max_lines)
        return;
    begin_to_double(looks);
    copy_all(looks);
}

void kj_first_looks_touch(KjFirstLooks *looks, unsigned part, unsigned parts)
{
    size_t used = looks->lines * sizeof(KjLookLine);
    if (looks->lines < looks->max_lines)
        kj_reserve_touch(looks->line, used, 2 * used, part, parts);
}

/* Doubles the table when it is time, or goes on with copying. */
static void grow(KjFirstLooks *looks)
{
    uint64_t half = looks->lines / 2;
    if (looks->fixed)
        return;
    if (looks->copied < half) {
        for (unsigned i = 0; i < COPIED_A_LOOK && looks->copied < half; i++)
            copy_line(looks);
    } else if (looks->stored >= looks->lines * LOOKS_A_LINE && looks->lines < looks->max_lines) {
        begin_to_double(looks);
    }
}

static uint64_t at_most(uint32_t number)
{
    return number < NUMBER_MOST ? number : NUMBER_MOST;
}

void kj_first_looks_store(KjFirstLooks *looks, const KjTables *t, uint64_t key, KjHand hand,
                          uint32_t pn, uint32_t dn)
{
    grow(looks);
    uint64_t mixed = kj_first_looks_mix(key), own = label(t, mixed, hand);
    KjLookLine *line = kj_first_looks_line(looks, mixed);
    unsigned last = 0; // where it goes out of the line: where it stood, or at the end
    while (last < KJ_LOOKS_PER_LINE - 1 && (read_slot(line, last) ^ own) >> HAND_SHIFT != 0)
        last++;
    for (; last > 0; last--)
        write_slot(line, last, read_slot(line, last - 1));
    write_slot(line, 0, own | at_most(pn) << NUMBER_BITS | at_most(dn));
    looks->stored++;
}
