/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about impossible positions: what is wrong, where, and what was expected. */
#pragma once

#include "core/format/position_text.h"

/*
 * Why a position cannot be, as one line of text for people, or NULL if it can (kj_position_check).
 * `out_square` gets the square it is about, or KJ_NO_SQUARE. (transfer full, g_free)
 */
char *kj_position_error_text(const KjPosition *pos, unsigned *out_square);

/* What is odd about a position and no error (kj_position_oddity), and the square it is about; NULL
 * if nothing is. (transfer full) */
char *kj_position_oddity_text(const KjPosition *pos, unsigned *out_square);

/* Whether the last of the moves that led to a position may have ended the game. */
typedef enum {
    KJ_MAY_END,  // in any way
    KJ_MAY_MATE, // by leaving no move
    KJ_GOES_ON,  // no
} KjMayEnd;

/*
 * What is wrong with moves that end the game (docs/rules.md R8.3), by the rules of text->start.game:
 * one comes after the end, or the last is an end it may not be. NULL: nothing. (transfer full,
 * g_free)
 */
char *kj_position_over_text(const KjPositionText *text, KjMayEnd may);

/*
 * The 1-based column, in characters, at which a line of text that holds an SFEN or FEEN of the game
 * has what is on a square; the column of the board for KJ_NO_SQUARE; 0 if there is no board.
 */
unsigned kj_position_error_column(const KjGame *game, const char *line, unsigned square);
