/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts of a report: how each is shown. */
#include <stdlib.h>
#include <string.h>

#include "repl/verify/report-priv.h"
#include "repl/verify/rules-priv.h"

bool kv_report_number(KvReport *c, uint32_t most, uint32_t *out)
{
    const char *wrong;
    uint64_t number;
    if (!kv_reader_number(c->in, &number, &wrong))
        return kv_refuse(c, KV_REFUSED, "%s", wrong);
    *out = (uint32_t)number;
    return number <= most || kv_refuse(c, KV_REFUSED, "%llu, but %lu is the most",
                                       (unsigned long long)number, (unsigned long)most);
}

/* To be asked before and after moves are looked at. */
static bool may_go_on(KvReport *c)
{
    const char *over = kv_patience_over(&c->patience, c->in->byte);
    return !over || kv_refuse(c, KV_UNKNOWN, "%s", over);
}

static bool is_decided(KvReport *c)
{
    return !c->rules.too_deep ||
           kv_refuse(c, KV_UNREADABLE,
                     "pawn drops hang on pawn drops more deeply than is looked at");
}

bool kv_moves(KvReport *c, const KvPosition *p, KvWanted wanted, KvMoves *out)
{
    *out = (KvMoves){0};
    if (!may_go_on(c))
        return false;
    out->n = kv_list(&c->rules, p, wanted, c->list);
    out->move = malloc((out->n + 1) * sizeof *out->move);
    if (!out->move)
        return kv_refuse(c, KV_UNREADABLE, "out of memory");
    if (out->n)
        memcpy(out->move, c->list, out->n * sizeof *out->move);
    return is_decided(c);
}

/* The move of a name that was read. */
static bool take(KvReport *c, const KvPosition *p, KvWanted wanted, uint32_t name, KvMove *out)
{
    if (!may_go_on(c))
        return false;
    bool taken = kv_take(&c->rules, p, wanted, name, out);
    if (taken || c->rules.too_deep)
        return is_decided(c);
    char none[KV_NAMES_NONE];
    kv_name_none(wanted, name, none);
    return kv_refuse_at(c, p, none);
}

bool kv_read_move(KvReport *c, const KvPosition *p, KvWanted wanted, KvMove *out)
{
    uint32_t name = 0;
    return kv_report_number(c, UINT32_MAX, &name) && take(c, p, wanted, name, out);
}

bool kv_leaves(const KvReport *c, const KvPosition *p)
{
    for (int i = 0; i < KV_EMPTY; i++) {
        if (p->hand[c->rules.attacker][i] && i != c->rules.game->dead_in_hand)
            return true;
    }
    return false;
}

/* ---- interpositions ---- */

/* The one piece that checks, if it does so from afar. */
static bool find_ray(const KvRules *r, const KvPosition *p, KvRay *out)
{
    return kv_find_ray(r, p, out) && out->steps > 1;
}

unsigned kv_rank(const KvReport *c, const KvPosition *p, const KvMove *reply)
{
    KvRay ray;
    if (c->interpositions == KV_COUNT || kv_goes(&c->rules, reply->is) ||
        !find_ray(&c->rules, p, &ray))
        return 0;
    unsigned at = ray.royal;
    for (unsigned n = 1; n < ray.steps; n++) {
        at = c->rules.next[at][ray.direction];
        if (at == reply->to)
            return n;
    }
    return 0;
}

/* Whether a piece of the other side checks the side to move, which has one royal piece, from a
 * cell. */
static bool checks_from(const KvRules *r, const KvPosition *p, unsigned cell)
{
    unsigned royal = kv_only_royal(r, p, p->side);
    for (unsigned d = 0; d < KV_DIRECTIONS; d++) {
        unsigned n, at = kv_look(r, p, royal, d, &n), piece = p->cell[cell];
        if (at == cell && ((r->slide[piece] | (n == 1 ? r->step[piece] : 0)) >> (d ^ 1) & 1))
            return true;
    }
    return false;
}

