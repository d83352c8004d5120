/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table: what it says and how it is told. */
#include "solver/search/ablation.h"
#include "solver/search/table-priv.h"

#include <assert.h>
#include <string.h>

#include "solver/search/reserve.h"
#include "solver/search/shared_table.h"

enum {
    FIRST_SIZE = 1 << 10,
    MOST_CHUNK = 1 << 16, // homes gone through at a time: a few milliseconds
    CHUNKS = 32,          // the least a small table is cut into
    LOOKS_SHARE = 7,      // first looks get this part of the memory, or the power of two below
    ROOM = 4,             // a shared table begins with room for so many times what there is
};

/* As small as it begins. */
static void make_small(KjTable *table)
{
    table->size = FIRST_SIZE;
    table->used = table->border = 0;
    table->forgetting = false;
    table->collections = 0;
    kj_table_set_limit(table);
}

bool kj_table_init(KjTable *table, size_t mib)
{
    memset(table, 0, sizeof *table);
    size_t bytes = mib * 1024 * 1024, looks = bytes / LOOKS_SHARE;
    uint64_t most = (bytes - kj_first_looks_most(looks)) / sizeof(KjEntry);
    table->chunk = most / CHUNKS < MOST_CHUNK ? most / CHUNKS : MOST_CHUNK;
    uint64_t spare = kj_table_spare(table);
    table->max_size = most - spare - KJ_TABLE_SPILL - 1; // one empty entry ends the last run
    table->mapped_bytes = most * sizeof(KjEntry);
    table->entry = kj_reserve(table->mapped_bytes);
    if (!table->entry || !kj_first_looks_init(&table->looks, looks))
        return false;
    table->spare = table->entry + (most - spare);
    make_small(table);
    return true;
}

void kj_table_free(KjTable *table)
{
    // the room at the end is written before it is read
    kj_reserve_free(table->entry, table->mapped_bytes,
                    (table->size + KJ_TABLE_SPILL) * sizeof(KjEntry));
    table->entry = NULL;
    g_clear_pointer(&table->shared, kj_shared_table_free);
    kj_first_looks_free(&table->looks);
}

