/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The facts of a report's certificate. Which move shows a fact is asked of the check, whose table
 * and memory of lengths are warm; facts are announced where they are first needed and shown in that
 * order, so no walk goes deep.
 */
#include <string.h>

#include "core/rules/attack.h"

#include "solver/check/report_writer.h"
#include "solver/search/futile.h"

/* ---- what the solver knows ---- */

void kj_show_apart(KjReportWriter *r, bool apart)
{
    if (r->apart == apart)
        return;
    r->apart = apart;
    kj_query_forbid(r->c->solver, apart ? r->c->forbidden : NULL, apart ? r->c->n_forbidden : 0);
}

static bool begin(KjReportWriter *r)
{
    KjLimits limits;
    if (!kj_check_limit(r->c, &limits))
        return false;
    kj_search_limit(r->c->s, &limits);
    return true;
}

static void end(KjReportWriter *r)
{
    kj_check_spent(r->c, r->c->s->nodes);
}

/* Whether the value of a position is at most `key`. */
static KjVerdict value_within(KjReportWriter *r, const KjPosition *pos, int key)
{
    kj_show_apart(r, false);
    unsigned least = pos->side == r->c->attacker ? 2 : 0;
    return key < (int)least ? KJ_NOMATE
                            : kj_check_within(r->c, pos, (unsigned)key / 2, key % 2 == 0);
}

/* Whether there is a bare mate within `plies`, as far as is known; its length. */
static bool bare_known(KjReportWriter *r, const KjPosition *pos, unsigned plies, unsigned *out)
{
    KjNodeValue v = kj_probe_known(r->c->s, pos, plies);
    *out = v.len;
    return v.pn == 0;
}

/* Whether there is no mate within `plies` by the relaxed rule, or by the bare one if all
 * interpositions count. */
static bool relaxed_lasts(KjReportWriter *r, const KjPosition *pos, unsigned plies, bool known)
{
    kj_show_apart(r, false);
    bool attacks = pos->side == r->c->attacker;
    if (attacks && plies == 0)
        return true;
    if (r->c->conventional) {
        if (!known && !begin(r))
            return false;
        bool none = kj_conventional_none_relaxed(r->c->conventional, pos, plies, known);
        if (!known)
            end(r);
        return none;
    }
    if (!attacks && plies < 2)
        return kj_has_safe_move(pos);
    KjNodeValue v = kj_probe_known(r->c->s, pos, plies);
    if (v.dn != 0 && v.pn != 0 && !known && begin(r)) {
        v = kj_search_root(r->c->s, pos, plies);
        end(r);
    }
    return v.dn == 0;
}

/* ---- moves ---- */

void kj_show_moves(const KjReportWriter *r, const KjPosition *pos, KjMoveList *list)
{
    KjPosition copy = *pos;
    if (pos->side == r->c->attacker)
        kj_search_attacks(r->c->s, &copy, list);
    else
        kj_gen_safe(&copy, list);
    r->w->pos = *pos;
    size_t base = r->w->n_moves;
    kj_writer_push_moves(r->w, list);
    memcpy(list->move, r->w->moves + base, list->n * sizeof *list->move);
    r->w->n_moves = base;
}

bool kj_show_move(KjReportWriter *r, const KjPosition *pos, const KjMoveList *list, KjMove move)
{
    r->w->pos = *pos;
    return kj_writer_move(r->w, list, move);
}

static bool number(KjReportWriter *r, uint32_t n)
{
    return kj_writer_number(r->w, n);
}

/* ---- interpositions ---- */

unsigned kj_show_rank(const KjReportWriter *r, const KjPosition *pos, KjMove reply)
{
    unsigned checker = KJ_NO_SQUARE;
    if (!r->c->conventional)
        return 0;
    KjBb between = kj_futile_between(pos, &checker);
    return kj_futile_rank(pos, reply, between, checker);
}

/* The positions after the recaptures of an interposition, the piece given back, in the order of the
 * moves. (transfer full) */
