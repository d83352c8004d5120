/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The checks of a position by what gives them: a set of squares for each piece that moves or is
 * dropped. A first look at a position needs no list: it counts sets, and finds a mate in one by
 * comparing them with the squares from which the king's free steps are guarded.
 */
#pragma once

#include "core/rules/attack.h"

/* Where the enemy king could step to as the pieces of the side to move stand now. */
typedef struct {
    KjBb occupied;   // without the king
    KjGuards guards; // what the side to move does to the squares around him
    KjBb free;       // steps no piece guards, captures too
    KjBb alone;      // squares around him that just one piece guards
    uint32_t known;  // kinds whose `cover` is filled in
    KjBb cover
        [KJ_MAX_KINDS]; // from where a kind guards all free steps that are no captures, on an empty
                        // board
} KjFlights;

/* Checks by one piece: what to add the square to, which is kj_make_move or kj_make_drop with square
 * 0, and flags; and the squares. */
typedef struct {
    KjMove move;
    KjBb to;
} KjCheckSet;

typedef struct {
    unsigned n;      // how many moves
    unsigned n_sets; // the moves of each set in the order of its squares are the order of the list
    bool looked;     // whether `flights` is filled in
    KjFlights flights;
    KjCheckSet set[KJ_MAX_MOVES];
} KjChecks;

/* The moves of kj_gen_checks. */
void kj_find_checks(const KjPosition *pos, KjChecks *checks);

/* The same as a list, in the same order. */
void kj_list_checks(const KjChecks *checks, KjMoveList *list);

/* The flights of the enemy king; he must be the only royal piece of his side. */
const KjFlights *kj_checks_flights(const KjPosition *pos, KjChecks *checks);

/* The first of the checks that mates at once, else KJ_MOVE_NONE. */
KjMove kj_checks_mate(const KjPosition *pos, KjChecks *checks);

/* The squares from which a kind guards all free steps that are no captures, at most: a check from
 * another leaves the king a step. */
KjBb kj_flights_cover(const KjPosition *pos, KjFlights *flights, KjKind kind);
