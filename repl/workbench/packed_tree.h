/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees of moves that are not on the board, packed for undo: eight bytes a node, in parts that trees
 * share where they are alike.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "core/tree/move_tree.h"

typedef struct KjPackedTree KjPackedTree;

/* Packs a tree with the place in it, sharing what it can with another, or NULL. (transfer full) */
KjPackedTree *kj_packed_new(const KjMoveTree *tree, const KjPackedTree *like);
void kj_packed_free(KjPackedTree *pack);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjPackedTree, kj_packed_free)

/* The tree, standing where it stood. (transfer full) */
KjMoveTree *kj_packed_tree(const KjPackedTree *pack);

/* It as a JSON object, with all of it or what differs from another, or NULL: how many nodes are
 * "like" there, and what follows them. And back; NULL with KJ_TEXT_ERROR. (transfer full) */
JsonObject *kj_packed_write(const KjPackedTree *pack, const KjPackedTree *before);
KjPackedTree *kj_packed_read(JsonObject *object, const KjPackedTree *before, GError **error);

/* The game of its start. */
const KjGame *kj_packed_game(const KjPackedTree *pack);
