/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The facts of a report's certificate. Which move shows a fact is asked of the check; facts are
 * announced where they are first needed and shown in that order, so no walk goes deep.
 */
#include "core/rules/attack.h"
#include "core/rules/checks.h"
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
static const KjCertifyRecord *find(const KjReportWriter *r, const KjTables *t, const KjFactKey *at,
                                   KjFactKind kind, unsigned key);

/* The replies at a position, in any order, and where they interpose. */
typedef struct {
    const KjPosition *pos;
    KjMoveList list;
    KjBb between;
    unsigned checker;
    KjPlace after[KJ_MAX_MOVES]; // once they were looked up
} Replies;

static void list_replies(const KjReportWriter *r, const KjPosition *pos, Replies *out)
{
    out->pos = pos;
    out->checker = KJ_NO_SQUARE;
    kj_gen_safe(pos, &out->list);
    out->between = r->c->conventional ? kj_futile_between(pos, &out->checker) : 0;
}

/* Looks up the positions after the replies, all at once: memory takes its time. */
static void look_up(const KjReportWriter *r, Replies *at)
{
    for (unsigned i = 0; i < at->list.n; i++)
        at->after[i] = kj_probe_place(r->c->s, at->pos, at->list.move[i]);
}

static bool interposes(const Replies *at, KjMove reply)
{
    return kj_futile_rank(at->pos, reply, at->between, at->checker) > 0;
}

/* A reply for which there is a fact; where it is about bounds, none that interposes. The replies have
 * been looked up. */
static KjMove find_by_facts(const KjReportWriter *r, const Replies *at, KjFactKind kind,
                            unsigned key)
{
    for (unsigned i = 0; i < at->list.n; i++) {
        KjFactKey after = kj_show_key_at(r, &at->after[i]);
        if (find(r, at->pos->game->t, &after, kind, key) &&
            (kind >= KJ_FACT_FAILS || !interposes(at, at->list.move[i])))
            return at->list.move[i];
    }
    return KJ_MOVE_NONE;
}

/* Likewise out of the replies after which the table knows what is to be shown: one for which there is
 * a fact, else that which took the least to find out. */
static KjMove find_by_table(const KjReportWriter *r, const Replies *at, KjFactKind kind,
                            unsigned key)
{
    const KjTables *t = at->pos->game->t;
    KjMove best = KJ_MOVE_NONE;
    unsigned least = G_MAXUINT, plies = kind == KJ_FACT_LASTS ? key / 2 : KJ_LEN_INF, effort;
    for (unsigned i = 0; i < at->list.n; i++) {
        KjMove reply = at->list.move[i];
        if ((kind == KJ_FACT_LASTS && interposes(at, reply)) ||
            !kj_show_known_at(r, t, &at->after[i], kind, plies, &effort))
            continue;
        KjFactKey after = kj_show_key_at(r, &at->after[i]);
        if (find(r, t, &after, kind, key))
            return reply;
        if (effort < least) {
            least = effort;
            best = reply;
        }
    }
    return best;
}

/* How much is tried to find a reply. */
typedef enum { BY_TABLE, BY_SEARCH } Effort;

/* Whether the table knows that there is no mate, the attacker to move. */
static bool is_known_to_fail(const KjReportWriter *r, const KjPosition *pos)
{
    return kj_probe_known(r->c->s, pos, KJ_LEN_INF).dn == 0;
}

/* Whether to announce that there is no mate where a bound is wanted. */
static bool fails_for(KjReportWriter *r, const KjPosition *pos, unsigned key)
{
    kj_show_apart(r, false);
    return key / 2 >= FAILS_FROM && is_known_to_fail(r, pos);
}

/* Whether a reply holds out for more than `key` by the relaxed rule. */
static bool holds_out_relaxed(KjReportWriter *r, const Replies *at, KjMove reply, int key,
                              bool known)
{
    KjShortcut offered = kj_futile_shortcut(at->pos, reply, at->between, at->checker);
    unsigned plies = (unsigned)key / 2;
    if (interposes(at, reply) && key >= 4 &&
        kj_show_offer_lasts(r, at->pos, reply, &offered, plies - 1))
        return true;
    KjPosition next = kj_position_after(at->pos, reply);
    return (key < 4 || kj_show_relaxed_lasts(r, &next, plies - 1, known)) &&
           (!interposes(at, reply) ||
            kj_show_is_none_within(r, at->pos, reply, key / 2 * 2 + 1, true, known));
}

/* Whether a reply holds out for more than `key`. */
static bool holds_out(KjReportWriter *r, const Replies *at, KjMove reply, KjFactKind kind, int key,
                      Effort effort)
{
    const KjPosition *pos = at->pos;
    if (kind == KJ_FACT_LASTS)
        return holds_out_relaxed(r, at, reply, key, effort == BY_TABLE);
    if (effort == BY_TABLE && interposes(at, reply))
        return false;
    KjPosition next = kj_position_after(pos, reply);
    if (key >= 4 && effort == BY_TABLE &&
        !kj_show_relaxed_lasts(r, &next, (unsigned)key / 2 - 1, true))
        return false;
    if (key >= 4 && effort == BY_SEARCH && kj_show_value_within(r, &next, key - 2) != KJ_NOMATE)
        return false;
    unsigned plies;
    return !interposes(at, reply) ||
           kj_show_is_none_within(r, pos, reply, key / 2 * 2 + 1, false, false) ||
           kj_show_is_effective(r, pos, reply, (unsigned)key / 2, &plies);
}

