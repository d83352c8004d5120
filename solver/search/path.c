/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line being searched, and the loop table. */
#include "solver/search/path.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solver/search/reserve.h"

enum {
    HASH_SIZE = 4 * KJ_MAX_PLY,
    FIRST_LOOPS = 1 << 10,
    PACE = 64, // slots gone through with every loop stored while the table grows
};

bool kj_path_init(KjPath *path, size_t loop_mib)
{
    memset(path, 0, sizeof *path);
    path->node = calloc(KJ_MAX_PLY + 1, sizeof *path->node);
    path->hash = calloc(HASH_SIZE, sizeof *path->hash);
    path->loop_size = path->loop_max = FIRST_LOOPS;
    while (path->loop_max * 2 * sizeof *path->loop <= loop_mib << 20)
        path->loop_max *= 2;
    path->loop = kj_reserve(path->loop_max * sizeof *path->loop);
    if (!path->node || !path->hash || !path->loop)
        return false;
    kj_path_clear(path);
    return true;
}

void kj_path_free(KjPath *path)
{
    free(path->node);
    free(path->hash);
    kj_reserve_free(path->loop, path->loop_max * sizeof *path->loop,
                    path->loop_size * sizeof *path->loop);
    memset(path, 0, sizeof *path);
}

void kj_path_clear(KjPath *path)
{
    memset(path->hash, 0, HASH_SIZE * sizeof *path->hash);
    kj_reserve_clear(path->loop, path->loop_size * sizeof *path->loop);
    // Small again, or what overwrites what would depend on the problems before.
    path->loop_size = FIRST_LOOPS;
    path->loop_moved = path->loop_size / 2;
    path->loop_used = 0;
    path->length = 0;
    path->set = path->order = 0;
}

static uint64_t identity(KjKey key, KjHand hand)
{
    return (uint64_t)key ^ kj_mix(hand + 1);
}

void kj_path_push(KjPath *path, KjKey key, KjHand hand)
{
    assert(path->length <= KJ_MAX_PLY);
    uint32_t slot = (uint32_t)(key >> 32) % HASH_SIZE;
    while (path->hash[slot])
        slot = (slot + 1) % HASH_SIZE;
    path->hash[slot] = (uint16_t)(path->length + 1);
    path->node[path->length] = (KjPathNode){key, hand, path->set, path->order, slot};
    path->set ^= kj_mix(identity(key, hand));
    path->order ^= kj_mix(identity(key, hand) + path->length + 1);
    path->length++;
    path->longest = path->length > path->longest ? path->length : path->longest;
}

void kj_path_pop(KjPath *path)
{
    // Last in, first out: no probe sequence of an older node runs over this slot.
    KjPathNode *node = &path->node[--path->length];
    path->hash[node->slot] = 0;
    path->set = node->before;
    path->order = node->order;
}

int kj_path_find(const KjPath *path, const KjTables *t, KjKey key, KjHand hand)
{
    int found = -1;
    for (uint32_t slot = (uint32_t)(key >> 32) % HASH_SIZE; path->hash[slot];
         slot = (slot + 1) % HASH_SIZE) {
        int ply = path->hash[slot] - 1;
        if (path->node[ply].key == key && kj_hand_covers(t, path->node[ply].hand, hand) &&
            ply > found)
            found = ply;
    }
    return found;
}

KjHand kj_path_proof_hand(const KjPath *path, unsigned n_forbidden, KjKey key, KjHand present,
                          KjHand least)
{
    uint32_t slot = (uint32_t)(key >> 32) % HASH_SIZE;
    for (; n_forbidden && path->hash[slot]; slot = (slot + 1) % HASH_SIZE) {
        unsigned ply = path->hash[slot] - 1u;
        if (path->node[ply].key == key && ply < n_forbidden)
            return present;
    }
    return least;
}

static uint64_t loop_key(const KjPath *path, KjKey key, KjHand hand)
{
    uint64_t k = identity(key, hand) ^ path->set;
    return k ? k : 1;
}

static uint64_t loop_slot(const KjPath *path, uint64_t key)
{
    return kj_mix(key) & (path->loop_size - 1);
}

/* Moves the entry of a slot of the smaller table to the other half if it belongs there. */
static void settle_loop(KjPath *path, uint64_t slot)
{
    KjLoop *loop = &path->loop[slot];
    uint64_t to = loop_slot(path, loop->key);
    if (loop->key && to != slot) {
        path->loop[to] = *loop;
        loop->key = 0;
    }
}

/*
 * Grows by a factor of two, without a pause: slots are settled a few at a time, and each before it
 * is written to. So what overwrites what is as if all had been settled at once.
 */
static void make_loop_room(KjPath *path, uint64_t next)
{
    if (path->loop_used > path->loop_size / 2 && path->loop_size < path->loop_max &&
        path->loop_moved == path->loop_size / 2) {
        path->loop_size *= 2;
        path->loop_moved = 0;
    }
    uint64_t half = path->loop_size / 2;
    for (unsigned i = 0; i < PACE && path->loop_moved < half; i++)
        settle_loop(path, path->loop_moved++);
    if (path->loop_moved < half)
        settle_loop(path, loop_slot(path, next) & (half - 1));
}

void kj_path_store_loop(KjPath *path, KjKey key, KjHand hand, const KjNodeValue *value)
{
    assert(value->dn == 0 && value->dep != KJ_DEP_NONE);
    uint64_t k = loop_key(path, key, hand);
    make_loop_room(path, k);
    KjLoop *loop = &path->loop[loop_slot(path, k)];
    path->loop_used += loop->key == 0;
    *loop = (KjLoop){k, (uint32_t)path->order, value->dep, value->len};
}

/* Where a key is if it is there: in its slot or, until that is settled, in the one it had in the
 * smaller table. */
static const KjLoop *find_loop(const KjPath *path, uint64_t key)
{
    uint64_t slot = loop_slot(path, key), half = path->loop_size / 2, before = slot & (half - 1);
    if (before >= path->loop_moved && path->loop[before].key == key)
        slot = before;
    return &path->loop[slot];
}

bool kj_path_probe_loop(const KjPath *path, KjKey key, KjHand hand, unsigned len, KjNodeValue *out)
{
    uint64_t k = loop_key(path, key, hand);
    const KjLoop *loop = find_loop(path, k);
    if (loop->key != k || loop->len < len)
        return false;
    // The same ancestors in another order refute it too, but which ply is the shallowest one needed
    // is then unknown: the root is a safe answer.
    unsigned dep = loop->order == (uint32_t)path->order ? loop->dep : 0;
    *out = kj_value_disproved(hand, loop->len, dep);
    return true;
}
