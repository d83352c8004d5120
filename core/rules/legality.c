/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a move may not be played. Slow and thorough; the generators have the last word. */
#include "core/rules/gen.h"

static KjIllegal drop_fault(const KjPosition *pos, KjMove move)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    KjKind kind = kj_move_drop_kind(move);
    unsigned to = kj_move_to(move);
    if (!t->hand_bits[kind] || !(pos->hand[us] & t->hand_mask[kind]))
        return KJ_MOVE_NO_PIECE;
    if (kj_move_promotes(move))
        return KJ_MOVE_NO_PROMOTION;
    if (kj_move_keeps(move))
        return KJ_MOVE_NO_PRIVILEGE;
    if (pos->board[to])
        return KJ_MOVE_OCCUPIED;
    if (!kj_bb_has(t->drop_ok[us][kind], to))
        return KJ_MOVE_DEAD_SQUARE;
    if (!kj_drop_room(pos, us, kind, pos->by_side[us], kj_bit(to)))
        return KJ_MOVE_NIFU;
    if (!kj_drop_targets(pos, kind, kj_bit(to)))
        return KJ_MOVE_DROP_MATE;
    return KJ_MOVE_LEGAL;
}

static KjIllegal promotion_fault(const KjPosition *pos, KjMove move)
{
    KjSide us = (KjSide)pos->side;
    unsigned from = kj_move_from(move);
    KjBb target = kj_bit(kj_move_to(move));
    KjKind kind = kj_piece_kind(pos->board[from]);
    if (kj_move_promotes(move))
        return kj_promoted_targets(pos->game, us, kind, from, target) ? KJ_MOVE_LEGAL
                                                                      : KJ_MOVE_NO_PROMOTION;
    return kj_plain_targets(pos->game, us, kind, from, target) ? KJ_MOVE_LEGAL
                                                               : KJ_MOVE_MUST_PROMOTE;
}

static KjIllegal board_move_fault(const KjPosition *pos, KjMove move)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    unsigned from = kj_move_from(move), to = kj_move_to(move);
    if (from >= t->squares || !kj_bb_has(pos->by_side[us], from))
        return KJ_MOVE_NO_PIECE;
    KjKind kind = kj_piece_kind(pos->board[from]);
    if (!kj_bb_has(kj_kind_attack(t, us, kind, from, kj_occupied(pos)), to))
        return KJ_MOVE_NOT_REACHABLE;
    if (kj_bb_has(pos->by_side[us], to))
        return KJ_MOVE_OWN_PIECE;
    if (kj_move_keeps(move) && !(kind == t->king && kj_may_keep(pos->game, pos->board[to])))
        return KJ_MOVE_NO_PRIVILEGE;
    return promotion_fault(pos, move);
}

KjIllegal kj_move_legality(const KjPosition *pos, KjMove move)
{
    KjMoveList list;
    kj_gen_legal(pos, &list);
    if (kj_list_has(&list, move))
        return KJ_MOVE_LEGAL;
    if (kj_king_is_lost(pos, (KjSide)pos->side))
        return KJ_MOVE_GAME_OVER;
    if (kj_move_to(move) >= pos->game->t->squares)
        return KJ_MOVE_NOT_REACHABLE;
    KjIllegal fault = kj_move_is_drop(move) ? drop_fault(pos, move) : board_move_fault(pos, move);
    // Nothing wrong with the move itself: then it leaves the king to be captured.
    return fault == KJ_MOVE_LEGAL ? KJ_MOVE_LEAVES_CHECK : fault;
}

const char *kj_illegal_text(KjIllegal reason)
{
    static const char *const text[] = {
        [KJ_MOVE_LEGAL] = "legal",
        [KJ_MOVE_NO_PIECE] = "no such piece of the side to move there or in hand",
        [KJ_MOVE_NOT_REACHABLE] = "the piece does not move there",
        [KJ_MOVE_OWN_PIECE] = "a piece of the same side stands there",
        [KJ_MOVE_OCCUPIED] = "a piece can only be dropped on an empty square",
        [KJ_MOVE_NO_PROMOTION] = "no promotion is possible",
        [KJ_MOVE_MUST_PROMOTE] = "the piece must promote",
        [KJ_MOVE_DEAD_SQUARE] = "the piece may not be dropped there",
        [KJ_MOVE_NIFU] = "a second unpromoted pawn on the file (二歩)",
        [KJ_MOVE_DROP_MATE] = "a pawn drop may not mate (打歩詰)",
        [KJ_MOVE_LEAVES_CHECK] = "the king could be captured",
        [KJ_MOVE_NO_PRIVILEGE] = "only a king keeps a captured promoted piece promoted",
        [KJ_MOVE_GAME_OVER] = "the game is over",
        [KJ_MOVE_REPETITION] = "the move repeats an earlier move and position",
    };
    return text[reason];
}
