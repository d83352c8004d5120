/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going through a tree of moves and trying others. */
#include "core/tree/move_place.h"

/* The moves from the start to a node. (transfer full) */
static GArray *path_to(const KjMoveNode *node)
{
    GArray *moves = g_array_sized_new(FALSE, FALSE, sizeof(KjMove), node->ply);
    g_array_set_size(moves, node->ply);
    for (; node->parent; node = node->parent)
        g_array_index(moves, KjMove, node->ply - 1) = node->move;
    return moves;
}

KjPosition kj_move_node_position(const KjMoveTree *tree, const KjMoveNode *node)
{
    g_autoptr(GArray) moves = path_to(node);
    KjPosition position = tree->start;
    for (unsigned i = 0; i < moves->len; i++) {
        KjUndo undo;
        kj_position_make(&position, g_array_index(moves, KjMove, i), &undo);
    }
    return position;
}

KjPosition kj_move_tree_position(const KjMoveTree *tree)
{
    return kj_move_node_position(tree, tree->at);
}

/* ---- going ---- */

void kj_move_tree_play(KjMoveTree *tree, KjMove move)
{
    KjMoveNode *child = kj_move_node_child_by(tree->at, move);
    if (!child) {
        child = kj_move_tree_add(tree, tree->at);
        child->move = move;
    }
    tree->at->followed = child;
    tree->at = child;
}

bool kj_move_tree_back(KjMoveTree *tree)
{
    if (!tree->at->parent)
        return false;
    tree->at = tree->at->parent;
    return true;
}

KjMoveNode *kj_move_node_followed(const KjMoveNode *node)
{
    return node->followed ? node->followed : node->child;
}

bool kj_move_tree_forward(KjMoveTree *tree)
{
    KjMoveNode *next = kj_move_node_followed(tree->at);
    if (next)
        tree->at = next;
    return next != NULL;
}

bool kj_move_tree_goto(KjMoveTree *tree, unsigned ply)
{
    KjMoveNode *before = tree->at;
    while (tree->at->ply > ply)
        kj_move_tree_back(tree);
    while (tree->at->ply < ply && kj_move_tree_forward(tree))
        continue;
    if (tree->at->ply == ply)
        return true;
    tree->at = before;
    return false;
}

void kj_move_tree_visit(KjMoveTree *tree, KjMoveNode *node)
{
    tree->at = node;
    for (; node->parent; node = node->parent)
        node->parent->followed = node;
}

unsigned kj_move_node_children(const KjMoveNode *node)
{
    unsigned n = 0;
    for (const KjMoveNode *child = node->child; child; child = child->next)
        n++;
    return n;
}

KjMoveNode *kj_move_node_nth(const KjMoveNode *node, unsigned n)
{
    KjMoveNode *child = node->child;
    while (child && n--)
        child = child->next;
    return child;
}

GArray *kj_move_tree_line(const KjMoveTree *tree, bool whole)
{
    const KjMoveNode *end = tree->at;
    while (whole && kj_move_node_followed(end))
        end = kj_move_node_followed(end);
    return path_to(end);
}

/* ---- cutting ---- */

bool kj_move_tree_cut(KjMoveTree *tree)
{
    KjMoveNode *cut = tree->at;
    if (!cut->parent)
        return false;
    tree->at = cut->parent;
    kj_move_node_unlink(cut);
    guint n = tree->nodes->len, kept = 0;
    g_autofree bool *gone = g_new0(bool, n);
    for (guint i = cut->index; i < n; i++) {
        const KjMoveNode *node = tree->nodes->pdata[i];
        gone[i] = node == cut || (node->parent && gone[node->parent->index]);
    }
    for (guint i = 0; i < n; i++) {
        KjMoveNode *node = tree->nodes->pdata[i];
        if (gone[i]) {
            kj_move_tree_free_node(tree, node);
            continue;
        }
        node->index = kept;
        tree->nodes->pdata[kept++] = node;
    }
    g_ptr_array_set_size(tree->nodes, (gint)kept);
    return true;
}
