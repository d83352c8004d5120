/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves taken back. What could have been is made generously; the forward rules have the last word. */
#include "core/rules/unmove.h"

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

typedef struct {
    const KjPosition *pos;
    KjSide mover;
    KjUnmoveFn fn;
    void *data;
    bool go_on;
} Unmoves;

/* The position before a move that can have led to `pos`. */
static KjPosition position_before(const KjPosition *pos, const KjUnmove *unmove)
{
    const KjTables *t = pos->game->t;
    KjPosition before = *pos;
    KjSide mover = kj_other((KjSide)pos->side);
    unsigned to = kj_move_to(unmove->move);
    KjKind kind = kj_piece_kind(kj_position_remove(&before, to));
    if (kj_move_is_drop(unmove->move)) {
        before.hand[mover] += t->hand_one[kind];
    } else {
        if (kj_move_promotes(unmove->move))
            kind = kj_base_kind(kind);
        kj_position_put(&before, kj_move_from(unmove->move), kj_piece(mover, kind));
    }
    if (unmove->captured) {
        KjKind taken = kj_piece_kind(unmove->captured);
        kj_position_put(&before, to, unmove->captured);
        before.hand[mover] -= kj_hand_gain(pos->game, taken, kj_move_keeps(unmove->move));
    }
    kj_position_set_side(&before, mover);
    return before;
}

static void offer(Unmoves *u, KjMove move, KjPiece captured)
{
    KjUnmove unmove = {move, captured};
    if (!u->go_on)
        return;
    KjPosition before = position_before(u->pos, &unmove);
    if (kj_position_check_made(u->pos, &before) == KJ_POSITION_OK &&
        kj_move_legality(&before, move) == KJ_MOVE_LEGAL)
        u->go_on = u->fn(u->data, &unmove, &before);
}

/* A move of a piece on the board that took what left the game by that. */
static void offer_taken_away(Unmoves *u, KjMove move)
{
    const KjGame *game = u->pos->game;
    for (KjKind kind = 1; kind < KJ_MAX_KINDS; kind++) {
        bool exists = kj_base_kind(kind) && kj_base_kind(kind) <= game->row->n_pieces &&
                      (!(kind & KJ_PROMOTED) || game->t->promotes[kj_base_kind(kind)]);
        if (exists && kind != game->t->king && !kj_hand_gain(game, kind, false))
            offer(u, move, kj_piece((KjSide)u->pos->side, kind));
    }
}

/* A move of a piece on the board: with nothing captured, and with all that is in the hand. */
static void offer_captures(Unmoves *u, KjMove move, bool king)
{
    const KjTables *t = u->pos->game->t;
    KjSide victim = (KjSide)u->pos->side;
    offer(u, move, KJ_NONE);
    if (t->prince || u->pos->game->rules.no_drops)
        offer_taken_away(u, move);
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind held = t->hand_kind[i];
        if (!(u->pos->hand[u->mover] & t->hand_mask[held]))
            continue;
        if (held & KJ_PROMOTED) { // taken by a king that keeps it so
            if (king)
                offer(u, move | KJ_MOVE_KEEP, kj_piece(victim, held));
            continue;
        }
        offer(u, move, kj_piece(victim, held));
        if (t->promotes[held])
            offer(u, move, kj_piece(victim, held | KJ_PROMOTED));
    }
}

/* A piece of `kind` that came from somewhere to where it stands. */
static void offer_origins(Unmoves *u, KjKind kind, unsigned to, KjMove flags)
{
    const KjTables *t = u->pos->game->t;
    KjBb occupied = kj_occupied(u->pos);
    KjBb from = kj_kind_attack_from(t, u->mover, kind, to, occupied) & ~occupied;
    while (from && u->go_on)
        offer_captures(u, kj_make_move(kj_bb_pop(&from), to) | flags, kind == t->king);
}

void kj_each_unmove(const KjPosition *pos, KjUnmoveFn fn, void *data)
{
    const KjTables *t = pos->game->t;
    Unmoves u = {pos, kj_other((KjSide)pos->side), fn, data, true};
    for (KjBb left = pos->by_side[u.mover]; left && u.go_on;) {
        unsigned to = kj_bb_pop(&left);
        KjKind kind = kj_piece_kind(pos->board[to]);
        offer_origins(&u, kind, to, 0);
        if (kind & KJ_PROMOTED)
            offer_origins(&u, kj_base_kind(kind), to, KJ_MOVE_PROMOTE);
        if (t->hand_bits[kind] && kj_bb_has(t->drop_ok[u.mover][kind], to))
            offer(&u, kj_make_drop(kind, to), KJ_NONE);
    }
}
