/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin: SFEN in and out, USI moves out (docs/notation.md).
 */
#include "tests/naive/naive.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Reads `K`, `p`, `+R` ... and moves `*text` on. Returns false if no piece stands there. */
static bool read_piece(const NvGame *game, const char **text, NvPiece *piece)
{
    memset(piece, 0, sizeof(*piece));
    if (**text == '+') {
        piece->promoted = 1;
        ++*text;
    }
    int letter = (unsigned char)**text;
    if (!isalpha(letter)) {
        return false;
    }
    ++*text;
    piece->side = isupper(letter) ? NV_SENTE : NV_GOTE;
    letter = toupper(letter);
    if (game->promotion_automatic && letter == 'H' && !piece->promoted) {
        piece->kind = NV_P; /* the hen, as other programs write it */
        piece->promoted = 1;
        return true;
    }
    for (int kind = NV_NONE + 1; kind < NV_KINDS; kind++) {
        if (game->letters[kind] == letter) {
            piece->kind = (uint8_t)kind;
        }
    }
    return piece->kind != NV_NONE && (!piece->promoted || nv_promotes(piece->kind));
}

static bool read_row(NvPos *pos, int row, const char **text)
{
    const NvGame *game = nv_game(pos->game);
    int col = 0;
    while (**text != '/' && **text != ' ' && **text != '\0') {
        if (isdigit((unsigned char)**text)) {
            col += **text - '0';
            ++*text;
        } else if (col >= game->files || !read_piece(game, text, &pos->board[row][col++])) {
            return false;
        }
    }
    return col == game->files;
}

static bool read_board(NvPos *pos, const char **text)
{
    int ranks = nv_game(pos->game)->ranks;
    for (int row = 0; row < ranks; row++) {
        if (!read_row(pos, row, text) || **text != (row + 1 < ranks ? '/' : ' ')) {
            return false;
        }
        ++*text;
    }
    return true;
}

/* Reads up to a space or the end. Kings are never held. */
static bool read_hands(NvPos *pos, const char **text)
{
    const NvGame *game = nv_game(pos->game);
    if (**text == '-') {
        ++*text;
        return true;
    }
    if (**text == ' ' || **text == '\0') {
        return false;
    }
    while (**text != ' ' && **text != '\0') {
        int count = 0;
        bool counted = isdigit((unsigned char)**text);
        while (isdigit((unsigned char)**text) && count < 100) {
            count = 10 * count + (**text - '0');
            ++*text;
        }
        NvPiece piece;
        if (!read_piece(game, text, &piece) || piece.kind == NV_K || (counted && count == 0) ||
            (piece.promoted && !game->privilege)) {
            return false;
        }
        uint8_t *held = &pos->hand[piece.side][piece.promoted][piece.kind];
        *held = (uint8_t)(*held + (counted ? count : 1));
    }
    return true;
}

bool nv_parse(NvPos *pos, const char *game, const char *sfen)
{
    int index = nv_game_index(game);
    if (index < 0) {
        return false;
    }
    memset(pos, 0, sizeof(*pos));
    pos->game = (uint8_t)index;
    pos->try_rule = (uint8_t)nv_game(index)->try_default;
    const char *text = sfen;
    if (!read_board(pos, &text) || (*text != 'b' && *text != 'w')) {
        return false;
    }
    pos->turn = *text++ == 'b' ? NV_SENTE : NV_GOTE;
    if (*text++ != ' ' || !read_hands(pos, &text)) {
        return false;
    }
    if (*text == ' ') {
        do {
            text++;
        } while (isdigit((unsigned char)*text));
    }
    return *text == '\0';
}

typedef struct {
    char *out;
    size_t size, used;
} Buffer;

static void put(Buffer *buffer, char c)
{
    if (buffer->used + 1 < buffer->size) {
        buffer->out[buffer->used++] = c;
        buffer->out[buffer->used] = '\0';
    }
}

static void put_number(Buffer *buffer, int number)
{
    if (number >= 10) {
        put_number(buffer, number / 10);
    }
    put(buffer, (char)('0' + number % 10));
}

static void put_piece(Buffer *buffer, const NvGame *game, int kind, bool promoted, int side)
{
    if (promoted) {
        put(buffer, '+');
    }
    int letter = game->letters[kind];
    put(buffer, (char)(side == NV_SENTE ? letter : tolower(letter)));
}

static void put_board(Buffer *buffer, const NvPos *pos)
{
    const NvGame *game = nv_game(pos->game);
    for (int r = 0; r < game->ranks; r++) {
        int empty = 0;
        for (int c = 0; c < game->files; c++) {
            NvPiece piece = pos->board[r][c];
            if (piece.kind == NV_NONE) {
                empty++;
                continue;
            }
            if (empty > 0) {
                put_number(buffer, empty);
                empty = 0;
            }
            put_piece(buffer, game, piece.kind, piece.promoted, piece.side);
        }
        if (empty > 0) {
            put_number(buffer, empty);
        }
        if (r + 1 < game->ranks) {
            put(buffer, '/');
        }
    }
}

static void put_hands(Buffer *buffer, const NvPos *pos)
{
    const NvGame *game = nv_game(pos->game);
    bool none = true;
    for (int side = NV_SENTE; side <= NV_GOTE; side++) {
        for (int kind = NV_NONE + 1; kind < NV_KINDS; kind++) {
            for (int promoted = 0; promoted < 2; promoted++) {
                int held = pos->hand[side][promoted][kind];
                if (held == 0) {
                    continue;
                }
                if (held > 1) {
                    put_number(buffer, held);
                }
                put_piece(buffer, game, kind, promoted, side);
                none = false;
            }
        }
    }
    if (none) {
        put(buffer, '-');
    }
}

void nv_format(const NvPos *pos, char *out, size_t size)
{
    Buffer buffer = {out, size, 0};
    put_board(&buffer, pos);
    put(&buffer, ' ');
    put(&buffer, pos->turn == NV_SENTE ? 'b' : 'w');
    put(&buffer, ' ');
    put_hands(&buffer, pos);
    put(&buffer, ' ');
    put(&buffer, '1');
}

static void put_square(Buffer *buffer, const NvGame *game, int square)
{
    int row = square / NV_SIDE, col = square % NV_SIDE;
    if (game->chess_squares) {
        put(buffer, (char)('a' + col));
        put_number(buffer, game->ranks - row);
    } else {
        put_number(buffer, game->files - col);
        put(buffer, (char)('a' + row));
    }
}

void nv_move_usi(const NvPos *pos, NvMove move, char out[NV_USI])
{
    const NvGame *game = nv_game(pos->game);
    Buffer buffer = {out, NV_USI, 0};
    if (move.from < 0) {
        put_piece(&buffer, game, move.kind, move.drop_promoted, NV_SENTE);
        put(&buffer, '*');
    } else {
        put_square(&buffer, game, move.from);
    }
    put_square(&buffer, game, move.to);
    if (move.promote) {
        put(&buffer, '+');
    }
    if (move.keep) {
        int captured = pos->board[move.to / NV_SIDE][move.to % NV_SIDE].kind;
        put(&buffer, '/');
        put_piece(&buffer, game, captured, true, NV_SENTE);
    }
}

bool nv_find_move(const NvPos *pos, const char *usi, NvMove *move)
{
    NvMove moves[NV_MAX_MOVES];
    int count = nv_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        char text[NV_USI];
        nv_move_usi(pos, moves[i], text);
        if (strcmp(text, usi) == 0) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}
