/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A look two plies further. */
#include "solver/search/fails_soon.h"

#include "solver/search/hands.h"

enum { MOST_CHECKS = 2 };

/* Whether the table has a refutation of the position after a reply at s->pos, and its hand. */
static bool known_to_fail(const KjSearch *s, KjMove reply, KjHand *out_hand)
{
    KjChild child;
    KjProbe probe;
    kj_search_peek(s, &s->pos, reply, &child);
    KjNodeValue value = kj_table_probe(&s->table, s->pos.game->t, child.key, child.hand, KJ_LEN_INF,
                                       s->path.length, &probe);
    *out_hand = value.hand;
    return value.dn == 0;
}

/* Whether no check is left after a reply at s->pos, and the hand for which that is so. */
static bool ends_checks(KjSearch *s, KjMove reply, KjHand *out_hand)
{
    KjUndo undo;
    s->looks++;
    kj_position_make(&s->pos, reply, &undo);
    bool none = !kj_has_check(&s->pos);
    if (none)
        *out_hand = kj_disproof_hand_missing(&s->pos, kj_hand_limit(&s->pos, s->attacker), false);
    kj_position_unmake(&s->pos, reply, &undo);
    return none;
}

/*
 * The first reply at s->pos, the defender in check, that refutes; *out_hand is for s->pos. Drops are
 * left out: the attacker takes what is dropped, with check, and they hardly ever end it.
 */
static bool is_met(KjSearch *s, KjHand *out_hand)
{
    KjMoveList replies;
    unsigned first_drop;
    KjHand after;
    kj_gen_evasions(&s->pos, &replies, &first_drop);
    for (unsigned i = 0; i < first_drop; i++) {
        KjChild child;
        kj_search_peek(s, &s->pos, replies.move[i], &child);
        kj_table_prefetch(&s->table, child.key);
    }
    for (unsigned i = 0; i < first_drop; i++) {
        KjMove reply = replies.move[i];
        if (!known_to_fail(s, reply, &after) && !ends_checks(s, reply, &after))
            continue;
        *out_hand = kj_disproof_hand_reply(&s->pos, s->attacker, reply, after);
        return true;
    }
    return false;
}

bool kj_search_fails_soon(KjSearch *s, const KjChecks *checks, KjHand *out_hand)
{
    if (s->counting != KJ_COUNT_COSTS || checks->n > MOST_CHECKS || s->exact_hands ||
        s->n_forbidden || s->relaxed)
        return false;
    KjHand hand = kj_hand_limit(&s->pos, s->attacker);
    KjMoveList list;
    kj_list_checks(checks, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjUndo undo;
        KjHand after;
        s->looks++;
        kj_position_make(&s->pos, list.move[i], &undo);
        bool met = is_met(s, &after);
        kj_position_unmake(&s->pos, list.move[i], &undo);
        if (!met)
            return false;
        hand = kj_disproof_hand_move(&s->pos, list.move[i], after, hand);
    }
    *out_hand = kj_disproof_hand_missing(&s->pos, hand, false);
    return true;
}