/* The positions after the recaptures of an interposition at `p`, the piece given back. */
typedef struct {
    unsigned n;
    KvPosition *at;
} Given;

/* Whether an attack at `next`, after an interposition that `checker` was met by, takes it so that
 * this may be for nothing; `after` becomes the position with the piece given back. */
static bool gives_back(const KvReport *c, const KvPosition *next, unsigned checker,
                       const KvMove *reply, const KvMove *attack, KvPosition *after)
{
    unsigned us = c->rules.attacker;
    unsigned unit = (reply->from == KV_NONE ? reply->is : reply->was % KV_PROMOTED) % KV_GOTE;
    if (attack->to != reply->to)
        return false;
    kv_make(next, attack, after);
    bool wide = c->interpositions == KV_WIDE && checks_from(&c->rules, after, attack->to);
    if (attack->from != checker && !wide)
        return false;
    memcpy(after->hand[us], next->hand[us], sizeof after->hand[us]);
    after->hand[!us][unit]++;
    return true;
}

static bool given_back(KvReport *c, const KvPosition *p, const KvMove *reply, Given *out)
{
    KvMoves attacks;
    KvPosition next;
    KvRay ray;
    *out = (Given){0};
    if (!find_ray(&c->rules, p, &ray))
        return true;
    kv_make(p, reply, &next);
    bool ok = kv_moves(c, &next, KV_ATTACKS, &attacks);
    out->at = ok ? malloc((attacks.n + 1) * sizeof *out->at) : NULL;
    for (unsigned i = 0; out->at && i < attacks.n; i++)
        out->n += gives_back(c, &next, ray.checker, reply, &attacks.move[i], &out->at[out->n]);
    free(attacks.move);
    return out->at || (ok && kv_refuse(c, KV_UNREADABLE, "out of memory"));
}

/* The recapture that the next number names, the piece given back. */
static bool read_recapture(KvReport *c, const KvPosition *p, const KvMove *reply, KvPosition *out)
{
    KvPosition next;
    KvMove attack;
    KvRay ray;
    kv_make(p, reply, &next);
    return kv_read_move(c, &next, KV_ATTACKS, &attack) &&
           ((find_ray(&c->rules, p, &ray) &&
             gives_back(c, &next, ray.checker, reply, &attack, out)) ||
            kv_refuse_at(c, &next, "an attack that takes no interposition"));
}

/* No recapture of the interposition mates within half as many plies as `key`. */
static bool read_none_within(KvReport *c, const KvPosition *p, const KvMove *reply, KvKind kind,
                             int64_t key)
{
    Given given;
    bool ok = given_back(c, p, reply, &given);
    for (unsigned i = 0; ok && i < given.n; i++)
        ok = kv_read_lasts(c, &given.at[i], kind, key);
    free(given.at);
    return ok;
}

/* A reply nearer to the king than `reply` that holds out for `plies` plies. */
static bool read_rival(KvReport *c, const KvPosition *p, const KvMove *reply, uint32_t plies,
                       uint32_t most)
{
    KvMove rival;
    KvPosition after;
    uint32_t effective = 0;
    if (!kv_read_move(c, p, KV_REPLIES, &rival))
        return false;
    if (kv_rank(c, p, &rival) >= kv_rank(c, p, reply))
        return kv_refuse_at(c, p, "a reply that is to hold out is no nearer to the king");
    kv_make(p, &rival, &after);
    if (plies >= 4 && !kv_read_link(c, &after, KV_LASTS_COUNT, 2 * (plies - 3) + 1))
        return false;
    if (!kv_rank(c, p, &rival))
        return true;
    return kv_report_number(c, 1, &effective) &&
           (effective ? kv_read_effective(c, p, &rival, most)
                      : read_none_within(c, p, &rival, KV_LASTS_COUNT, 2 * (int64_t)plies - 3));
}

