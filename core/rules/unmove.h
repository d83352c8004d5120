/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves taken back: from a position to those it can have come from. The reverse of kj_gen_legal:
 * whatever is given is a legal move there and leads to the position, and all such moves are given.
 */
#pragma once

#include "core/rules/position.h"

/* The last move of the side that is not to move, and what it captured. */
typedef struct {
    KjMove move;      // as it was played in the position before
    KjPiece captured; // KJ_NONE: nothing
} KjUnmove;

/* Gets a move and the position before it; returns whether to go on. */
typedef bool (*KjUnmoveFn)(void *data, const KjUnmove *unmove, const KjPosition *before);

/*
 * Goes through the last moves that can have led to `pos`, in a fixed order: moves of every piece of
 * the side that is not to move from every square, promotions turned back, drops, each with every
 * piece in that side's hand as what was captured. The position before is one that can be
 * (kj_position_check) and in which the move is legal; where a try does not end the game (R1.19) it
 * is one with the same tries made. A captured king is not put back. Ends early when `fn` returns
 * false.
 */
void kj_each_unmove(const KjPosition *pos, KjUnmoveFn fn, void *data);
