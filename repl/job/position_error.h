/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about impossible positions: what is wrong, where, and what was expected. */
#ifndef KJ_REPL_JOB_POSITION_ERROR_H
#define KJ_REPL_JOB_POSITION_ERROR_H

#include "core/rules/position.h"

/*
 * Why a position cannot be, as one line of text for people, or NULL if it can (kj_position_check).
 * `out_square` gets the square it is about, or KJ_NO_SQUARE. (transfer full, g_free)
 */
char *kj_position_error_text(const KjPosition *pos, unsigned *out_square);

/*
 * The 1-based column, in characters, at which a line of text that holds an SFEN or FEEN of the game
 * has what is on a square; the column of the board for KJ_NO_SQUARE; 0 if there is no board.
 */
unsigned kj_position_error_column(const KjGame *game, const char *line, unsigned square);

#endif