/* A reply that holds out by the relaxed rule, found by one search that chooses among them: to ask of
 * one after the other whether it holds out may take a thousand times as long. */
static KjMove search_reply(KjReportWriter *r, Replies *at, KjFactKind kind, int key)
{
    unsigned plies = (unsigned)key / 2;
    if (kind != KJ_FACT_LASTS && !kj_show_relaxed_lasts(r, at->pos, plies, true))
        return KJ_MOVE_NONE;
    KjMove reply = kj_show_holding_reply(r, at->pos, plies);
    bool holds = reply && (holds_out(r, at, reply, kind, key, BY_TABLE) ||
                           holds_out(r, at, reply, kind, key, BY_SEARCH));
    return holds ? reply : KJ_MOVE_NONE;
}

/* A reply that holds out, of those that interpose or of the others. */
static KjMove find_reply(KjReportWriter *r, const Replies *at, KjFactKind kind, int key,
                         Effort effort, bool between)
{
    for (unsigned i = 0; i < at->list.n; i++) {
        KjMove reply = at->list.move[i];
        if (interposes(at, reply) == between && holds_out(r, at, reply, kind, key, effort))
            return reply;
    }
    return KJ_MOVE_NONE;
}

/* A reply that holds out, by a fact or by what is known of it. */
static KjMove known_reply(KjReportWriter *r, Replies *at, KjFactKind kind, int key)
{
    if (key < 4)
        return find_reply(r, at, kind, key, BY_TABLE, false);
    KjMove found = KJ_MOVE_NONE;
    kj_show_apart(r, false);
    look_up(r, at);
    if (kind == KJ_FACT_LASTS)
        found = find_by_table(r, at, kind, (unsigned)key - 2);
    found = found ? found : find_by_facts(r, at, kind, (unsigned)key - 2);
    return found || kind == KJ_FACT_LASTS ? found : find_reply(r, at, kind, key, BY_TABLE, false);
}

/* A reply that holds out. An interposition, of which more must be shown, comes after the others, but
 * before anything is searched for. */
static KjMove choose_reply(KjReportWriter *r, Replies *at, KjFactKind kind, int key)
{
    KjMove found = known_reply(r, at, kind, key);
    found = found ? found : find_reply(r, at, kind, key, BY_TABLE, true);
    found = found ? found : search_reply(r, at, kind, key);
    found = found ? found : find_reply(r, at, kind, key, BY_SEARCH, false);
    return found ? found : find_reply(r, at, kind, key, BY_SEARCH, true);
}

/* A link to the position after a reply. */
static bool link_after(KjReportWriter *r, const KjPosition *pos, KjMove reply, KjFactKind kind,
                       unsigned key)
{
    KjPosition next = kj_position_after(pos, reply);
    return kj_show_link(r, &next, kind, key);
}

bool kj_show_lasts(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, int key)
{
    Replies at;
    if (key < 0 || (key == 0 && !kj_check_left(pos->game, pos->hand[r->c->attacker])))
        return true;
    list_replies(r, pos, &at);
    KjMove reply = kj_ending_try(pos, &at.list);
    if (!at.list.n)
        return !kj_in_check(pos, (KjSide)pos->side) && kj_show_number(r, 0);
    if (reply)
        return kj_show_move(r, pos, &at.list, reply);
    reply = choose_reply(r, &at, kind, key);
    if (!reply)
        return false;
    unsigned rank = kj_futile_rank(pos, reply, at.between, at.checker);
    bool quick = !rank || kind == KJ_FACT_LASTS ||
                 kj_show_is_none_within(r, pos, reply, key / 2 * 2 + 1, false, false);
    return kj_show_move(r, pos, &at.list, reply) &&
           (!rank || kind == KJ_FACT_LASTS || kj_show_number(r, !quick)) &&
           (key < 4 || link_after(r, pos, reply, kind, (unsigned)key - 2)) &&
           (!rank || (quick ? kj_show_none_within(r, pos, reply, kind, key / 2 * 2 + 1)
                            : kj_show_effective(r, pos, reply, (unsigned)key / 2)));
}

/* A reply after which there is no attack, no drop: that a position fails so is seen at a look, and
 * what was seen is not kept. */
static KjMove ending_reply(const Replies *at)
{
    KjPosition pos = *at->pos;
    for (unsigned i = 0; i < at->list.n; i++) {
        KjUndo undo;
        KjMove reply = at->list.move[i];
        if (kj_move_is_drop(reply))
            continue;
        kj_position_make(&pos, reply, &undo);
        bool ends = !kj_has_check(&pos);
        kj_position_unmake(&pos, reply, &undo);
        if (ends)
            return reply;
    }
    return KJ_MOVE_NONE;
}

