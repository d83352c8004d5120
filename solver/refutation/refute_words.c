/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What replies do, and what that is called. */
#include "core/rules/attack.h"
#include "solver/refutation/refute-priv.h"

KjReplyKind kj_refute_kind(const KjPosition *pos, KjMove reply)
{
    KjSide us = (KjSide)pos->side;
    unsigned to = kj_move_to(reply), king = pos->king[us];
    if (!reply)
        return KJ_REPLY_NONE;
    if (kj_try_ends(pos, reply))
        return KJ_REPLY_TRIES;
    KjBb checkers = kj_checkers(pos, us);
    bool drop = kj_move_is_drop(reply), several = pos->spare[us] > 0;
    bool by_king = !drop && kj_move_from(reply) == king && !several;
    if (!checkers)
        return KJ_REPLY_OTHER;
    if (by_king)
        return pos->board[to] ? KJ_REPLY_KING_TAKES : KJ_REPLY_KING_GOES;
    if (kj_bb_has(checkers, to))
        return KJ_REPLY_TAKES;
    if (several || !kj_bb_has(pos->game->t->between[king][kj_bb_first(checkers)], to))
        return KJ_REPLY_OTHER;
    return drop ? KJ_REPLY_DROPS_IN : KJ_REPLY_MOVES_IN;
}

/* A drop of the side to move that would mate and may not. */
static KjMove forbidden_mate(const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    if (kj_in_check(pos, (KjSide)pos->side))
        return KJ_MOVE_NONE;
    for (unsigned i = 0; i < t->n_hand * t->squares; i++) {
        KjMove drop = kj_make_drop(t->hand_kind[i / t->squares], i % t->squares);
        if (t->is_no_mate_drop[kj_move_drop_kind(drop)] && kj_gives_check(pos, drop) &&
            kj_move_legality(pos, drop) == KJ_MOVE_DROP_MATE)
            return drop;
    }
    return KJ_MOVE_NONE;
}

KjLeft kj_refute_left(const KjPosition *pos, KjMove *out_drop)
{
    KjMoveList list;
    *out_drop = forbidden_mate(pos);
    if (*out_drop)
        return KJ_LEFT_DROP_MATE;
    kj_gen_legal(pos, &list);
    for (unsigned i = 0; i < list.n; i++)
        if (kj_gives_check(pos, list.move[i]))
            return KJ_LEFT_CHECKS;
    return KJ_LEFT_NOTHING;
}

KjOnly kj_refute_only(const KjPosition *pos, const GArray *moves)
{
    if (moves->len == 0)
        return KJ_ONLY_NONE;
    if (moves->len == 1)
        return KJ_ONLY_REPLY;
    KjMove first = g_array_index(moves, KjMove, 0);
    bool drops = kj_move_is_drop(first);
    for (unsigned i = 1; i < moves->len; i++) {
        KjMove move = g_array_index(moves, KjMove, i);
        if (kj_move_is_drop(move) != drops || (!drops && kj_move_from(move) != kj_move_from(first)))
            return KJ_ONLY_NONE;
    }
    if (drops)
        return KJ_ONLY_DROPS;
    return kj_move_from(first) == pos->king[pos->side] ? KJ_ONLY_KING : KJ_ONLY_PIECE;
}

const char *kj_reply_kind_text(KjReplyKind kind)
{
    static const char *const text[] = {"",      "king-goes", "king-takes", "takes",
                                       "moves", "drops",     "try",        "other"};
    return text[kind];
}

const char *kj_only_text(KjOnly only)
{
    static const char *const text[] = {"", "reply", "piece", "king", "drops"};
    return text[only];
}

const char *kj_lasts_text(KjLasts lasts)
{
    static const char *const text[] = {"exactly", "more", "for-ever", "unknown"};
    return text[lasts];
}
