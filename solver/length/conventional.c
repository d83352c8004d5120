/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conventional lengths on the graph of solutions. Two searches hold a position between bounds: bare
 * rules from above (what the table knows), the relaxed search from below (futile.h). Only where
 * these differ are positions expanded here, with exact hands: conventional lengths are not monotone
 * in hands.
 *
 * A value is a key as in docs/rules.md R12: 2 * plies, plus 1 if nothing is left in the attacker's
 * hand. The attacker wants it small, the defender large.
 */
#include "solver/length/conventional-priv.h"

#include "solver/length/length.h"
#include "solver/search/table_probe.h"

enum { NEVER = G_MAXINT - 1 }; // above every key

/* What is known of the key of a position: above < key <= most. */
typedef struct {
    int above, most;
} Interval;

KjConventional *kj_conventional_new(KjSearch *s)
{
    KjConventional *c = g_new0(KjConventional, 1);
    c->s = s;
    c->rule = s->options.interpositions;
    c->tolerated = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    c->known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    c->futile = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return c;
}

void kj_conventional_free(KjConventional *c)
{
    if (!c)
        return;
    g_hash_table_unref(c->known);
    g_hash_table_unref(c->tolerated);
    g_hash_table_unref(c->futile);
    g_free(c);
}

static Interval *interval(GHashTable *table, const KjPosition *pos)
{
    uint64_t key = kj_position_full_key(pos);
    Interval *found = g_hash_table_lookup(table, &key);
    if (!found) {
        found = g_new(Interval, 1);
        *found = (Interval){-1, G_MAXINT};
        g_hash_table_insert(table, g_memdup2(&key, sizeof key), found);
    }
    return found;
}

KjPosition kj_conventional_after(const KjPosition *pos, KjMove move)
{
    KjPosition next = *pos;
    KjUndo undo;
    kj_position_make(&next, move, &undo);
    return next;
}

/* Turns the search to the relaxed rule, or back if `part` is what it was before. */
static unsigned relax(const KjConventional *c, unsigned part)
{
    KjSearch *s = c->s;
    unsigned before = s->part;
    s->part = part;
    s->relaxed = (KjInterpositions)((part & KJ_PART_RULE) >> KJ_RULE_SHIFT);
    return before;
}

/* The part of the table for relaxed lengths. Of facts of any length it shares those that are true
 * of both. */
static unsigned relaxed_part(const KjConventional *c)
{
    bool loose = c->rule == KJ_INTERPOSITIONS_RESTORE || c->s->exact_hands;
    return KJ_TURN_ANY | (unsigned)c->rule << KJ_RULE_SHIFT | (loose ? KJ_PART_LOOSE : 0);
}

/* A mate within `len` plies where shortcuts are allowed? */
static KjNodeValue relaxed_within(KjConventional *c, const KjPosition *pos, unsigned len)
{
    if (len == 0)
        return kj_futile_mated_relaxed(pos, c->rule) ? kj_value_proved(0, 0)
                                                     : kj_value_disproved(0, 0, KJ_DEP_NONE);
    unsigned before = relax(c, relaxed_part(c));
    KjNodeValue v = kj_search_root(c->s, pos, len);
    relax(c, before);
    return v;
}

bool kj_conventional_none_relaxed(KjConventional *c, const KjPosition *pos, unsigned len,
                                  bool known)
{
    if (!known || len == 0)
        return relaxed_within(c, pos, len).dn == 0;
    unsigned before = relax(c, relaxed_part(c));
    KjNodeValue v = kj_probe_known(c->s, pos, len);
    relax(c, before);
    return v.dn == 0;
}

KjMove kj_conventional_holding_reply(KjConventional *c, const KjPosition *pos, unsigned len)
{
    KjMove reply;
    unsigned before = relax(c, relaxed_part(c));
    KjNodeValue v = kj_search_move(c->s, pos, len, &reply);
    relax(c, before);
    return v.dn == 0 && v.pn != 0 ? reply : KJ_MOVE_NONE;
}

