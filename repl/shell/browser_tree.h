/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole tree of moves as rows that fold, without its terminal. The main line of each branch
 * stays at one indent; moves that were tried instead of one stand under it, two columns further in,
 * and are closed at first.
 */
#pragma once

#include "core/notation/notation.h"
#include "core/tree/move_place.h"

/*
 * Which nodes are closed or open other than at first. Zeroed: none; clear with kj_tree_view_clear.
 */
typedef struct {
    GArray *turned; // bool of each node
} KjTreeView;

void kj_tree_view_clear(KjTreeView *view);

/* What a key does in the tree; the place selected is the tree's own. */
typedef enum {
    KJ_TREE_UP,
    KJ_TREE_DOWN,
    KJ_TREE_PAGE_UP,
    KJ_TREE_PAGE_DOWN,
    KJ_TREE_FIRST,
    KJ_TREE_LAST,
    KJ_TREE_CLOSE, // or, where nothing is open below, to the parent
    KJ_TREE_OPEN,  // or, where it is open, to the first child
    KJ_TREE_TURN,  // opens or closes
    KJ_TREE_OPEN_ALL,
    KJ_TREE_CLOSE_ALL, // as at first
} KjTreeKey;

void kj_tree_view_key(KjTreeView *view, KjMoveTree *tree, KjTreeKey key, unsigned page);

/* Opens what is needed to see the tree's place. */
void kj_tree_view_show(KjTreeView *view, const KjMoveTree *tree);

/*
 * Appends a title and at most `rows` rows (char*), none wider than `width` columns and the place
 * among them reversed.
 */
void kj_tree_view_draw(const KjTreeView *view, const KjMoveTree *tree, KjNotation notation,
                       unsigned rows, unsigned width, GPtrArray *panel);

/* The rows of the whole tree as they are at first, lines of text without a title. (transfer full) */
char *kj_tree_view_text(const KjMoveTree *tree, KjNotation notation);
