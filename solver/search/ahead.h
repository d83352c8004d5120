/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions that will be asked one after the other, answered ahead by the helpers of a team. What
 * they find out is in the shared table when its turn comes; if it is found out by then, the asker
 * has the answer at once. If a helper is still at it, the two are at it together. So all that is
 * ever believed is what the asker itself asks and finds in the table (docs/solver.md §11).
 */
#pragma once

#include <stdatomic.h>

#include "solver/search/search.h"

/* A question that will be asked. */
typedef struct KjAhead {
    KjPosition position;
    uint64_t node_limit;    // 0: none
    double seconds;         // 0: no limit
    _Atomic uint64_t nodes; // that helpers have spent on it so far
} KjAhead;

/* Asks about a position, so that the answer is in the table. */
typedef void (*KjAheadFn)(KjSearch *s, const KjPosition *pos);

/*
 * Has the helpers begin with `questions`, in their order; they stay the caller's and must be there
 * until kj_ahead_end. Nothing may be forbidden meanwhile by the search that helpers start from,
 * and the table may not be emptied. False, and nothing is begun, if there are no helpers or the
 * search has not taken long enough for it so far: `nodes`.
 */
bool kj_ahead_begin(KjSearch *s, KjAhead *questions, unsigned n, KjAheadFn ask, uint64_t nodes);

/* The asker comes to `question`: helpers go on with later ones. */
void kj_ahead_reach(KjSearch *s, KjAhead *question);

/* Ends it; helpers have left when it returns. */
void kj_ahead_end(KjSearch *s);

/* For team.c: a helper without anything to do looks at the next question, if there is one. With
 * the lock held at both ends. False if there is none. */
bool kj_ahead_help(struct KjHelper *h);
