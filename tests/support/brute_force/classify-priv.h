/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two files of classify share. */
#pragma once

#include "tests/support/brute_force/classify.h"
#include "tests/support/brute_force/conventional_reference.h"

enum { NEVER = G_MAXINT, MAX_VALUES = 300000 };

typedef struct {
    KjMove move;
    unsigned to;
} Edge;

struct Classify {
    KjSide attacker;
    KjInterpositions rule;
    unsigned depth;
    const ClassifyBy *by; // while it is made
    bool gave_up;
    GArray *pos;   // KjPosition
    GArray *first; // of a position: index of its first edge; one more at the end
    GArray *edges;
    GArray *lost;      // bool: the defender gets away at once (a try)
    GHashTable *index; // full key -> position number + 1
    int *key;          // 2 * plies + (nothing left over); NEVER: no mate
};

#define POS(c, i) (&g_array_index((c)->pos, KjPosition, (i)))
#define EDGE(c, e) (&g_array_index((c)->edges, Edge, (e)))
#define FIRST(c, i) (g_array_index((c)->first, unsigned, (i)))

/* The values of all positions if those marked in `barred` (may be NULL) do not mate. (transfer
 * full) */
int *classify_solve(const Classify *c, const bool *barred);

/* How futile replies are found. */
ReferencePlan classify_plan(const Classify *c);
