/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies as records, and back. */
#include "repl/collection/study_file.h"

KjStudy *kj_study_of_file(const KjGameFile *file)
{
    KjPosition start = file->tree->start;
    start.game = kj_game_find(start.game->row->id);
    KjStudy *study = kj_study_new(&start);
    if (kj_position_check(&start, NULL, NULL) == KJ_POSITION_OK)
        kj_study_graft(study, file->tree->root);
    return study;
}

static const KjStudyNode *node_at(const KjStudy *study, unsigned index)
{
    return &g_array_index(study->nodes, KjStudyNode, index);
}

/* The node below another by a move, 0 none. */
static unsigned child_by(const KjStudy *study, unsigned parent, KjMove move)
{
    for (unsigned i = parent + 1; i < study->nodes->len; i++)
        if (node_at(study, i)->parent == parent && node_at(study, i)->move == move)
            return i;
    return 0;
}

static KjMoveNode *file_child_by(const KjMoveNode *node, KjMove move)
{
    for (KjMoveNode *child = node->child; child; child = child->next)
        if (child->move == move && !child->end)
            return child;
    return NULL;
}

static unsigned count_moves(const KjMoveNode *node)
{
    unsigned n = node->end == KJ_END_NONE;
    for (const KjMoveNode *child = node->child; child; child = child->next)
        n += count_moves(child);
    return n;
}

/* Takes away the moves that the study does not have and returns how many. Those that lose by a rule
 * are in no study. */
static unsigned unlink_missing(const KjStudy *study, unsigned at, KjMoveNode *node)
{
    unsigned gone = 0;
    KjMoveNode *next;
    for (KjMoveNode *child = node->child; child; child = next) {
        next = child->next;
        if (child->end || child->illegal != KJ_MOVE_LEGAL || child_by(study, at, child->move))
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

/* Makes what is below the cursor equal to what is below a node of the study; returns how many moves
 * went. */
static unsigned merge(const KjStudy *study, unsigned at, KjMoveCursor *cursor)
{
    KjMoveNode *node = cursor->at;
    unsigned gone = unlink_missing(study, at, node);
    for (unsigned i = at + 1; i < study->nodes->len; i++) {
        KjMove move = node_at(study, i)->move;
        if (node_at(study, i)->parent != at)
            continue;
        KjMoveNode *child = file_child_by(node, move);
        if (child)
            kj_move_cursor_enter(cursor, child);
        else if (kj_move_cursor_play(cursor, move, NULL))
            unlink_ends(node);
        else
            continue;
        gone += merge(study, i, cursor);
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

KjStudyChange kj_study_into_file(const KjStudy *study, KjGameFile *file)
{
    KjStudyChange change = {0};
    bool same = study->start.game->row == file->tree->start.game->row &&
                kj_position_equal(&study->start, &file->tree->start);
    KjPositionFault fault = kj_position_check(&study->start, NULL, NULL);
    file->tree->start = study->start;
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, file->tree);
    if (study->nodes->len > 1)
        change.cut = merge(study, 0, &cursor);
    else if (!same) // no moves: not cut, but gone by editing, or never on the board
        change.lost = kj_move_cursor_playable(fault) ? unlink_unplayable(&cursor)
                                                     : unlink_all(file->tree->root);
    kj_move_cursor_clear(&cursor);
    return change;
}

KjGameFile *kj_study_to_file(const KjStudy *study)
{
    KjGameFile *file = kj_game_file_of(kj_move_tree_new(&study->start));
    KjMoveCursor cursor;
    kj_move_cursor_init(&cursor, file->tree);
    merge(study, 0, &cursor);
    kj_move_cursor_clear(&cursor);
    return file;
}
