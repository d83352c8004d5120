/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves of one tree put into another. */
#pragma once

#include "core/tree/move_tree.h"

/*
 * Plays the moves below a node of another tree, with all branches, where this one stands; the first
 * of each is what forward goes to. The place reached stays. Ends, notes, and moves that lose by a
 * rule are left out.
 */
void kj_move_tree_graft(KjMoveTree *tree, const KjMoveNode *node);

/* The start of a record, under its game's own rules, and grafted to it the record's moves, none
 * where the start is impossible, and its headers as kj_move_tree_take_headers has them: a tree to be edited. (transfer full) */
KjMoveTree *kj_move_tree_to_edit(const KjMoveTree *record);

/* What became of moves of a record that are no more. */
typedef struct {
    unsigned cut;  // they are not in the edited tree
    unsigned lost; // they cannot be played from its start
} KjMoveTreeChange;

/*
 * Gives a record the start and moves of an edited tree: moves that both have stay, with what is
 * noted beside them; others are unlinked or added. The end that the record tells of a line stays
 * unless the line goes on. Where the edited tree has no moves, as after editing of the position,
 * those of the record stay as far as they can be played.
 */
KjMoveTreeChange kj_move_tree_update(KjMoveTree *record, const KjMoveTree *edited);
