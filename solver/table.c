/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table. */
#include "solver/table.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

enum {
    EMPTY = 0,
    FIRST_SIZE = 1 << 12,
    SPILL = 1 << 10,      // room after the last home
    KEEP_BYTES = 1 << 20, // memory that is cleared rather than given back
    // The fullest the table may get, of 16: longer runs cost more than the entries they hold are worth.
    FULL = 13,
};

bool kj_table_init(KjTable *table, size_t mib)
{
    memset(table, 0, sizeof *table);
    uint64_t most = (uint64_t)mib * 1024 * 1024 / sizeof(KjEntry);
    table->max_size = most - SPILL - 1; // one empty entry ends the last run
    table->mapped_bytes = most * sizeof(KjEntry);
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
    size_t bytes = (table->size + SPILL) * sizeof(KjEntry);
    size_t keep = bytes < KEEP_BYTES ? bytes : KEEP_BYTES;
    memset(table->entry, 0, keep);
    if (bytes > keep) // give the rest back: it reads as zero again
        (void)madvise((char *)table->entry + keep, bytes - keep, MADV_DONTNEED);
    table->size = FIRST_SIZE;
    table->used = 0;
    table->collections = 0;
}

KjQuota kj_table_quota(const KjTable *table, uint64_t drop)
{
    uint64_t count[KJ_ENTRY_WORTHS] = {0};
    for (uint64_t i = 0; i < table->size + SPILL; i++) {
        if (table->entry[i].key != EMPTY)
            count[kj_entry_worth(&table->entry[i])]++;
    }
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

/* Packs the entries to keep at the front, in order, and returns their number. */
static uint64_t pack(KjTable *table, KjQuota quota)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < table->size + SPILL; i++) {
        const KjEntry *e = &table->entry[i];
        if (e->key != EMPTY && kj_quota_keeps(&quota, e))
            table->entry[n++] = *e;
    }
    return n;
}

/*
 * Gives the table another size and drops the quota. The entries are packed at the front, moved to the
 * end, and from there each to its home or behind the one before: never further than where it comes
 * from.
 */
static void rearrange(KjTable *table, uint64_t size, KjQuota quota)
{
    uint64_t n = pack(table, quota), end = size + SPILL, old_end = table->size + SPILL;
    memmove(&table->entry[end - n], table->entry, n * sizeof(KjEntry));
    uint64_t stale = old_end < end - n ? old_end : end - n;
    memset(table->entry, 0, stale * sizeof(KjEntry));
    table->size = size;
    table->used = n;
    uint64_t at = 0;
    for (uint64_t from = end - n; from < end; from++) {
        KjEntry e = table->entry[from];
        table->entry[from].key = EMPTY;
        uint64_t home = kj_table_home(table, e.key);
        at = at > home ? at : home;
        at = at > from ? from : at; // never, short of a run longer than SPILL: then it is not found
        table->entry[at++] = e;
    }
}

/* Drops the least valuable half. */
static void collect(KjTable *table)
{
    table->collections++;
    rearrange(table, table->size, kj_table_quota(table, table->used / 2));
}

static void make_room(KjTable *table)
{
    const KjQuota nothing = {.count = 1};
    if (table->size < table->max_size) {
        uint64_t twice = table->size * 2;
        rearrange(table, twice < table->max_size ? twice : table->max_size, nothing);
    } else {
        collect(table);
    }
}

static bool is_fact(const KjEntry *e)
{
    return (e->key & KJ_TURN_MASK) == KJ_TURN_FACTS;
}

static bool same_rule(uint64_t a, uint64_t b)
{
    return ((a ^ b) & KJ_PART_RULE) == 0;
}

static bool is_bare(uint64_t key)
{
    return (key & KJ_PART_RULE) == 0;
}

/* Whether a fact proves a mate within `len` plies of (key, hand): a bare one is a mate by any rule. */
static bool proves(const KjTables *t, const KjEntry *fact, uint64_t key, KjHand hand, unsigned len)
{
    return fact->ub <= len && fact->ub != KJ_LEN_INF && kj_hand_covers(t, hand, fact->hand) &&
           (same_rule(fact->key, key) || is_bare(fact->key));
}

/* Whether a fact refutes one: shortcuts only help, and make no mate where there is none of any length
 * (docs/solver.md §10). */
static bool refutes(const KjTables *t, const KjEntry *fact, uint64_t key, KjHand hand, unsigned len)
{
    return fact->lb >= len && kj_hand_covers(t, fact->hand, hand) &&
           (same_rule(fact->key, key) || is_bare(key) ||
            (is_bare(fact->key) && fact->lb == KJ_LEN_INF && !(key & KJ_PART_LOOSE)));
}

