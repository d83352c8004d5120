/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the moves behind a position are: the author's line, or moves that have been played. All who
 * read problems ask here, so a text means the same to every command.
 */
#pragma once

#include "core/format/position_text.h"
#include "repl/job/options.h"

/* The choices of --moves: where moves are a line. A command's row has the one that it is by itself. */
typedef enum {
    KJ_MOVES_CHECKS,  // if the attacker has some, and each of them gives check
    KJ_MOVES_THREATS, // likewise, and quiet ones that threaten mate (詰めろ) are as good
    KJ_MOVES_LINE,    // always
    KJ_MOVES_PLAYED,  // never
} KjMovesRule;

typedef enum { KJ_MOVES_ARE_LINE, KJ_MOVES_ARE_PLAYED, KJ_MOVES_ARE_OPEN } KjMovesAre;

/*
 * What the moves of a text are to `attacker`, by the rule of `values`: that of --moves, else of the
 * command, THREATS where 必至 is asked for. OPEN: whether the move `out_ply` (from 1) threatens mate
 * was not found out.
 */
KjMovesAre kj_moves_are(const KjValues *values, const KjPositionText *text, KjSide attacker,
                        unsigned *out_ply);