static GArray *given_back(const KjReportWriter *r, const KjPosition *pos, KjMove reply)
{
    GArray *given = g_array_new(FALSE, FALSE, sizeof(KjPosition));
    unsigned checker = KJ_NO_SQUARE;
    KjBb between = kj_futile_between(pos, &checker);
    KjShortcut shortcut = kj_futile_shortcut(pos, reply, between, checker);
    KjPosition next = kj_position_after(pos, reply);
    KjMoveList attacks;
    kj_show_moves(r, &next, &attacks);
    for (unsigned i = 0; i < attacks.n; i++) {
        if (!kj_futile_recaptures(r->c->out->interpositions, &next, &shortcut, attacks.move[i]))
            continue;
        KjPosition after = next;
        kj_futile_play(&after, &shortcut, attacks.move[i]);
        g_array_append_val(given, after);
    }
    return given;
}

/* Whether no recapture of an interposition mates within half as many plies as `key`. */
static bool none_within(KjReportWriter *r, const KjPosition *pos, KjMove reply, int key, bool plain,
                        bool known)
{
    g_autoptr(GArray) given = given_back(r, pos, reply);
    bool none = true;
    for (unsigned i = 0; i < given->len && none; i++) {
        const KjPosition *at = &g_array_index(given, KjPosition, i);
        none = plain ? relaxed_lasts(r, at, (unsigned)key / 2, known)
                     : value_within(r, at, key) == KJ_NOMATE;
    }
    return none;
}

static bool show_none_within(KjReportWriter *r, const KjPosition *pos, KjMove reply,
                             KjFactKind kind, int key)
{
    g_autoptr(GArray) given = given_back(r, pos, reply);
    bool ok = true;
    for (unsigned i = 0; i < given->len && ok; i++)
        ok = kj_show_lasts(r, &g_array_index(given, KjPosition, i), kind, key);
    return ok;
}

/* Whether an interposition that holds out can be shown to count by no recapture being quick (0), or
 * must be by what the nearer replies come to (1). */
static bool show_counts(KjReportWriter *r, const KjPosition *pos, KjMove reply, int key,
                        unsigned most)
{
    bool quick = none_within(r, pos, reply, key, false, false);
    return number(r, !quick) && (quick ? show_none_within(r, pos, reply, KJ_FACT_LASTS_COUNT, key)
                                       : kj_show_effective(r, pos, reply, most));
}

/* A reply nearer to the king than `rank` that holds out for `plies` plies. */
static bool show_rival(KjReportWriter *r, const KjPosition *pos, unsigned rank, unsigned plies,
                       unsigned most)
{
    KjMoveList replies;
    kj_show_moves(r, pos, &replies);
    for (unsigned nearer = 0; nearer < rank; nearer++) {
        for (unsigned i = 0; i < replies.n; i++) {
            KjMove rival = replies.move[i];
            KjPosition next = kj_position_after(pos, rival);
            if (kj_show_rank(r, pos, rival) != nearer ||
                (plies >= 4 && value_within(r, &next, 2 * (int)plies - 5) != KJ_NOMATE) ||
                (nearer && kj_check_futile(r->c, pos, rival) != KJ_NOMATE))
                continue;
            return kj_show_move(r, pos, &replies, rival) &&
                   (plies < 4 || kj_show_link(r, &next, KJ_FACT_LASTS_COUNT, 2 * plies - 5)) &&
                   (!nearer || show_counts(r, pos, rival, 2 * (int)plies - 3, most));
        }
    }
    return false;
}

bool kj_show_futile(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most)
{
    g_autoptr(GArray) given = given_back(r, pos, reply);
    if (kj_check_futile(r->c, pos, reply) != KJ_MATE)
        return false;
    for (unsigned plies = 0; plies <= most; plies += 2) {
        for (unsigned i = 0; i < given->len; i++) {
            const KjPosition *at = &g_array_index(given, KjPosition, i);
            KjVerdict verdict = value_within(r, at, 2 * (int)plies + 1);
            if (verdict == KJ_MATE)
                return number(r, i) && number(r, plies / 2) &&
                       kj_show_mates(r, at, KJ_FACT_MATES_COUNT, 2 * plies + 1) &&
                       (plies == 0 || show_rival(r, pos, kj_show_rank(r, pos, reply), plies, most));
            if (verdict == KJ_UNKNOWN)
                return false;
        }
    }
    return false;
}

