/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position of a game, both sides (docs/analyse.md). */
#pragma once

#include "solver/analyse/brink.h"
#include "solver/analyse/king.h"
#include "solver/analyse/moves.h"

typedef struct {
    KjKingReport king[2];  // by the side whose king it is
    GArray *moves;         // KjMoveFact of the side to move
    bool check;            // it is in check
    KjBrinkReport brink;   // of its king
    bool forces_asked;     // of the side to move, which has no mate by checks:
    KjHisshiAnswer forces; // what it forces by checks and threats
    uint64_t nodes;
} KjPositionReport;

/*
 * Reports on a position to which `past` led, within the limits. Neither king may be missing of whom
 * something is to be told; a missing one is left out. To be cleared with kj_position_report_clear.
 */
void kj_analyse_position(KjAnalyst *a, const KjPosition *pos, const KjPast *past,
                         const KjAnalyseLimits *limits, KjPositionReport *out);
void kj_position_report_clear(KjPositionReport *report);

/* Whether a question about the kings or the moves was not answered; first moves, hands and what
 * is forced by threats, of which there is always more to ask, do not count. */
bool kj_position_report_open(const KjPositionReport *report);
