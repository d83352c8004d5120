/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SFEN, the positions of USI (docs/notation.md), for every game: BOARD TURN HANDS [N]. */
#pragma once

#include "core/text/text.h"

/*
 * Reads "BOARD TURN [HANDS] [N]", with or without "sfen " before it. Missing hands are empty, a
 * missing number is 1. Hands may come in any order; a promoted piece in hand (Ōgi, R3.5)
 * is `+P`, its count before the plus: `2+PRp`. `game` NULL: the first game with such a board.
 * `out_number` may be NULL. Only the form is judged here; kj_position_check tells whether the
 * position can be. Fails with KJ_TEXT_ERROR_SYNTAX or _POSITION; then `out` is undefined.
 */
bool kj_sfen_read(const char *text, const KjGame *game, KjPosition *out, unsigned *out_number,
                  GError **error);

/* As kj_sfen_read, from the place of a scan on; stops after the last field it knows. */
bool kj_sfen_scan(KjScan *scan, const KjGame *game, KjPosition *out, unsigned *out_number,
                  GError **error);

/*
 * The one canonical SFEN of a position: hands sente's first, in the order of the game's rows,
 * unpromoted before promoted, `-` if both are empty. The caller frees it with g_free.
 */
char *kj_sfen_write(const KjPosition *pos, unsigned number);

/* Reads a piece of a board text; kj_sfen_piece_scan does for SFEN: a letter, + before it if promoted. */
typedef bool (*KjPieceScanFn)(KjScan *scan, const KjGame *game, KjPiece *out, GError **error);
bool kj_sfen_piece_scan(KjScan *scan, const KjGame *game, KjPiece *out, GError **error);

/* Reads the board of SFEN or of a text like it on a cleared position: rows from the far edge with
 * '/' between them, empty squares as a number; with `digits`, as in SFEN, each digit is one. */
bool kj_sfen_board_scan(KjScan *scan, KjPosition *pos, KjPieceScanFn read, bool digits,
                        GError **error);

/* Appends a piece as a board text has it, kj_sfen_piece_write as SFEN; and the pieces of a hand. */
typedef void (*KjPieceWriteFn)(GString *out, const KjGame *game, KjPiece piece);
void kj_sfen_piece_write(GString *out, const KjGame *game, KjPiece piece);
void kj_sfen_hand_write(GString *out, const KjGame *game, KjHand hand, KjSide side);

/* Appends such a board. */
void kj_sfen_board_write(GString *out, const KjPosition *pos, KjPieceWriteFn write);
