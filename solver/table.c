/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table. */
#include "solver/table.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

enum {
    EMPTY = 0,
    DELETED = 1,
    FIRST_SIZE = 1 << 12,
    // The fullest the table may get: longer runs cost more than the entries they hold are worth.
    FILL_NUMERATOR = 3,
    FILL_DENOMINATOR = 4,
};

bool kj_table_init(KjTable *table, size_t mib)
{
    memset(table, 0, sizeof *table);
    uint64_t most = (uint64_t)mib * 1024 * 1024 / sizeof(KjEntry);
    table->max_size = FIRST_SIZE;
    while (table->max_size * 2 <= most)
        table->max_size *= 2;
    table->mapped_bytes = table->max_size * sizeof(KjEntry);
    void *map = mmap(NULL, table->mapped_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return false;
    // Huge pages make a miss a third cheaper (solver.md b3); without them all works the same.
    (void)madvise(map, table->mapped_bytes, MADV_HUGEPAGE);
    table->entry = map;
    table->size = FIRST_SIZE;
    return true;
}

void kj_table_free(KjTable *table)
{
    if (table->entry)
        munmap(table->entry, table->mapped_bytes);
    table->entry = NULL;
}

void kj_table_clear(KjTable *table)
{
    size_t bytes = table->size * sizeof(KjEntry);
    size_t keep = FIRST_SIZE * sizeof(KjEntry);
    memset(table->entry, 0, keep);
    if (bytes > keep) // give the rest back: it reads as zero again
        (void)madvise((char *)table->entry + keep, bytes - keep, MADV_DONTNEED);
    table->size = FIRST_SIZE;
    table->used = 0;
    table->collections = 0;
}

static uint64_t next(const KjTable *table, uint64_t index)
{
    return (index + 1) & (table->size - 1);
}

/*
 * Puts every entry where the present size wants it. Entries not yet placed carry KJ_ENTRY_MOVED; an
 * entry that lands on such a one takes its place and that one is placed next. A placed entry never
 * moves again, and every slot between its home and itself holds a placed entry, so probing finds it.
 */
static void rearrange(KjTable *table, uint64_t old_size)
{
    table->used = 0;
    for (uint64_t i = 0; i < old_size; i++) {
        if (table->entry[i].key == DELETED)
            table->entry[i].key = EMPTY;
        if (table->entry[i].key != EMPTY) {
            table->entry[i].flags |= KJ_ENTRY_MOVED;
            table->used++;
        }
    }
    for (uint64_t i = 0; i < old_size; i++) {
        if (table->entry[i].key == EMPTY || !(table->entry[i].flags & KJ_ENTRY_MOVED))
            continue;
        KjEntry carried = table->entry[i];
        table->entry[i].key = EMPTY;
        for (bool placed = false; !placed;) {
            uint64_t at = kj_table_home(table, carried.key);
            while (table->entry[at].key != EMPTY && !(table->entry[at].flags & KJ_ENTRY_MOVED))
                at = next(table, at);
            KjEntry other = table->entry[at];
            carried.flags &= (uint8_t)~KJ_ENTRY_MOVED;
            table->entry[at] = carried;
            placed = other.key == EMPTY;
            carried = other;
        }
    }
}

/* How much an entry is worth keeping: what it cost, with solved ones and attacker's nodes (from
 * which defender's nodes are soon found again) favoured. */
static unsigned worth(const KjEntry *e)
{
    bool solved = e->ub != KJ_LEN_INF || e->lb == KJ_LEN_INF;
    unsigned worth = e->effort + (solved ? 8u : 0) + (e->flags & KJ_ENTRY_OR ? 4u : 0);
    return worth > 255 ? 255 : worth;
}

/* Drops the least valuable half. */
static void collect(KjTable *table)
{
    uint64_t count[256] = {0}, live = 0;
    for (uint64_t i = 0; i < table->size; i++) {
        if (table->entry[i].key > DELETED) {
            count[worth(&table->entry[i])]++;
            live++;
        }
    }
    unsigned limit = 0;
    uint64_t below =
        0; // entries worth less than the limit; of those at the limit only a quota goes
    while (below + count[limit] < live / 2)
        below += count[limit++];
    uint64_t quota = live / 2 - below;
    for (uint64_t i = 0; i < table->size; i++) {
        KjEntry *e = &table->entry[i];
        if (e->key <= DELETED || worth(e) > limit)
            continue;
        if (worth(e) < limit || quota > 0) {
            quota -= worth(e) == limit;
            e->key = DELETED;
        }
    }
    table->collections++;
    rearrange(table, table->size);
}

static void make_room(KjTable *table)
{
    if (table->used < table->size / FILL_DENOMINATOR * FILL_NUMERATOR)
        return;
    uint64_t old_size = table->size;
    if (old_size < table->max_size) {
        table->size = old_size * 2;
        rearrange(table, old_size);
    } else {
        collect(table);
    }
}

KjValue kj_table_probe(const KjTable *table, const KjTables *t, uint64_t key, KjHand hand,
                       unsigned len, unsigned ply, KjProbe *probe)
{
    assert(len > 0);
    uint32_t pn = 1, dn = 1;
    *probe = (KjProbe){false, false, false, false};
    for (uint64_t at = kj_table_home(table, key); table->entry[at].key != EMPTY;
         at = next(table, at)) {
        const KjEntry *e = &table->entry[at];
        if (e->key != key)
            continue;
        bool covers = kj_hand_covers(t, hand, e->hand), covered = kj_hand_covers(t, e->hand, hand);
        if (covers && e->ub <= len && e->ub != KJ_LEN_INF)
            return kj_value_proved(e->hand, e->ub);
        if (covered && e->lb >= len)
            return kj_value_disproved(e->hand, e->lb, KJ_DEP_NONE);
        if (e->pn == 0)
            continue;
        if (covers && covered) {
            probe->known = true;
            probe->loop = (e->flags & KJ_ENTRY_LOOP) != 0;
            probe->fresh = (e->flags & KJ_ENTRY_FRESH) != 0;
            probe->old = !probe->fresh && e->min_ply < ply;
            pn = e->pn > pn ? e->pn : pn;
            dn = e->dn > dn ? e->dn : dn;
        } else if (e->min_ply <= ply) {
            if (covered && e->pn > pn)
                pn = e->pn;
            if (covers && e->dn > dn)
                dn = e->dn;
        }
    }
    return kj_value_open(pn, dn);
}

/* The entry of this key and hand, or the slot where it should be put. */
static KjEntry *find(const KjTable *table, uint64_t key, KjHand hand)
{
    KjEntry *free_slot = NULL;
    uint64_t at = kj_table_home(table, key);
    for (; table->entry[at].key != EMPTY; at = next(table, at)) {
        KjEntry *e = &table->entry[at];
        if (e->key == key && e->hand == hand)
            return e;
        if (e->key == DELETED && !free_slot)
            free_slot = e;
    }
    return free_slot ? free_slot : &table->entry[at];
}

/* The entry of this key and hand, made if it is not there. */
static KjEntry *obtain(KjTable *table, uint64_t key, KjHand hand, unsigned ply)
{
    KjEntry *e = find(table, key, hand);
    if (e->key == key && e->hand == hand)
        return e;
    if (e->key == EMPTY) {
        make_room(table);
        e = find(table, key, hand);
        table->used += e->key == EMPTY;
    }
    *e = (KjEntry){.key = key, .hand = hand, .ub = KJ_LEN_INF, .min_ply = (uint16_t)ply};
    return e;
}

static void touch(KjEntry *e, unsigned ply, unsigned effort, unsigned flags)
{
    if (ply < e->min_ply)
        e->min_ply = (uint16_t)ply;
    if (effort > e->effort)
        e->effort = (uint8_t)effort;
    e->flags |= (uint8_t)flags;
}

void kj_table_store_open(KjTable *table, const KjTables *t, uint64_t key, KjHand hand,
                         const KjValue *value, unsigned ply, unsigned effort, unsigned flags)
{
    (void)t;
    assert(value->pn > 0 && value->dn > 0);
    KjEntry *e = obtain(table, key, hand, ply);
    e->pn = value->pn;
    e->dn = value->dn;
    touch(e, ply, effort, flags);
}

/* Takes from an entry of the same board what the final value says as well; deletes it when nothing
 * is left that could matter. */
static void strip(const KjTables *t, KjEntry *e, const KjValue *value)
{
    if (value->pn == 0 && kj_hand_covers(t, e->hand, value->hand)) {
        if (e->ub >= value->len)
            e->ub = KJ_LEN_INF;
        if (e->lb == 0 && e->ub == KJ_LEN_INF)
            e->key = DELETED;
    } else if (value->dn == 0 && kj_hand_covers(t, value->hand, e->hand)) {
        if (e->lb <= value->len)
            e->lb = 0;
        if (e->lb == 0 && (e->ub == KJ_LEN_INF || value->len == KJ_LEN_INF))
            e->key = DELETED;
    }
}

void kj_table_store_final(KjTable *table, const KjTables *t, uint64_t key, const KjValue *value,
                          unsigned ply, unsigned effort, unsigned flags)
{
    assert(kj_value_final(value) && value->dep == KJ_DEP_NONE);
    for (uint64_t at = kj_table_home(table, key); table->entry[at].key != EMPTY;
         at = next(table, at)) {
        KjEntry *e = &table->entry[at];
        if (e->key == key && e->hand != value->hand)
            strip(t, e, value);
    }
    KjEntry *e = obtain(table, key, value->hand, ply);
    if (value->pn == 0 && value->len < e->ub)
        e->ub = value->len;
    if (value->dn == 0 && value->len > e->lb)
        e->lb = value->len;
    e->pn = e->dn = 0; // open numbers start afresh for whatever length is still open
    touch(e, ply, effort, flags);
}

unsigned kj_table_permille(const KjTable *table)
{
    return (unsigned)(table->used * 1000 / table->max_size);
}
