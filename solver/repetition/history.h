/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The moves and positions of a game so far, for a law that forbids repeating (R3.9): a
 * move is forbidden if an equal one has been played and it leads to a position that has occurred.
 * Under the reading "pair" (R3.13) that move must have led to that position.
 *
 * Moves and positions are numbers that others make; equal numbers are equal things.
 */
#pragma once

#include "core/rules/position.h"

enum { KJ_MAX_HISTORY = 8192 }; // plies, those before the root included

/* A multiset that is undone in the order it was done. */
typedef struct {
    uint64_t *value; // open addressing; 0 empty
    uint16_t *count;
    uint16_t *used; // the slots that are not empty, in the order they were filled
    unsigned n_used;
} KjCounts;

typedef struct {
    bool pair;
    KjCounts moves,
        positions; // pair: `moves` holds moves with their positions, `positions` nothing
    unsigned plies;
    /* A hash of what is in the sets, whatever the order: what comes depends on nothing else. */
    uint64_t signature;
} KjHistory;

/* An empty history. False when memory is short. */
bool kj_history_init(KjHistory *history, bool pair);
void kj_history_free(KjHistory *history);

/* Empties it, and makes `start` the only position that has occurred. */
void kj_history_begin(KjHistory *history, uint64_t start);

/* Whether `move` (as kj_history_move) into `position` is forbidden now. */
bool kj_history_forbids(const KjHistory *history, uint64_t move, uint64_t position);

/* Adds a move and the position it leads to; takes back the last one, which was that. */
void kj_history_push(KjHistory *history, uint64_t move, uint64_t position);
void kj_history_pop(KjHistory *history, uint64_t move, uint64_t position);

/* What the signature would be after kj_history_push. */
uint64_t kj_history_after(const KjHistory *history, uint64_t move, uint64_t position);

/* A move of `pos` as the law compares moves: piece with its state and side, origin or drop, target,
 * promotion; not what becomes of a captured piece. */
static inline uint64_t kj_history_move(const KjPosition *pos, KjMove move)
{
    return (uint64_t)kj_moving_piece(pos, move) << 16 | (move & ~(unsigned)KJ_MOVE_KEEP);
}
