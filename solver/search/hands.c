/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proof hands and disproof hands. */
#include "solver/search/hands.h"

#include "core/rules/attack.h"
#include "core/rules/gen.h"

KjHand kj_hand_max(const KjTables *t, KjHand a, KjHand b)
{
    if (kj_hand_covers(t, a, b))
        return a;
    KjHand result = 0;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjHand mask = t->hand_mask[t->hand_kind[i]];
        result |= (a & mask) > (b & mask) ? a & mask : b & mask;
    }
    return result;
}

KjHand kj_hand_min(const KjTables *t, KjHand a, KjHand b)
{
    if (kj_hand_covers(t, b, a))
        return a;
    KjHand result = 0;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjHand mask = t->hand_mask[t->hand_kind[i]];
        result |= (a & mask) < (b & mask) ? a & mask : b & mask;
    }
    return result;
}

/* The kind a move of the side to move takes into hand, KJ_NONE if none. */
static KjKind gained(const KjPosition *pos, KjMove move)
{
    KjPiece captured = pos->board[kj_move_to(move)];
    if (kj_move_is_drop(move) || captured == KJ_NONE)
        return KJ_NONE;
    if (!kj_hand_gain(pos->game, kj_piece_kind(captured), kj_move_keeps(move)))
        return KJ_NONE;
    return kj_hand_kind_of(kj_piece_kind(captured), kj_move_keeps(move));
}

/* Whether how many of a kind the defender holds is in the key, and so the same for all hands. */
static bool is_apart(const KjTables *t, KjKind kind)
{
    return (t->hand_mask[kind] & t->hand_apart) != 0;
}

KjHand kj_proof_hand_before(const KjPosition *pos, KjMove move, KjHand after)
{
    const KjTables *t = pos->game->t;
    if (kj_move_is_drop(move))
        return after + t->hand_one[kj_move_drop_kind(move)];
    KjKind kind = gained(pos, move);
    if (kind && (after & t->hand_mask[kind]))
        return after - t->hand_one[kind];
    return after;
}

/* The attacker's count of a kind and of its promoted form: with less of either the defender would
 * hold the kind unpromoted. */
static KjHand all_of(const KjTables *t, KjHand hand, KjKind kind)
{
    return hand & (t->hand_mask[kind] | t->hand_mask[kind | KJ_PROMOTED]);
}

KjHand kj_proof_hand_monopoly(const KjPosition *pos, KjSide attacker, KjBb squares, KjHand hand)
{
    const KjTables *t = pos->game->t;
    KjSide defender = kj_other(attacker);
    KjHand holds = pos->hand[defender];
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (is_apart(t, kind) || (holds & t->hand_mask[kind]))
            continue;
        KjHand needed = all_of(t, pos->hand[attacker], kind);
        if (!needed)
            continue;
        if (kj_drop_room(pos, defender, kind, pos->by_side[defender], squares))
            hand = kj_hand_max(t, hand, needed);
    }
    return hand;
}

KjHand kj_proof_hand_mate(const KjPosition *pos, KjMove move)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side;
    unsigned king = pos->king[us ^ 1];
    KjHand after = 0;
    // Only a check from afar can be interposed; a discovered one may come from anywhere.
    // With several royal pieces there are other replies than those to a check.
    bool near = kj_move_is_drop(move) && !pos->spare[us ^ 1] &&
                kj_bb_has(t->step[us ^ 1][king][t->step_class[t->king]], kj_move_to(move));
    if (!near) {
        KjHand have = pos->hand[us];
        KjKind kind = gained(pos, move);
        if (kind)
            have += t->hand_one[kind];
        if (kj_move_is_drop(move))
            have -= t->hand_one[kj_move_drop_kind(move)];
        for (unsigned i = 0; i < t->n_hand; i++) {
            KjKind lacked = t->hand_kind[i];
            if (!is_apart(t, lacked) && t->drop_ok[us ^ 1][lacked] &&
                !(pos->hand[us ^ 1] & t->hand_mask[lacked]))
                after |= all_of(t, have, lacked);
        }
    }
    return kj_proof_hand_before(pos, move, after);
}

KjHand kj_hand_limit(const KjPosition *pos, KjSide attacker)
{
    const KjTables *t = pos->game->t;
    return pos->hand[attacker] + (pos->hand[attacker ^ 1] & ~t->hand_apart);
}

KjHand kj_disproof_hand_reply(const KjPosition *pos, KjSide attacker, KjMove reply, KjHand after)
{
    const KjTables *t = pos->game->t;
    KjHand limit = kj_hand_limit(pos, attacker);
    // A dropped piece must be the defender's: the attacker cannot have them all. Those apart are the
    // defender's in every position of this key.
    if (kj_move_is_drop(reply) && !is_apart(t, kj_move_drop_kind(reply)))
        limit -= t->hand_one[kj_move_drop_kind(reply)];
    return kj_hand_min(t, after, limit);
}

KjHand kj_disproof_hand_move(const KjPosition *pos, KjMove move, KjHand after, KjHand hand)
{
    const KjTables *t = pos->game->t;
    KjKind kind = gained(pos, move);
    if (kj_move_is_drop(move))
        kind = kj_move_drop_kind(move);
    KjHand mask = kind ? t->hand_mask[kind] : 0;
    KjHand lowered = kj_hand_min(t, hand, (after & ~mask) | (hand & mask));
    if (!kind)
        return lowered;
    KjHand count = after & mask, one = t->hand_one[kind];
    count = kj_move_is_drop(move) ? count + one : count - one;
    if (count < (lowered & mask))
        lowered = (lowered & ~mask) | count;
    return lowered;
}

KjHand kj_disproof_hand_missing(const KjPosition *pos, KjHand hand, bool any_drop)
{
    const KjTables *t = pos->game->t;
    KjSide us = (KjSide)pos->side, them = kj_other(us);
    KjBb occupied = kj_occupied(pos);
    any_drop = any_drop || pos->spare[them];
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        if ((pos->hand[us] & t->hand_mask[kind]) || !(hand & t->hand_mask[kind]))
            continue;
        KjBb squares = ~occupied;
        if (!any_drop)
            squares &= kj_kind_attack_from(t, us, kind, pos->king[them], occupied);
        if (kj_drop_room(pos, us, kind, pos->by_side[us], squares))
            hand &= ~t->hand_mask[kind];
    }
    return hand;
}