bool kv_read_futile(KvReport *c, const KvPosition *p, const KvMove *reply, uint32_t most)
{
    KvPosition given;
    uint32_t half = 0;
    return read_recapture(c, p, reply, &given) && kv_report_number(c, most, &half) &&
           kv_read_mates(c, &given, KV_MATES_COUNT, 4 * half + 1) &&
           (half == 0 || read_rival(c, p, reply, 2 * half, most));
}

/* Whether a reply is futile since a drop on the same cell was: the piece is given back, whichever it
 * was. Else what is said of it, 1: it is futile. */
static bool read_whether_futile(KvReport *c, const KvMove *reply, bool cells[KV_CELLS],
                                bool *out_known, uint32_t *out)
{
    *out_known = reply->from == KV_NONE && cells[reply->to];
    *out = 1;
    if (*out_known)
        return true;
    if (!kv_report_number(c, 1, out))
        return false;
    cells[reply->to] = cells[reply->to] || (reply->from == KV_NONE && *out);
    return true;
}

bool kv_read_effective(KvReport *c, const KvPosition *p, const KvMove *reply, uint32_t most)
{
    KvMoves replies;
    bool cells[KV_CELLS] = {false}, known;
    KvPosition after;
    uint32_t half = 0, futile;
    unsigned rank = kv_rank(c, p, reply);
    bool ok = kv_moves(c, p, KV_REPLIES, &replies) && kv_report_number(c, most, &half);
    for (unsigned i = 0; ok && i < replies.n; i++) {
        const KvMove *rival = &replies.move[i];
        unsigned nearer = kv_rank(c, p, rival);
        futile = 0;
        known = false;
        if (nearer >= rank)
            continue;
        ok = nearer == 0 || read_whether_futile(c, rival, cells, &known, &futile);
        kv_make(p, rival, &after);
        if (known)
            continue;
        if (ok && futile)
            ok = kv_read_futile(c, p, rival, half);
        else if (ok && (half == 0 || kv_is_try(&c->rules, p, rival)))
            ok = kv_refuse_at(c, p, "a nearer reply holds out");
        else if (ok)
            ok = kv_read_link(c, &after, KV_MATES_COUNT, 4 * half - 1);
    }
    free(replies.move);
    return ok && read_none_within(c, p, reply, KV_LASTS_COUNT, 4 * (int64_t)half + 1);
}

/* ---- the defender to move ---- */

bool kv_read_mates(KvReport *c, const KvPosition *p, KvKind kind, uint32_t key)
{
    KvMoves replies;
    unsigned counted = 0;
    bool cells[KV_CELLS] = {false}, known;
    bool ok = kv_moves(c, p, KV_REPLIES, &replies);
    for (unsigned i = 0; ok && i < replies.n; i++) {
        const KvMove *reply = &replies.move[i];
        KvPosition after;
        uint32_t futile = 0;
        if (kv_is_try(&c->rules, p, reply))
            ok = kv_refuse_at(c, p, "a reply that is a try");
        else if (kind == KV_MATES_COUNT && kv_rank(c, p, reply))
            ok = read_whether_futile(c, reply, cells, &known, &futile);
        if (ok && futile) {
            ok = known || kv_read_futile(c, p, reply, key / 4);
            continue;
        }
        counted++;
        kv_make(p, reply, &after);
        ok = ok && (key >= 4 || kv_refuse_at(c, p, "no mate as soon as this")) &&
             kv_read_link(c, &after, kind, key - 2);
    }
    free(replies.move);
    if (ok && !counted && !kv_in_check(&c->rules, p, p->side))
        return kv_refuse_at(c, p, "no reply, but no mate");
    return ok && (counted || key || kv_leaves(c, p) ||
                  kv_refuse_at(c, p, "nothing is left in hand at the mate"));
}

