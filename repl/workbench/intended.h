/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line a composer intends: whether it can still be played, and where it breaks. */
#pragma once

#include <glib.h>

#include "core/rules/movegen.h"
#include "solver/query.h"

typedef enum {
    KJ_LINE_HOLDS,
    KJ_LINE_ILLEGAL,  // a move cannot be played
    KJ_LINE_NO_CHECK, // a move of the attacker's gives no check
    KJ_LINE_NO_MATE,  // it is at its end, and that is no mate
} KjLineState;

typedef struct {
    KjLineState state;
    unsigned ply;  // of the move, from 1; NO_MATE: the last
    KjIllegal why; // ILLEGAL
} KjLineBreak;

/* Whether a line can be played from `start` and mates, so far as the rules alone say, and the one
 * of interpositions: where only futile ones are left the work is at its end. So it is where the law
 * of repetition bars all replies. `any_move`: the
 * attacker need not give check. */
KjLineBreak kj_line_break(const KjPosition *start, KjSide attacker, bool any_move,
                          KjInterpositions rule, const GArray *line);

/* "ply 3, 2b2c: there is no piece there", "the last move, ply 5, does not mate"; NULL: it holds.
 * (transfer full) */
char *kj_line_break_text(const KjGame *game, const GArray *line, const KjLineBreak *broken);
