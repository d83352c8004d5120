/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/conventional_reference.h"

#include "core/attack.h"
#include "core/movegen.h"

typedef struct {
    const ReferencePlan *plan;
    GHashTable *value; // position and depth -> key
    bool too_much;
    unsigned futile;
} Work;

static unsigned last_futile;

static int value_of(Work *w, const KjPosition *pos, int depth);

static KjPosition played(const KjPosition *pos, KjMove move)
{
    KjPosition next = *pos;
    KjUndo undo;
    kj_position_make(&next, move, &undo);
    return next;
}

static int value_of_attack(Work *w, const KjPosition *pos, int depth)
{
    int best = REFERENCE_NONE;
    KjMoveList list;
    kj_gen_checks(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition next = played(pos, list.move[i]);
        int value = value_of(w, &next, depth - 1);
        if (value != REFERENCE_NONE)
            best = MIN(best, value + 2);
    }
    return best;
}

/* The square a reply interposes on between king and the only checker, or -1. */
static int interposes(const KjPosition *pos, KjMove reply, unsigned *checker)
{
    KjSide defender = (KjSide)pos->side;
    KjBb checkers = kj_checkers(pos, defender);
    if (!checkers || kj_bb_many(checkers))
        return -1;
    *checker = kj_bb_first(checkers);
    unsigned to = kj_move_to(reply), king = pos->king[defender];
    if (!kj_bb_has(pos->game->t->between[king][*checker], to))
        return -1;
    return !kj_move_is_drop(reply) && kj_move_from(reply) == king ? -1 : (int)to;
}

/* D13: is the interposition futile, the other replies lasting `base` plies? */
static bool futile(Work *w, const KjPosition *pos, KjMove reply, int base)
{
    const KjTables *t = pos->game->t;
    unsigned checker = 0;
    int square = interposes(pos, reply, &checker);
    if (w->plan->rule == KJ_INTERPOSITIONS_COUNT ||
        (w->plan->rule == KJ_INTERPOSITIONS_LAST && base > 0))
        return false;
    KjPosition next = played(pos, reply);
    KjMoveList list;
    kj_gen_checks(&next, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjMove a = list.move[i];
        if ((int)kj_move_to(a) != square ||
            (w->plan->rule != KJ_INTERPOSITIONS_WIDE && kj_move_from(a) != checker))
            continue;
        KjPosition n2 = played(&next, a);
        n2.hand[w->plan->attacker] = pos->hand[w->plan->attacker];
        n2.hand[pos->side] = pos->hand[pos->side];
        if (!kj_move_is_drop(reply)) {
            KjKind kind = kj_piece_kind(pos->board[kj_move_from(reply)]);
            n2.hand[pos->side] += t->hand_one[kj_base_kind(kind)];
        }
        if (value_of(w, &n2, base) != REFERENCE_NONE) {
            w->futile++;
            return true;
        }
    }
    return false;
}

static int value_of_defence(Work *w, const KjPosition *pos, int depth)
{
    KjMoveList list;
    kj_gen_safe(pos, &list);
    unsigned checker = 0;
    int longest = -1, base = 0;
    for (unsigned i = 0; i < list.n; i++) {
        if (pos->game->rules.try_rule == KJ_TRY_ON && kj_is_try(pos, list.move[i]))
            return REFERENCE_NONE;
        if (interposes(pos, list.move[i], &checker) >= 0)
            continue;
        KjPosition next = played(pos, list.move[i]);
        int value = value_of(w, &next, depth - 1);
        if (value == REFERENCE_NONE)
            return REFERENCE_NONE;
        longest = MAX(longest, value + 2);
        base = MAX(base, value / 2 + 1);
    }
    for (unsigned i = 0; i < list.n; i++) {
        if (interposes(pos, list.move[i], &checker) < 0 || futile(w, pos, list.move[i], base))
            continue;
        KjPosition next = played(pos, list.move[i]);
        int value = value_of(w, &next, depth - 1);
        if (value == REFERENCE_NONE)
            return REFERENCE_NONE;
        longest = MAX(longest, value + 2);
    }
    if (longest >= 0)
        return longest;
    return pos->hand[w->plan->attacker] ? 0 : 1;
}

static int value_of(Work *w, const KjPosition *pos, int depth)
{
    if (w->too_much || depth < 0 || (depth == 0 && pos->side == w->plan->attacker))
        return REFERENCE_NONE;
    uint64_t key = kj_mix(kj_position_full_key(pos) + (uint64_t)depth);
    gpointer known;
    if (g_hash_table_lookup_extended(w->value, &key, NULL, &known))
        return GPOINTER_TO_INT(known);
    if (g_hash_table_size(w->value) >= w->plan->max_values) {
        w->too_much = true;
        return REFERENCE_NONE;
    }
    int value = pos->side == w->plan->attacker ? value_of_attack(w, pos, depth)
                                               : value_of_defence(w, pos, depth);
    if (!w->too_much)
        g_hash_table_insert(w->value, g_memdup2(&key, sizeof key), GINT_TO_POINTER(value));
    return value;
}

int conventional_reference(const ReferencePlan *plan, const KjPosition *pos)
{
    Work w = {.plan = plan};
    w.value = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    int value = value_of(&w, pos, (int)plan->depth);
    g_hash_table_unref(w.value);
    last_futile = w.futile;
    return w.too_much ? REFERENCE_TOO_MUCH : value;
}

unsigned conventional_reference_futile(void)
{
    return last_futile;
}
