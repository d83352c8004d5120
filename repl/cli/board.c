/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workbench's board as commands take it. */
#include "repl/cli/board.h"

void kj_board_copy(KjBoard *board, const KjBoard *from)
{
    *board = (KjBoard){
        .position = g_strdup(from->position),
        .variant = g_strdup(from->variant),
        .ahead = g_strdup(from->ahead),
        .intended = g_strdup(from->intended),
        .author = g_strdup(from->author),
        .collection = g_strdup(from->collection),
        .tree = from->tree ? kj_move_tree_copy(from->tree) : NULL,
        .shown = from->shown,
    };
}

void kj_board_clear(KjBoard *board)
{
    g_free(board->position);
    g_free(board->variant);
    g_free(board->ahead);
    g_free(board->intended);
    g_free(board->author);
    g_free(board->collection);
    kj_move_tree_free(board->tree);
}

bool kj_board_equal(const KjBoard *a, const KjBoard *b)
{
    return g_strcmp0(a->position, b->position) == 0 && g_strcmp0(a->variant, b->variant) == 0 &&
           g_strcmp0(a->ahead, b->ahead) == 0 && g_strcmp0(a->intended, b->intended) == 0 &&
           g_strcmp0(a->author, b->author) == 0;
}
