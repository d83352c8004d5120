/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is on the workbench's board, as a command takes it that is given no PROBLEM. */
#pragma once

#include <stdbool.h>

#include "core/tree/move_tree.h"

/* All is owned, by who made it. What may be missing is NULL then. */
typedef struct {
    char *position;   // that a command works on: a start with the moves behind it
    char *variant;    // id of its game
    char *ahead;      // moves behind it on the board, in USI; may be missing
    char *intended;   // the line intended, in USI, playable or not; may be missing
    char *author;     // so the author's line; may be missing
    char *collection; // the file of the open collection; may be missing
    KjMoveTree *tree; // all of what is on the board; may be missing
    bool shown;       // the board is drawn after each change
} KjBoard;

/* Sets everything to that of another board. Clear with kj_board_clear. */
void kj_board_copy(KjBoard *board, const KjBoard *from);

/* Gives back what a board owns. */
void kj_board_clear(KjBoard *board);

/* Whether a command does the same on both: collection and what is shown do not matter. */
bool kj_board_equal(const KjBoard *a, const KjBoard *b);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KjBoard, kj_board_clear)