/* Whether all replies nearer to the king lose within `plies` or are futile. */
static KjVerdict nearer_within(KjReportWriter *r, const KjPosition *pos, const KjMoveList *replies,
                               unsigned rank, unsigned plies)
{
    KjVerdict all = KJ_MATE;
    for (unsigned i = 0; i < replies->n && all == KJ_MATE; i++) {
        unsigned nearer = kj_show_rank(r, pos, replies->move[i]);
        if (nearer >= rank)
            continue;
        KjPosition next = kj_position_after(pos, replies->move[i]);
        KjVerdict loses = value_within(r, &next, 2 * (int)plies - 1);
        if (loses != KJ_MATE && nearer)
            loses = kj_verdict_either(loses, kj_check_futile(r->c, pos, replies->move[i]));
        all = kj_verdict_both(all, loses);
    }
    return all;
}

/* A reply that loses in time, or is futile. `cells`: where drops were; the piece is given back,
 * whichever it was. */
static bool show_loses(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind,
                       int key, KjBb *cells)
{
    const unsigned most = (unsigned)MAX(key + 2, 0) / 2; // plies of the defender's position
    KjPosition next = kj_position_after(pos, reply);
    if (kind == KJ_FACT_MATES_COUNT && kj_show_rank(r, pos, reply)) {
        if (kj_move_is_drop(reply) && kj_bb_has(*cells, kj_move_to(reply)))
            return true;
        bool counts = value_within(r, &next, key) == KJ_MATE;
        if (!number(r, !counts))
            return false;
        if (!counts && kj_move_is_drop(reply))
            *cells |= kj_bit(kj_move_to(reply));
        if (!counts)
            return kj_show_futile(r, pos, reply, most);
    }
    return key >= 2 && kj_show_link(r, &next, kind, (unsigned)key);
}

/* Whether an interposition is none that is futile, all nearer replies losing within the length that
 * goes to `out`, which is at most `most`. */
static bool is_effective(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most,
                         unsigned *out)
{
    KjMoveList replies;
    KjVerdict within = KJ_NOMATE;
    kj_show_moves(r, pos, &replies);
    for (*out = 0; within == KJ_NOMATE && *out <= most; *out += within == KJ_NOMATE ? 2 : 0)
        within = nearer_within(r, pos, &replies, kj_show_rank(r, pos, reply), *out);
    return within == KJ_MATE && none_within(r, pos, reply, 2 * (int)*out + 1, false, false);
}

bool kj_show_effective(KjReportWriter *r, const KjPosition *pos, KjMove reply, unsigned most)
{
    KjMoveList replies;
    KjBb cells = 0;
    unsigned rank = kj_show_rank(r, pos, reply), plies;
    if (!is_effective(r, pos, reply, most, &plies) || !number(r, plies / 2))
        return false;
    kj_show_moves(r, pos, &replies);
    for (unsigned i = 0; i < replies.n; i++) {
        if (kj_show_rank(r, pos, replies.move[i]) < rank &&
            !show_loses(r, pos, replies.move[i], KJ_FACT_MATES_COUNT, 2 * (int)plies - 1, &cells))
            return false;
    }
    return show_none_within(r, pos, reply, KJ_FACT_LASTS_COUNT, 2 * (int)plies + 1);
}

/* The board, and what of the defender's hand does not follow from the attacker's. */
static uint64_t board_key(const KjReportWriter *r, const KjPosition *pos)
{
    const KjTables *t = pos->game->t;
    uint64_t key = pos->key;
    for (unsigned i = 0; i < t->n_hand; i++)
        if (t->hand_kind[i] & KJ_PROMOTED)
            key = kj_mix(key + kj_hand_count(t, pos->hand[r->c->attacker ^ 1], t->hand_kind[i]));
    return key | 1;
}

/* Whether a position is one of the line's with the attacker to move, or poorer. */
static bool is_of_line(const KjReportWriter *r, const KjPosition *pos)
{
    const KjChecker *c = r->c;
    const uint64_t key = board_key(r, pos);
    for (unsigned i = 0; i < c->n_forbidden; i++)
        if (board_key(r, &c->forbidden[i]) == key &&
            kj_hand_covers(pos->game->t, c->forbidden[i].hand[c->attacker], pos->hand[c->attacker]))
            return true;
    return false;
}

/* ---- the defender to move ---- */

bool kj_show_mates(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key)
{
    KjMoveList replies;
    KjBb cells = 0;
    kj_show_moves(r, pos, &replies);
    bool ok = true;
    for (unsigned i = 0; i < replies.n && ok; i++)
        ok = show_loses(r, pos, replies.move[i], kind, (int)key - 2, &cells);
    return ok;
}

