/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin: how pieces walk, promote and are dropped, before any thought of kings.
 */
#include "tests/naive/naive_moves.h"

#include <assert.h>

typedef struct {
    NvMove *moves;
    int count;
} List;

static void push(List *list, NvMove move)
{
    assert(list->count < NV_MAX_MOVES);
    list->moves[list->count++] = move;
}

static bool on_board(const NvGame *game, int row, int col)
{
    return row >= 0 && row < game->ranks && col >= 0 && col < game->files;
}

/* One step of a vector: gote's vectors are sente's turned by 180 degrees. */
static void step(int side, NvVec vec, int *row, int *col)
{
    *row += side == NV_SENTE ? -vec.dy : vec.dy;
    *col += side == NV_SENTE ? vec.dx : -vec.dx;
}

static bool in_zone(const NvGame *game, int side, int row)
{
    return side == NV_SENTE ? row < game->zone : row >= game->ranks - game->zone;
}

bool nv_dead(const NvPos *pos, int side, int kind, int row, int col)
{
    const NvGame *game = nv_game(pos->game);
    int count;
    const NvVec *vecs = nv_vectors(kind, false, &count);
    for (int i = 0; i < count; i++) {
        int r = row, c = col;
        step(side, vecs[i], &r, &c);
        if (on_board(game, r, c)) {
            return false;
        }
    }
    return true;
}

bool nv_pawn_on_file(const NvPos *pos, int side, int col)
{
    const NvGame *game = nv_game(pos->game);
    for (int r = 0; r < game->ranks; r++) {
        NvPiece piece = pos->board[r][col];
        if (piece.kind == NV_P && !piece.promoted && piece.side == side) {
            return true;
        }
    }
    return false;
}

/* Fills `squares` with what a piece standing on the square could move to or capture. */
static int reach(const NvPos *pos, int row, int col, int squares[NV_SIDE * NV_SIDE])
{
    const NvGame *game = nv_game(pos->game);
    NvPiece piece = pos->board[row][col];
    int vec_count, count = 0;
    const NvVec *vecs = nv_vectors(piece.kind, piece.promoted, &vec_count);
    for (int i = 0; i < vec_count; i++) {
        int r = row, c = col;
        step(piece.side, vecs[i], &r, &c);
        while (on_board(game, r, c)) {
            NvPiece there = pos->board[r][c];
            if (there.kind != NV_NONE && there.side == piece.side) {
                break;
            }
            squares[count++] = r * NV_SIDE + c;
            if (there.kind != NV_NONE || !vecs[i].slide) {
                break;
            }
            step(piece.side, vecs[i], &r, &c);
        }
    }
    return count;
}

/* Returns whether steps of `by` from `from` lead to `to`, or to what is beyond it. */
static bool leads(int from, int by, int to)
{
    return by == 0 ? from == to : by * (to - from) > 0;
}

/* Returns whether the piece on a square could capture an enemy on another, whatever stands there. */
static bool reaches(const NvPos *pos, int row, int col, int to_row, int to_col)
{
    const NvGame *game = nv_game(pos->game);
    const NvPiece *piece = &pos->board[row][col];
    int vec_count;
    const NvVec *vecs = nv_vectors(piece->kind, piece->promoted, &vec_count);
    for (int i = 0; i < vec_count; i++) {
        int r = row, c = col;
        step(piece->side, vecs[i], &r, &c);
        if (!leads(row, r - row, to_row) || !leads(col, c - col, to_col)) {
            continue;
        }
        while (on_board(game, r, c)) {
            if (r == to_row && c == to_col) {
                return true;
            }
            if (pos->board[r][c].kind != NV_NONE || !vecs[i].slide) {
                break;
            }
            step(piece->side, vecs[i], &r, &c);
        }
    }
    return false;
}

