/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes one diagram of another: changes read off two positions, and moves taken along. */
#pragma once

#include <glib.h>

#include "solver/compose/change.h"

typedef struct {
    GArray *changes; // of KjChange, as few as seen: one after the other; owned
    bool flipped;    // before them the board is turned by half a turn, sides exchanged
    bool side;       // after them the other side is to move
} KjDifference;

/*
 * What leads from one position of a game to another, the defender's hand aside: the whole board
 * turned, shifted or mirrored, or else piece by piece; what left one square and came to another is
 * a move, by the shortest way. Clear with kj_difference_clear.
 */
void kj_difference(const KjPosition *from, const KjPosition *to, KjSide attacker,
                   KjDifference *out);
void kj_difference_clear(KjDifference *difference);

/* The move in the squares of the second position; KJ_MOVE_NONE if it would leave the board. */
KjMove kj_difference_map(const KjTables *t, const KjDifference *difference, KjMove move);