/* A fact that serves for a position, or NULL. */
static const KjCertifyRecord *find(const KjReportWriter *r, const KjPosition *pos, KjFactKind kind,
                                   unsigned key);

/* How much is tried to find a reply. */
typedef enum { BY_FACTS, BY_TABLE, BY_SEARCH, EFFORTS } Effort;

/* Whether a reply at `pos` holds out for more than `key`. */
static bool holds_out(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind,
                      int key, Effort effort)
{
    KjPosition next = kj_position_after(pos, reply);
    bool plain = kind == KJ_FACT_LASTS, interposes = kj_show_rank(r, pos, reply) > 0;
    if (effort == BY_FACTS)
        return !interposes && key >= 4 && find(r, &next, kind, (unsigned)key - 2);
    if (plain)
        return (key < 4 || relaxed_lasts(r, &next, (unsigned)key / 2 - 1, effort == BY_TABLE)) &&
               (!interposes ||
                none_within(r, pos, reply, key / 2 * 2 + 1, true, effort == BY_TABLE));
    if (effort == BY_TABLE && interposes)
        return false;
    if (key >= 4 && effort == BY_TABLE &&
        (key % 2 == 0 || !relaxed_lasts(r, &next, (unsigned)key / 2 - 1, true)))
        return false;
    if (key >= 4 && effort == BY_SEARCH && value_within(r, &next, key - 2) != KJ_NOMATE)
        return false;
    unsigned plies;
    return !interposes || none_within(r, pos, reply, key / 2 * 2 + 1, false, false) ||
           is_effective(r, pos, reply, (unsigned)key / 2, &plies);
}

bool kj_show_lasts(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, int key)
{
    KjMoveList replies;
    if (key < 0 || (key == 0 && !kj_check_left(pos->game, pos->hand[r->c->attacker])))
        return true;
    kj_show_moves(r, pos, &replies);
    KjMove reply = kj_ending_try(pos, &replies);
    if (!replies.n)
        return !kj_in_check(pos, (KjSide)pos->side);
    if (reply)
        return kj_show_move(r, pos, &replies, reply);
    for (Effort effort = BY_FACTS; effort < EFFORTS && !reply; effort++) {
        for (unsigned i = 0; i < replies.n && !reply; i++)
            if (holds_out(r, pos, replies.move[i], kind, key, effort))
                reply = replies.move[i];
    }
    if (!reply)
        return false;
    KjPosition next = kj_position_after(pos, reply);
    unsigned rank = kj_show_rank(r, pos, reply);
    bool quick =
        !rank || kind == KJ_FACT_LASTS || none_within(r, pos, reply, key / 2 * 2 + 1, false, false);
    return kj_show_move(r, pos, &replies, reply) &&
           (!rank || kind == KJ_FACT_LASTS || number(r, !quick)) &&
           (key < 4 || kj_show_link(r, &next, kind, (unsigned)key - 2)) &&
           (!rank || (quick ? show_none_within(r, pos, reply, kind, key / 2 * 2 + 1)
                            : kj_show_effective(r, pos, reply, (unsigned)key / 2)));
}

static unsigned count_attacks(const KjReportWriter *r, const KjPosition *pos)
{
    KjMoveList list;
    KjPosition copy = *pos;
    kj_search_attacks(r->c->s, &copy, &list);
    return list.n;
}

/* Out of the replies after which the table knows no mate, that with the fewest attacks. */
static KjMove known_refutation(KjReportWriter *r, const KjPosition *pos, const KjMoveList *replies)
{
    KjMove best = KJ_MOVE_NONE;
    unsigned fewest = G_MAXUINT;
    for (unsigned i = 0; i < replies->n; i++) {
        KjPosition next = kj_position_after(pos, replies->move[i]);
        if (kj_probe_known(r->c->s, &next, KJ_LEN_INF).dn != 0)
            continue;
        unsigned n = count_attacks(r, &next);
        if (n < fewest) {
            fewest = n;
            best = replies->move[i];
        }
    }
    return best;
}

