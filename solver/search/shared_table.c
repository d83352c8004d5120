/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Buckets of 512 bytes. The order of memory operations: a writer makes the version odd before it
 * stores a word of an entry, and every such store is a release; a reader loads these words by
 * acquire and the version after them. So a reader that has seen a new word sees a version that is
 * not the one it began with.
 */
#include "solver/search/shared_table.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "solver/search/reserve.h"
#include "solver/search/table-priv.h"

// What a test has a thread do after each word that it stores or reads, so that others come between.
#ifndef KJ_BETWEEN_WORDS
#define KJ_BETWEEN_WORDS() ((void)0)
#endif

enum {
    WORDS = sizeof(KjEntry) / sizeof(uint64_t),
    TAG_WORDS = 2,
    FULL = 11, // of 15 entries on average: it grows
    LEAST_BUCKETS = 1 << 8,
    SPINS = 64,      // before a thread lets others run first,
    TURNS = 1 << 14, // and before it gives up
    WORTH_BITS = 4,
    WORTH_STEP = 8, // of kj_entry_worth, for one step of the worth kept in the head
    NO_SLOT = KJ_BUCKET_ENTRIES,
};

/* 512 bytes: a line whose first half tells which of the entries are worth a look, then these. */
typedef struct {
    _Atomic uint64_t version;        // odd: somebody writes
    _Atomic uint64_t tag[TAG_WORDS]; // a byte an entry, 0: free
    _Atomic uint64_t worths;         // four bits an entry
    _Atomic uint64_t entry[KJ_BUCKET_ENTRIES][WORDS];
} Bucket;

_Static_assert(sizeof(Bucket) == 512, "a bucket must fill eight cache lines");

struct KjSharedTable {
    Bucket *bucket;
    uint64_t size, max_size; // buckets
    _Atomic uint64_t used;   // entries, as far as the threads have told
};

KjSharedTable *kj_shared_table_new(size_t bytes, uint64_t entries)
{
    KjSharedTable *shared = g_new0(KjSharedTable, 1);
    shared->max_size = MAX(1, bytes / sizeof(Bucket));
    uint64_t wanted = MAX(LEAST_BUCKETS, entries / KJ_BUCKET_ENTRIES);
    shared->size = MIN(wanted, shared->max_size);
    shared->bucket = kj_reserve(shared->max_size * sizeof(Bucket));
    if (!shared->bucket) {
        g_free(shared);
        return NULL;
    }
    kj_reserve_huge(shared->bucket, shared->size * sizeof(Bucket));
    return shared;
}

void kj_shared_table_free(KjSharedTable *shared)
{
    if (!shared)
        return;
    kj_reserve_free(shared->bucket, shared->max_size * sizeof(Bucket),
                    shared->size * sizeof(Bucket));
    g_free(shared);
}

/* ---- a bucket ---- */

static uint64_t board_of(uint64_t key)
{
    return (uint64_t)kj_key_board(key);
}

static Bucket *home_bucket(const KjSharedTable *shared, uint64_t key)
{
    return &shared->bucket[(unsigned __int128)board_of(key) * shared->size >> 64];
}

static uint64_t tag_of(uint64_t key)
{
    uint64_t tag = key >> 8 & 0xff;
    return tag ? tag : 1;
}

/* Where entries of a board go if there is room: its line is prefetched with the head. */
static unsigned first_slot(uint64_t key)
{
    return (unsigned)((key >> 16 & 0xff) * KJ_BUCKET_ENTRIES >> 8);
}

/* Bit i for each byte i of `word` that is `tag`. */
static unsigned matches(uint64_t word, uint64_t tag)
{
    const uint64_t ones = 0x0101010101010101u, lows = 0x7f * ones;
    uint64_t differs = word ^ ones * tag;
    uint64_t same = ~(((differs & lows) + lows) | differs | lows); // bit 7 of each such byte
    return (unsigned)((same >> 7) * 0x0102040810204080u >> 56);
}

/* Bit i for each slot i of a bucket with that tag. */
static unsigned slots_with(const Bucket *b, uint64_t tag)
{
    unsigned slots = 0;
    for (unsigned w = 0; w < TAG_WORDS; w++)
        slots |= matches(atomic_load_explicit(&b->tag[w], memory_order_acquire), tag) << 8 * w;
    return slots & ((1u << KJ_BUCKET_ENTRIES) - 1);
}

static void read_entry(const Bucket *b, unsigned slot, KjEntry *out)
{
    for (unsigned i = 0; i < WORDS; i++) {
        uint64_t word = atomic_load_explicit(&b->entry[slot][i], memory_order_acquire);
        memcpy((char *)out + i * sizeof word, &word, sizeof word);
        KJ_BETWEEN_WORDS();
    }
}

