/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What replies do, and what that is called. */
#include "core/rules/attack.h"
#include "solver/refutation/refute-priv.h"

static KjReplyKind kind_of_king_move(const KjPosition *pos, KjMove reply)
{
    if (kj_try_ends(pos, reply))
        return KJ_REPLY_TRIES;
    return pos->board[kj_move_to(reply)] ? KJ_REPLY_KING_TAKES : KJ_REPLY_KING_GOES;
}

KjReplyKind kj_refute_kind(const KjPosition *pos, KjMove reply)
{
    if (!reply)
        return KJ_REPLY_NONE;
    bool drop = kj_move_is_drop(reply);
    if (!drop && kj_move_from(reply) == pos->king[pos->side])
        return kind_of_king_move(pos, reply);
    KjBb checkers = kj_checkers(pos, (KjSide)pos->side);
    if (!checkers)
        return KJ_REPLY_OTHER;
    if (kj_bb_has(checkers, kj_move_to(reply)))
        return KJ_REPLY_TAKES;
    return drop ? KJ_REPLY_DROPS_IN : KJ_REPLY_MOVES_IN;
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
