/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves as they are written where no position is at hand: which piece moves, and from where, may be
 * open. A loose move is the list of what it can mean on some board or other.
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

/* One meaning: the kind before it moves, and the move. */
typedef struct {
    KjKind kind;
    KjMove move;
} KjLooseReading;

/* What a text can mean. */
typedef struct {
    bool vague;       // the origin is not given: what is known of the board may tell it
    GArray *readings; // of KjLooseReading; owned
} KjLooseMove;

void kj_loose_move_clear(KjLooseMove *move);

/*
 * Reads a move of `side`: USI (`2b3c+`, which says nothing of the kind; `P*2c`), CSA (`+2233TO`,
 * `0023FU`) or Japanese (`▲２三銀成`, `同銀(14)`, `２三歩打`; without an origin in brackets it can
 * be any, or a drop). `previous` is the move before it, for 同, or KJ_MOVE_NONE. False: it is none of
 * these, or no piece of the game moves like that. Clear in any case.
 */
bool kj_loose_move_read(const KjGame *game, KjSide side, const char *text, KjMove previous,
                        KjLooseMove *out);

/* A move of which piece and origin are known. */
void kj_loose_move_of(KjKind kind, KjMove move, KjLooseMove *out);

/* Reads a line, blanks between its moves, sente to move first: an array of KjLooseMove. NULL:
 * `out_wrong` (transfer full) is the first word that is no move. (transfer full, g_array_unref) */
GArray *kj_loose_line_read(const KjGame *game, const char *text, char **out_wrong);

/* An empty line. (transfer full) */
GArray *kj_loose_line_new(void);
