/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin: attacks, making a move, and what the law of each game leaves of the moves.
 * How pieces walk is in naive_moves.c.
 */
#include "tests/naive/naive.h"

#include <string.h>

#include "tests/naive/naive_moves.h"

static inline bool is_royal(const NvPiece *piece)
{
    return piece->kind == NV_K || (piece->kind == NV_DRUNK && piece->promoted);
}

bool nv_royal(NvPiece piece)
{
    return is_royal(&piece);
}

/* Lists the squares of the royal pieces of a side, row by row. Returns their number. */
static int royal_squares(const NvPos *pos, int side, int squares[NV_SIDE * NV_SIDE])
{
    const NvGame *game = nv_game(pos->game);
    int n = 0;
    for (int r = 0; r < game->ranks; r++) {
        for (int c = 0; c < game->files; c++) {
            const NvPiece *piece = &pos->board[r][c];
            if (is_royal(piece) && piece->side == side) {
                squares[n++] = r * NV_SIDE + c;
            }
        }
    }
    return n;
}

bool nv_king(const NvPos *pos, int side, int *row, int *col)
{
    int squares[NV_SIDE * NV_SIDE];
    if (royal_squares(pos, side, squares) == 0) {
        return false;
    }
    *row = squares[0] / NV_SIDE;
    *col = squares[0] % NV_SIDE;
    return true;
}

int nv_royals(const NvPos *pos, int side)
{
    int squares[NV_SIDE * NV_SIDE];
    return royal_squares(pos, side, squares);
}

static bool royal_attacked(const NvPos *pos, int side)
{
    int squares[NV_SIDE * NV_SIDE], n = royal_squares(pos, side, squares);
    for (int i = 0; i < n; i++) {
        if (nv_attacked(pos, squares[i] / NV_SIDE, squares[i] % NV_SIDE, !side)) {
            return true;
        }
    }
    return false;
}

/* Returns whether the side would lose by the next move of the other. */
static bool last_royal_attacked(const NvPos *pos, int side)
{
    int squares[NV_SIDE * NV_SIDE];
    return royal_squares(pos, side, squares) == 1 &&
           nv_attacked(pos, squares[0] / NV_SIDE, squares[0] % NV_SIDE, !side);
}

bool nv_within_set(const NvPos *pos)
{
    const NvGame *game = nv_game(pos->game);
    bool within = true;
    for (int kind = 1; kind < NV_KINDS; kind++) {
        int n = 0;
        for (int i = 0; i < NV_SIDE * NV_SIDE; i++) {
            n += pos->board[i / NV_SIDE][i % NV_SIDE].kind == kind;
        }
        for (int i = 0; i < 4; i++) {
            n += pos->hand[i / 2][i % 2][kind];
        }
        within = within && n <= game->set[kind];
    }
    return within;
}

bool nv_in_check(const NvPos *pos)
{
    return royal_attacked(pos, pos->turn);
}

bool nv_can_capture_king(const NvPos *pos)
{
    return last_royal_attacked(pos, !pos->turn);
}

/* Returns whether the king that has just moved to `to` has made its try (R1.18, R2.4, R6). */
static bool is_try(const NvPos *after, int side, int to)
{
    const NvGame *game = nv_game(after->game);
    int row = to / NV_SIDE, col = to % NV_SIDE;
    int last = side == NV_SENTE ? 0 : game->ranks - 1;
    if (after->try_rule == NV_TRY_NONE || row != last) {
        return false;
    }
    if (after->try_rule == NV_TRY_CENTRE && col != (game->files - 1) / 2) {
        return false;
    }
    return !nv_attacked(after, row, col, !side);
}

/* Puts a captured piece into the mover's hand; a captured king leaves the game (R3.8, R14). */
static void take(NvPos *pos, NvPiece captured, bool keep)
{
    if (nv_royal(captured)) {
        if (nv_royals(pos, captured.side) == 1) {
            pos->over = (uint8_t)(1 + pos->turn);
        }
    } else if (captured.kind != NV_NONE && !pos->no_drops &&
               (captured.kind != NV_DRUNK || pos->elephant_to_hand)) {
        pos->hand[pos->turn][keep ? 1 : 0][captured.kind]++;
    }
}

NvPos nv_make(const NvPos *pos, NvMove move)
{
    NvPos after = *pos;
    bool royal = false;
    NvPiece *to = &after.board[move.to / NV_SIDE][move.to % NV_SIDE];
    if (move.from < 0) {
        after.hand[pos->turn][move.drop_promoted ? 1 : 0][move.kind]--;
        to->kind = (uint8_t)move.kind;
        to->promoted = move.drop_promoted;
        to->side = pos->turn;
    } else {
        NvPiece *from = &after.board[move.from / NV_SIDE][move.from % NV_SIDE];
        royal = nv_royal(*from);
        take(&after, *to, move.keep);
        *to = *from;
        memset(from, 0, sizeof(*from));
        if (move.promote) {
            to->promoted = 1;
        }
    }
    after.turn = !pos->turn;
    if (!after.over && royal && is_try(&after, pos->turn, move.to)) {
        if (pos->try_goes_on) {
            after.tried |= (uint8_t)(1 << pos->turn);
        } else {
            after.over = (uint8_t)(1 + pos->turn);
        }
    }
    return after;
}

bool nv_same_position(const NvPos *a, const NvPos *b)
{
    NvPos left = *a, right = *b;
    left.tried = right.tried = 0;
    return memcmp(&left, &right, sizeof left) == 0;
}

