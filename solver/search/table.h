/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The transposition table: what is known of positions, by board key and attacker's hand. All hands
 * of one board lie in one run of linear probing, so that one walk sees results that hold for the
 * hand asked about by dominance (docs/solver.md):
 *
 *   mate with a hand      => mate within the same length with any hand that covers it
 *   no mate with a hand   => no mate within the same length with any hand it covers
 *
 * The table starts small and doubles up to its limit; when that is full, entries that cost least to
 * find again are dropped. Both go on between insertions, a chunk of the table at a time
 * (table_room.c). A board that has KJ_TABLE_BOARD entries drops the cheapest for a new one.
 */
#pragma once

#include <glib.h>

#include "solver/search/first_looks.h"
#include "solver/search/value.h"

/* 32 bytes, two to a cache line. */
typedef struct {
    uint64_t key; // the lower half of it; 0: empty
    KjHand hand;
    union {
        struct {
            uint32_t pn, dn; // of an open one
        };
        uint64_t check; // of a fact: the upper half of its key
    };
    uint16_t ub;      // proved: mates within ub plies; KJ_LEN_INF: not proved
    uint16_t lb;      // disproved: no mate within lb plies; 0: nothing, KJ_LEN_INF: none at all
    uint16_t min_ply; // smallest ply it was searched at
    uint8_t effort;   // 4 * log2 of the nodes spent below
    uint8_t flags;
} KjEntry;

_Static_assert(sizeof(KjEntry) == 32, "two entries must fill a cache line");

enum {
    KJ_ENTRY_LOOP = 1, // was refuted on some path by a loop; see path.h
    KJ_ENTRY_OR = 2,   // attacker to move
};

enum { KJ_ENTRY_WORTHS = 256 };

/*
 * The most entries of one board. Nearly all boards have fewer than eight. But where pieces are put in
 * between and taken one after the other, the same boards come with thousands of hands, and each
 * lookup would go through them all.
 */
enum { KJ_TABLE_BOARD = 128 };

/*
 * The low byte of a key is no part of the position: it says which part of the table is asked. One
 * half of it is the rule of the search (KjInterpositions, 0: bare), which its facts are about; the
 * other the turn whose numbers are wanted. Facts have turn 0 and are for all turns. What is known
 * of one board stands in one run, whatever the part.
 */
enum {
    KJ_PART_MASK = 0xff,
    KJ_TURN_MASK = 0x0f,
    KJ_TURN_FACTS = 0,
    KJ_TURN_ANY = 1,    // mates of any length, see kj_solve_prove
    KJ_TURN_SHORT = 2,  // within few plies
    KJ_TURN_PLAIN = 3,  // with plain sums
    KJ_TURN_AGAIN = 4,  // of any length, without what KJ_TURN_ANY has left
    KJ_TURN_REFUTE = 5, // of any length, as if there were no mate
    KJ_TURN_LAST = KJ_TURN_REFUTE,
    KJ_PART_RULE = 0x70,
    KJ_RULE_SHIFT = 4,
    KJ_PART_LOOSE = 0x80, // the rule may mate where there is no mate
};

/* A key without its part: the board. */
static inline KjKey kj_key_board(KjKey key)
{
    return key & ~(KjKey)KJ_PART_MASK;
}

/* A key for the table out of any number and a part of it; its lower half is never 0, which is no
 * key. */
static inline KjKey kj_key_in(KjKey number, unsigned part)
{
    KjKey key = kj_key_board(number) | part;
    return (uint64_t)key > KJ_PART_MASK ? key : key + KJ_PART_MASK + 1;
}

/* How much an entry is worth keeping, below KJ_ENTRY_WORTHS: what it cost, with solved ones and
 * attacker's nodes (from which defender's nodes are soon found again) favoured. */
static inline unsigned kj_entry_worth(const KjEntry *e)
{
    bool solved = e->ub != KJ_LEN_INF || e->lb == KJ_LEN_INF;
    unsigned worth = e->effort + (solved ? 8u : 0) + (e->flags & KJ_ENTRY_OR ? 4u : 0);
    return worth < KJ_ENTRY_WORTHS ? worth : KJ_ENTRY_WORTHS - 1;
}

/* A table of such entries that several threads share (shared_table.h). */
typedef struct KjSharedTable KjSharedTable;

/*
 * The entries stand in the order of their keys, each at its home or, where that is taken, in the
 * run of entries after it. So a search ends at the first larger key, and moving to another size
 * keeps the order.
 */
typedef struct {
    KjEntry *entry;       // size homes, and room for the run of the last ones
    uint64_t size;        // homes in use
    uint64_t border;      // while it grows: keys below it have their homes
    uint64_t old_size;    // in so many; else 0
    uint64_t max_size;    // homes at most
    uint64_t used;        // entries that are not empty
    uint64_t limit;       // when so many are used, room must be made
    uint64_t chunk;       // homes gone through at a time to make room
    KjEntry *spare;       // room for entries on their way
    uint64_t forgotten;   // while it forgets: slots below this have been gone through
    bool forgetting;      // see there
    unsigned collections; // times it began to forget
    uint64_t handled;     // slots gone through so far to make room
    size_t mapped_bytes;
    KjFirstLooks looks;    // at positions that were not searched
    KjSharedTable *shared; // several threads use it: then nothing is in the entries above
    uint64_t fresh;        // entries that came into that one and were not counted there yet
} KjTable;

/* Reserves address space for a table of up to `mib` MiB, first looks included. False if it cannot be
 * had. */
