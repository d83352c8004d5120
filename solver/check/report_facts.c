/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The facts of a report's certificate. Which move shows a fact is asked of the check; facts are
 * announced where they are first needed and shown in that order, so no walk goes deep.
 */
#include "core/rules/attack.h"
#include "solver/check/report_writer.h"

// From so many plies on a bound is announced as a refutation if there is no mate at all: that is one
// fact a position, whatever the length that is asked for.
enum { FAILS_FROM = 3 };

/* ---- the defender to move ---- */

bool kj_show_mates(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key)
{
    KjMoveList replies;
    KjBb cells = 0;
    kj_show_moves(r, pos, &replies);
    bool ok = true;
    for (unsigned i = 0; i < replies.n && ok; i++)
        ok = kj_show_loses(r, pos, replies.move[i], kind, (int)key - 2, &cells);
    return ok;
}

/* A fact that serves for a position, or NULL. */
static const KjCertifyRecord *find(const KjReportWriter *r, const KjPosition *pos, KjFactKind kind,
                                   unsigned key);

/* How much is tried to find a reply. */
typedef enum { BY_FACTS, BY_TABLE, BY_SEARCH, EFFORTS } Effort;

/* Whether the table knows that there is no mate, the attacker to move. */
static bool is_known_to_fail(const KjReportWriter *r, const KjPosition *pos)
{
    return kj_probe_known(r->c->s, pos, KJ_LEN_INF).dn == 0;
}

/* Whether a position with the attacker to move is known to hold out for more than `key` by the
 * relaxed rule. Where a mate of as many plies may leave nothing, the key being even, it is taken for
 * that only if there is no mate at all: else what is shown of the line would not serve. */
static bool is_known_to_last(KjReportWriter *r, const KjPosition *pos, unsigned key)
{
    if (!kj_show_relaxed_lasts(r, pos, key / 2, true))
        return false;
    return key % 2 || is_known_to_fail(r, pos);
}

/* Whether to announce that there is no mate where a bound is wanted. */
static bool fails_for(KjReportWriter *r, const KjPosition *pos, unsigned key)
{
    kj_show_apart(r, false);
    return key / 2 >= FAILS_FROM && is_known_to_fail(r, pos);
}

/* Whether a reply at `pos` holds out for more than `key`. */
static bool holds_out(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind,
                      int key, Effort effort)
{
    KjPosition next = kj_position_after(pos, reply);
    bool plain = kind == KJ_FACT_LASTS, interposes = kj_show_rank(r, pos, reply) > 0;
    if (effort == BY_FACTS)
        return !interposes && key >= 4 && find(r, &next, kind, (unsigned)key - 2);
    if (plain && interposes && kj_show_offer_lasts(r, pos, reply, key))
        return true;
    if (plain)
        return (key < 4 ||
                kj_show_relaxed_lasts(r, &next, (unsigned)key / 2 - 1, effort == BY_TABLE)) &&
               (!interposes ||
                kj_show_is_none_within(r, pos, reply, key / 2 * 2 + 1, true, effort == BY_TABLE));
    if (effort == BY_TABLE && interposes)
        return false;
    if (key >= 4 && effort == BY_TABLE && !is_known_to_last(r, &next, (unsigned)key - 2))
        return false;
    if (key >= 4 && effort == BY_SEARCH && kj_show_value_within(r, &next, key - 2) != KJ_NOMATE)
        return false;
    unsigned plies;
    return !interposes || kj_show_is_none_within(r, pos, reply, key / 2 * 2 + 1, false, false) ||
           kj_show_is_effective(r, pos, reply, (unsigned)key / 2, &plies);
}

static KjMove choose_refutation(KjReportWriter *r, const KjPosition *pos, KjFactKind kind,
                                const KjMoveList *replies);

/* A reply that holds out by the relaxed rule, found by one search that chooses among them: to ask of
 * one after the other whether it holds out may take a thousand times as long. Where that rule is
 * asked for no mate at all (is_known_to_last) it is a reply after which there is none. */
static KjMove search_reply(KjReportWriter *r, const KjPosition *pos, const KjMoveList *replies,
                           KjFactKind kind, int key)
{
    KjMove reply = KJ_MOVE_NONE;
    unsigned plies = (unsigned)key / 2;
    if (key % 2 && (kind == KJ_FACT_LASTS || kj_show_relaxed_lasts(r, pos, plies, true)))
        reply = kj_show_holding_reply(r, pos, plies);
    else if (kind == KJ_FACT_LASTS)
        reply = choose_refutation(r, pos, KJ_FACT_FAILS, replies);
    bool holds = reply && (holds_out(r, pos, reply, kind, key, BY_TABLE) ||
                           (key % 2 && holds_out(r, pos, reply, kind, key, BY_SEARCH)));
    return holds ? reply : KJ_MOVE_NONE;
}

