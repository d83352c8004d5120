/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of a position by the editing commands. */
#include "repl/workbench/edit.h"

/* Makes the board as given, everything else as it was. */
static void set_board(KjPosition *pos, const KjPiece *board)
{
    KjPosition changed;
    kj_position_clear(&changed, pos->game);
    for (unsigned square = 0; square < pos->game->t->squares; square++)
        if (board[square])
            kj_position_put(&changed, square, board[square]);
    changed.hand[KJ_SENTE] = pos->hand[KJ_SENTE];
    changed.hand[KJ_GOTE] = pos->hand[KJ_GOTE];
    kj_position_set_side(&changed, (KjSide)pos->side);
    *pos = changed;
}

static void copy_board(const KjPosition *pos, KjPiece board[KJ_MAX_SQUARES])
{
    for (unsigned square = 0; square < pos->game->t->squares; square++)
        board[square] = pos->board[square];
}

void kj_edit_place(KjPosition *pos, unsigned square, KjPiece piece)
{
    KjPiece board[KJ_MAX_SQUARES];
    copy_board(pos, board);
    if (kj_game_piece(pos->game, kj_piece_kind(piece))->royal &&
        kj_piece_kind(piece) == pos->game->t->king)
        for (unsigned other = 0; other < pos->game->t->squares; other++)
            if (board[other] == piece)
                board[other] = KJ_NONE;
    board[square] = piece;
    set_board(pos, board);
}

bool kj_edit_remove(KjPosition *pos, unsigned square)
{
    KjPiece board[KJ_MAX_SQUARES];
    copy_board(pos, board);
    if (!board[square])
        return false;
    board[square] = KJ_NONE;
    set_board(pos, board);
    return true;
}

bool kj_edit_move(KjPosition *pos, unsigned from, unsigned to)
{
    KjPiece board[KJ_MAX_SQUARES];
    copy_board(pos, board);
    KjPiece piece = board[from];
    if (!piece)
        return false;
    board[from] = KJ_NONE;
    board[to] = piece;
    set_board(pos, board);
    return true;
}

bool kj_edit_promote(KjPosition *pos, unsigned square)
{
    KjPiece board[KJ_MAX_SQUARES];
    copy_board(pos, board);
    KjPiece piece = board[square];
    if (!piece || !kj_game_piece(pos->game, kj_piece_kind(piece))->moves_promoted)
        return false;
    board[square] = piece ^ KJ_PROMOTED;
    set_board(pos, board);
    return true;
}

bool kj_edit_turn_piece(KjPosition *pos, unsigned square)
{
    if (!pos->board[square])
        return false;
    kj_edit_place(pos, square, pos->board[square] ^ KJ_GOTE_PIECE);
    return true;
}

bool kj_edit_shift(KjPosition *pos, int left, int down)
{
    const KjTables *t = pos->game->t;
    KjPiece board[KJ_MAX_SQUARES] = {KJ_NONE};
    for (unsigned square = 0; square < t->squares; square++) {
        if (!pos->board[square])
            continue;
        int file = t->file_of[square] + left, rank = t->rank_of[square] + down;
        if (file < 0 || file >= t->files || rank < 0 || rank >= t->ranks)
            return false;
        board[file * t->ranks + rank] = pos->board[square];
    }
    set_board(pos, board);
    return true;
}

void kj_edit_tidy(KjPosition *pos)
{
    KjPiece board[KJ_MAX_SQUARES];
    copy_board(pos, board);
    set_board(pos, board);
}