/* That there is no reply, and the defender is not in check. */
static bool show_no_reply(KvReport *c, const KvPosition *p)
{
    if (!may_go_on(c))
        return false;
    if (kv_in_check(&c->rules, p, p->side))
        return kv_refuse_at(c, p, "a check to which no reply is named");
    bool any = kv_has_reply(&c->rules, p);
    return is_decided(c) && (!any || kv_refuse_at(c, p, "there is a reply, but none is named"));
}

/* The reply that is shown; `out_ends`: no more need be shown. */
static bool choose_reply(KvReport *c, const KvPosition *p, KvMove *out, bool *out_ends)
{
    uint32_t name = 0;
    *out_ends = true;
    if (!kv_report_number(c, UINT32_MAX, &name))
        return false;
    if (name == 0)
        return show_no_reply(c, p);
    if (!take(c, p, KV_REPLIES, name, out))
        return false;
    *out_ends = kv_is_try(&c->rules, p, out);
    return true;
}

bool kv_read_lasts(KvReport *c, const KvPosition *p, KvKind kind, int64_t key)
{
    KvMove reply;
    KvPosition after;
    uint32_t effective = 0;
    bool ends;
    if (key < 0 || (key == 0 && !kv_leaves(c, p)))
        return true;
    if (!choose_reply(c, p, &reply, &ends))
        return false;
    if (ends)
        return true;
    kv_make(p, &reply, &after);
    unsigned rank = kv_rank(c, p, &reply);
    if (rank && kind == KV_LASTS_COUNT && !kv_report_number(c, 1, &effective))
        return false;
    if (key >= 4 && !kv_read_link(c, &after, kind, (uint32_t)key - 2))
        return false;
    if (effective)
        return kv_read_effective(c, p, &reply, (uint32_t)key / 4);
    return !rank || read_none_within(c, p, &reply, kind, key / 2 * 2 + 1);
}

bool kv_read_fails(KvReport *c, const KvPosition *p, KvKind kind)
{
    KvMove reply;
    KvPosition after;
    bool ends;
    if (!choose_reply(c, p, &reply, &ends))
        return false;
    if (ends)
        return true;
    kv_make(p, &reply, &after);
    return (kind == KV_FAILS_APART && kv_is_of_line(c, &after)) || kv_read_link(c, &after, kind, 0);
}

/* ---- facts ---- */

/* The kinds that a link of one kind may announce, in the order of their numbers. */
typedef struct {
    unsigned n;
    KvKind kind[3];
} Announced;

static const Announced announced_by[] = {
    [KV_MATES] = {1, {KV_MATES}},
    [KV_MATES_COUNT] = {2, {KV_MATES_COUNT, KV_MATES}},
    [KV_MATES_APART] = {1, {KV_MATES_APART}},
    [KV_LASTS] = {2, {KV_LASTS, KV_FAILS}},
    [KV_LASTS_COUNT] = {3, {KV_LASTS_COUNT, KV_LASTS, KV_FAILS}},
    [KV_FAILS] = {1, {KV_FAILS}},
    [KV_FAILS_APART] = {2, {KV_FAILS_APART, KV_FAILS}},
};

/* Whether a fact of one kind serves for another of the same position. */
static bool serves(KvKind have, uint32_t have_key, KvKind want, uint32_t key)
{
    static const unsigned by[] = {
        [KV_MATES] = 1 << KV_MATES | 1 << KV_MATES_APART,
        [KV_MATES_COUNT] = 1 << KV_MATES | 1 << KV_MATES_COUNT | 1 << KV_MATES_APART,
        [KV_MATES_APART] = 1 << KV_MATES_APART,
        [KV_LASTS] = 1 << KV_LASTS | 1 << KV_FAILS,
        [KV_LASTS_COUNT] = 1 << KV_LASTS | 1 << KV_LASTS_COUNT | 1 << KV_FAILS,
        [KV_FAILS] = 1 << KV_FAILS,
        [KV_FAILS_APART] = 1 << KV_FAILS | 1 << KV_FAILS_APART,
    };
    if (!(by[want] >> have & 1))
        return false;
    if (have >= KV_FAILS)
        return true;
    return have >= KV_LASTS ? have_key >= key : have_key <= key;
}

