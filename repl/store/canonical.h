/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One position for all that are the same problem: the attacker is sente, and of the two mirror
 * images the one whose text comes first is taken. What is solved and stored is that one; places and
 * moves are turned back when they are shown.
 */
#pragma once

#include "core/format/position_text.h"

/* How a canonical position differs from the one it stands for; a set of bits. */
typedef enum {
    KJ_CANONICAL_TURNED = 1 << 0,   // board turned by 180 degrees, sides swapped
    KJ_CANONICAL_MIRRORED = 1 << 1, // left and right swapped (after turning)
} KjCanonicalTurn;

/*
 * Whether mirror images are the same problem: so in games whose moves, zones and try squares are
 * the same on both sides. The switches of the game count (a try rule that is off has no squares).
 */
bool kj_canonical_mirrors(const KjGame *game);

/* Whether a board turned by 180 degrees with sides swapped is the same problem: so unless the try
 * rule is on and the two sides try on squares that are not opposite. */
bool kj_canonical_turns(const KjGame *game);

/*
 * The canonical form of a position for an attacker, who must be sente where kj_canonical_turns is
 * false; `mirrors` is kj_canonical_mirrors of its game, which takes long to find out. `out_turn`
 * (KjCanonicalTurn bits) says how it was made. Returns its text as kj_position_write gives it.
 * (transfer full)
 */
char *kj_canonical_make(const KjPosition *pos, KjSide attacker, bool mirrors, unsigned *out_turn);

/* The position a canonical one stands for: the turns undone. */
KjPosition kj_canonical_undo(const KjPosition *canonical, unsigned turn);

/*
 * Where the moves before a position count (by the law of repetition) its canonical text has them:
 * `POSITION moves M...`, start and moves turned as the position is. This is the text, and, as turns
 * undo themselves, what it stands for. (transfer full)
 */
char *kj_canonical_text(const KjPositionText *text, unsigned turn);

/* Reads a canonical text: the position, after its moves if it has any. False: it is none. */
bool kj_canonical_read(const char *text, const KjGame *game, KjPosition *out);

/* A square and a move of the canonical position, where they are in the other one. Turns undo
 * themselves, so the same functions lead both ways. */
unsigned kj_canonical_square(const KjGame *game, unsigned square, unsigned turn);
KjMove kj_canonical_move(const KjGame *game, KjMove move, unsigned turn);

/* Turns, where they stand, the moves in USI and the squares that are strings of a JSON text. */
void kj_canonical_turn_json(char *json, const KjGame *game, unsigned turn);
