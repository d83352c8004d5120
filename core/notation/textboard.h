/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards as text, with hands, coordinates and the side to move. */
#pragma once

#include "core/rules/position.h"

typedef enum {
    KJ_BOARD_KANJI,    // as BOD (docs/formats.md): 2-cell kanji, gote's with a `v` before them
    KJ_BOARD_ASCII,    // SFEN letters, gote's in lower case, `+` before promoted ones
    KJ_BOARD_MAGAZINE, // kanji; hands beside the board, a kind a line, as in Japanese magazines
} KjBoardStyle;

/* How a board is to look. */
typedef struct {
    KjBoardStyle style;
    bool color;       // ANSI sequences: gote's pieces red, the target of the last move reversed
    bool other_faces; // 今 仝 个 for 圭 杏 と
    bool no_hand[2];  // MAGAZINE: leaves a side's hand out
} KjBoardLook;

/*
 * A diagram of several lines, each ending in a newline; cells are three columns wide in all
 * styles. `last` is the move that led to `pos` and gets a line of its own, or is KJ_MOVE_NONE. The
 * caller frees the text with g_free.
 */
char *kj_board_draw(const KjPosition *pos, const KjBoardLook *look, KjMove last);

/* As kj_board_draw, without other faces or hands left out. */
char *kj_board_text(const KjPosition *pos, KjBoardStyle style, bool color, KjMove last);
