/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves in the notations people use (docs/notation.md), for every game. Reading goes
 * through the legal moves and the very parts writing is made of, so the two cannot disagree.
 */
#pragma once

#include "core/text/text.h"

typedef enum {
    KJ_NOTATION_USI,        // 7g7f
    KJ_NOTATION_JA,         // ▲７六歩
    KJ_NOTATION_JA_SHOGI,   // ☗７六歩
    KJ_NOTATION_WESTERN,    // P-7f (Hodges)
    KJ_NOTATION_DIGITS,     // P76
    KJ_NOTATION_DIGITS_DHT, // the same with D H T for +R +B +P
    KJ_NOTATION_COUNT,
} KjNotation;
// as users write them, in the same order
#define KJ_NOTATION_WORDS "usi|ja|ja-shogi|western|digits|digits-dht"

/*
 * The text of a pseudo-legal move of the side to move. `previous` is the move before it, which
 * makes Japanese write 同, or KJ_MOVE_NONE. In Japanese 成 is always written, 不成 only where
 * promotion was possible, 打 only where a piece on the board could go there too, and right and
 * left, up and down as the Japan Shogi Association has them; where even these leave two pieces, the
 * origin in brackets follows. The caller frees it with g_free.
 */
char *kj_move_text(const KjPosition *before, KjMove move, KjMove previous, KjNotation notation);

/*
 * Reads a legal move in any of the notations, told by the text. Side marks (▲△▼▽☗☖), blanks and
 * words that are not needed to tell the move may be there or not; digits may be half or full width.
 * `before` must pass kj_position_check. Fails with KJ_TEXT_ERROR_SYNTAX or _MOVE: no such move, why
 * it is illegal, or which moves the text could mean.
 */
bool kj_move_parse(const KjPosition *before, const char *text, KjMove previous, KjMove *out,
                   GError **error);