/* A reply into the line, or for which there is a fact. */
static KjMove refutation_apart(const KjReportWriter *r, const Replies *at)
{
    for (unsigned i = 0; i < at->list.n; i++) {
        KjFactKey after = kj_show_key_at(r, &at->after[i]);
        if (kj_show_is_of_line(r, at->pos->game->t, &after))
            return at->list.move[i];
    }
    return find_by_facts(r, at, KJ_FACT_FAILS_APART, KJ_LEN_INF);
}

/* A reply after which there is no mate. */
static KjMove choose_refutation(KjReportWriter *r, Replies *at, KjFactKind kind)
{
    bool apart = kind == KJ_FACT_FAILS_APART;
    kj_show_apart(r, false);
    look_up(r, at);
    KjMove reply = apart ? refutation_apart(r, at) : KJ_MOVE_NONE;
    reply = reply ? reply : find_by_table(r, at, kind, KJ_LEN_INF);
    reply = reply ? reply : find_by_facts(r, at, kind, KJ_LEN_INF);
    if (apart && !reply) {
        kj_show_apart(r, true);
        look_up(r, at);
        reply = find_by_table(r, at, kind, KJ_LEN_INF);
    }
    reply = reply ? reply : ending_reply(at);
    if (!reply && kj_show_begin(r)) {
        KjNodeValue v = kj_search_move(r->c->s, at->pos, KJ_LEN_INF, &reply);
        kj_show_end(r);
        reply = v.dn == 0 && v.pn != 0 ? reply : KJ_MOVE_NONE;
    }
    return reply;
}

bool kj_show_fails(KjReportWriter *r, const KjPosition *pos, KjFactKind kind)
{
    Replies at;
    list_replies(r, pos, &at);
    if (!at.list.n)
        return !kj_in_check(pos, (KjSide)pos->side) && kj_show_number(r, 0);
    KjMove reply = kj_ending_try(pos, &at.list);
    if (reply)
        return kj_show_move(r, pos, &at.list, reply);
    reply = choose_refutation(r, &at, kind);
    if (!reply)
        return false;
    KjPosition next = kj_position_after(pos, reply);
    KjFactKey after = kj_show_key(r, &next);
    return kj_show_move(r, pos, &at.list, reply) &&
           ((kind == KJ_FACT_FAILS_APART && kj_show_is_of_line(r, pos->game->t, &after)) ||
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

static const KjCertifyRecord *find(const KjReportWriter *r, const KjTables *t, const KjFactKey *at,
                                   KjFactKind kind, unsigned key)
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
            found = kj_certify_set_find(&r->set[have], t, at->board, at->hand, key);
    return found;
}

/* What is learnt of a refutation keeps later searches from finding it again. */
static void learn_failure(KjReportWriter *r, const KjPosition *pos)
{
    KjSearch *s = r->c->s;
    KjNodeValue v = kj_value_disproved(pos->hand[s->attacker], KJ_LEN_INF, KJ_DEP_NONE);
    kj_table_store_final(&s->table, pos->game->t, kj_search_key(s, pos), &v, 0, 0, KJ_ENTRY_OR);
}

static bool announce(KjReportWriter *r, const KjPosition *pos, const KjFactKey *at, KjFactKind kind,
                     unsigned key)
{
    KjFact *fact = g_new(KjFact, 1);
    *fact = (KjFact){*pos, kind, key, r->claim};
    r->set[kind].next = r->n_facts++;
    g_queue_push_tail(&r->facts, fact);
    return kj_certify_set_add(&r->set[kind], at->board, at->hand, key);
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
        return kj_show_relaxed_lasts(r, pos, *key / 2, false) ? KJ_FACT_LASTS : kind;
    case KJ_FACT_FAILS_APART:
        kj_show_apart(r, false);
        return is_known_to_fail(r, pos) ? KJ_FACT_FAILS : kind;
    default: return kind;
    }
}

bool kj_show_link(KjReportWriter *r, const KjPosition *pos, KjFactKind kind, unsigned key)
{
    const Announced *announced = &announced_by[kind];
    const KjFactKey at = kj_show_key(r, pos);
    const KjCertifyRecord *record = find(r, pos->game->t, &at, kind, key);
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
           announce(r, pos, &at, as, key);
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
    KjPosition next = fact->pos;
    for (unsigned i = 0; i < attacks.n && ok; i++) {
        KjUndo undo;
        kj_position_make(&next, attacks.move[i], &undo);
        ok = fact->kind >= KJ_FACT_FAILS ? kj_show_fails(r, &next, fact->kind)
                                         : kj_show_lasts(r, &next, fact->kind, (int)fact->key - 2);
        kj_position_unmake(&next, attacks.move[i], &undo);
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
        *out_claim = fact->claim;
        kj_show_turn(r, fact->claim);
        ok = show_fact(r, fact);
        g_free(fact);
    }
    return ok;
}