/* The first entry whose key is not smaller. */
static KjEntry *first(const KjTable *table, uint64_t key)
{
    KjEntry *e = &table->entry[kj_table_home(table, key)];
    while (e->key < key && e->key != EMPTY)
        e++;
    return e;
}

KjValue kj_table_probe(const KjTable *table, const KjTables *t, uint64_t key, KjHand hand,
                       unsigned len, unsigned ply, KjProbe *probe)
{
    assert(len > 0);
    uint32_t pn = 1, dn = 1;
    const KjEntry *shortest = NULL;
    *probe = (KjProbe){false, false, false, false};
    uint64_t board = kj_key_board(key);
    for (const KjEntry *e = first(table, board); (e->key ^ board) <= KJ_PART_MASK; e++) {
        if (is_fact(e)) {
            if (proves(t, e, key, hand, len))
                shortest = !shortest || e->ub < shortest->ub ? e : shortest;
            else if (refutes(t, e, key, hand, len))
                return kj_value_disproved(e->hand, e->lb, KJ_DEP_NONE);
            continue;
        }
        if (e->key != key)
            continue;
        bool covers = kj_hand_covers(t, hand, e->hand), covered = kj_hand_covers(t, e->hand, hand);
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
    return shortest ? kj_value_proved(shortest->hand, shortest->ub) : kj_value_open(pn, dn);
}

/* Makes an entry before `e`, by moving up the rest of its run. False if there is no room. */
static bool insert(KjTable *table, KjEntry *e)
{
    KjEntry *end = &table->entry[table->size + SPILL], *free_slot = e;
    while (free_slot->key != EMPTY)
        free_slot++;
    if (free_slot == end || table->used >= table->size / 16 * FULL)
        return false;
    memmove(e + 1, e, (size_t)(free_slot - e) * sizeof *e);
    table->used++;
    return true;
}

/* Takes an entry out, by moving back those after it that do not stand at home. */
static void take_out(KjTable *table, KjEntry *e)
{
    KjEntry *last = e;
    while (last[1].key != EMPTY &&
           kj_table_home(table, last[1].key) <= (uint64_t)(last - table->entry))
        last++;
    memmove(e, e + 1, (size_t)(last - e) * sizeof *e);
    last->key = EMPTY;
    table->used--;
}

/* The entry of this key and hand, made if it is not there. */
static KjEntry *obtain(KjTable *table, uint64_t key, KjHand hand, unsigned ply)
{
    for (;;) {
        KjEntry *e = first(table, key);
        for (; e->key == key; e++) {
            if (e->hand == hand)
                return e;
        }
        if (insert(table, e)) {
            *e = (KjEntry){.key = key, .hand = hand, .ub = KJ_LEN_INF, .min_ply = (uint16_t)ply};
            return e;
        }
        make_room(table);
    }
}

static void touch(KjEntry *e, unsigned ply, unsigned effort, unsigned flags)
{
    if (ply < e->min_ply)
        e->min_ply = (uint16_t)ply;
    if (effort > e->effort)
        e->effort = (uint8_t)effort;
    e->flags &= (uint8_t)~KJ_ENTRY_FRESH; // unless this is another first look
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

/* Takes from an entry of the same board what the final value says as well; true when nothing is left that
 * could matter. */
static bool strip(const KjTables *t, KjEntry *e, uint64_t key, const KjValue *value)
{
    if (!same_rule(e->key, key))
        return false;
    if (!is_fact(e)) {
        if (value->pn == 0)
            return kj_hand_covers(t, e->hand, value->hand);
        return (value->len == KJ_LEN_INF || e->key == key) &&
               kj_hand_covers(t, value->hand, e->hand);
    }
    if (value->pn == 0 && kj_hand_covers(t, e->hand, value->hand)) {
        if (e->ub >= value->len)
            e->ub = KJ_LEN_INF;
        return e->lb == 0 && e->ub == KJ_LEN_INF;
    }
    if (value->dn == 0 && kj_hand_covers(t, value->hand, e->hand)) {
        if (e->lb <= value->len)
            e->lb = 0;
        return e->lb == 0 && (e->ub == KJ_LEN_INF || value->len == KJ_LEN_INF);
    }
    return false;
}

void kj_table_store_final(KjTable *table, const KjTables *t, uint64_t key, const KjValue *value,
                          unsigned ply, unsigned effort, unsigned flags)
{
    assert(kj_value_final(value) && value->dep == KJ_DEP_NONE);
    uint64_t board = kj_key_board(key), fact = key & ~(uint64_t)KJ_TURN_MASK;
    for (KjEntry *e = first(table, board); (e->key ^ board) <= KJ_PART_MASK;) {
        if ((e->key != fact || e->hand != value->hand) && strip(t, e, key, value))
            take_out(table, e);
        else
            e++;
    }
    KjEntry *e = obtain(table, fact, value->hand, ply);
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