bool kj_conventional_none_at(const KjConventional *c, const KjTables *t, const KjPlace *place,
                             unsigned len, unsigned *out_effort)
{
    unsigned before = relax(c, relaxed_part(c));
    bool none = kj_probe_refuted(c->s, t, place, len, out_effort);
    relax(c, before);
    return none;
}

bool kj_conventional_none_offered(const KjConventional *c, const KjPosition *pos, KjMove reply,
                                  const KjShortcut *offered, unsigned len)
{
    unsigned before = relax(c, relaxed_part(c));
    KjNodeValue v = kj_probe_known_offered(c->s, pos, reply, offered, len);
    relax(c, before);
    return v.dn == 0;
}

unsigned kj_conventional_at_least(KjConventional *c, const KjPosition *pos, unsigned least,
                                  unsigned most, bool *out_exact)
{
    KjBounds bounds = {.verdict = KJ_MATE, .none = least > 2 ? least - 2 : 0, .plies = most};
    unsigned before = relax(c, relaxed_part(c));
    *out_exact = kj_solve_shorten(c->s, pos, &bounds);
    relax(c, before);
    if (*out_exact && bounds.plies == 2 && least == 0 && kj_futile_mated_relaxed(pos, c->rule))
        bounds.plies = 0;
    return *out_exact ? bounds.plies : least;
}

bool kj_conventional_leaves(const KjConventional *c, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i];
        if (t->drop_ok[c->s->attacker][kind] && kj_hand_count(t, pos->hand[c->s->attacker], kind))
            return true;
    }
    return false;
}

KjConventionalMoves kj_conventional_moves(const KjConventional *c, const KjPosition *pos)
{
    KjMoveList list;
    if (pos->side == c->s->attacker)
        kj_gen_checks(pos, &list);
    else
        kj_gen_safe(pos, &list);
    return (KjConventionalMoves){g_memdup2(list.move, list.n * sizeof(KjMove)), list.n};
}

static KjVerdict attacks_within(KjConventional *c, const KjPosition *pos, unsigned len,
                                KjEnding ending)
{
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    KjVerdict verdict = KJ_NOMATE;
    // Those first that mate for all the table knows: most others need a refutation. Asked before
    // any is searched, or a move of the others that the table learns of meanwhile would be in
    // neither part.
    g_autofree bool *known = g_new(bool, moves.n + 1);
    for (unsigned i = 0; i < moves.n; i++)
        known[i] = kj_probe_known_after(c->s, pos, moves.move[i], KJ_LEN_INF).pn == 0;
    for (int others = 0; others <= 1 && verdict != KJ_MATE; others++) {
        for (unsigned i = 0; i < moves.n && verdict != KJ_MATE && !c->s->stopped; i++) {
            if (known[i] == (others == 1))
                continue;
            KjPosition next = kj_conventional_after(pos, moves.move[i]);
            verdict = kj_verdict_either(verdict, kj_conventional_ask(c, &next, len - 1, ending));
        }
    }
    g_free(moves.move);
    return c->s->stopped && verdict != KJ_MATE ? KJ_UNKNOWN : verdict;
}

/* Whether a reply at `pos` that interposes nearer to the king than `rank`, or not at all, holds out
 * for at least `len` - 1 plies and is not futile. */
static KjVerdict base_at_least(KjConventional *c, const KjPosition *pos,
                               const KjConventionalMoves *moves, KjBb between, unsigned checker,
                               unsigned rank, unsigned len)
{
    KjVerdict verdict = KJ_NOMATE;
    for (unsigned i = 0; i < moves->n && verdict != KJ_MATE; i++) {
        KjMove rival = moves->move[i];
        unsigned nearer = kj_futile_rank(pos, rival, between, checker);
        if (nearer >= rank)
            continue;
        KjVerdict holds = KJ_MATE; // with less than 4: any reply needs a move after it
        if (len >= 4) {
            KjPosition next = kj_conventional_after(pos, rival);
            holds = kj_verdict_not(kj_conventional_within(c, &next, len - 3, false));
        }
        if (holds != KJ_NOMATE && nearer > 0) {
            KjVerdict futile = kj_conventional_is_futile(c, pos, moves, rival, between, checker);
            holds = kj_verdict_both(holds, kj_verdict_not(futile));
        }
        verdict = kj_verdict_either(verdict, holds);
    }
    return verdict;
}

