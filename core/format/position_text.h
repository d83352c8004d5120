/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position as a user may give it: SFEN, FEEN or `startpos`, with moves after it
 * (docs/notation.md). */
#pragma once

#include "core/rules/record.h"
#include "core/text/text.h"
#include "core/tree/game_end.h"

/* A start position and the moves played from it. */
typedef struct {
    KjPosition start;
    unsigned number; // SFEN's move number of the start, 1 if not given
    unsigned n_moves;
    KjMove *moves; // owned; NULL when there are none
    KjGameEnd end; // how the game ended after them, where a word says it
} KjPositionText;

/*
 * Reads one of
 *   [position] sfen BOARD TURN HANDS [N] [moves M...]      BOARD TURN HANDS [N] [moves M...]
 *   [position] startpos [moves M...]                       FEEN [moves M...]
 * with moves in USI, behind which a word may say how the game ended (`resign`);
 * or an address that has one of these (address.h). `game` NULL: told by the shape of the board or the style
 * letter; `startpos` is then the first game's. The moves must be legal one after the other
 * (repetition is not judged). The start is not judged by kj_position_check unless moves follow.
 * Fails with any KjTextError; then there is nothing to clear.
 */
bool kj_position_text_read(const char *text, const KjGame *game, KjPositionText *out,
                           GError **error);

/* Frees the moves and forgets them. A zeroed struct is fine. */
void kj_position_text_clear(KjPositionText *position);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KjPositionText, kj_position_text_clear)

/* The position after the moves. */
KjPosition kj_position_text_end(const KjPositionText *position);

/*
 * How the moves end the game, by the rules of start.game: KING_CAPTURED, TRY, CHECKMATE, STALEMATE or
 * IMMOBILE (docs/rules.md R8.2), and in `out_ply` the move that did it, from 1; ONGOING: none does.
 * Repetition is not judged. A start without moves ends nothing: it is a position as any other.
 */
KjStatusKind kj_position_text_over(const KjPositionText *position, unsigned *out_ply);

/* The last move, or KJ_MOVE_NONE. */
KjMove kj_position_text_last(const KjPositionText *position);

/* The game's own canonical text of a position: FEEN for games with letter files (Ōgi), else SFEN
 * with number 1. The caller frees it with g_free. */
char *kj_position_write(const KjPosition *pos);
