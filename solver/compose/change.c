/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making changes. */
#include "solver/compose/change.h"

#include <string.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

const char *kj_change_kind_text(KjChangeKind kind)
{
    static const char *const text[] = {
        [KJ_CHANGE_REMOVE] = "remove",
        [KJ_CHANGE_HAND_REMOVE] = "hand-remove",
        [KJ_CHANGE_MOVE] = "move",
        [KJ_CHANGE_REPLACE] = "replace",
        [KJ_CHANGE_HAND_OVER] = "hand-over",
        [KJ_CHANGE_HAND_REPLACE] = "hand-replace",
        [KJ_CHANGE_SHIFT] = "shift",
        [KJ_CHANGE_MIRROR] = "mirror",
        [KJ_CHANGE_ADD] = "add",
        [KJ_CHANGE_HAND_ADD] = "hand-add",
    };
    return text[kind];
}

/* A square moved by a shift or mirrored; KJ_NO_SQUARE: it leaves the board. */
static unsigned map_square(const KjTables *t, const KjChange *change, unsigned square)
{
    int file = t->file_of[square], rank = t->rank_of[square];
    if (change->kind == KJ_CHANGE_MIRROR)
        file = t->files - 1 - file;
    if (change->kind == KJ_CHANGE_SHIFT) {
        file += change->left;
        rank += change->down;
    }
    bool inside = file >= 0 && file < t->files && rank >= 0 && rank < t->ranks;
    return inside ? (unsigned)(file * t->ranks + rank) : KJ_NO_SQUARE;
}

KjMove kj_change_map(const KjTables *t, const KjChange *change, KjMove move)
{
    unsigned to = map_square(t, change, kj_move_to(move)), from = kj_move_from(move);
    if (!kj_move_is_drop(move))
        from = map_square(t, change, from);
    if (to == KJ_NO_SQUARE || from == KJ_NO_SQUARE)
        return KJ_MOVE_NONE;
    return (KjMove)(to | from << 7 | (move & (KJ_MOVE_PROMOTE | KJ_MOVE_KEEP)));
}

/* Puts a piece that leaves into a hand, or out of the game (R14.6). */
static bool give(const KjGame *game, KjHand *hand, KjPiece piece)
{
    KjKind kind = kj_base_kind(kj_piece_kind(piece));
    if (!game->t->hand_bits[kind])
        return false;
    *hand += kj_hand_gain(game, kind, false);
    return true;
}

/* Takes a piece that is wanted out of a hand, or from outside the game. */
static bool take_from_hand(const KjGame *game, KjHand *hand, KjPiece piece)
{
    const KjTables *t = game->t;
    KjKind kind = kj_base_kind(kj_piece_kind(piece));
    if (t->hand_bits[kind] && !kj_hand_gain(game, kind, false))
        return true; // too many are found out later
    if (!t->hand_bits[kind] || !kj_hand_count(t, *hand, kind))
        return false;
    *hand -= t->hand_one[kind];
    return true;
}

/* The parts of a position that a change works on. */
typedef struct {
    const KjGame *game;
    const KjTables *t;
    KjPiece board[KJ_MAX_SQUARES];
    KjHand *attackers, *defenders;
} Diagram;

static bool replace_board(Diagram *d, const KjChange *c)
{
    bool same_base =
        kj_base_kind(kj_piece_kind(c->piece)) == kj_base_kind(kj_piece_kind(c->instead));
    if (d->board[c->from] != c->piece ||
        (!same_base && (!take_from_hand(d->game, d->defenders, c->instead) ||
                        !give(d->game, d->defenders, c->piece))))
        return false;
    d->board[c->from] = c->instead;
    return true;
}

static bool move_piece(Diagram *d, const KjChange *c)
{
    if (d->board[c->from] != c->piece || d->board[c->to])
        return false;
    d->board[c->from] = KJ_NONE;
    d->board[c->to] = c->piece;
    return true;
}

static bool change_board(Diagram *d, const KjChange *c)
{
    switch ((KjChangeKind)c->kind) {
    case KJ_CHANGE_REMOVE:
        if (d->board[c->from] != c->piece || !give(d->game, d->defenders, c->piece))
            return false;
        d->board[c->from] = KJ_NONE;
        return true;
    case KJ_CHANGE_ADD:
        if (d->board[c->to] || !take_from_hand(d->game, d->defenders, c->instead))
            return false;
        d->board[c->to] = c->instead;
        return true;
    case KJ_CHANGE_MOVE: return move_piece(d, c);
    default: return replace_board(d, c);
    }
}

static bool change_hand(Diagram *d, const KjChange *c)
{
    if (c->piece && (!take_from_hand(d->game, d->attackers, c->piece) ||
                     !give(d->game, d->defenders, c->piece)))
        return false;
    return !c->instead || (take_from_hand(d->game, d->defenders, c->instead) &&
                           give(d->game, d->attackers, c->instead));
}

static bool change_all(Diagram *d, const KjChange *c)
{
    KjPiece board[KJ_MAX_SQUARES] = {KJ_NONE};
    for (unsigned square = 0; square < d->t->squares; square++) {
        if (!d->board[square])
            continue;
        unsigned to = map_square(d->t, c, square);
        if (to == KJ_NO_SQUARE)
            return false;
        board[to] = d->board[square];
    }
    memcpy(d->board, board, sizeof board);
    return true;
}

static bool change_diagram(Diagram *d, const KjChange *c)
{
    switch ((KjChangeKind)c->kind) {
    case KJ_CHANGE_HAND_REMOVE:
    case KJ_CHANGE_HAND_ADD:
    case KJ_CHANGE_HAND_REPLACE: return change_hand(d, c);
    case KJ_CHANGE_SHIFT:
    case KJ_CHANGE_MIRROR: return change_all(d, c);
    default: return change_board(d, c);
    }
}

bool kj_change_apply(const KjPosition *pos, KjSide attacker, const KjChange *change,
                     KjPosition *out)
{
    KjHand hand[2] = {pos->hand[0], pos->hand[1]};
    Diagram d = {pos->game, pos->game->t, {KJ_NONE}, &hand[attacker], &hand[kj_other(attacker)]};
    memcpy(d.board, pos->board, sizeof d.board);
    if (!change_diagram(&d, change))
        return false;
    kj_position_clear(out, pos->game);
    for (unsigned square = 0; square < d.t->squares; square++)
        if (d.board[square])
            kj_position_put(out, square, d.board[square]);
    out->hand[0] = hand[0];
    out->hand[1] = hand[1];
    kj_position_set_side(out, (KjSide)pos->side);
    return out->king[kj_other(attacker)] != KJ_NO_SQUARE &&
           kj_position_check_made(pos, out) == KJ_POSITION_OK && !kj_can_capture_king(out);
}
