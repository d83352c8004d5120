/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The main line: from a proved root, at the attacker's turn a move that mates within what is left, at
 * the defender's a reply that holds out longest. What the table has forgotten is searched again.
 */
#include "solver/line.h"

#include <assert.h>

#include "core/attack.h"

/* A mate within `len` plies from the position after `move`? KJ_UNKNOWN when a limit is reached. */
static KjValue value_after(KjSearch *s, const KjPosition *pos, KjMove move, unsigned len)
{
    KjPosition next = *pos;
    KjUndo undo;
    kj_position_make(&next, move, &undo);
    return kj_search_root(s, &next, len);
}

/* What the table knows of the position after `move`, without searching. */
static KjValue known_after(KjSearch *s, const KjPosition *pos, KjMove move, unsigned len)
{
    KjPosition next = *pos;
    KjUndo undo;
    KjProbe probe;
    kj_position_make(&next, move, &undo);
    return kj_table_probe(&s->table, pos->game->t, kj_search_key(s, &next), next.hand[s->attacker],
                          len, 0, &probe);
}

static bool proved(const KjValue *v)
{
    return v->pn == 0 && v->dn != 0;
}

static bool disproved(const KjValue *v)
{
    return v->dn == 0 && v->pn != 0;
}

/* The attacker's moves in the order of generation; the defender's likewise. */
static void moves_at(KjSearch *s, const KjPosition *pos, KjMoveList *list)
{
    if (pos->side != s->attacker || s->options.attacker_moves != KJ_CHECKS_ONLY)
        kj_gen_safe(pos, list);
    else
        kj_gen_checks(pos, list);
}

/* Whether the defender, to move, has lost on the spot. */
static bool mated(KjSearch *s, const KjPosition *pos)
{
    KjSide defender = kj_other(s->attacker);
    return pos->side == defender && !kj_has_safe_move(pos) &&
           (kj_in_check(pos, defender) || s->options.attacker_moves != KJ_CHECKS_ONLY);
}

/* A move of the attacker that mates within `len` plies in all, or KJ_MOVE_NONE when a limit comes
 * first. `out_left` gets a bound on the plies left after it. */
static KjMove attacker_move(KjSearch *s, const KjPosition *pos, unsigned len, unsigned *out_left)
{
    KjMoveList list;
    moves_at(s, pos, &list);
    KjMove best = KJ_MOVE_NONE;
    unsigned best_len = KJ_LEN_INF;
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition next = *pos;
        KjUndo undo;
        kj_position_make(&next, list.move[i], &undo);
        if (mated(s, &next)) {
            *out_left = 0;
            return list.move[i];
        }
        if (len < 3)
            continue;
        KjValue v = known_after(s, pos, list.move[i], len - 1);
        if (proved(&v) && v.len < best_len) {
            best = list.move[i];
            best_len = v.len;
        }
    }
    for (unsigned i = 0; i < list.n && !best && len >= 3 && !s->stopped; i++) {
        KjValue v = value_after(s, pos, list.move[i], len - 1);
        if (proved(&v)) {
            best = list.move[i];
            best_len = v.len;
        }
    }
    *out_left = best_len;
    return best;
}

/* Whether a reply is known to hold out for all of `len` - 1 plies; with `search`, found out. */
static bool holds_out(KjSearch *s, const KjPosition *pos, KjMove move, unsigned len, bool search)
{
    if (len < 4)
        return true; // every reply still needs a mating move after it
    KjValue v = search ? value_after(s, pos, move, len - 3) : known_after(s, pos, move, len - 3);
    return disproved(&v);
}

/* The defender's reply to stand longest, `len` being a bound on the plies left. */
static KjMove defender_move(KjSearch *s, const KjPosition *pos, unsigned len, bool exact,
                            unsigned *out_left)
{
    KjMoveList list;
    kj_gen_safe(pos, &list);
    assert(list.n > 0);
    for (int search = 0; search <= exact; search++) {
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
        KjValue v = known_after(s, pos, list.move[i], len - 1);
        if (!proved(&v) && !s->stopped)
            v = value_after(s, pos, list.move[i], len - 1);
        if (proved(&v) && v.len > best_len) {
            best = list.move[i];
            best_len = v.len;
        }
    }
    *out_left = best_len;
    return best;
}

void kj_line_find(KjSearch *s, const KjPosition *root, unsigned plies, bool exact, KjResult *out)
{
    KjPosition pos = *root;
    GArray *line = g_array_new(FALSE, FALSE, sizeof(KjMove));
    unsigned left = plies;
    while (!mated(s, &pos)) {
        KjMove move = pos.side == s->attacker ? attacker_move(s, &pos, left, &left)
                                              : defender_move(s, &pos, left, exact, &left);
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