static bool refer(KvReport *c, const KvPosition *p, KvKind kind, uint32_t key, uint32_t back)
{
    if (back > c->n_facts)
        return kv_refuse(c, KV_REFUSED, "a reference to %lu facts ago, but only %lu are there",
                         (unsigned long)back, (unsigned long)c->n_facts);
    const KvFact *fact = &c->facts[c->n_facts - back];
    bool counted = fact->kind == KV_MATES_COUNT || fact->kind == KV_LASTS_COUNT;
    if (!serves((KvKind)fact->kind, fact->key, kind, key))
        return kv_refuse_at(c, p, "a reference to a fact that says less");
    return kv_may_refer(&c->rules, p, &fact->at, !counted, fact->kind < KV_LASTS) ||
           kv_refuse_at(c, p, "a reference to a fact of another position");
}

bool kv_read_link(KvReport *c, const KvPosition *p, KvKind kind, uint32_t key)
{
    uint32_t number = 0;
    if (!kv_report_number(c, UINT32_MAX, &number))
        return false;
    const Announced *announced = &announced_by[kind];
    if (number >= announced->n)
        return refer(c, p, kind, key, number - announced->n + 1);
    kind = announced->kind[number];
    if (kind == KV_MATES_APART && kv_is_of_line(c, p))
        return kv_refuse_at(c, p, "a mate that comes back to the line");
    if (kind == KV_MATES || kind == KV_MATES_APART) { // says how long it takes itself
        if (!kv_report_number(c, (key - 1) / 2, &number))
            return false;
        key = 2 * number + 1;
        if (!number)
            return kv_refuse_at(c, p, "a mate without a move");
    }
    if (c->n_facts == c->room) {
        size_t more = c->room / 2 + 64, most = c->memory / sizeof *c->facts;
        more = more < most ? more : most;
        KvFact *grown = more ? realloc(c->facts, (c->room + more) * sizeof *grown) : NULL;
        if (!grown)
            return kv_refuse(c, KV_UNREADABLE, "more memory is needed than is allowed");
        c->memory -= more * sizeof *grown;
        c->facts = grown;
        c->room += more;
    }
    c->facts[c->n_facts++] = (KvFact){*p, key, (uint8_t)kind};
    return true;
}

static bool show_mate(KvReport *c, const KvFact *fact)
{
    KvMove attack;
    KvPosition after;
    if (!kv_read_move(c, &fact->at, KV_ATTACKS, &attack))
        return false;
    kv_make(&fact->at, &attack, &after);
    return kv_read_mates(c, &after, (KvKind)fact->kind, fact->key - 2);
}

static bool show_none(KvReport *c, const KvFact *fact)
{
    KvMoves attacks;
    bool ok = kv_moves(c, &fact->at, KV_ATTACKS, &attacks);
    for (unsigned i = 0; ok && i < attacks.n; i++) {
        KvPosition after;
        kv_make(&fact->at, &attacks.move[i], &after);
        ok = fact->kind >= KV_FAILS
                 ? kv_read_fails(c, &after, (KvKind)fact->kind)
                 : kv_read_lasts(c, &after, (KvKind)fact->kind, (int64_t)fact->key - 2);
    }
    free(attacks.move);
    return ok;
}

bool kv_read_facts(KvReport *c)
{
    c->place = "fact";
    c->ply = 0;
    for (; c->shown < c->n_facts; c->shown++) {
        KvFact fact = c->facts[c->shown];
        if (!(fact.kind < KV_LASTS ? show_mate(c, &fact) : show_none(c, &fact)))
            return false;
    }
    return true;
}