/* Whether a recapture, the piece given back, mates within `len` plies. `next` is the position after
 * the interposition. */
static KjVerdict recapture_within(KjConventional *c, const KjPosition *next,
                                  const KjShortcut *shortcut, unsigned len)
{
    KjConventionalMoves checks = kj_conventional_moves(c, next);
    KjVerdict verdict = KJ_NOMATE;
    for (unsigned i = 0; i < checks.n && verdict != KJ_MATE; i++) {
        if (!kj_futile_recaptures(c->rule, next, shortcut, checks.move[i]))
            continue;
        KjPosition given_back = *next;
        kj_futile_play(&given_back, shortcut, checks.move[i]);
        verdict = kj_verdict_either(verdict, kj_conventional_within(c, &given_back, len, false));
    }
    g_free(checks.move);
    return verdict;
}

/*
 * The test of R12.19 for a reply all of whose nearer rivals lose: some recapture, the piece given
 * back, mates within `base`, the length of the longest of these rivals. Lengths are tried upwards,
 * so none is asked for that is longer than the base.
 */
static KjVerdict test_futile(KjConventional *c, const KjPosition *pos,
                             const KjConventionalMoves *moves, KjMove reply, KjBb between,
                             unsigned checker)
{
    KjShortcut shortcut = kj_futile_shortcut(pos, reply, between, checker);
    unsigned rank = kj_futile_rank(pos, reply, between, checker);
    KjPosition next = kj_conventional_after(pos, reply);
    if (c->rule == KJ_INTERPOSITIONS_LAST) { // the base must be 0
        KjVerdict is_0 = kj_verdict_not(base_at_least(c, pos, moves, between, checker, rank, 2));
        return is_0 == KJ_MATE ? recapture_within(c, &next, &shortcut, 0) : is_0;
    }
    for (unsigned len = 0;; len += 2) {
        KjVerdict verdict =
            len == 0 ? KJ_MATE : base_at_least(c, pos, moves, between, checker, rank, len);
        if (c->s->stopped)
            return KJ_UNKNOWN;
        if (verdict == KJ_NOMATE && c->rule == KJ_INTERPOSITIONS_RESTORE)
            return kj_conventional_restores(c, pos, reply, &shortcut, len - 2);
        if (verdict != KJ_MATE)
            return verdict;
        verdict = recapture_within(c, &next, &shortcut, len);
        if (verdict != KJ_NOMATE)
            return verdict;
    }
}

KjVerdict kj_conventional_is_futile(KjConventional *c, const KjPosition *pos,
                                    const KjConventionalMoves *moves, KjMove reply, KjBb between,
                                    unsigned checker)
{
    uint64_t key = kj_mix(kj_position_full_key(pos) + reply);
    gpointer value;
    if (g_hash_table_lookup_extended(c->futile, &key, NULL, &value))
        return (KjVerdict)GPOINTER_TO_INT(value);
    KjVerdict verdict = test_futile(c, pos, moves, reply, between, checker);
    if (verdict != KJ_UNKNOWN)
        g_hash_table_insert(c->futile, g_memdup2(&key, sizeof key), GINT_TO_POINTER(verdict));
    return verdict;
}

