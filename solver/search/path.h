/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line being searched, and what was learnt that holds only on it.
 *
 * A position met again on its own line is a failure of the attacker: a shortest mate never comes
 * back, nor to the same board with a poorer hand (docs/solver.md §3). A disproof that used this
 * holds only where the same ancestors stand on the line, so it must never reach the transposition
 * table as a fact. It goes into the loop table instead, under the position and a signature of the
 * set of its ancestors.
 */
#pragma once

#include "solver/search/value.h"

typedef struct {
    KjKey key;
    KjHand hand;
    uint64_t before; // signature of the set of positions above this one
    uint64_t order;  // the same with their plies
    uint32_t slot;   // where it lies in the hash
} KjPathNode;

/* 16 bytes. */
typedef struct {
    uint64_t key;   // position, hand and set of ancestors; 0 empty
    uint32_t order; // the ancestors in their order
    uint16_t dep;
    uint16_t len;
} KjLoop;

typedef struct {
    KjPathNode *node; // [KJ_MAX_PLY + 1]
    uint16_t *hash;   // ply + 1 of the node in a slot, 0 empty
    unsigned length;  // nodes on the path
    unsigned longest; // there were since the caller set it to 0
    uint64_t set, order;
    KjLoop *loop;
    uint64_t loop_size, loop_used, loop_max; // entries; sizes are powers of two
    uint64_t loop_moved; // slots gone through since it grew, at most half of them
} KjPath;

/* Allocates a path, with a loop table of up to `loop_mib` MiB. False when memory is short. */
bool kj_path_init(KjPath *path, size_t loop_mib);
void kj_path_free(KjPath *path);

/* Empties path and loop table. */
void kj_path_clear(KjPath *path);

/* Puts a position (key without hand, attacker's hand) at the end of the path. */
void kj_path_push(KjPath *path, KjKey key, KjHand hand);
void kj_path_pop(KjPath *path);

/* The ply of the last node on the path with this key and a hand that covers this one, else -1. */
int kj_path_find(const KjPath *path, const KjTables *t, KjKey key, KjHand hand);

/*
 * The hand to store with a proof of a position: `least`, the least one that the proof needs, unless
 * the board with a poorer hand is forbidden, as are the first `n_forbidden` nodes of the path. Then
 * more than the proof itself depends on the hand, and it is stored for the present one.
 */
KjHand kj_path_proof_hand(const KjPath *path, unsigned n_forbidden, KjKey key, KjHand present,
                          KjHand least);

/* Remembers that a position that would come next on the present path has no mate within value->len
 * because of its ancestors from ply value->dep on. */
void kj_path_store_loop(KjPath *path, KjKey key, KjHand hand, const KjNodeValue *value);

/* Looks that up; true and the value when a mate within `len` is refuted on this path. */
bool kj_path_probe_loop(const KjPath *path, KjKey key, KjHand hand, unsigned len, KjNodeValue *out);