/* Waits a little; false when it has been long. */
static bool wait(unsigned *turn)
{
    ++*turn;
    if (*turn >= SPINS)
        sched_yield();
    return *turn < TURNS;
}

static unsigned copy_board(const Bucket *b, uint64_t board, KjEntry *out)
{
    unsigned n = 0;
    for (unsigned slots = slots_with(b, tag_of(board)); slots; slots &= slots - 1) {
        read_entry(b, (unsigned)__builtin_ctz(slots), &out[n]);
        n += board_of(out[n].key) == board;
    }
    return n;
}

const KjEntry *kj_shared_table_read(const KjSharedTable *shared, uint64_t board,
                                    KjEntry out[KJ_BUCKET_ENTRIES + 1])
{
    const Bucket *b = home_bucket(shared, board);
    for (unsigned turn = 0;;) {
        uint64_t version = atomic_load_explicit(&b->version, memory_order_acquire);
        if ((version & 1) == 0) {
            unsigned n = copy_board(b, board, out);
            if (atomic_load_explicit(&b->version, memory_order_relaxed) == version) {
                out[n].key = KJ_TABLE_EMPTY;
                return out;
            }
        }
        if (!wait(&turn))
            break;
    }
    out[0].key = KJ_TABLE_EMPTY; // as if nothing were known: that costs time only
    return out;
}

/* ---- writing; all of this with the bucket locked ---- */

static bool lock(Bucket *b)
{
    for (unsigned turn = 0;;) {
        uint64_t version = atomic_load_explicit(&b->version, memory_order_relaxed);
        if ((version & 1) == 0 &&
            atomic_compare_exchange_weak_explicit(&b->version, &version, version + 1,
                                                  memory_order_acq_rel, memory_order_relaxed))
            return true;
        if (!wait(&turn))
            return false;
    }
}

static void unlock(Bucket *b)
{
    uint64_t version = atomic_load_explicit(&b->version, memory_order_relaxed);
    atomic_store_explicit(&b->version, version + 1, memory_order_release);
}

static unsigned tag_at(const Bucket *b, unsigned slot)
{
    return atomic_load_explicit(&b->tag[slot / 8], memory_order_acquire) >> slot % 8 * 8 & 0xff;
}

static void set_tag(Bucket *b, unsigned slot, uint64_t tag)
{
    uint64_t tags = atomic_load_explicit(&b->tag[slot / 8], memory_order_relaxed);
    tags = (tags & ~((uint64_t)0xff << slot % 8 * 8)) | tag << slot % 8 * 8;
    atomic_store_explicit(&b->tag[slot / 8], tags, memory_order_release);
}

static unsigned worth_at(const Bucket *b, unsigned slot)
{
    return atomic_load_explicit(&b->worths, memory_order_relaxed) >> slot * WORTH_BITS & 0xf;
}

static void write_entry(Bucket *b, unsigned slot, const KjEntry *e)
{
    uint64_t words[WORDS];
    memcpy(words, e, sizeof words);
    for (unsigned i = 0; i < WORDS; i++) {
        atomic_store_explicit(&b->entry[slot][i], words[i], memory_order_release);
        KJ_BETWEEN_WORDS();
    }
    uint64_t worth = MIN(kj_entry_worth(e) / WORTH_STEP, 0xf), shift = slot * WORTH_BITS;
    uint64_t worths = atomic_load_explicit(&b->worths, memory_order_relaxed);
    worths = (worths & ~((uint64_t)0xf << shift)) | worth << shift;
    atomic_store_explicit(&b->worths, worths, memory_order_release);
    set_tag(b, slot, tag_of(e->key));
}

/* The slot of a key and hand, whose entry is put into `e`; NO_SLOT if there is none. */
static unsigned find_in_bucket(const Bucket *b, uint64_t key, KjHand hand, KjEntry *e)
{
    for (unsigned slots = slots_with(b, tag_of(key)); slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        read_entry(b, slot, e);
        if (e->key == key && e->hand == hand)
            return slot;
    }
    return NO_SLOT;
}

/* The slot that is worth least; among equals it is not always the first. */
static unsigned least_slot(const Bucket *b)
{
    unsigned first =
        (unsigned)(atomic_load_explicit(&b->version, memory_order_relaxed) / 2 % KJ_BUCKET_ENTRIES);
    unsigned least = first;
    for (unsigned i = 1; i < KJ_BUCKET_ENTRIES; i++) {
        unsigned slot = (first + i) % KJ_BUCKET_ENTRIES;
        if (worth_at(b, slot) < worth_at(b, least))
            least = slot;
    }
    return least;
}

