/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From record to edited tree and back. */
#include "core/tree/move_update.h"

#include "core/tree/move_cursor.h"
#include "core/tree/move_place.h"

void kj_move_tree_graft(KjMoveTree *tree, const KjMoveNode *node)
{
    KjMoveNode *here = tree->at, *first = NULL;
    for (const KjMoveNode *child = node->child; child; child = child->next) {
        if (child->move == KJ_MOVE_NONE || child->illegal != KJ_MOVE_LEGAL)
            continue;
        kj_move_tree_play(tree, child->move);
        first = first ? first : tree->at;
        kj_move_tree_graft(tree, child);
        tree->at = here;
    }
    if (first)
        here->followed = first;
}

KjMoveTree *kj_move_tree_to_edit(const KjMoveTree *record)
{
    KjPosition start = record->start;
    start.game = kj_game_find(start.game->row->id);
    KjMoveTree *tree = kj_move_tree_new(&start);
    if (kj_position_check_start(&start, NULL, NULL) == KJ_POSITION_OK)
        kj_move_tree_graft(tree, record->root);
    kj_move_tree_take_headers(tree, record);
    return tree;
}

/* ---- back into a record ---- */

static unsigned count_moves(const KjMoveNode *node)
{
    unsigned n = node->end == KJ_END_NONE;
    for (const KjMoveNode *child = node->child; child; child = child->next)
        n += count_moves(child);
    return n;
}

/* Takes away the moves that an edited node does not have and returns how many. Those that lose by a
 * rule are in no edited tree. */
static unsigned unlink_missing(const KjMoveNode *edited, KjMoveNode *node)
{
    unsigned gone = 0;
    KjMoveNode *next;
    for (KjMoveNode *child = node->child; child; child = next) {
        next = child->next;
        if (child->end || child->illegal != KJ_MOVE_LEGAL ||
            kj_move_node_child_by(edited, child->move))
            continue;
        gone += count_moves(child);
        kj_move_node_unlink(child);
    }
    return gone;
}

/* A line that goes on has no end. */
static void unlink_ends(KjMoveNode *node)
{
    KjMoveNode *next;
    for (KjMoveNode *child = node->child; child; child = next) {
        next = child->next;
        if (child->end)
            kj_move_node_unlink(child);
    }
}

/* Makes what is below the cursor equal to what is below an edited node; returns how many moves
 * went. */
static unsigned merge(const KjMoveNode *edited, KjMoveCursor *cursor)
{
    KjMoveNode *node = cursor->at;
    unsigned gone = unlink_missing(edited, node);
    for (const KjMoveNode *wanted = edited->child; wanted; wanted = wanted->next) {
        KjMoveNode *child = kj_move_node_child_by(node, wanted->move);
        if (child)
            kj_move_cursor_enter(cursor, child);
        else if (kj_move_cursor_play(cursor, wanted->move, NULL))
            unlink_ends(node);
        else
            continue;
        gone += merge(wanted, cursor);
        kj_move_cursor_back(cursor, node->ply);
    }
    return gone;
}

/* Takes away what cannot be played from the place of the cursor on; returns how many moves. */
static unsigned unlink_unplayable(KjMoveCursor *cursor)
{
    KjMoveNode *node = cursor->at, *next;
    unsigned lost = 0;
    for (KjMoveNode *child = node->child; child; child = next) {
        next = child->next;
        if (child->end)
            continue;
        if (kj_move_legality(&cursor->position, child->move) != child->illegal) {
            lost += count_moves(child);
            kj_move_node_unlink(child);
            continue;
        }
        kj_move_cursor_enter(cursor, child);
        lost += unlink_unplayable(cursor);
        kj_move_cursor_back(cursor, node->ply);
    }
    return lost;
}

static unsigned unlink_all(KjMoveNode *root)
{
    unsigned lost = count_moves(root) - 1;
    while (root->child)
        kj_move_node_unlink(root->child);
    return lost;
}

KjMoveTreeChange kj_move_tree_update(KjMoveTree *record, const KjMoveTree *edited)
{
    KjMoveTreeChange change = {0};
    bool same = edited->start.game->row == record->start.game->row &&
                kj_position_equal(&edited->start, &record->start);
    KjPositionFault fault = kj_position_check(&edited->start, NULL, NULL);
    record->start = edited->start;
    g_auto(KjMoveCursor) cursor;
    kj_move_cursor_init(&cursor, record);
    if (edited->root->child)
        change.cut = merge(edited->root, &cursor);
    else if (!same) // no moves: not cut, but gone by editing, or never on the board
        change.lost =
            kj_move_cursor_playable(fault) ? unlink_unplayable(&cursor) : unlink_all(record->root);
    return change;
}