/* A reply after which there is no mate. */
static KjMove choose_refutation(KjReportWriter *r, const KjPosition *pos, KjFactKind kind,
                                const KjMoveList *replies)
{
    bool apart = kind == KJ_FACT_FAILS_APART;
    for (unsigned i = 0; i < replies->n; i++) {
        KjPosition next = kj_position_after(pos, replies->move[i]);
        if ((apart && is_of_line(r, &next)) || find(r, &next, kind, KJ_LEN_INF))
            return replies->move[i];
    }
    kj_show_apart(r, false);
    KjMove reply = known_refutation(r, pos, replies);
    if (apart && !reply) {
        kj_show_apart(r, true);
        reply = known_refutation(r, pos, replies);
    }
    if (!reply && begin(r)) {
        KjNodeValue v = kj_search_move(r->c->s, pos, KJ_LEN_INF, &reply);
        end(r);
        reply = v.dn == 0 && v.pn != 0 ? reply : KJ_MOVE_NONE;
    }
    return reply;
}

bool kj_show_fails(KjReportWriter *r, const KjPosition *pos, KjFactKind kind)
{
    KjMoveList replies;
    kj_show_moves(r, pos, &replies);
    if (!replies.n)
        return !kj_in_check(pos, (KjSide)pos->side);
    KjMove reply = kj_ending_try(pos, &replies);
    if (reply)
        return kj_show_move(r, pos, &replies, reply);
    reply = choose_refutation(r, pos, kind, &replies);
    if (!reply)
        return false;
    KjPosition next = kj_position_after(pos, reply);
    return kj_show_move(r, pos, &replies, reply) &&
           ((kind == KJ_FACT_FAILS_APART && is_of_line(r, &next)) ||
            kj_show_link(r, &next, kind, KJ_LEN_INF));
}

/* ---- facts ---- */

static const KjCertifyRecord *find(const KjReportWriter *r, const KjPosition *pos, KjFactKind kind,
                                   unsigned key)
{
    static const unsigned by[KJ_FACTS] = {
        [KJ_FACT_MATES] = 1 << KJ_FACT_MATES | 1 << KJ_FACT_MATES_APART,
        [KJ_FACT_MATES_COUNT] =
            1 << KJ_FACT_MATES | 1 << KJ_FACT_MATES_COUNT | 1 << KJ_FACT_MATES_APART,
        [KJ_FACT_MATES_APART] = 1 << KJ_FACT_MATES_APART,
        [KJ_FACT_LASTS] = 1 << KJ_FACT_LASTS | 1 << KJ_FACT_FAILS,
        [KJ_FACT_LASTS_COUNT] = 1 << KJ_FACT_LASTS | 1 << KJ_FACT_LASTS_COUNT | 1 << KJ_FACT_FAILS,
        [KJ_FACT_FAILS] = 1 << KJ_FACT_FAILS,
        [KJ_FACT_FAILS_APART] = 1 << KJ_FACT_FAILS | 1 << KJ_FACT_FAILS_APART,
    };
    const KjCertifyRecord *found = NULL;
    for (KjFactKind have = KJ_FACT_MATES; have < KJ_FACTS && !found; have++)
        if (by[kind] >> have & 1)
            found = kj_certify_set_find(&r->set[have], pos->game->t, board_key(r, pos),
                                        pos->hand[r->c->attacker], key);
    return found;
}

/* What is learnt of a refutation keeps later searches from finding it again. */
static void learn_failure(KjReportWriter *r, const KjPosition *pos)
{
    KjSearch *s = r->c->s;
    KjNodeValue v = kj_value_disproved(pos->hand[s->attacker], KJ_LEN_INF, KJ_DEP_NONE);
    kj_table_store_final(&s->table, pos->game->t, kj_search_key(s, pos), &v, 0, 0, KJ_ENTRY_OR);
}

static bool announce(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key)
{
    KjFact *fact = g_new(KjFact, 1);
    *fact = (KjFact){*pos, kind, key, r->claim};
    r->set[kind].next = r->n_facts++;
    g_queue_push_tail(&r->facts, fact);
    return kj_certify_set_add(&r->set[kind], board_key(r, pos), pos->hand[r->c->attacker], key);
}