bool nv_attacked(const NvPos *pos, int row, int col, int by)
{
    const NvGame *game = nv_game(pos->game);
    for (int r = 0; r < game->ranks; r++) {
        for (int c = 0; c < game->files; c++) {
            const NvPiece *piece = &pos->board[r][c];
            if (piece->kind != NV_NONE && piece->side == by && reaches(pos, r, c, row, col)) {
                return true;
            }
        }
    }
    return false;
}

/* Adds the move with and without the King's Privilege where there is a choice (R3.5). */
static void push_capture_forms(const NvPos *pos, NvMove move, List *list)
{
    push(list, move);
    NvPiece captured = pos->board[move.to / NV_SIDE][move.to % NV_SIDE];
    bool keeps = nv_game(pos->game)->privilege && !pos->no_drops;
    if (keeps && move.kind == NV_K && captured.promoted) {
        move.keep = true;
        push(list, move);
    }
}

/* Adds a board move in the forms promotion allows (R1.4, R2.3, R3.3, R6.3). */
static void push_promotion_forms(const NvPos *pos, NvMove move, List *list)
{
    const NvGame *game = nv_game(pos->game);
    int from_row = move.from / NV_SIDE, to_row = move.to / NV_SIDE;
    NvPiece piece = pos->board[from_row][move.from % NV_SIDE];
    bool may = nv_promotes(piece.kind) && !piece.promoted &&
               (in_zone(game, piece.side, from_row) || in_zone(game, piece.side, to_row));
    bool must = may && (game->promotion_automatic ||
                        nv_dead(pos, piece.side, piece.kind, to_row, move.to % NV_SIDE));
    if (!must) {
        push_capture_forms(pos, move, list);
    }
    if (may) {
        move.promote = true;
        push_capture_forms(pos, move, list);
    }
}

static void add_board_moves(const NvPos *pos, List *list)
{
    const NvGame *game = nv_game(pos->game);
    for (int r = 0; r < game->ranks; r++) {
        for (int c = 0; c < game->files; c++) {
            NvPiece piece = pos->board[r][c];
            if (piece.kind == NV_NONE || piece.side != pos->turn) {
                continue;
            }
            int squares[NV_SIDE * NV_SIDE];
            int count = reach(pos, r, c, squares);
            for (int i = 0; i < count; i++) {
                NvMove move = {.from = r * NV_SIDE + c, .to = squares[i], .kind = piece.kind};
                push_promotion_forms(pos, move, list);
            }
        }
    }
}

/* Returns whether the rules of drops allow the piece there (R1.3, R1.8, R3.6), mate aside. */
static bool may_drop(const NvPos *pos, int kind, bool promoted, int row, int col)
{
    const NvGame *game = nv_game(pos->game);
    if (pos->board[row][col].kind != NV_NONE) {
        return false;
    }
    if (promoted) {
        return true;
    }
    if (game->pawn_never_dropped && kind == NV_P) {
        return false;
    }
    if (game->pawn_law && kind == NV_P && nv_pawn_on_file(pos, pos->turn, col)) {
        return false;
    }
    return game->dead_drops || !nv_dead(pos, pos->turn, kind, row, col);
}

static void add_drops(const NvPos *pos, bool promoted, List *list)
{
    const NvGame *game = nv_game(pos->game);
    for (int kind = NV_NONE + 1; kind < NV_KINDS; kind++) {
        if (pos->hand[pos->turn][promoted ? 1 : 0][kind] == 0) {
            continue;
        }
        for (int r = 0; r < game->ranks; r++) {
            for (int c = 0; c < game->files; c++) {
                if (may_drop(pos, kind, promoted, r, c)) {
                    push(list, (NvMove){.from = -1,
                                        .to = r * NV_SIDE + c,
                                        .kind = kind,
                                        .drop_promoted = promoted});
                }
            }
        }
    }
}

int nv_pseudo_moves(const NvPos *pos, NvMove out[NV_MAX_MOVES])
{
    List list = {out, 0};
    add_board_moves(pos, &list);
    add_drops(pos, false, &list);
    add_drops(pos, true, &list);
    return list.count;
}
