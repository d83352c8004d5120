/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the naive twin to core, and short spellings for tests of the rules. */
#include "tests/support/rules/bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void give_up(const char *what, const char *text)
{
    fprintf(stderr, "test text is wrong: %s: %s\n", what, text);
    abort();
}

static KjKind kind_of(const KjGame *game, const NvPos *naive, int kind, bool promoted)
{
    KjKind found = kj_game_kind(game, nv_game(naive->game)->letters[kind]);
    return promoted ? found | KJ_PROMOTED : found;
}

static unsigned square_at(const KjGame *game, int row, int column)
{
    const KjTables *t = game->t;
    return (t->files - 1u - (unsigned)column) * t->ranks + (unsigned)row;
}

void bridge_position(KjPosition *out, const KjGame *game, const NvPos *naive)
{
    const KjTables *t = game->t;
    kj_position_clear(out, game);
    for (int row = 0; row < t->ranks; row++) {
        for (int column = 0; column < t->files; column++) {
            NvPiece piece = naive->board[row][column];
            if (piece.kind == NV_NONE)
                continue;
            KjKind kind = kind_of(game, naive, piece.kind, piece.promoted);
            kj_position_put(out, square_at(game, row, column), kj_piece((KjSide)piece.side, kind));
        }
    }
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 2 * NV_KINDS; i++) {
            unsigned held = naive->hand[side][i & 1][i / 2];
            if (held)
                out->hand[side] += held * t->hand_one[kind_of(game, naive, i / 2, i & 1)];
        }
    }
    kj_position_set_side(out, (KjSide)naive->turn);
}

void bridge_switches(NvPos *naive, const KjRules *rules)
{
    NvTry try_rule = nv_game(naive->game)->try_kind;
    naive->try_rule = (uint8_t)(rules->try_rule == KJ_TRY_OFF ? NV_TRY_NONE : try_rule);
    naive->refuse_lion = rules->lion_safe_only;
    naive->no_drop_stalemate = rules->drop_stalemate_illegal;
    naive->elephant_to_hand = rules->elephant_to_hand;
    naive->no_drops = rules->no_drops;
}

KjMove bridge_move(const KjGame *game, NvMove move)
{
    unsigned to = square_at(game, move.to / NV_SIDE, move.to % NV_SIDE);
    if (move.from < 0) {
        const NvGame *naive = nv_game(nv_game_index(game->row->id));
        KjKind kind = kj_game_kind(game, naive->letters[move.kind]);
        return kj_make_drop(move.drop_promoted ? kind | KJ_PROMOTED : kind, to);
    }
    unsigned from = square_at(game, move.from / NV_SIDE, move.from % NV_SIDE);
    unsigned flags = (move.promote ? KJ_MOVE_PROMOTE : 0) | (move.keep ? KJ_MOVE_KEEP : 0);
    return (KjMove)(kj_make_move(from, to) | flags);
}

KjPosition bridge_read(const KjGame *game, const char *sfen)
{
    NvPos naive;
    if (!nv_parse(&naive, game->row->id, sfen))
        give_up("no SFEN of the game", sfen);
    KjPosition pos;
    bridge_position(&pos, game, &naive);
    return pos;
}

unsigned bridge_square(const KjGame *game, const char *text)
{
    int files = game->t->files, ranks = game->t->ranks;
    int row = game->row->letter_files ? ranks - (text[1] - '0') : text[1] - 'a';
    int column = game->row->letter_files ? text[0] - 'a' : files - (text[0] - '0');
    if (row < 0 || row >= ranks || column < 0 || column >= files)
        give_up("no square of the board", text);
    return square_at(game, row, column);
}

KjMove bridge_usi(const KjGame *game, const char *usi)
{
    size_t length = strlen(usi);
    bool promoted = usi[0] == '+';
    const char *at = promoted ? usi + 1 : usi;
    if (length >= 4 && at[1] == '*') {
        KjKind kind = kj_game_kind(game, at[0]);
        return kj_make_drop(promoted ? kind | KJ_PROMOTED : kind, bridge_square(game, at + 2));
    }
    if (length < 4)
        give_up("no move", usi);
    KjMove move = kj_make_move(bridge_square(game, usi), bridge_square(game, usi + 2));
    if (usi[4] == '+')
        move |= KJ_MOVE_PROMOTE;
    if (strchr(usi, '/'))
        move |= KJ_MOVE_KEEP;
    return move;
}

bool bridge_has(const KjGame *game, const KjMoveList *list, const char *usi)
{
    KjMove move = bridge_usi(game, usi);
    for (unsigned i = 0; i < list->n; i++) {
        if (list->move[i] == move)
            return true;
    }
    return false;
}

bool bridge_is(const KjGame *game, const KjMoveList *list, const char *usi)
{
    unsigned n = 0;
    for (const char *at = usi + strspn(usi, " "); *at; n++) {
        char move[16] = "";
        size_t length = strcspn(at, " ");
        if (length >= sizeof move)
            give_up("no moves", usi);
        memcpy(move, at, length);
        if (!bridge_has(game, list, move))
            return false;
        at += length;
        at += strspn(at, " ");
    }
    return n == list->n;
}

static int by_value(const void *a, const void *b)
{
    return *(const KjMove *)a - *(const KjMove *)b;
}

void bridge_sort(KjMoveList *list)
{
    qsort(list->move, list->n, sizeof list->move[0], by_value);
}

bool bridge_same(const KjMoveList *a, const KjMoveList *b)
{
    for (unsigned i = 1; i < a->n; i++) {
        if (a->move[i] == a->move[i - 1])
            return false;
    }
    return a->n == b->n && memcmp(a->move, b->move, a->n * sizeof a->move[0]) == 0;
}

static KjMove with_squares(KjMove move, unsigned from, unsigned to)
{
    unsigned kept = move & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP);
    if (kj_move_is_drop(move))
        return (KjMove)(kj_make_drop(kj_move_drop_kind(move), to) | kept);
    return (KjMove)(kj_make_move(from, to) | kept);
}

KjMove bridge_flipped(const KjGame *game, KjMove move)
{
    unsigned last = game->t->squares - 1u;
    return with_squares(move, last - kj_move_from(move), last - kj_move_to(move));
}

static unsigned mirrored_square(const KjTables *t, unsigned square)
{
    return (t->files - 1u - square / t->ranks) * t->ranks + square % t->ranks;
}

KjMove bridge_mirrored(const KjGame *game, KjMove move)
{
    const KjTables *t = game->t;
    unsigned from = kj_move_is_drop(move) ? 0 : mirrored_square(t, kj_move_from(move));
    return with_squares(move, from, mirrored_square(t, kj_move_to(move)));
}
