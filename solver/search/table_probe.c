/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about single positions. */
#include "solver/search/table_probe.h"

#include <assert.h>

#include "core/rules/attack.h"

KjNodeValue kj_probe_known(const KjSearch *s, const KjPosition *pos, unsigned len)
{
    if (len == 0) // the table knows of none
        return kj_value_open(1, 1);
    KjProbe probe;
    return kj_table_probe(&s->table, pos->game->t, kj_search_key(s, pos), pos->hand[s->attacker],
                          len, 0, &probe);
}

/* What the table knows after a move, which may offer a shortcut (NULL: none). */
static KjNodeValue known_child(const KjSearch *s, const KjPosition *pos, KjMove move,
                               const KjShortcut *shortcut, unsigned len)
{
    if (len == 0)
        return kj_value_open(1, 1);
    KjChild child;
    KjProbe probe;
    kj_search_peek(s, pos, move, &child);
    if (shortcut)
        kj_search_offer(&child, shortcut);
    return kj_table_probe(&s->table, pos->game->t, child.key, child.hand, len, 0, &probe);
}

KjNodeValue kj_probe_known_after(const KjSearch *s, const KjPosition *pos, KjMove move,
                                 unsigned len)
{
    return known_child(s, pos, move, NULL, len);
}

KjNodeValue kj_probe_known_offered(const KjSearch *s, const KjPosition *pos, KjMove reply,
                                   const KjShortcut *shortcut, unsigned len)
{
    return known_child(s, pos, reply, shortcut, len);
}

bool kj_probe_mated(const KjSearch *s, const KjPosition *pos)
{
    return kj_search_immobile_wins(s, kj_in_check(pos, kj_other(s->attacker)));
}

/* The attack after which the table knows the shortest mate within `len` plies. */
static KjMove known_attack(const KjSearch *s, const KjPosition *pos, const KjMoveList *attacks,
                           unsigned len, unsigned *out_left)
{
    KjMove best = KJ_MOVE_NONE;
    unsigned best_len = KJ_LEN_INF;
    for (unsigned i = 0; i < attacks->n; i++) {
        KjNodeValue v = kj_probe_known_after(s, pos, attacks->move[i], len);
        if (v.pn == 0 && v.len < best_len) {
            best = attacks->move[i];
            best_len = v.len;
        }
    }
    *out_left = best_len;
    return best;
}

/* An attack that mates as it is. */
static KjMove mating_attack(const KjSearch *s, KjPosition *pos, const KjMoveList *attacks)
{
    if (s->options.attacker_moves == KJ_CHECKS_ONLY)
        return kj_search_mate_in_one(s, pos, attacks);
    for (unsigned i = 0; i < attacks->n; i++) {
        KjUndo undo;
        kj_position_make(pos, attacks->move[i], &undo);
        bool mates = !kj_has_safe_move(pos) && kj_probe_mated(s, pos);
        kj_position_unmake(pos, attacks->move[i], &undo);
        if (mates && !kj_search_forbids(s, pos, attacks->move[i]))
            return attacks->move[i];
    }
    return KJ_MOVE_NONE;
}

KjMove kj_probe_known_attack(const KjSearch *s, KjPosition *pos, const KjMoveList *attacks,
                             unsigned len, unsigned *out_left)
{
    assert(pos->side == s->attacker && len > 0);
    *out_left = 0;
    KjMove move = mating_attack(s, pos, attacks);
    return move || len < 3 ? move : known_attack(s, pos, attacks, len - 1, out_left);
}

KjMove kj_probe_attack(KjSearch *s, KjPosition *pos, const KjMoveList *attacks, unsigned len,
                       unsigned *out_left)
{
    KjMove move = kj_probe_known_attack(s, pos, attacks, len, out_left);
    if (move || len < 3)
        return move;
    KjNodeValue v = kj_search_move(s, pos, len, &move);
    *out_left = v.len - 1u;
    return v.pn == 0 ? move : KJ_MOVE_NONE;
}
