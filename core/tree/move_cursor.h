/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A way through a tree of moves with the position at every place, and moves and ends of records
 * played into the tree under the rules.
 */
#pragma once

#include "core/tree/move_tree.h"

/* A place in the tree and the position there. */
typedef struct {
    KjMoveTree *tree;
    KjMoveNode *at;
    KjPosition position;
    GArray *undo;
} KjMoveCursor;

/* Begins at the root; the tree must have its start. Clear with kj_move_cursor_clear. */
void kj_move_cursor_init(KjMoveCursor *cursor, KjMoveTree *tree);
void kj_move_cursor_clear(KjMoveCursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KjMoveCursor, kj_move_cursor_clear)

/* Goes back until the place has at most so many plies. */
void kj_move_cursor_back(KjMoveCursor *cursor, unsigned ply);

/* Goes to a child of the place, which may be an end. */
void kj_move_cursor_enter(KjMoveCursor *cursor, KjMoveNode *child);

/* The move that led to the place, or KJ_MOVE_NONE. */
KjMove kj_move_cursor_last(const KjMoveCursor *cursor);

enum { KJ_MOVE_TREE_MAX = 100000 }; // nodes of a record

/* Whether moves can be made from a position with this fault: two pawns on a file or a dead piece
 * harm nothing, and games with such starts are played (九歩). */
bool kj_move_cursor_playable(KjPositionFault fault);

/*
 * Adds a move as the last alternative at the place and goes there. Moves that lose by a rule of the
 * game (two pawns, mate by a pawn drop, a king left in check, no promotion where it is a must) are
 * taken, as records have them; others fail with KJ_TEXT_ERROR_MOVE, and so does any move from an
 * impossible start, after an end, or above KJ_MOVE_TREE_MAX. The message has no place in it.
 */
bool kj_move_cursor_play(KjMoveCursor *cursor, KjMove move, GError **error);

/* Adds an end at the place and goes there. Fails as above after an end. */
bool kj_move_cursor_end(KjMoveCursor *cursor, KjGameEnd end, GError **error);