static bool captures_king(const NvPos *pos, NvMove move)
{
    const NvPiece *piece = &pos->board[move.to / NV_SIDE][move.to % NV_SIDE];
    return is_royal(piece) && nv_royals(pos, piece->side) == 1;
}

/* Returns whether the mover's king is not capturable after the move, or the enemy's is gone. */
static bool is_safe(const NvPos *pos, NvMove move)
{
    if (captures_king(pos, move)) {
        return true;
    }
    NvPos after = nv_make(pos, move);
    return !last_royal_attacked(&after, pos->turn);
}

static bool is_legal(const NvPos *pos, NvMove move);

/* Returns whether there is a legal move. Pawn drops are tried last: whether one of them is legal
 * may be this question again, of the other side. */
static bool can_move(const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    int count = nv_pseudo_moves(pos, moves);
    for (int pawn_drops = 0; pawn_drops < 2; pawn_drops++) {
        for (int i = 0; i < count; i++) {
            bool pawn_drop = moves[i].from < 0 && moves[i].kind == NV_P;
            if (pawn_drop == (pawn_drops == 1) && is_legal(pos, moves[i])) {
                return true;
            }
        }
    }
    return false;
}

/* Returns whether the move is a pawn drop that gives check and leaves no reply (R1.9), or one that
 * stalemates where that is forbidden (R1.10). */
static bool is_forbidden_pawn_drop(const NvPos *pos, NvMove move)
{
    if (move.from >= 0 || move.kind != NV_P || move.drop_promoted) {
        return false;
    }
    NvPos after = nv_make(pos, move);
    int royals = nv_royals(&after, after.turn);
    if (royals != 1 || (!nv_in_check(&after) && !pos->no_drop_stalemate)) {
        return false; /* R14.5: to a side with two royal pieces it is always allowed */
    }
    /* This ends: a reply that is a pawn drop itself never answers the check of a pawn, so it is
     * already discarded as unsafe before anybody asks whether it mates; and every other drop leaves
     * a pawn less in hand. */
    return after.over || !can_move(&after);
}

static bool is_legal(const NvPos *pos, NvMove move)
{
    const NvGame *game = nv_game(pos->game);
    if (game->check_law) {
        if (captures_king(pos, move) || !is_safe(pos, move)) {
            return false;
        }
    } else if (pos->refuse_lion && move.kind == NV_K && !is_safe(pos, move)) {
        return false;
    }
    return !game->pawn_law || !is_forbidden_pawn_drop(pos, move);
}

int nv_legal(const NvPos *pos, NvMove out[NV_MAX_MOVES])
{
    if (pos->over) {
        return 0;
    }
    NvMove all[NV_MAX_MOVES];
    int count = 0, all_count = nv_pseudo_moves(pos, all);
    for (int i = 0; i < all_count; i++) {
        if (is_legal(pos, all[i])) {
            out[count++] = all[i];
        }
    }
    return count;
}

int nv_safe(const NvPos *pos, NvMove out[NV_MAX_MOVES])
{
    if (nv_game(pos->game)->check_law) {
        return nv_legal(pos, out);
    }
    NvMove legal[NV_MAX_MOVES];
    int count = 0, legal_count = nv_legal(pos, legal);
    for (int i = 0; i < legal_count; i++) {
        if (is_safe(pos, legal[i])) {
            out[count++] = legal[i];
        }
    }
    return count;
}

int nv_checks(const NvPos *pos, NvMove out[NV_MAX_MOVES])
{
    NvMove safe[NV_MAX_MOVES];
    int count = 0, safe_count = nv_safe(pos, safe);
    for (int i = 0; i < safe_count; i++) {
        NvPos after = nv_make(pos, safe[i]);
        if (royal_attacked(&after, after.turn)) {
            out[count++] = safe[i];
        }
    }
    return count;
}

uint64_t nv_perft(const NvPos *pos, int depth)
{
    if (depth == 0) {
        return 1;
    }
    NvMove moves[NV_MAX_MOVES];
    int count = nv_legal(pos, moves);
    if (depth == 1) {
        return (uint64_t)count;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        NvPos after = nv_make(pos, moves[i]);
        leaves += nv_perft(&after, depth - 1);
    }
    return leaves;
}

NvPos nv_rotated(const NvPos *pos)
{
    const NvGame *game = nv_game(pos->game);
    NvPos turned = *pos;
    for (int r = 0; r < game->ranks; r++) {
        for (int c = 0; c < game->files; c++) {
            NvPiece piece = pos->board[game->ranks - 1 - r][game->files - 1 - c];
            if (piece.kind != NV_NONE) {
                piece.side = !piece.side;
            }
            turned.board[r][c] = piece;
        }
    }
    memcpy(turned.hand[NV_SENTE], pos->hand[NV_GOTE], sizeof(turned.hand[0]));
    memcpy(turned.hand[NV_GOTE], pos->hand[NV_SENTE], sizeof(turned.hand[0]));
    turned.turn = !pos->turn;
    turned.over = pos->over ? (uint8_t)(3 - pos->over) : 0;
    return turned;
}

NvPos nv_mirrored(const NvPos *pos)
{
    const NvGame *game = nv_game(pos->game);
    NvPos mirrored = *pos;
    for (int r = 0; r < game->ranks; r++) {
        for (int c = 0; c < game->files; c++) {
            mirrored.board[r][c] = pos->board[r][game->files - 1 - c];
        }
    }
    return mirrored;
}

unsigned nv_hash(const void *position)
{
    const unsigned char *bytes = position;
    unsigned hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < sizeof(NvPos); i++) {
        hash = (hash ^ bytes[i]) * 16777619U;
    }
    return hash;
}

int nv_equal(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(NvPos)) == 0;
}
