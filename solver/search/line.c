/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The main line: from a proved root, at the attacker's turn a move that mates within what is left,
 * at the defender's a reply that holds out longest. What the table has forgotten is searched again.
 */
#include "solver/search/line.h"

#include <assert.h>

#include "solver/search/table_probe.h"

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
