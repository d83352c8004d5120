/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conventional lengths by brute force, straight from docs/rules.md R12.19 and R12.20: values are
 * computed from the leaves up to a depth, with no bounds, no tables of the solver and no order of
 * moves. Only the rules of core are used.
 */
#pragma once

#include "core/rules/movegen.h"
#include "solver/solver.h"

typedef struct {
    KjInterpositions rule;
    KjSide attacker;
    unsigned depth;      // plies looked ahead
    unsigned max_values; // gives up beyond so many
} ReferencePlan;

enum { REFERENCE_NONE = 0x7fffffff, REFERENCE_TOO_MUCH = -1 };

/* The key (R12.20) of a position, 2 * plies + 1 if nothing is left in hand; REFERENCE_NONE: no mate
 * within the depth; REFERENCE_TOO_MUCH: given up. */
int conventional_reference(const ReferencePlan *plan, const KjPosition *pos);

/*
 * The length under a tolerance of longer variations (docs/rules.md R12.22) of a mate whose
 * length is `len` without; or REFERENCE_TOO_MUCH. The plan's depth must be `len` + `tolerance`.
 */
int conventional_reference_tolerated(const ReferencePlan *plan, const KjPosition *pos, int len,
                                     int tolerance);
/* The replies at `pos` that are futile interpositions. False: given up, or some other reply is not
 * mated within the depth. */
bool conventional_reference_replies(const ReferencePlan *plan, const KjPosition *pos,
                                    KjMoveList *out);

/* Whether a hand holds a piece that could be dropped one day. */
bool conventional_reference_leaves(const KjGame *game, KjHand hand);

/* How often a futile interposition was found while the last one was computed. */
unsigned conventional_reference_futile(void);

/* How often one that is futile only because the position can be brought back. */
unsigned conventional_reference_tours(void);
