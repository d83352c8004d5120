/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boards pasted line by line, drawn as in BOD (docs/formats.md). */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

typedef enum {
    KJ_BOD_NO,    // the line is not part of a board
    KJ_BOD_MORE,  // it is; more lines must follow
    KJ_BOD_WHOLE, // all ranks are there; hands and the side to move may follow
} KjBodLine;

/* Whether a line can belong to a board, by its look alone. */
bool kj_bod_is_line(const char *line);

/* Whether a line says what a side has in hand. */
bool kj_bod_is_hand(const char *line, KjSide side);

/*
 * Reads lines of a board so far: hands (後手の持駒：飛 歩二), rulers, ranks between bars, 後手番.
 * The game is told by the size. With KJ_BOD_WHOLE `out` is set, else untouched. Fails with
 * KJ_TEXT_ERROR_SYNTAX, naming line and column, and then returns KJ_BOD_NO.
 */
KjBodLine kj_bod_read(const char *const *lines, KjPosition *out, GError **error);