/* A free slot, the first from that on which is prefetched if there is one, or the one that is worth
 * least. */
static unsigned give_way(const Bucket *b, uint64_t key, bool *out_more)
{
    unsigned free_slots = slots_with(b, 0), later = free_slots >> first_slot(key)
                                                                      << first_slot(key);
    *out_more = free_slots != 0;
    if (!free_slots)
        return least_slot(b);
    return (unsigned)__builtin_ctz(later ? later : free_slots);
}

/* The slot for a key and hand and its entry, new if need be. */
static unsigned obtain_in_bucket(const Bucket *b, uint64_t key, KjHand hand, unsigned ply,
                                 KjEntry *e, bool *out_more)
{
    *out_more = false;
    unsigned slot = find_in_bucket(b, key, hand, e);
    if (slot != NO_SLOT)
        return slot;
    *e = (KjEntry){.key = key, .hand = hand, .ub = KJ_LEN_INF, .min_ply = (uint16_t)ply};
    return give_way(b, key, out_more);
}

bool kj_shared_table_store_open(KjSharedTable *shared, uint64_t key, KjHand hand,
                                const KjNodeValue *value, unsigned ply, unsigned effort,
                                unsigned flags)
{
    Bucket *b = home_bucket(shared, key);
    if (!lock(b))
        return false;
    KjEntry e;
    bool more;
    unsigned slot = obtain_in_bucket(b, key, hand, ply, &e, &more);
    e.pn = value->pn;
    e.dn = value->dn;
    kj_entry_touch(&e, ply, effort, flags);
    write_entry(b, slot, &e);
    unlock(b);
    return more;
}

/* Takes out of the other entries of the board what a final value says as well. Returns how many
 * went. */
static unsigned strip_others(Bucket *b, const KjTables *t, uint64_t fact, KjKey key,
                             const KjNodeValue *value)
{
    unsigned gone = 0;
    for (unsigned slots = slots_with(b, tag_of(fact)); slots; slots &= slots - 1) {
        KjEntry e;
        unsigned slot = (unsigned)__builtin_ctz(slots);
        read_entry(b, slot, &e);
        if (board_of(e.key) != board_of(fact) || (e.key == fact && e.hand == value->hand))
            continue;
        KjEntry before = e;
        if (kj_entry_strip(t, &e, key, value)) {
            set_tag(b, slot, 0);
            gone++;
        } else if (memcmp(&before, &e, sizeof e) != 0) {
            write_entry(b, slot, &e);
        }
    }
    return gone;
}

bool kj_shared_table_store_final(KjSharedTable *shared, const KjTables *t, KjKey key,
                                 const KjNodeValue *value, unsigned ply, unsigned effort,
                                 unsigned flags)
{
    uint64_t fact = (uint64_t)key & ~(uint64_t)KJ_TURN_MASK;
    Bucket *b = home_bucket(shared, fact);
    if (!lock(b))
        return false;
    KjEntry e;
    bool more;
    unsigned gone = strip_others(b, t, fact, key, value);
    unsigned slot = obtain_in_bucket(b, fact, value->hand, ply, &e, &more);
    kj_entry_learn(&e, key, value);
    kj_entry_touch(&e, ply, effort, flags);
    write_entry(b, slot, &e);
    unlock(b);
    return more && !gone;
}

void kj_shared_table_put(KjSharedTable *shared, const KjEntry *e)
{
    Bucket *b = home_bucket(shared, e->key);
    KjEntry old;
    bool more;
    if (!lock(b))
        return;
    unsigned slot = obtain_in_bucket(b, e->key, e->hand, e->min_ply, &old, &more);
    write_entry(b, slot, e);
    unlock(b);
    if (more)
        kj_shared_table_count(shared, 1);
}

/* ---- size ---- */

void kj_shared_table_count(KjSharedTable *shared, uint64_t n)
{
    atomic_fetch_add_explicit(&shared->used, n, memory_order_relaxed);
}

static uint64_t used(const KjSharedTable *shared)
{
    return atomic_load_explicit(&shared->used, memory_order_relaxed);
}

bool kj_shared_table_crowded(const KjSharedTable *shared)
{
    return shared->size < shared->max_size && used(shared) > shared->size * FULL;
}

bool kj_shared_table_full(const KjSharedTable *shared)
{
    return shared->size == shared->max_size && used(shared) > shared->size * FULL;
}