void kj_table_clear(KjTable *table)
{
    if (table->used || table->size > FIRST_SIZE) // else there is nothing in it to touch
        kj_reserve_clear(table->entry, (table->size + KJ_TABLE_SPILL) * sizeof(KjEntry));
    g_clear_pointer(&table->shared, kj_shared_table_free);
    kj_first_looks_clear(&table->looks);
    make_small(table);
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

/*
 * Whether a fact proves a mate within `len` plies of (key, hand): a bare one is a mate by any rule.
 */
static bool proves(const KjTables *t, const KjEntry *fact, uint64_t key, KjHand hand, unsigned len)
{
    return fact->ub <= len && fact->ub != KJ_LEN_INF && kj_hand_covers(t, hand, fact->hand) &&
           (same_rule(fact->key, key) || is_bare(fact->key));
}

/* Whether a fact refutes one: shortcuts only help, and make no mate where there is none of any
 * length (docs/solver.md §10). */
static bool refutes(const KjTables *t, const KjEntry *fact, uint64_t key, KjHand hand, unsigned len)
{
    return fact->lb >= len && kj_hand_covers(t, fact->hand, hand) &&
           (same_rule(fact->key, key) || is_bare(key) ||
            (is_bare(fact->key) && fact->lb == KJ_LEN_INF && !(key & KJ_PART_LOOSE)));
}

/* The first entry whose key is not smaller. */
static KjEntry *first_entry(const KjTable *table, uint64_t key)
{
    KjEntry *e = &table->entry[kj_table_home(table, key)];
    while (e->key < key && e->key != KJ_TABLE_EMPTY)
        e++;
    return e;
}

KjNodeValue kj_table_probe(const KjTable *table, const KjTables *t, KjKey key, KjHand hand,
                           unsigned len, unsigned ply, KjProbe *probe)
{
    assert(len > 0);
    uint32_t pn = 1, dn = 1;
    const KjEntry *shortest = NULL;
    *probe = (KjProbe){false, false, false, 0};
    uint64_t board = (uint64_t)kj_key_board(key), low = (uint64_t)key;
    KjEntry copy[KJ_BUCKET_ENTRIES + 1]; // of a shared table
    const KjEntry *e = table->shared ? kj_shared_table_read(table->shared, board, copy)
                                     : first_entry(table, board);
    for (; (e->key ^ board) <= KJ_PART_MASK; e++) {
        if (is_fact(e)) {
            if (!kj_entry_is_of(e, key))
                continue;
            if (proves(t, e, low, hand, len))
                shortest = !shortest || e->ub < shortest->ub ? e : shortest;
            else if (refutes(t, e, low, hand, len)) {
                probe->effort = e->effort;
                return kj_value_disproved(e->hand, e->lb, KJ_DEP_NONE);
            }
            continue;
        }
        if (e->key != low)
            continue;
        bool covers = kj_hand_covers(t, hand, e->hand), covered = kj_hand_covers(t, e->hand, hand);
        if (covers && covered) {
            probe->known = true;
            probe->loop = (e->flags & KJ_ENTRY_LOOP) != 0;
            probe->old = e->min_ply < ply;
            probe->effort = e->effort;
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

/* Makes an entry before `e`. False if there is no room. */
static bool insert(KjTable *table, KjEntry *e)
{
    if (table->used >= table->limit || !kj_table_shift(table, e))
        return false;
    table->used++;
    return true;
}

/* Takes an entry out, by moving back those after it that do not stand at home. */
static void take_out(KjTable *table, KjEntry *e)
{
    KjEntry *last = e;
    while (last[1].key != KJ_TABLE_EMPTY &&
           kj_table_home(table, last[1].key) <= (uint64_t)(last - table->entry))
        last++;
    memmove(e, e + 1, (size_t)(last - e) * sizeof *e);
    last->key = KJ_TABLE_EMPTY;
    table->used--;
}

/* Takes out the entry of a board that is worth least, the first of them, if the board has as many as
 * it may: its entries from `begin` on, of which those before `e` have been gone through. */
static bool make_way(KjTable *table, KjEntry *begin, const KjEntry *e, uint64_t board)
{
    while ((e->key ^ board) <= KJ_PART_MASK)
        e++;
    if (e - begin < KJ_TABLE_BOARD)
        return false;
    KjEntry *least = begin;
    for (KjEntry *other = begin; other < e; other++) {
        if (kj_entry_worth(other) < kj_entry_worth(least))
            least = other;
    }
    take_out(table, least);
    return true;
}

/* The entry of this key and hand, made if it is not there. */
static KjEntry *obtain_entry(KjTable *table, uint64_t key, KjHand hand, unsigned ply)
{
    uint64_t board = (uint64_t)kj_key_board(key);
    for (;;) {
        KjEntry *begin = first_entry(table, board), *e = begin;
        for (; e->key != KJ_TABLE_EMPTY && e->key <= key; e++) {
            if (e->key == key && e->hand == hand)
                return e;
        }
        if (make_way(table, begin, e, board))
            continue;
        if (insert(table, e)) {
            *e = (KjEntry){.key = key, .hand = hand, .ub = KJ_LEN_INF, .min_ply = (uint16_t)ply};
            return e;
        }
        kj_table_make_room(table);
    }
}

void kj_table_store_open(KjTable *table, const KjTables *t, KjKey key, KjHand hand,
                         const KjNodeValue *value, unsigned ply, unsigned effort, unsigned flags)
{
    (void)t;
    assert(value->pn > 0 && value->dn > 0 && (key & KJ_TURN_MASK) != KJ_TURN_FACTS);
    if (table->shared) {
        table->fresh += kj_shared_table_store_open(table->shared, (uint64_t)key, hand, value, ply,
                                                   effort, flags);
        return;
    }
    KjEntry *e = obtain_entry(table, (uint64_t)key, hand, ply);
    e->pn = value->pn;
    e->dn = value->dn;
    kj_entry_touch(e, ply, effort, flags);
}

bool kj_entry_strip(const KjTables *t, KjEntry *e, KjKey key, const KjNodeValue *value)
{
    uint64_t low = (uint64_t)key;
    if (!same_rule(e->key, low) || (is_fact(e) && !kj_entry_is_of(e, key)))
        return false;
    if (!is_fact(e)) {
        if (value->pn == 0)
            return kj_hand_covers(t, e->hand, value->hand);
        return (value->len == KJ_LEN_INF || e->key == low) &&
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

void kj_table_store_final(KjTable *table, const KjTables *t, KjKey key, const KjNodeValue *value,
                          unsigned ply, unsigned effort, unsigned flags)
{
    assert(kj_value_final(value) && value->dep == KJ_DEP_NONE);
    if (table->shared) {
        table->fresh +=
            kj_shared_table_store_final(table->shared, t, key, value, ply, effort, flags);
        return;
    }
    uint64_t board = (uint64_t)kj_key_board(key), fact = (uint64_t)key & ~(uint64_t)KJ_TURN_MASK;
    for (KjEntry *e = first_entry(table, board); (e->key ^ board) <= KJ_PART_MASK;) {
        if ((e->key != fact || e->hand != value->hand) && kj_entry_strip(t, e, key, value))
            take_out(table, e);
        else
            e++;
    }
    KjEntry *e = obtain_entry(table, fact, value->hand, ply);
    kj_entry_learn(e, key, value);
    kj_entry_touch(e, ply, effort, flags);
}

uint64_t kj_table_expect(KjTable *table, uint64_t n)
{
    assert(table->used == 0 && !table->shared);
    while (table->limit < n && table->size < table->max_size) {
        table->size = MIN(2 * table->size, table->max_size);
        kj_table_set_limit(table);
    }
    kj_reserve_huge(table->entry, (table->size + KJ_TABLE_SPILL) * sizeof(KjEntry));
    return MIN(n, table->limit);
}

bool kj_table_share(KjTable *table)
{
    KjSharedTable *shared = kj_shared_table_new(
        table->max_size * sizeof(KjEntry),
        kj_without(KJ_HEURISTIC_own_table) ? table->max_size / 2 : table->used * ROOM);
    if (!shared)
        return false;
    const KjEntry *e = table->entry;
    for (uint64_t seen = 0; seen < table->used; e++) {
        if (!e->key)
            continue;
        seen++;
        kj_shared_table_put(shared, e);
    }
    kj_reserve_clear(table->entry, (table->size + KJ_TABLE_SPILL) * sizeof(KjEntry));
    make_small(table);
    kj_first_looks_fix(&table->looks);
    table->shared = shared;
    table->fresh = 0;
    return true;
}

KjTable kj_table_view(const KjTable *table)
{
    return (KjTable){.shared = table->shared, .looks = table->looks};
}

bool kj_table_tell_fresh(KjTable *table)
{
    kj_shared_table_count(table->shared, table->fresh);
    table->fresh = 0;
    return kj_shared_table_crowded(table->shared);
}

void kj_table_double(KjTable *table)
{
    kj_shared_table_grow(table->shared);
    kj_first_looks_double(&table->looks);
}

void kj_table_touch(KjTable *table, unsigned part, unsigned parts)
{
    kj_shared_table_touch(table->shared, part, parts);
    kj_first_looks_touch(&table->looks, part, parts);
}

void kj_table_renew(KjTable *table, const KjTable *doubled)
{
    table->looks = doubled->looks;
}

bool kj_table_forgets(const KjTable *table)
{
    return table->shared ? kj_shared_table_full(table->shared) : table->collections > 0;
}

bool kj_table_empty(const KjTable *table)
{
    return !table->shared && table->used == 0;
}

unsigned kj_table_walk(const KjTable *table, uint64_t *at, KjEntry out[KJ_TABLE_WALK])
{
    if (table->shared)
        return kj_shared_table_walk(table->shared, at, out, KJ_TABLE_WALK);
    unsigned n = 0;
    for (; *at < table->size + KJ_TABLE_SPILL && n < KJ_TABLE_WALK; ++*at) {
        if (table->entry[*at].key != KJ_TABLE_EMPTY)
            out[n++] = table->entry[*at];
    }
    return n;
}

GArray *kj_table_facts(const KjTable *table)
{
    GArray *facts = g_array_new(FALSE, FALSE, sizeof(KjEntry));
    g_autofree KjEntry *some = g_new(KjEntry, KJ_TABLE_WALK);
    unsigned n;
    for (uint64_t at = 0; (n = kj_table_walk(table, &at, some)) > 0;)
        for (unsigned i = 0; i < n; i++)
            if (is_fact(&some[i]))
                g_array_append_vals(facts, &some[i], 1);
    return facts;
}

unsigned kj_table_permille(const KjTable *table)
{
    if (table->shared)
        return kj_shared_table_permille(table->shared);
    return (unsigned)(table->used * 1000 / table->max_size);
}
