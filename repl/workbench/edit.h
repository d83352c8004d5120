/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Editing a position: the words by which users name squares, pieces and hands, and the changes
 * themselves. Nothing here asks whether the result is possible; kj_position_check does.
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

/*
 * Reads a square from the beginning of a text: as USI has it (5e, or e5 in games with letter
 * files), two digits (55), full-width digits or kanji (５五). False if there is none on the board;
 * `out_end` gets the place after it.
 */
bool kj_edit_square(const KjGame *game, const char *text, unsigned *out, const char **out_end);

/*
 * Reads a piece from the beginning of a text: an SFEN letter, lower case for gote, `+` before it
 * for a promoted one; or kanji, `v`, `▽` or `△` before it for gote (竜 for 龍, 成銀 for 全 too).
 * False if there is none.
 */
bool kj_edit_piece(const KjGame *game, const char *text, KjPiece *out, const char **out_end);

/* Reads a side: b, w, sente, gote, black, white, 先手, 後手, and 攻方 and 玉方 by who attacks. */
bool kj_edit_side(const char *text, KjSide attacker, KjSide *out);

/* Puts a piece on a square, over what stands there; a king leaves the square it stood on. */
void kj_edit_place(KjPosition *pos, unsigned square, KjPiece piece);

/* Takes a piece off; false if there is none. */
bool kj_edit_remove(KjPosition *pos, unsigned square);

/* Moves what stands on a square to another, over what stands there; false if the first is empty. */
bool kj_edit_move(KjPosition *pos, unsigned from, unsigned to);

/* Turns a piece over; false if there is none or it has no other face. */
bool kj_edit_promote(KjPosition *pos, unsigned square);

/* Hands a piece on the board to the other side; false if there is none. */
bool kj_edit_turn_piece(KjPosition *pos, unsigned square);

/* Shifts all pieces by so many files to the left and ranks down; false, and nothing changed, if one
 * would leave the board. */
bool kj_edit_shift(KjPosition *pos, int left, int down);

typedef enum { KJ_HAND_SET, KJ_HAND_ADD, KJ_HAND_TAKE } KjHandChange;

/*
 * Makes a hand what the text says, or adds it, or takes it away. The text is as in SFEN, in either
 * case and with blanks (`2P G`, `-` for nothing, `+R` for promoted ones where the game has them),
 * or kanji with a number after them (金 歩二). Fails with KJ_USAGE_ERROR_ARGUMENT and changes
 * nothing when it is neither, or more than the hand has or holds.
 */
bool kj_edit_hand(KjPosition *pos, KjSide side, const char *text, KjHandChange change,
                  GError **error);

/* Makes `pos` the same position set up anew, so that it is as one read from text. */
void kj_edit_tidy(KjPosition *pos);