/* A reply that holds out, of those that interpose or of the others. */
static KjMove find_reply(KjReportWriter *r, const KjPosition *pos, const KjMoveList *replies,
                         KjFactKind kind, int key, Effort effort, bool interposes)
{
    for (unsigned i = 0; i < replies->n; i++) {
        KjMove reply = replies->move[i];
        if ((kj_show_rank(r, pos, reply) > 0) == interposes &&
            holds_out(r, pos, reply, kind, key, effort))
            return reply;
    }
    return KJ_MOVE_NONE;
}

/* A reply that holds out. An interposition, of which more must be shown, comes after the others, but
 * before anything is searched for. */
static KjMove choose_reply(KjReportWriter *r, const KjPosition *pos, const KjMoveList *replies,
                           KjFactKind kind, int key)
{
    KjMove found = KJ_MOVE_NONE;
    for (Effort effort = BY_FACTS; effort < EFFORTS && !found; effort++) {
        if (effort == BY_SEARCH)
            found = search_reply(r, pos, replies, kind, key);
        found = found ? found : find_reply(r, pos, replies, kind, key, effort, false);
        found = found ? found : find_reply(r, pos, replies, kind, key, effort, true);
    }
    return found;
}

bool kj_show_lasts(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, int key)
{
    KjMoveList replies;
    if (key < 0 || (key == 0 && !kj_check_left(pos->game, pos->hand[r->c->attacker])))
        return true;
    kj_show_moves(r, pos, &replies);
    KjMove reply = kj_ending_try(pos, &replies);
    if (!replies.n)
        return !kj_in_check(pos, (KjSide)pos->side) && kj_show_number(r, 0);
    if (reply)
        return kj_show_move(r, pos, &replies, reply);
    reply = choose_reply(r, pos, &replies, kind, key);
    if (!reply)
        return false;
    KjPosition next = kj_position_after(pos, reply);
    unsigned rank = kj_show_rank(r, pos, reply);
    bool quick = !rank || kind == KJ_FACT_LASTS ||
                 kj_show_is_none_within(r, pos, reply, key / 2 * 2 + 1, false, false);
    return kj_show_move(r, pos, &replies, reply) &&
           (!rank || kind == KJ_FACT_LASTS || kj_show_number(r, !quick)) &&
           (key < 4 || kj_show_link(r, &next, kind, (unsigned)key - 2)) &&
           (!rank || (quick ? kj_show_none_within(r, pos, reply, kind, key / 2 * 2 + 1)
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
        if (!is_known_to_fail(r, &next))
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
        if ((apart && kj_show_is_of_line(r, &next)) || find(r, &next, kind, KJ_LEN_INF))
            return replies->move[i];
    }
    kj_show_apart(r, false);
    KjMove reply = known_refutation(r, pos, replies);
    if (apart && !reply) {
        kj_show_apart(r, true);
        reply = known_refutation(r, pos, replies);
    }
    if (!reply && kj_show_begin(r)) {
        KjNodeValue v = kj_search_move(r->c->s, pos, KJ_LEN_INF, &reply);
        kj_show_end(r);
        reply = v.dn == 0 && v.pn != 0 ? reply : KJ_MOVE_NONE;
    }
    return reply;
}

bool kj_show_fails(KjReportWriter *r, const KjPosition *pos, KjFactKind kind)
{
    KjMoveList replies;
    kj_show_moves(r, pos, &replies);
    if (!replies.n)
        return !kj_in_check(pos, (KjSide)pos->side) && kj_show_number(r, 0);
    KjMove reply = kj_ending_try(pos, &replies);
    if (reply)
        return kj_show_move(r, pos, &replies, reply);
    reply = choose_refutation(r, pos, kind, &replies);
    if (!reply)
        return false;
    KjPosition next = kj_position_after(pos, reply);
    return kj_show_move(r, pos, &replies, reply) &&
           ((kind == KJ_FACT_FAILS_APART && kj_show_is_of_line(r, &next)) ||
            kj_show_link(r, &next, kind, KJ_LEN_INF));
}

/* ---- facts ---- */

/* The kinds that a link of one kind may announce, in the order of their numbers. */
typedef struct {
    unsigned n;
    KjFactKind kind[3];
} Announced;

static const Announced announced_by[KJ_FACTS] = {
    [KJ_FACT_MATES] = {1, {KJ_FACT_MATES}},
    [KJ_FACT_MATES_COUNT] = {2, {KJ_FACT_MATES_COUNT, KJ_FACT_MATES}},
    [KJ_FACT_MATES_APART] = {1, {KJ_FACT_MATES_APART}},
    [KJ_FACT_LASTS] = {2, {KJ_FACT_LASTS, KJ_FACT_FAILS}},
    [KJ_FACT_LASTS_COUNT] = {3, {KJ_FACT_LASTS_COUNT, KJ_FACT_LASTS, KJ_FACT_FAILS}},
    [KJ_FACT_FAILS] = {1, {KJ_FACT_FAILS}},
    [KJ_FACT_FAILS_APART] = {2, {KJ_FACT_FAILS_APART, KJ_FACT_FAILS}},
};

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
            found = kj_certify_set_find(&r->set[have], pos->game->t, kj_show_board_key(r, pos),
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
    return kj_certify_set_add(&r->set[kind], kj_show_board_key(r, pos), pos->hand[r->c->attacker],
                              key);
}

/* The kind that a fact is announced as, which says as much or more, with a key of its own. */
static KjFactKind announced_kind(KjReportWriter *r, const KjPosition *pos, KjFactKind kind,
                                 unsigned *key)
{
    unsigned plies;
    switch (kind) {
    case KJ_FACT_MATES:
    case KJ_FACT_MATES_APART:
        *key = (*key - 1) / 2 * 2 + 1;
        if (kj_show_bare_known(r, pos, *key / 2, &plies))
            *key = MIN(*key, 2 * plies + 1);
        return kind;
    case KJ_FACT_MATES_COUNT:
        kj_show_apart(r, false);
        // with an even key the bare mate must be shorter
        plies = *key % 2 ? *key / 2 : *key / 2 - MIN(*key / 2, 2);
        if (plies == 0 || !kj_show_bare_known(r, pos, plies, &plies))
            return kind;
        *key = 2 * plies + 1;
        return KJ_FACT_MATES;
    case KJ_FACT_LASTS: return fails_for(r, pos, *key) ? KJ_FACT_FAILS : kind;
    case KJ_FACT_LASTS_COUNT:
        if (fails_for(r, pos, *key))
            return KJ_FACT_FAILS;
        return is_known_to_last(r, pos, *key) ||
                       (*key % 2 && kj_show_relaxed_lasts(r, pos, *key / 2, false))
                   ? KJ_FACT_LASTS
                   : kind;
    case KJ_FACT_FAILS_APART:
        kj_show_apart(r, false);
        return is_known_to_fail(r, pos) ? KJ_FACT_FAILS : kind;
    default: return kind;
    }
}

bool kj_show_link(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key)
{
    const Announced *announced = &announced_by[kind];
    const KjCertifyRecord *record = find(r, pos, kind, key);
    if (record)
        return kj_show_number(r, r->n_facts - record->number + announced->n - 1);
    if (kind == KJ_FACT_MATES_APART)
        kj_show_apart(r, true);
    KjFactKind as = announced_kind(r, pos, kind, &key);
    if (as >= KJ_FACT_FAILS) {
        key = KJ_LEN_INF;
        kj_show_apart(r, as == KJ_FACT_FAILS_APART);
        learn_failure(r, pos);
    }
    unsigned number = 0;
    while (announced->kind[number] != as)
        number++;
    bool bare = as == KJ_FACT_MATES || as == KJ_FACT_MATES_APART;
    return kj_show_number(r, number) && (!bare || kj_show_number(r, key / 2)) &&
           announce(r, pos, as, key);
}

/* An attack that mates within `key` by the rule of interpositions. The shortest by bare rules comes
 * first: the others may take long to be told from it. */
static KjMove choose_counted(KjReportWriter *r, const KjFact *fact, const KjMoveList *attacks)
{
    unsigned length[KJ_MAX_MOVES];
    for (unsigned i = 0; i < attacks->n; i++) {
        KjNodeValue v = kj_probe_known_after(r->c->s, &fact->pos, attacks->move[i], KJ_LEN_INF);
        length[i] = v.pn == 0 ? v.len : KJ_LEN_INF;
    }
    for (unsigned tried = 0; tried < attacks->n; tried++) {
        unsigned best = 0;
        for (unsigned i = 1; i < attacks->n; i++)
            if (length[i] < length[best])
                best = i;
        KjPosition next = kj_position_after(&fact->pos, attacks->move[best]);
        if (kj_show_value_within(r, &next, (int)fact->key - 2) == KJ_MATE)
            return attacks->move[best];
        length[best] = G_MAXUINT; // it is behind all others
    }
    return KJ_MOVE_NONE;
}

/* An attack that mates within `key`. */
static KjMove choose_attack(KjReportWriter *r, const KjFact *fact, KjMoveList *attacks)
{
    KjPosition pos = fact->pos;
    KjMove found = KJ_MOVE_NONE;
    unsigned left;
    kj_show_apart(r, fact->kind == KJ_FACT_MATES_APART);
    if (fact->kind == KJ_FACT_MATES_COUNT)
        return choose_counted(r, fact, attacks);
    if (kj_show_begin(r)) {
        found = kj_probe_attack(r->c->s, &pos, attacks, fact->key / 2, &left);
        kj_show_end(r);
    }
    return kj_list_has(attacks, found) ? found : KJ_MOVE_NONE;
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
        if (r->n_facts >= KJ_MOST_FACTS)
            return false;
        KjFact *fact = g_queue_pop_head(&r->facts);
        *out_claim = r->claim = fact->claim;
        ok = show_fact(r, fact);
        g_free(fact);
    }
    return ok;
}
