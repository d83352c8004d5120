/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees of moves that are not on the board, packed for undo: eight bytes a node, in parts that trees
 * share where they are alike.
 */
#pragma once

#include <glib.h>

#include "core/tree/move_tree.h"

typedef struct KjPackedTree KjPackedTree;

/* Packs a tree with the place in it, sharing what it can with another, or NULL. (transfer full) */
KjPackedTree *kj_packed_new(const KjMoveTree *tree, const KjPackedTree *like);
void kj_packed_free(KjPackedTree *pack);

/* The tree, standing where it stood. (transfer full) */
KjMoveTree *kj_packed_tree(const KjPackedTree *pack);

/* Of one that is read on: the first `n` nodes alone, at their root, without headers; NULL: there are
 * not so many. (transfer full) */
KjMoveTree *kj_packed_beginning(const KjPackedTree *pack, guint64 n);

/* Appends it as lines as kj_tree_text_write does, or as what differs from another, or NULL: "like
 * N", then what follows the first N nodes of that; "as-written". */
void kj_packed_write(const KjPackedTree *pack, const KjPackedTree *before, GString *out);