/* Whether all replies at `pos` lose within `len` plies or are futile. */
static KjVerdict replies_within(KjConventional *c, const KjPosition *pos, unsigned len,
                                KjEnding ending)
{
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    unsigned checker = KJ_NO_SQUARE;
    KjBb between = kj_futile_between(pos, &checker);
    KjVerdict verdict = KJ_MATE;
    // Interpositions are judged by what the nearer replies come to, so these are first.
    for (unsigned rank = 0; rank <= (unsigned)kj_bb_count(between) && verdict == KJ_MATE; rank++) {
        for (unsigned i = 0; i < moves.n && verdict != KJ_NOMATE && !c->s->stopped; i++) {
            KjMove move = moves.move[i];
            if (kj_futile_rank(pos, move, between, checker) != rank)
                continue;
            KjPosition next = kj_conventional_after(pos, move);
            KjVerdict loses = kj_conventional_ask(c, &next, len - 1, ending);
            if (loses != KJ_MATE && rank > 0)
                loses = kj_verdict_either(
                    loses, kj_conventional_is_futile(c, pos, &moves, move, between, checker));
            verdict = kj_verdict_both(verdict, loses);
        }
    }
    g_free(moves.move);
    return c->s->stopped && verdict != KJ_NOMATE ? KJ_UNKNOWN : verdict;
}

/* Whether a mate with `len` plies to spare will do. */
static bool will_do(const KjConventional *c, const KjPosition *pos, unsigned len, KjEnding ending)
{
    if (kj_conventional_leaves(c, pos))
        return true;
    return ending == KJ_ENDS_ANYHOW || len >= (ending == KJ_ENDS_TOLERATED ? c->tolerance : 1);
}

KjVerdict kj_conventional_mated(KjConventional *c, const KjPosition *pos)
{
    if (kj_futile_mated(pos, c->rule))
        return KJ_MATE;
    unsigned checker = KJ_NO_SQUARE;
    KjBb between = kj_futile_between(pos, &checker);
    if (c->rule != KJ_INTERPOSITIONS_RESTORE || !kj_futile_mated_relaxed(pos, c->rule))
        return KJ_NOMATE;
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    KjVerdict verdict = KJ_MATE;
    for (unsigned rank = 1; rank <= (unsigned)kj_bb_count(between) && verdict == KJ_MATE; rank++)
        for (unsigned i = 0; i < moves.n && verdict == KJ_MATE; i++)
            if (kj_futile_rank(pos, moves.move[i], between, checker) == rank)
                verdict =
                    kj_conventional_is_futile(c, pos, &moves, moves.move[i], between, checker);
    g_free(moves.move);
    return verdict;
}

static KjVerdict expand(KjConventional *c, const KjPosition *pos, unsigned len, KjEnding ending)
{
    if (pos->side == c->s->attacker)
        return len == 0 ? KJ_NOMATE : attacks_within(c, pos, len, ending);
    KjVerdict mated = kj_conventional_mated(c, pos);
    if (mated == KJ_UNKNOWN)
        return mated;
    if (mated == KJ_MATE)
        return will_do(c, pos, len, ending) ? KJ_MATE : KJ_NOMATE;
    return len == 0 ? KJ_NOMATE : replies_within(c, pos, len, ending);
}

/* Whether there is a mate, as far as need be asked: the relaxed rule of restored positions mates
 * too much. */
static bool mates_at_all(KjConventional *c, const KjPosition *pos)
{
    return c->rule != KJ_INTERPOSITIONS_RESTORE || kj_search_root(c->s, pos, KJ_LEN_INF).dn != 0;
}

