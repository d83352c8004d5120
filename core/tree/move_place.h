/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The place reached in a tree of moves, and moves tried there: back and forth, branches, cutting.
 * The path from the root to the place is always the one that forward follows.
 */
#pragma once

#include "core/tree/move_tree.h"

/* The position at a node, and at the place. O(plies). */
KjPosition kj_move_node_position(const KjMoveTree *tree, const KjMoveNode *node);
KjPosition kj_move_tree_position(const KjMoveTree *tree);

/* Goes to the child of the place by `move`, a legal move there; makes it if it is new. The rules
 * are not asked: those in force may be others than the tree's own. */
void kj_move_tree_play(KjMoveTree *tree, KjMove move);

/* One ply back or forward, to the child gone to last; false where there is none. */
bool kj_move_tree_back(KjMoveTree *tree);
bool kj_move_tree_forward(KjMoveTree *tree);

/* The child that forward goes to from a node, NULL none. */
KjMoveNode *kj_move_node_followed(const KjMoveNode *node);

/* Goes to a ply of the current line (which goes on to its end); false if it is not so long. */
bool kj_move_tree_goto(KjMoveTree *tree, unsigned ply);

/* Goes to any node of the tree, and makes the line that forward follows one through it. */
void kj_move_tree_visit(KjMoveTree *tree, KjMoveNode *node);

/* How many children a node has, and one of them, from 0 in the order they came; NULL: not so
 * many. */
unsigned kj_move_node_children(const KjMoveNode *node);
KjMoveNode *kj_move_node_nth(const KjMoveNode *node, unsigned n);

/* Deletes the node of the place and all after it and goes to its parent, from which forward then
 * goes to the first move left; false at the root. */
bool kj_move_tree_cut(KjMoveTree *tree);

/* The moves from the start to the place; with `whole` on to the end of the line.
 * (element-type KjMove; transfer full) */
GArray *kj_move_tree_line(const KjMoveTree *tree, bool whole);
