/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Squares and moves as USI writes them (docs/notation.md): `7g7f`, `8h2b+`, `P*5e`.
 * In games with letter files (Ōgi) squares are `a1` from sente's left corner, a promoted piece from
 * hand is `+P*e5`, and a king that keeps a captured piece promoted adds it: `e1e2/+P`.
 */
#pragma once

#include "core/text/text.h"

enum {
    KJ_SQUARE_TEXT = 4,
    KJ_PLACE_TEXT = 5,
    KJ_USI_MOVE = 16, // bytes that hold any move, NUL included
};

/* Writes a square in the game's own way, e.g. "7f" or "e5". */
void kj_square_write(const KjGame *game, unsigned square, char out[KJ_SQUARE_TEXT]);

/* Reads a square from the beginning of a text; false if there is none on this board. `end`, if not
 * NULL, gets the place after it. */
bool kj_square_read(const KjGame *game, const char *text, unsigned *out, const char **end);

/* Writes and reads where a piece is: a square, or "hand", which is KJ_NO_SQUARE. All of the text is
 * read. */
void kj_place_write(const KjGame *game, unsigned square, char out[KJ_PLACE_TEXT]);
bool kj_place_read(const KjGame *game, const char *text, unsigned *out);

/*
 * Reads a move of the side to move. Fails with KJ_TEXT_ERROR_SYNTAX when the text is no move, with
 * _MOVE when the origin has no piece of the side to move, the piece dropped can never be in hand,
 * or the piece after '/' is not what the king would take. Legality is not judged here, see
 * kj_move_legality. Where promotion is automatic the '+' may be missing.
 */
bool kj_usi_move_read(const KjPosition *pos, const char *text, KjMove *out, GError **error);

/* As kj_usi_move_read, from the place of a scan on, up to a blank or the end of the text. */
bool kj_usi_move_scan(KjScan *scan, const KjPosition *pos, KjMove *out, GError **error);

/*
 * Reads a move as it is written, whatever stands on the board, for positions in which a piece of it
 * may be missing. Where promotion is automatic the '+' must be there. False if it is none.
 */
bool kj_usi_move_read_bare(const KjGame *game, const char *text, KjMove *out);

/* Writes a move of the side to move of `before`; the position tells which piece is kept
 * promoted. */
void kj_usi_move_write(const KjPosition *before, KjMove move, char out[KJ_USI_MOVE]);