/* The entries of a bucket; returns their number. */
static unsigned take_all(const Bucket *b, KjEntry *out)
{
    unsigned n = 0;
    for (unsigned slot = 0; slot < KJ_BUCKET_ENTRIES; slot++) {
        if (tag_at(b, slot))
            read_entry(b, slot, &out[n++]);
    }
    return n;
}

/* How many buckets it has when it has grown. */
static uint64_t grown(const KjSharedTable *shared)
{
    return MIN(shared->size * 2, shared->max_size);
}

static void copy_bucket(Bucket *to, const Bucket *from)
{
    for (unsigned w = 0; w < TAG_WORDS; w++)
        atomic_store_explicit(&to->tag[w], from->tag[w], memory_order_relaxed);
    atomic_store_explicit(&to->worths, from->worths, memory_order_relaxed);
    for (unsigned slot = 0; slot < KJ_BUCKET_ENTRIES; slot++) {
        for (unsigned i = 0; i < WORDS; i++)
            atomic_store_explicit(&to->entry[slot][i], from->entry[slot][i], memory_order_relaxed);
    }
}

/* In a table of twice the size what was in bucket `i` is at home in two next to each other. Returns
 * how many entries there were. */
static unsigned split_bucket(KjSharedTable *shared, uint64_t i)
{
    Bucket *home_of = &shared->bucket[2 * i];
    Bucket half[2];
    KjEntry entries[KJ_BUCKET_ENTRIES];
    unsigned n = take_all(&shared->bucket[i], entries);
    memset(half, 0, sizeof half);
    for (unsigned k = 0; k < n; k++) {
        bool more;
        Bucket *to = &half[home_bucket(shared, entries[k].key) != home_of];
        write_entry(to, give_way(to, entries[k].key, &more), &entries[k]);
    }
    copy_bucket(&home_of[1], &half[1]);
    copy_bucket(&home_of[0], &half[0]);
    return n;
}

/* Puts the entries of bucket `i` where they are at home now. */
static void put_elsewhere(KjSharedTable *shared, uint64_t i)
{
    KjEntry entries[KJ_BUCKET_ENTRIES];
    Bucket *b = &shared->bucket[i];
    unsigned n = take_all(b, entries);
    for (unsigned w = 0; w < TAG_WORDS; w++)
        atomic_store_explicit(&b->tag[w], 0, memory_order_relaxed);
    for (unsigned k = 0; k < n; k++)
        kj_shared_table_put(shared, &entries[k]);
}

void kj_shared_table_touch(KjSharedTable *shared, unsigned part, unsigned parts)
{
    kj_reserve_touch(shared->bucket, shared->size * sizeof(Bucket), grown(shared) * sizeof(Bucket),
                     part, parts);
}

void kj_shared_table_grow(KjSharedTable *shared)
{
    uint64_t before = shared->size, entries = 0;
    shared->size = grown(shared);
    kj_reserve_huge(shared->bucket, shared->size * sizeof(Bucket));
    bool doubled = shared->size == before * 2;
    atomic_store_explicit(&shared->used, 0, memory_order_relaxed);
    // From the last one down: the new homes of a bucket stand behind those still to be moved.
    for (uint64_t i = before; i-- > 0;) {
        if (doubled)
            entries += split_bucket(shared, i);
        else
            put_elsewhere(shared, i);
    }
    kj_shared_table_count(shared, entries);
}

unsigned kj_shared_table_permille(const KjSharedTable *shared)
{
    return (unsigned)MIN(1000, used(shared) * 1000 / (shared->max_size * KJ_BUCKET_ENTRIES));
}

/* Copies the entries of a bucket while others may write there; 0 where they do so for long. */
static unsigned read_all(const Bucket *b, KjEntry *out)
{
    for (unsigned turn = 0;;) {
        uint64_t version = atomic_load_explicit(&b->version, memory_order_acquire);
        if ((version & 1) == 0) {
            unsigned n = take_all(b, out);
            if (atomic_load_explicit(&b->version, memory_order_relaxed) == version)
                return n;
        }
        if (!wait(&turn))
            return 0;
    }
}

unsigned kj_shared_table_walk(const KjSharedTable *shared, uint64_t *at, KjEntry *out,
                              unsigned room)
{
    unsigned n = 0;
    for (; *at < shared->size && n + KJ_BUCKET_ENTRIES <= room; ++*at)
        n += read_all(&shared->bucket[*at], &out[n]);
    return n;
}

void kj_shared_table_prefetch(const KjSharedTable *shared, uint64_t key)
{
    const Bucket *b = home_bucket(shared, key);
    __builtin_prefetch(b);
    __builtin_prefetch(b->entry[first_slot(key)]);
}