/* Narrows the interval by what the two searches say about `len`. */
static bool bracket(KjConventional *c, const KjPosition *pos, unsigned len, Interval *known)
{
    KjNodeValue bare = len > 0 ? kj_probe_known(c->s, pos, len) : kj_value_open(1, 1);
    if (len > 0 && bare.pn == 0)
        known->most = MIN(known->most, 2 * bare.len + 1);
    if (2 * (int)len <= known->above || 2 * (int)len - 2 >= known->most)
        return true;
    KjNodeValue relaxed = relaxed_within(c, pos, len);
    if (relaxed.dn == 0)
        known->above =
            MAX(known->above, 2 * (int)(relaxed.len == KJ_LEN_INF ? KJ_MAX_PLY : relaxed.len) + 1);
    if (len > 0 && relaxed.pn == 0 && bare.pn != 0 && bare.dn != 0) {
        bare = kj_search_root(c->s, pos, len);
        if (bare.pn == 0)
            known->most = MIN(known->most, 2 * bare.len + 1);
    }
    if (relaxed.pn == 0 && bare.pn != 0 && !mates_at_all(c, pos))
        known->above = NEVER;
    return relaxed.pn == 0 || relaxed.dn == 0;
}

/* Narrows the interval, as bracket does, where it is about mates that are tolerated. */
static bool bracket_tolerated(KjConventional *c, const KjPosition *pos, unsigned len,
                              Interval *known)
{
    KjNodeValue bare = len > 0 ? kj_probe_known(c->s, pos, len) : kj_value_open(1, 1);
    if (len > 0 && bare.pn == 0)
        known->most = MIN(known->most, (int)(bare.len + c->tolerance));
    if ((int)len <= known->above || (int)len >= known->most)
        return true;
    KjNodeValue relaxed = relaxed_within(c, pos, len);
    if (relaxed.dn == 0)
        known->above = MAX(known->above, relaxed.len == KJ_LEN_INF ? KJ_MAX_PLY : relaxed.len);
    return relaxed.pn == 0 || relaxed.dn == 0;
}

KjVerdict kj_conventional_ask(KjConventional *c, const KjPosition *pos, unsigned len,
                              KjEnding ending)
{
    bool tolerated = ending == KJ_ENDS_TOLERATED;
    int key = tolerated ? (int)len : 2 * (int)len + (ending == KJ_ENDS_LEAVING ? 0 : 1);
    Interval *known = interval(tolerated ? c->tolerated : c->known, pos);
    if (key > known->above && key < known->most &&
        !(tolerated ? bracket_tolerated : bracket)(c, pos, len, known))
        return KJ_UNKNOWN;
    if (key >= known->most)
        return KJ_MATE;
    if (key <= known->above)
        return KJ_NOMATE;
    kj_search_count(c->s);
    KjVerdict verdict = c->s->stopped ? KJ_UNKNOWN : expand(c, pos, len, ending);
    if (verdict == KJ_MATE)
        known->most = MIN(known->most, key);
    else if (verdict == KJ_NOMATE)
        known->above = MAX(known->above, key);
    return verdict;
}

KjVerdict kj_conventional_known(const KjConventional *c, const KjPosition *pos, unsigned len)
{
    uint64_t position = kj_position_full_key(pos);
    const Interval *known = g_hash_table_lookup(c->known, &position);
    int key = 2 * (int)len + 1;
    if (!known || (key < known->most && key > known->above))
        return KJ_UNKNOWN;
    return key >= known->most ? KJ_MATE : KJ_NOMATE;
}

KjVerdict kj_conventional_within(KjConventional *c, const KjPosition *pos, unsigned len,
                                 bool leaving)
{
    return kj_conventional_ask(c, pos, len, leaving ? KJ_ENDS_LEAVING : KJ_ENDS_ANYHOW);
}

KjVerdict kj_conventional_futile(KjConventional *c, const KjPosition *pos, KjMove reply)
{
    KjConventionalMoves moves = kj_conventional_moves(c, pos);
    unsigned checker = KJ_NO_SQUARE;
    KjBb between = kj_futile_between(pos, &checker);
    KjVerdict verdict = KJ_NOMATE;
    if (kj_futile_shortcut(pos, reply, between, checker).square != KJ_NO_SQUARE)
        verdict = kj_conventional_is_futile(c, pos, &moves, reply, between, checker);
    g_free(moves.move);
    return verdict;
}