bool kj_table_init(KjTable *table, size_t mib);
void kj_table_free(KjTable *table);

/* Empties the table and makes it small again. */
void kj_table_clear(KjTable *table);

/*
 * Makes an empty table large enough for `n` entries that come in the order of their keys: one that
 * grew meanwhile would have them all at its beginning. Returns how many it has room for, `n` at
 * most.
 */
uint64_t kj_table_expect(KjTable *table, uint64_t n);

/*
 * Moves what it has to a table that several threads can use, until kj_table_clear. Others reach it
 * by a KjTable of their own, made by kj_table_view. False, and nothing has changed, if there is no
 * memory.
 */
bool kj_table_share(KjTable *table);

/* Another way to a shared table, for another thread; nothing is to be freed. */
KjTable kj_table_view(const KjTable *table);

/* Tells a shared table what came in by this way to it. True if it is to be doubled. */
bool kj_table_tell_fresh(KjTable *table);

/* Doubles a shared table, while nobody else is at it; the others then need kj_table_renew. */
void kj_table_double(KjTable *table);

/* Before that: has one of so many parts of the memory be there that it needs. Threads that may not
 * use the table meanwhile anyway do so side by side, since most of the time of growing goes into
 * pages that are cleared. */
void kj_table_touch(KjTable *table, unsigned part, unsigned parts);
void kj_table_renew(KjTable *table, const KjTable *doubled);

/* Whether it has begun to forget. */
bool kj_table_forgets(const KjTable *table);

/* Whether there is nothing in it. */
bool kj_table_empty(const KjTable *table);

/* What probing found besides the value. */
typedef struct {
    bool known;     // an entry of exactly this hand is open
    bool loop;      // and it was once refuted by a loop
    bool old;       // it was last seen at a smaller ply
    uint8_t effort; // of that entry, or of one that refutes
} KjProbe;

/*
 * What is known of (key, hand): a final value if the table proves or refutes a mate within `len`
 * plies (the shortest it knows of), else an open one with numbers no smaller than those of
 * comparable open entries, (1, 1) if nothing is known.
 */
KjNodeValue kj_table_probe(const KjTable *table, const KjTables *t, KjKey key, KjHand hand,
                           unsigned len, unsigned ply, KjProbe *probe);

static inline uint64_t kj_table_home(const KjTable *table, uint64_t key)
{
    uint64_t size = key < table->border ? table->old_size : table->size;
    return (uint64_t)((unsigned __int128)key * size >> 64);
}

void kj_shared_table_prefetch(const KjSharedTable *shared, uint64_t key);

static inline void kj_table_prefetch(const KjTable *table, uint64_t key)
{
    if (table->shared) {
        kj_shared_table_prefetch(table->shared, key);
        return;
    }
    const KjEntry *home = &table->entry[kj_table_home(table, key)];
    __builtin_prefetch(home);
    __builtin_prefetch(home + 2);
}

/* Stores an open value. */
void kj_table_store_open(KjTable *table, const KjTables *t, KjKey key, KjHand hand,
                         const KjNodeValue *value, unsigned ply, unsigned effort, unsigned flags);

/* Stores a proof or an unconditional disproof under the hand of the value, and drops entries of the
 * same board that say no more. */
void kj_table_store_final(KjTable *table, const KjTables *t, KjKey key, const KjNodeValue *value,
                          unsigned ply, unsigned effort, unsigned flags);

/* What to leave out of a table: all entries worth less than `limit`, and `drop` out of the `count`
 * worth just that, evenly all over the table, or what is left would stand in endless runs. */
typedef struct {
    unsigned limit;
    uint64_t drop, count;
    uint64_t due; // 0 at first; of kj_quota_keeps
} KjQuota;

/* The quota that leaves out the `drop` least valuable of `n` slots, at most all; those with key 0
 * are empty. */
KjQuota kj_quota_of(const KjEntry *entries, uint64_t n, uint64_t drop);

/* The quota that leaves out the `drop` least valuable of count[W] entries of each worth W. */
KjQuota kj_quota_by(const uint64_t count[KJ_ENTRY_WORTHS], uint64_t drop);

/* Whether an entry stays. To be asked once of each, in the order of the slots. */
bool kj_quota_keeps(KjQuota *quota, const KjEntry *e);

enum { KJ_TABLE_WALK = 1 << 12 };

/*
 * Up to KJ_TABLE_WALK entries, the first of them from *at on (0: the beginning), in the order of
 * their keys or boards; *at is then where to go on. Returns their number, 0 at the end. Others may
 * write to a shared table meanwhile (kj_shared_table_walk).
 */
unsigned kj_table_walk(const KjTable *table, uint64_t *at, KjEntry out[KJ_TABLE_WALK]);

/* All mates and refutations, likewise. (transfer full) (element-type KjEntry) */
GArray *kj_table_facts(const KjTable *table);

/* Fill of the largest size allowed, in 1/1000. */
unsigned kj_table_permille(const KjTable *table);

/* The effort byte for a number of nodes. */
static inline unsigned kj_effort(uint64_t nodes)
{
    if (nodes < 2)
        return 0;
    unsigned log = 63u - (unsigned)__builtin_clzll(nodes);
    unsigned quarter = log >= 2 ? (nodes >> (log - 2)) & 3 : (nodes << (2 - log)) & 3;
    return log * 4 + quarter;
}

/* ---- whole tables as bytes (table_save.c) ----
 *
 * For programs of the same version on machines of the same byte order. What is read is believed: it
 * must come from where results come from.
 */

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
