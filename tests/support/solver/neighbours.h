/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The neighbours of a work, as a composer would try them, and what is to be the same of a report
 * whether the work was checked before or not. */
#pragma once

#include "solver/check/check.h"
#include "tests/support/problems/draft.h"

/* How a neighbour differs. */
typedef enum {
    NEIGHBOUR_MOVED,   // a piece stands elsewhere
    NEIGHBOUR_REMOVED, // a piece of the board is in the defender's hand
    NEIGHBOUR_ADDED,   // a piece of the defender's hand is on the board, of either side
    NEIGHBOUR_TURNED,  // a piece is promoted, or is not any more
    NEIGHBOUR_HAND,    // the attacker has a piece more or less in hand
    NEIGHBOUR_SHIFTED, // everything stands a file further to the right or left
    NEIGHBOUR_KINDS,
} NeighbourKind;

/* "moved", "removed", ... Static. */
const char *neighbour_text(NeighbourKind kind);

/* Makes a neighbour of that kind at random; false if what was drawn can be no work. */
bool neighbour_make(KjPosition *out, const KjPosition *pos, NeighbourKind kind, DraftRng *rng);

/* Verdict, lengths, every move of every node with its class, the findings; to be freed. */
char *neighbour_report(const KjReport *report);

/* Whether anything of a report is undecided. */
bool neighbour_open(const KjReport *report);
