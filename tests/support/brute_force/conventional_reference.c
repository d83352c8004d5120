/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/brute_force/conventional_reference.h"

#include <string.h>

#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "tests/support/brute_force/conventional_tour.h"
#include "tests/support/key_table.h"

typedef struct {
    const ReferencePlan *plan;
    GHashTable *value; // position and depth -> key
    bool too_much;
    unsigned futile, tours;
} Work;

static unsigned last_futile, last_tours;

static int value_of(Work *w, const KjPosition *pos, int depth);

static int value_of_attack(Work *w, const KjPosition *pos, int depth)
{
    int best = REFERENCE_NONE;
    KjMoveList list;
    kj_gen_checks(pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition next = kj_position_after(pos, list.move[i]);
        int value = value_of(w, &next, depth - 1);
        if (value != REFERENCE_NONE)
            best = MIN(best, value + 2);
    }
    return best;
}

/* Whether what a reply puts down would enter a hand if it were taken (R14.3, R14.6, R14.7). */
static bool enters_hand(const KjPosition *pos, KjMove reply)
{
    const KjGame *game = pos->game;
    if (kj_move_is_drop(reply))
        return true;
    KjKind kind = kj_piece_kind(pos->board[kj_move_from(reply)]);
    bool elephant = game->t->prince && kind == kj_base_kind(game->t->prince);
    if (kind == game->t->king || kind == game->t->prince || game->rules.no_drops)
        return false;
    return !elephant || (game->rules.elephant_to_hand && !kj_move_promotes(reply));
}

/* The square a reply interposes on between the only royal piece and the only checker, or -1. */
static int interposes(const KjPosition *pos, KjMove reply, unsigned *checker)
{
    KjSide defender = (KjSide)pos->side;
    KjBb checkers = kj_checkers(pos, defender);
    if (!checkers || kj_bb_many(checkers) || pos->spare[defender] || !enters_hand(pos, reply))
        return -1;
    *checker = kj_bb_first(checkers);
    unsigned to = kj_move_to(reply), king = pos->king[defender];
    return kj_bb_has(pos->game->t->between[king][*checker], to) ? (int)to : -1;
}

/* How many squares from the king that is; 0 for a reply that does not interpose. */
static int rank_of(const KjPosition *pos, KjMove reply)
{
    unsigned checker = 0;
    int square = interposes(pos, reply, &checker);
    return square < 0 ? 0 : 1 + kj_bb_count(pos->game->t->between[pos->king[pos->side]][square]);
}

/* How near to the king replies can go between at most. */
enum { RANKS = KJ_MAX_RANKS };

static bool mates_within(void *data, const KjPosition *pos, int len)
{
    return value_of(data, pos, len) != REFERENCE_NONE;
}