/* The plain kind a fact can be announced as, with a key of its own, or the kind itself. */
static KjFactKind plain_kind(KjReportWriter *r, const KjPosition *pos, KjFactKind kind,
                             unsigned *key)
{
    unsigned plies;
    switch (kind) {
    case KJ_FACT_MATES:
    case KJ_FACT_MATES_APART:
        *key = (*key - 1) / 2 * 2 + 1;
        if (bare_known(r, pos, *key / 2, &plies))
            *key = MIN(*key, 2 * plies + 1);
        return kind;
    case KJ_FACT_MATES_COUNT:
        kj_show_apart(r, false);
        // with an even key the bare mate must be shorter
        plies = *key % 2 ? *key / 2 : *key / 2 - MIN(*key / 2, 2);
        if (plies == 0 || !bare_known(r, pos, plies, &plies))
            return kind;
        *key = 2 * plies + 1;
        return KJ_FACT_MATES;
    case KJ_FACT_LASTS_COUNT:
        return *key % 2 && relaxed_lasts(r, pos, *key / 2, false) ? KJ_FACT_LASTS : kind;
    case KJ_FACT_FAILS_APART:
        kj_show_apart(r, false);
        return kj_probe_known(r->c->s, pos, KJ_LEN_INF).dn == 0 ? KJ_FACT_FAILS : kind;
    default: return kind;
    }
}

bool kj_show_link(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key)
{
    bool two =
        kind == KJ_FACT_MATES_COUNT || kind == KJ_FACT_LASTS_COUNT || kind == KJ_FACT_FAILS_APART;
    const KjCertifyRecord *record = find(r, pos, kind, key);
    if (record)
        return number(r, r->n_facts - record->number + two);
    if (kind == KJ_FACT_MATES_APART)
        kj_show_apart(r, true);
    KjFactKind plain = plain_kind(r, pos, kind, &key);
    if (plain >= KJ_FACT_FAILS) {
        kj_show_apart(r, plain == KJ_FACT_FAILS_APART);
        learn_failure(r, pos);
    }
    bool bare = plain == KJ_FACT_MATES || plain == KJ_FACT_MATES_APART;
    return number(r, plain != kind) && (!bare || number(r, key / 2)) &&
           announce(r, pos, plain, key);
}

/* An attack that mates within `key`. */
static KjMove choose_attack(KjReportWriter *r, const KjFact *fact, KjMoveList *attacks)
{
    KjPosition pos = fact->pos;
    unsigned left, plies = fact->key / 2;
    KjMove found = KJ_MOVE_NONE;
    kj_show_apart(r, fact->kind == KJ_FACT_MATES_APART);
    if (fact->kind != KJ_FACT_MATES_COUNT) {
        if (begin(r)) {
            found = kj_probe_attack(r->c->s, &pos, attacks, plies, &left);
            end(r);
        }
        return kj_list_has(attacks, found) ? found : KJ_MOVE_NONE;
    }
    for (int known = 1; known >= 0 && !found; known--) {
        for (unsigned i = 0; i < attacks->n && !found; i++) {
            bool is_known =
                kj_probe_known_after(r->c->s, &pos, attacks->move[i], KJ_LEN_INF).pn == 0;
            KjPosition next = kj_position_after(&pos, attacks->move[i]);
            if (is_known == known && value_within(r, &next, (int)fact->key - 2) == KJ_MATE)
                found = attacks->move[i];
        }
    }
    return found;
}

static bool show_fact(KjReportWriter *r, const KjFact *fact)
{
    KjMoveList attacks;
    kj_show_moves(r, &fact->pos, &attacks);
    if (fact->kind < KJ_FACT_LASTS) {
        KjMove attack = choose_attack(r, fact, &attacks);
        if (!attack)
            return false;
        KjPosition next = kj_position_after(&fact->pos, attack);
        return kj_show_move(r, &fact->pos, &attacks, attack) &&
               kj_show_mates(r, &next, fact->kind, fact->key - 2);
    }
    bool ok = true;
    for (unsigned i = 0; i < attacks.n && ok; i++) {
        KjPosition next = kj_position_after(&fact->pos, attacks.move[i]);
        ok = fact->kind >= KJ_FACT_FAILS ? kj_show_fails(r, &next, fact->kind)
                                         : kj_show_lasts(r, &next, fact->kind, (int)fact->key - 2);
    }
    return ok;
}

bool kj_show_facts(KjReportWriter *r, unsigned *out_claim)
{
    bool ok = true;
    while (ok && !g_queue_is_empty(&r->facts)) {
        KjFact *fact = g_queue_pop_head(&r->facts);
        *out_claim = r->claim = fact->claim;
        ok = show_fact(r, fact);
        g_free(fact);
    }
    return ok;
}
