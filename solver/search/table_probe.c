/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about single positions, and the main line. */
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

KjPlace kj_probe_place(const KjSearch *s, const KjPosition *pos, KjMove move)
{
    KjChild child;
    kj_search_peek(s, pos, move, &child);
    kj_table_prefetch(&s->table, (uint64_t)child.key);
    return (KjPlace){child.key, child.hand};
}

bool kj_probe_refuted(const KjSearch *s, const KjTables *t, const KjPlace *place, unsigned len,
                      unsigned *out_effort)
{
    KjProbe probe;
    KjKey key = kj_key_in(place->key, s->part);
    KjNodeValue v = kj_table_probe(&s->table, t, key, place->hand, len, 0, &probe);
    *out_effort = probe.effort;
    return v.dn == 0;
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
    if (s->options.attacker_moves == KJ_CHECKS_ONLY) {
        KjChecks checks;
        kj_find_checks(pos, &checks);
        return kj_search_mate_in_one(s, pos, &checks);
    }
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

/* ---- the main line ----
 *
 * From a proved root: at the attacker's turn a move that mates within what is left, at the
 * defender's a reply that holds out longest.
 */

/* A mate within `len` plies from the position after `move`? KJ_UNKNOWN when a limit is reached. */
static KjNodeValue value_after(KjSearch *s, const KjPosition *pos, KjMove move, unsigned len)
{
    KjPosition next = *pos;
    KjUndo undo;
    kj_position_make(&next, move, &undo);
    return kj_search_root(s, &next, len);
}

static bool proved(const KjNodeValue *v)
{
    return v->pn == 0 && v->dn != 0;
}

static bool disproved(const KjNodeValue *v)
{
    return v->dn == 0 && v->pn != 0;
}

/* Whether the defender, to move, has lost on the spot. */
static bool mated(const KjSearch *s, const KjPosition *pos)
{
    return pos->side != s->attacker && !kj_has_safe_move(pos) && kj_probe_mated(s, pos);
}

/* How much a line may cost. */
typedef enum {
    KNOWN,  // nothing: what the table knows
    SHORT,  // searches for what it has dropped
    LONGEST // and for the replies that hold out longest
} Care;

/* A move of the attacker that mates within `len` plies in all, or KJ_MOVE_NONE when a limit comes
 * first. `out_left` gets a bound on the plies left after it. */
static KjMove attacker_move(KjSearch *s, KjPosition *pos, unsigned len, Care care,
                            unsigned *out_left)
{
    KjMoveList list;
    kj_search_attacks(s, pos, &list);
    return care == KNOWN ? kj_probe_known_attack(s, pos, &list, len, out_left)
                         : kj_probe_attack(s, pos, &list, len, out_left);
}

/* Whether a reply is known to hold out for all of `len` - 1 plies; with `search`, found out. */
static bool holds_out(KjSearch *s, const KjPosition *pos, KjMove move, unsigned len, bool search)
{
    if (len < 4)
        return true; // every reply still needs a mating move after it
    KjNodeValue v =
        search ? value_after(s, pos, move, len - 3) : kj_probe_known_after(s, pos, move, len - 3);
    return disproved(&v);
}

/* The defender's reply to stand longest, `len` being a bound on the plies left. */
static KjMove defender_move(KjSearch *s, const KjPosition *pos, unsigned len, Care care,
                            unsigned *out_left)
{
    KjMoveList list;
    kj_gen_safe(pos, &list);
    assert(list.n > 0);
    for (int search = 0; search <= (care == LONGEST ? 1 : 0); search++) {
        for (unsigned i = 0; i < list.n && !s->stopped; i++) {
            if (holds_out(s, pos, list.move[i], len, search)) {
                *out_left = len - 1;
                return list.move[i];
            }
        }
    }
    // Not exact, or out of time: the reply with the largest bound known.
    KjMove best = KJ_MOVE_NONE;
    unsigned best_len = 0;
    for (unsigned i = 0; i < list.n; i++) {
        KjNodeValue v = kj_probe_known_after(s, pos, list.move[i], len - 1);
        if (!proved(&v) && !s->stopped && care != KNOWN)
            v = value_after(s, pos, list.move[i], len - 1);
        if (proved(&v) && v.len > best_len) {
            best = list.move[i];
            best_len = v.len;
        }
    }
    *out_left = best_len;
    return best;
}

static void follow_best(KjSearch *s, const KjPosition *root, unsigned plies, Care care,
                        KjResult *out)
{
    KjPosition pos = *root;
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    unsigned left = plies;
    while (!mated(s, &pos)) {
        KjMove move = pos.side == s->attacker ? attacker_move(s, &pos, left, care, &left)
                                              : defender_move(s, &pos, left, care, &left);
        if (move == KJ_MOVE_NONE)
            break;
        g_array_append_val(line, move);
        KjUndo undo;
        kj_position_make(&pos, move, &undo);
    }
    out->line_complete = mated(s, &pos);
    out->leftover = pos.hand[s->attacker];
    out->n_line = line->len;
    out->line = (KjMove *)(void *)g_array_free(line, FALSE);
}

void kj_line_find(KjSearch *s, const KjPosition *root, unsigned plies, bool exact, KjResult *out)
{
    follow_best(s, root, plies, exact ? LONGEST : SHORT, out);
}

void kj_line_known(KjSearch *s, const KjPosition *root, unsigned plies, KjResult *out)
{
    follow_best(s, root, plies, KNOWN, out);
}
