/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going through a tree of moves with the position, and playing moves of records into it. */
#include "core/tree/move_cursor.h"

#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "core/text/text.h"

void kj_move_cursor_init(KjMoveCursor *cursor, KjMoveTree *tree)
{
    *cursor = (KjMoveCursor){.tree = tree, .at = tree->root, .position = tree->start};
    cursor->undo = g_array_new(FALSE, FALSE, sizeof(KjUndo));
}

void kj_move_cursor_clear(KjMoveCursor *cursor)
{
    if (cursor->undo)
        g_array_unref(cursor->undo);
    cursor->undo = NULL;
}

void kj_move_cursor_back(KjMoveCursor *cursor, unsigned ply)
{
    while (cursor->at->ply > ply) {
        if (cursor->at->move != KJ_MOVE_NONE) {
            const KjUndo *undo = &g_array_index(cursor->undo, KjUndo, cursor->undo->len - 1);
            kj_position_unmake(&cursor->position, cursor->at->move, undo);
            g_array_set_size(cursor->undo, cursor->undo->len - 1);
        }
        cursor->at = cursor->at->parent;
    }
}

void kj_move_cursor_enter(KjMoveCursor *cursor, KjMoveNode *child)
{
    cursor->at = child;
    if (child->move == KJ_MOVE_NONE)
        return;
    KjUndo undo;
    kj_position_make(&cursor->position, child->move, &undo);
    g_array_append_val(cursor->undo, undo);
}

KjMove kj_move_cursor_last(const KjMoveCursor *cursor)
{
    return cursor->at->move;
}

bool kj_move_cursor_playable(KjPositionFault fault)
{
    return fault == KJ_POSITION_OK || fault == KJ_POSITION_NIFU || fault == KJ_POSITION_DEAD_PIECE;
}

static bool refuse(GError **error, const char *why)
{
    g_set_error_literal(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_MOVE, kj_tr(why));
    return false;
}

static bool may_go_on(const KjMoveCursor *cursor, GError **error)
{
    if (cursor->at->end != KJ_END_NONE)
        return refuse(error, "after the end of the game, expected a branch or nothing");
    if (cursor->tree->nodes->len >= KJ_MOVE_TREE_MAX)
        return refuse(error, "more than 99999 moves, expected fewer");
    return true;
}

bool kj_move_cursor_play(KjMoveCursor *cursor, KjMove move, GError **error)
{
    if (!may_go_on(cursor, error))
        return false;
    KjPositionFault fault = kj_position_check(&cursor->tree->start, NULL, NULL);
    if (!kj_move_cursor_playable(fault))
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION,
                            "moves from a position that cannot be: %s",
                            kj_tr(kj_position_fault_text(fault)));
    KjIllegal illegal = kj_move_legality(&cursor->position, move);
    bool taken = illegal == KJ_MOVE_LEGAL || illegal == KJ_MOVE_NIFU ||
                 illegal == KJ_MOVE_DROP_MATE || illegal == KJ_MOVE_LEAVES_CHECK ||
                 illegal == KJ_MOVE_MUST_PROMOTE || illegal == KJ_MOVE_DEAD_SQUARE;
    if (!taken)
        return kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_MOVE, "move %u is impossible: %s",
                            cursor->at->ply + 1, kj_tr(kj_illegal_text(illegal)));
    KjMoveNode *node = kj_move_tree_add(cursor->tree, cursor->at);
    node->move = move;
    node->illegal = illegal;
    kj_move_cursor_enter(cursor, node);
    return true;
}

bool kj_move_cursor_end(KjMoveCursor *cursor, KjGameEnd end, GError **error)
{
    if (!may_go_on(cursor, error))
        return false;
    KjMoveNode *node = kj_move_tree_add(cursor->tree, cursor->at);
    node->end = end;
    kj_move_cursor_enter(cursor, node);
    return true;
}
