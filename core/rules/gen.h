/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the generator files share; not for other folders. */
#pragma once

#include "core/rules/attack.h"
#include "core/rules/movegen.h"

/* Adds a move from `from` to every square of a set, with the given flags. */
static inline void kj_add_moves(KjMoveList *list, unsigned from, KjBb targets, unsigned flags)
{
    while (targets)
        kj_list_add(list, (KjMove)(kj_make_move(from, kj_bb_pop(&targets)) | flags));
}

/* Where out of `targets` a piece may stay unpromoted. */
static inline KjBb kj_plain_targets(const KjGame *game, KjSide side, KjKind kind, unsigned from,
                                    KjBb targets)
{
    const KjTables *t = game->t;
    if (!t->promotes[kind])
        return targets;
    if (game->row->auto_promote)
        targets = kj_bb_has(t->zone[side], from) ? 0 : targets & ~t->zone[side];
    return targets & t->alive[side][kind];
}

/* Where out of `targets` a piece may promote. */
static inline KjBb kj_promoted_targets(const KjGame *game, KjSide side, KjKind kind, unsigned from,
                                       KjBb targets)
{
    const KjTables *t = game->t;
    if (!t->promotes[kind])
        return 0;
    return kj_bb_has(t->zone[side], from) ? targets : targets & t->zone[side];
}

/* Whether promoting a kind makes a second royal piece, after which nothing need be guarded. */
static inline bool kj_becomes_royal(const KjTables *t, KjKind kind)
{
    return t->prince && kind == kj_base_kind(t->prince);
}

/* Whether a king may keep promoted what it takes: not where that leaves the game (R3.5, R14.7). */
static inline bool kj_may_keep(const KjGame *game, KjPiece taken)
{
    return game->row->kings_privilege && (taken & KJ_PROMOTED) && !game->rules.no_drops;
}

/* Adds a king's move, and the one that keeps a captured promoted piece promoted where the game
 * knows it (docs/rules.md R3.5). */
static inline void kj_add_king_move(KjMoveList *list, const KjPosition *pos, unsigned from,
                                    unsigned to)
{
    kj_list_add(list, kj_make_move(from, to));
    if (kj_may_keep(pos->game, pos->board[to]))
        kj_list_add(list, kj_make_move(from, to) | KJ_MOVE_KEEP);
}

/* The pieces of `side` that may not leave the line to their own king. */
static inline KjBb kj_pinned(const KjPosition *pos, KjSide side)
{
    unsigned king = kj_lone_king(pos, side);
    if (king == KJ_NO_SQUARE)
        return 0;
    KjSide enemy = kj_other(side);
    return kj_blockers(pos, enemy, king, pos->by_side[enemy], kj_occupied(pos)) &
           pos->by_side[side];
}

/*
 * Where out of `targets` a pinned piece may go: along the line to its king. A piece that leaps
 * along lines might come down behind its pinner or its king, so its squares are tried.
 */
static inline KjBb kj_pinned_targets(const KjPosition *pos, unsigned from, KjBb targets)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side, enemy = kj_other(us);
    unsigned king = pos->king[us];
    targets &= t->line_through[king][from];
    if (!t->leaps[kj_piece_kind(pos->board[from])])
        return targets;
    for (KjBb left = targets; left;) {
        KjBb to = kj_bit(kj_bb_pop(&left)), occupied = (kj_occupied(pos) & ~kj_bit(from)) | to;
        if (kj_attacked(pos, enemy, king, pos->by_side[enemy] & ~to, occupied))
            targets &= ~to;
    }
    return targets;
}

/* The squares where a check by `kind` of the other side on `checker` against the king of `side` can
 * be interposed: none if it comes by a leap. */
static inline KjBb kj_check_path(const KjTables *t, KjSide side, unsigned king, unsigned checker,
                                 KjKind kind)
{
    if (t->leaps[kind] && kj_bb_has(t->step[side][king][t->step_class[kind]], checker))
        return 0;
    return t->between[king][checker];
}

/* Out of `squares`, those where rank and file let a side drop a kind: `own`, its pieces, may have no
 * second unpromoted one of it there under nifu. */
static inline KjBb kj_drop_room(const KjPosition *pos, KjSide side, KjKind kind, KjBb own,
                                KjBb squares)
{
    const KjTables *t = pos->game->t;
    squares &= t->drop_ok[side][kind];
    if (!squares || !t->is_nifu[kind])
        return squares;
    KjBb pawns = pos->by_step[t->step_class[kind]] & own;
    while (pawns)
        squares &= ~t->file[t->file_of[kj_bb_pop(&pawns)]];
    return squares;
}

/*
 * Out of `squares`, where the side to move may drop `kind`: rank limits, nifu, and no mate by a
 * kind whose drop may not mate.
 */
KjBb kj_drop_targets(const KjPosition *pos, KjKind kind, KjBb squares);

/* Whether the side to move, which need not answer a check, has a safe move. */
bool kj_has_free_move(const KjPosition *pos);
