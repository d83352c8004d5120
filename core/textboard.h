/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards as text, with hands, coordinates and the side to move. */
#ifndef KJ_CORE_TEXTBOARD_H
#define KJ_CORE_TEXTBOARD_H

#include "core/position.h"

typedef enum {
    KJ_BOARD_KANJI, // as BOD (rules.md §6.2): 2-cell kanji, gote's with a `v` before them
    KJ_BOARD_ASCII, // SFEN letters, gote's in lower case, `+` before promoted ones
} KjBoardStyle;

/*
 * A diagram of several lines, each ending in a newline; cells are three columns wide in both
 * styles. `color` adds ANSI sequences: gote's pieces red, the target of `last` reversed. `last`
 * is the move that led to `pos` and gets a line of its own, or is KJ_MOVE_NONE. The caller frees
 * the text with g_free.
 */
char *kj_board_text(const KjPosition *pos, KjBoardStyle style, bool color, KjMove last);

#endif
