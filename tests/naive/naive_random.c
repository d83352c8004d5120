/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The naive twin: random positions for comparing it with the real core and solver.
 */
#include "tests/naive/naive.h"

#include <string.h>

/* splitmix64 (Steele, Lea, Flood 2014): one addition and a mix, the same on every machine. */
static uint64_t next(NvRng *rng)
{
    rng->state += 0x9E3779B97F4A7C15U;
    uint64_t z = rng->state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

int nv_random(NvRng *rng, int n)
{
    return (int)((next(rng) >> 11) % (uint64_t)n);
}

static bool one_in(NvRng *rng, int n)
{
    return nv_random(rng, n) == 0;
}

/*
 * One random move. Where kings may be left en prise, mostly keeps to safe moves, or walks would
 * end at once. Stays where it is and returns false if the game would be over.
 */
static bool wander(NvPos *pos, NvRng *rng)
{
    NvMove moves[NV_MAX_MOVES];
    int count = one_in(rng, 8) ? nv_legal(pos, moves) : nv_safe(pos, moves);
    if (count == 0) {
        return false;
    }
    NvPos after = nv_make(pos, moves[nv_random(rng, count)]);
    if (after.over) {
        return false;
    }
    *pos = after;
    return true;
}

static void walk(NvPos *pos, const NvGame *game, NvRng *rng)
{
    nv_parse(pos, game->id, game->start);
    int length = nv_random(rng, 4 * game->files * game->ranks / 2);
    while (length-- > 0 && wander(pos, rng)) {}
}

/* Puts a piece on an empty square if it may stand there at all. */
static bool place(NvPos *pos, int side, int kind, bool promoted, int row, int col)
{
    const NvGame *game = nv_game(pos->game);
    if (pos->board[row][col].kind != NV_NONE) {
        return false;
    }
    if (!promoted && !game->dead_drops && nv_dead(pos, side, kind, row, col)) {
        return false;
    }
    if (!promoted && kind == NV_P && game->pawn_law && nv_pawn_on_file(pos, side, col)) {
        return false;
    }
    int own_last = side == NV_SENTE ? 0 : game->ranks - 1;
    if (kind == NV_K && game->try_kind != NV_TRY_NONE && row == own_last &&
        (game->try_kind == NV_TRY_RANK || col == game->files / 2)) {
        return false; /* a king there would have won already */
    }
    pos->board[row][col] = (NvPiece){(uint8_t)kind, promoted, (uint8_t)side};
    return true;
}

/* Puts a king on one of the first `rows` rows from the top. */
static void place_king(NvPos *pos, int side, int rows, NvRng *rng)
{
    const NvGame *game = nv_game(pos->game);
    int row, col;
    do {
        row = nv_random(rng, rows);
        col = nv_random(rng, game->files);
    } while (!place(pos, side, NV_K, false, row, col));
}

/* Draws a kind of which the box still holds a piece; NV_NONE if it is empty. */
static int draw(uint8_t box[NV_KINDS], NvRng *rng)
{
    int total = 0;
    for (int kind = NV_K + 1; kind < NV_KINDS; kind++) {
        total += box[kind];
    }
    if (total == 0) {
        return NV_NONE;
    }
    int pick = nv_random(rng, total), kind = NV_K;
    do {
        kind++;
        pick -= box[kind];
    } while (pick >= 0);
    box[kind]--;
    return kind;
}

/* A square within two steps of gote's king, or every `far`-th time anywhere. */
static void choose_square(const NvPos *pos, NvRng *rng, int far, int *row, int *col)
{
    const NvGame *game = nv_game(pos->game);
    int king_row = 0, king_col = 0;
    nv_king(pos, NV_GOTE, &king_row, &king_col);
    bool near = !one_in(rng, far);
    do {
        *row = near ? king_row - 2 + nv_random(rng, 5) : nv_random(rng, game->ranks);
        *col = near ? king_col - 2 + nv_random(rng, 5) : nv_random(rng, game->files);
    } while (*row < 0 || *row >= game->ranks || *col < 0 || *col >= game->files);
}

static void scatter(NvPos *pos, uint8_t box[NV_KINDS], int count, int far, NvRng *rng)
{
    for (int i = 0; i < count; i++) {
        int kind = draw(box, rng);
        if (kind == NV_NONE) {
            return;
        }
        int side = nv_random(rng, 5) < 3 ? NV_SENTE : NV_GOTE;
        bool promoted = nv_promotes(kind) && one_in(rng, 4);
        int row, col;
        choose_square(pos, rng, far, &row, &col);
        if (!place(pos, side, kind, promoted, row, col)) {
            box[kind]++;
        }
    }
}

/* Two pieces of a hundred would be too few of what makes the game: most positions get some. */
static void scatter_elephants(NvPos *pos, uint8_t box[NV_KINDS], NvRng *rng)
{
    while (box[NV_DRUNK] > 0 && !one_in(rng, 4)) {
        int row, col;
        choose_square(pos, rng, 3, &row, &col);
        bool gote = !one_in(rng, 3);
        box[NV_DRUNK] -= place(pos, gote ? NV_GOTE : NV_SENTE, NV_DRUNK, one_in(rng, 2), row, col);
    }
    box[NV_DRUNK] = 0; /* it is in no hand */
}

static void give(NvPos *pos, uint8_t box[NV_KINDS], int side, int count, NvRng *rng)
{
    bool privilege = nv_game(pos->game)->privilege;
    for (int i = 0; i < count; i++) {
        int kind = draw(box, rng);
        if (kind == NV_NONE) {
            return;
        }
        bool promoted = privilege && nv_promotes(kind) && one_in(rng, 4);
        pos->hand[side][promoted][kind]++;
    }
}

static void give_rest(NvPos *pos, uint8_t box[NV_KINDS])
{
    for (int kind = NV_K + 1; kind < NV_KINDS; kind++) {
        pos->hand[NV_GOTE][0][kind] = (uint8_t)(pos->hand[NV_GOTE][0][kind] + box[kind]);
    }
}

static void compose(NvPos *pos, const NvGame *game, NvRng *rng, NvStyle style)
{
    bool tsume = style == NV_TSUME, bare = style == NV_BARE;
    uint8_t box[NV_KINDS];
    memcpy(box, game->set, sizeof(box));
    memset(pos, 0, sizeof(*pos));
    pos->game = (uint8_t)nv_game_index(game->id);
    pos->try_rule = (uint8_t)game->try_default;
    pos->turn = tsume && one_in(rng, 3) ? NV_GOTE : NV_SENTE;
    place_king(pos, NV_GOTE, tsume ? game->ranks : (game->ranks + 4) / 5, rng);
    if (one_in(rng, 2)) {
        place_king(pos, NV_SENTE, game->ranks, rng);
    }
    scatter_elephants(pos, box, rng);
    if (tsume) {
        scatter(pos, box, 2 + nv_random(rng, 9), 2, rng);
        give(pos, box, NV_SENTE, nv_random(rng, 5), rng);
    } else {
        scatter(pos, box, bare ? 4 + nv_random(rng, 5) : 5 + nv_random(rng, 8), 8, rng);
        give(pos, box, NV_SENTE, bare ? 0 : 1 + nv_random(rng, 2), rng);
    }
    if (tsume && one_in(rng, 2)) {
        give_rest(pos, box);
    } else {
        give(pos, box, NV_GOTE, tsume ? nv_random(rng, 5) : !bare && one_in(rng, 4), rng);
    }
}

bool nv_random_position(NvPos *pos, const char *game, NvRng *rng, NvStyle style)
{
    const NvGame *data = nv_game(nv_game_index(game));
    if (data == NULL) {
        return false;
    }
    if (style == NV_WALK) {
        walk(pos, data, rng);
        return true;
    }
    do {
        compose(pos, data, rng, style);
    } while (nv_can_capture_king(pos) && (data->check_law || !one_in(rng, 64)));
    return true;
}
