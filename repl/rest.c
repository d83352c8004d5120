/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting the set. */
#include "repl/rest.h"

/* How many of an unpromoted kind are missing. */
static unsigned missing(const KjPosition *pos, KjKind kind)
{
    const KjTables *t = pos->game->t;
    unsigned present = 0;
    for (unsigned square = 0; square < t->squares; square++)
        present += kj_base_kind(kj_piece_kind(pos->board[square])) == kind;
    for (unsigned i = 0; i < t->n_hand; i++)
        if (kj_base_kind(t->hand_kind[i]) == kind)
            present += kj_hand_count(t, pos->hand[KJ_SENTE], t->hand_kind[i]) +
                       kj_hand_count(t, pos->hand[KJ_GOTE], t->hand_kind[i]);
    unsigned set = kj_game_piece(pos->game, kind)->set;
    return present < set ? set - present : 0;
}

static bool counts(const KjPosition *pos, KjKind kind)
{
    return !kj_game_piece(pos->game, kind)->royal && pos->game->t->hand_bits[kind];
}

unsigned kj_rest_count(const KjPosition *pos)
{
    unsigned total = 0;
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++)
        if (counts(pos, kind))
            total += missing(pos, kind);
    return total;
}

void kj_rest_give(KjPosition *pos, KjSide side)
{
    for (KjKind kind = 1; kind <= pos->game->row->n_pieces; kind++)
        if (counts(pos, kind))
            pos->hand[side] += missing(pos, kind) * pos->game->t->hand_one[kind];
}
