/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers by which works are screened: what a person would look at first. They are read off the
 * diagram and its main line, and nobody is asked; docs/themes.md defines each. A row of a table is
 * a number, so that queries, lists and wishes name them alike.
 */
#pragma once

#include "solver/themes/solved.h"

typedef enum {
    KJ_MEASURE_CHASE,      // mean of the shares of contact checks and of king moves, per cent
    KJ_MEASURE_CAPTURES,   // by the attacker
    KJ_MEASURE_ECONOMY,    // share of the attacker's pieces that move, per cent
    KJ_MEASURE_QUIET,      // 1: the first move neither captures nor promotes, else 0
    KJ_MEASURE_OPENNESS,   // squares round the king, in the diagram, to which it could step
    KJ_MEASURE_SACRIFICES, // attacking moves of which the reply takes the piece
    KJ_MEASURE_LONG_DROPS, // sliders dropped at a distance
    KJ_MEASURE_DECLINED,   // attacking moves that could promote and do not
    KJ_MEASURE_TRIES,      // other checks that a single reply saves from mate in one
    KJ_MEASURES,
} KjMeasure;

typedef struct {
    unsigned value[KJ_MEASURES];
    bool only_chases; // KJ_MUCH_CHASE at least, no sacrifice, no discovered or double check
} KjMeasured;

enum { KJ_MUCH_CHASE = 75 };

/* Measures a work of which the line begins with the attacker. Bounded work at each ply. */
void kj_measure(const KjSolvedWork *work, KjMeasured *out);

/* "chase", "captures", ... Static. */
const char *kj_measure_code(KjMeasure measure);