/* R12.19: is the interposition futile, the nearer replies lasting `base` plies? */
static bool futile(Work *w, const KjPosition *pos, KjMove reply, int base)
{
    const KjTables *t = pos->game->t;
    unsigned checker = 0;
    int square = interposes(pos, reply, &checker);
    if (w->plan->rule == KJ_INTERPOSITIONS_COUNT ||
        (w->plan->rule == KJ_INTERPOSITIONS_LAST && base > 0))
        return false;
    KjPosition next = kj_position_after(pos, reply);
    KjMoveList list;
    kj_gen_checks(&next, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjMove a = list.move[i];
        if ((int)kj_move_to(a) != square ||
            (w->plan->rule != KJ_INTERPOSITIONS_WIDE && kj_move_from(a) != checker))
            continue;
        KjPosition n2 = kj_position_after(&next, a);
        if (kj_move_from(a) != checker && // a piece that only opens a line would come no nearer
            !kj_bb_has(kj_checkers(&n2, (KjSide)n2.side), (unsigned)square))
            continue;
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
    if (w->plan->rule != KJ_INTERPOSITIONS_RESTORE || !kj_move_is_drop(reply) ||
        !conventional_tour(pos, reply, checker, base, mates_within, w))
        return false;
    w->tours++;
    return true;
}

bool conventional_reference_leaves(const KjGame *game, KjHand hand)
{
    for (unsigned i = 0; i < game->t->n_hand; i++)
        if (game->t->drop_ok[KJ_SENTE][game->t->hand_kind[i]] &&
            kj_hand_count(game->t, hand, game->t->hand_kind[i]))
            return true;
    return false;
}

static int value_of_defence(Work *w, const KjPosition *pos, int depth)
{
    KjMoveList list;
    kj_gen_safe(pos, &list);
    int longest = -1;
    for (unsigned i = 0; i < list.n; i++)
        if (pos->game->rules.try_rule == KJ_TRY_ON && kj_is_try(pos, list.move[i]))
            return REFERENCE_NONE;
    for (int rank = 0, base = 0; rank <= RANKS; rank++) {
        int here = base; // what goes between there is judged by what is nearer
        for (unsigned i = 0; i < list.n; i++) {
            if (rank_of(pos, list.move[i]) != rank ||
                (rank > 0 && futile(w, pos, list.move[i], base)))
                continue;
            KjPosition next = kj_position_after(pos, list.move[i]);
            int value = value_of(w, &next, depth - 1);
            if (value == REFERENCE_NONE)
                return REFERENCE_NONE;
            longest = MAX(longest, value + 2);
            here = MAX(here, value / 2 + 1);
        }
        base = here;
    }
    if (longest >= 0)
        return longest;
    return conventional_reference_leaves(pos->game, pos->hand[w->plan->attacker]) ? 0 : 1;
}

static int value_of(Work *w, const KjPosition *pos, int depth)
{
    if (w->too_much || depth < 0 || (depth == 0 && pos->side == w->plan->attacker))
        return REFERENCE_NONE;
    uint64_t key = kj_mix(kj_position_full_key(pos) + (uint64_t)depth);
    gpointer known;
    if (g_hash_table_lookup_extended(w->value, KEY(key), NULL, &known))
        return GPOINTER_TO_INT(known);
    if (g_hash_table_size(w->value) >= w->plan->max_values) {
        w->too_much = true;
        return REFERENCE_NONE;
    }
    int value = pos->side == w->plan->attacker ? value_of_attack(w, pos, depth)
                                               : value_of_defence(w, pos, depth);
    if (!w->too_much)
        g_hash_table_insert(w->value, KEY(key), GINT_TO_POINTER(value));
    return value;
}

int conventional_reference(const ReferencePlan *plan, const KjPosition *pos)
{
    Work w = {.plan = plan};
    w.value = key_table_new(NULL);
    int value = value_of(&w, pos, (int)plan->depth);
    g_hash_table_unref(w.value);
    last_futile = w.futile;
    last_tours = w.tours;
    return w.too_much ? REFERENCE_TOO_MUCH : value;
}

/* ---- longer variations tolerated (R12.22) ---- */

typedef struct {
    Work work;
    GHashTable *known; // position and plies -> bool
    int tolerance;
} Lenient;

static bool lenient(Lenient *l, const KjPosition *pos, int len);

/* The replies that count: not futile ones. The base is that of the strict value. */
static unsigned real_replies(Lenient *l, const KjPosition *pos, int len, KjMove *out)
{
    KjMoveList list;
    kj_gen_safe(pos, &list);
    unsigned n = 0;
    bool lost = true;
    for (int rank = 0, base = 0; rank <= RANKS; rank++) {
        int here = base;
        for (unsigned i = 0; i < list.n; i++) {
            if (rank_of(pos, list.move[i]) != rank ||
                (rank > 0 && lost && futile(&l->work, pos, list.move[i], base)))
                continue;
            KjPosition next = kj_position_after(pos, list.move[i]);
            int value = value_of(&l->work, &next, len - 1);
            lost = lost && value != REFERENCE_NONE;
            here = value == REFERENCE_NONE ? here : MAX(here, value / 2 + 1);
            out[n++] = list.move[i];
        }
        base = here;
    }
    return n;
}

static bool lenient_at(Lenient *l, const KjPosition *pos, int len)
{
    if (pos->side == l->work.plan->attacker) {
        KjMoveList list;
        kj_gen_checks(pos, &list);
        for (unsigned i = 0; i < list.n && len > 0; i++) {
            KjPosition next = kj_position_after(pos, list.move[i]);
            if (lenient(l, &next, len - 1))
                return true;
        }
        return false;
    }
    KjMove reply[KJ_MAX_MOVES];
    unsigned n = real_replies(l, pos, len, reply);
    if (n == 0)
        return len >= l->tolerance ||
               conventional_reference_leaves(pos->game, pos->hand[l->work.plan->attacker]);
    for (unsigned i = 0; i < n; i++) {
        KjPosition next = kj_position_after(pos, reply[i]);
        if (len == 0 || !lenient(l, &next, len - 1))
            return false;
    }
    return true;
}

/* Whether the attacker mates within `len` plies, and where he spares fewer than `tolerance` of
 * them, with something left. */
static bool lenient(Lenient *l, const KjPosition *pos, int len)
{
    if (l->work.too_much)
        return false;
    uint64_t key = kj_mix(kj_position_full_key(pos) + (uint64_t)len);
    gpointer known;
    if (g_hash_table_lookup_extended(l->known, KEY(key), NULL, &known))
        return GPOINTER_TO_INT(known);
    bool yes = lenient_at(l, pos, len);
    if (g_hash_table_size(l->known) >= l->work.plan->max_values)
        l->work.too_much = true;
    if (!l->work.too_much)
        g_hash_table_insert(l->known, KEY(key), GINT_TO_POINTER(yes));
    return yes;
}

/* Whether a line of best moves ends with `tolerance` plies to spare and nothing left. */
static bool ends_empty(Lenient *l, const KjPosition *pos, int len)
{
    bool attacks = pos->side == l->work.plan->attacker;
    KjMove move[KJ_MAX_MOVES];
    KjMoveList list;
    unsigned n;
    if (attacks) {
        kj_gen_checks(pos, &list);
        n = list.n;
        memcpy(move, list.move, n * sizeof *move);
    } else {
        n = real_replies(l, pos, len, move);
        if (n == 0)
            return len == l->tolerance &&
                   !conventional_reference_leaves(pos->game, pos->hand[l->work.plan->attacker]);
    }
    for (unsigned i = 0; i < n && len > l->tolerance; i++) {
        KjPosition next = kj_position_after(pos, move[i]);
        bool best = attacks ? lenient(l, &next, len - 1) : len < 3 || !lenient(l, &next, len - 3);
        if (best && ends_empty(l, &next, len - 1))
            return true;
    }
    return false;
}

static int tolerated_by(const ReferencePlan *plan, const KjPosition *pos, int len, int tolerance)
{
    Lenient l = {.work = {.plan = plan}, .tolerance = tolerance};
    l.work.value = key_table_new(NULL);
    l.known = key_table_new(NULL);
    int shortest = len > tolerance ? len - tolerance : 2 - len % 2;
    while (shortest < len && !lenient(&l, pos, shortest + tolerance))
        shortest += 2;
    if (shortest < len && !ends_empty(&l, pos, shortest + tolerance))
        shortest = len;
    shortest = MIN(shortest, len);
    bool too_much = l.work.too_much;
    g_hash_table_unref(l.work.value);
    g_hash_table_unref(l.known);
    return too_much ? REFERENCE_TOO_MUCH : shortest;
}

int conventional_reference_tolerated(const ReferencePlan *plan, const KjPosition *pos, int len,
                                     int tolerance)
{
    for (; tolerance > 0; tolerance -= 2) {
        int shorter = tolerated_by(plan, pos, len, tolerance);
        if (shorter != len)
            return shorter;
    }
    return len;
}

bool conventional_reference_replies(const ReferencePlan *plan, const KjPosition *pos,
                                    KjMoveList *out)
{
    Work w = {.plan = plan};
    KjMoveList list;
    unsigned n_between = 0;
    int base = 0;
    out->n = 0;
    kj_gen_safe(pos, &list);
    for (unsigned i = 0; i < list.n; i++)
        n_between += rank_of(pos, list.move[i]) > 0;
    if (n_between == 0)
        return true;
    w.value = key_table_new(NULL);
    for (int rank = 0; rank <= RANKS && base >= 0; rank++) {
        int here = base;
        for (unsigned i = 0; i < list.n && here >= 0; i++) {
            if (rank_of(pos, list.move[i]) != rank)
                continue;
            if (rank > 0 && futile(&w, pos, list.move[i], base)) {
                out->move[out->n++] = list.move[i];
                continue;
            }
            KjPosition next = kj_position_after(pos, list.move[i]);
            int value = value_of(&w, &next, (int)plan->depth - 1);
            here = value == REFERENCE_NONE ? -1 : MAX(here, value / 2 + 1);
        }
        base = here;
    }
    g_hash_table_unref(w.value);
    return base >= 0 && !w.too_much;
}

unsigned conventional_reference_futile(void)
{
    return last_futile;
}

unsigned conventional_reference_tours(void)
{
    return last_tours;
}
