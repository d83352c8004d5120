/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One problem under a law that forbids repeating, in three passes that take turns
 * (docs/repetition.md): a mate without loops, proved by the search that knows none; a refutation in
 * which loops may all be good for the attacker; and what lies between, searched with history. The
 * shortest length is that of the last, since a mate by repetition may be shorter than one without.
 */
#include "solver/history_solve.h"

#include <assert.h>

#include "solver/search/effort.h"
#include "solver/search/table_probe.h"
#include "solver/solve.h"

enum {
    FIRST_SLICE = 1000,
    LONG_SHARE = 8,
    // A player's move can come back three plies of others and one of his own later: nothing that
    // has no past can end by that before this ply (attacker to move at the root; else one less).
    FIRST_REPETITION = 5,
};

typedef struct {
    KjSearch *s;
    KjHistorySearch *x;
    const KjPosition *root;
    bool past;            // something happened before the root
    KjVerdict loop_free;  // without loops: as far as known
    unsigned none, plies; // without loops: no mate within none; a mate within plies, 0: not known
    unsigned first;       // the shortest length a mate can have that is not on the board: 1 or 2
    unsigned next;        // by the law: no mate within less, this length to be tried next
    bool closed;          // kj_history_exhaust has nothing more to find
    KjResult *out;
} Passes;

/* ---- without loops ---- */

static void learn_loop_free(Passes *p, const KjNodeValue *v)
{
    if (v->pn == 0) {
        p->loop_free = KJ_MATE;
        p->plies = v->len;
    } else if (v->dn == 0 && v->len == KJ_LEN_INF) {
        p->loop_free = KJ_NOMATE;
    } else if (v->dn == 0 && v->len > p->none) {
        p->none = v->len;
    }
}

static void search_loop_free(Passes *p, unsigned len, uint64_t nodes)
{
    uint64_t limit = kj_effort_begin_slice(p->s, nodes);
    KjNodeValue v = kj_search_root(p->s, p->root, len);
    kj_effort_end_slice(p->s, limit);
    learn_loop_free(p, &v);
}

/* A turn of the search without loops: short mates, then any. */
static void turn_loop_free(Passes *p, uint64_t slice)
{
    KjSearch *s = p->s;
    uint64_t end = s->nodes + slice;
    while (p->loop_free == KJ_UNKNOWN && !s->stopped && s->nodes < end)
        search_loop_free(p, p->none < p->first ? p->first : p->none + 2, end - s->nodes);
    if (p->loop_free == KJ_UNKNOWN && !s->stopped)
        search_loop_free(p, KJ_LEN_INF, slice * LONG_SHARE);
}

/* ---- by the law ---- */

static void decide(Passes *p, KjVerdict verdict, KjDecidedBy by)
{
    p->out->verdict = verdict;
    p->out->decided_by = by;
}

/* A mate within `plies` and none shorter. */
static void decide_mate(Passes *p, unsigned plies)
{
    const KjGraphNode *root = &p->x->graph.node[p->x->root];
    decide(p, KJ_MATE, root->mate <= plies ? KJ_BY_NO_REPETITION : KJ_BY_REPETITION);
    p->out->pure_plies = plies;
    p->out->plies_proved = true;
}

static void decide_none(Passes *p)
{
    bool free = p->x->graph.node[p->x->root].no_win;
    decide(p, KJ_NOMATE, free ? KJ_BY_EXHAUSTION : KJ_BY_REPETITION);
}

/* The lengths one by one from where we are, up to `last`; stops at a verdict, the end of the slice
 * or a limit. */
static void turn_lengths(Passes *p, unsigned last, uint64_t slice)
{
    KjSearch *s = p->s;
    uint64_t limit = kj_effort_begin_slice(s, slice);
    while (!p->past && p->next <= p->none && p->next + p->first <= FIRST_REPETITION - 1)
        p->next += 2;
    while (!s->stopped && p->out->verdict == KJ_UNKNOWN && p->next <= last) {
        KjHistoryValue v = kj_history_search(p->x, p->next);
        if (v.pn == 0)
            decide_mate(p, v.len);
        else if (v.dn == 0 && v.len == KJ_LEN_INF)
            decide_none(p);
        else if (v.dn == 0)
            p->next += 2;
    }
    kj_effort_end_slice(s, limit);
}

/* Whether the attacker can be made to run out of moves. */
static void turn_exhaust(Passes *p, uint64_t slice)
{
    if (p->closed || p->out->verdict != KJ_UNKNOWN || p->s->stopped)
        return;
    uint64_t limit = kj_effort_begin_slice(p->s, slice);
    p->closed = kj_history_exhaust(p->x);
    kj_effort_end_slice(p->s, limit);
    if (p->x->graph.node[p->x->root].no_win)
        decide_none(p);
}

/* Any length, with history. */
static void turn_any(Passes *p, uint64_t slice)
{
    if (p->out->verdict != KJ_UNKNOWN || p->s->stopped)
        return;
    uint64_t limit = kj_effort_begin_slice(p->s, slice);
    KjHistoryValue v = kj_history_search(p->x, KJ_LEN_INF);
    kj_effort_end_slice(p->s, limit);
    if (v.pn == 0) {
        decide(p, KJ_MATE, KJ_BY_REPETITION);
        p->out->pure_plies = v.len;
    } else if (v.dn == 0) {
        decide_none(p);
    }
}

/* After a mate without loops: a turn of looking for shorter ones. */
static void turn_shorter(Passes *p, uint64_t slice)
{
    KjSearch *s = p->s;
    uint64_t limit = kj_effort_begin_slice(s, slice);
    while (p->plies > p->none + 2 && !s->stopped) {
        kj_search_tell_best(s, p->plies, false);
        KjNodeValue v = kj_search_root(s, p->root, p->plies - 2);
        learn_loop_free(p, &v);
    }
    kj_effort_end_slice(s, limit);
}

/*
 * The shortest mate, once there is one without loops: shorter ones without loops from above, and
 * those by the law, which may be much shorter, from below.
 */
static void shorten(Passes *p, uint64_t node_limit)
{
    KjSearch *s = p->s;
    uint64_t user_limit = s->node_limit;
    s->node_limit = node_limit;
    s->phase = "shortening";
    for (uint64_t slice = FIRST_SLICE; p->next < p->plies && !s->stopped; slice *= 2) {
        turn_shorter(p, slice);
        turn_lengths(p, p->plies - 2, slice);
        if (p->out->verdict == KJ_MATE)
            break; // a shorter one
    }
    s->node_limit = user_limit;
    if (p->out->verdict == KJ_MATE)
        return;
    decide(p, KJ_MATE, KJ_BY_NO_REPETITION);
    p->out->pure_plies = p->plies;
    p->out->plies_proved = p->next >= p->plies;
}

/* A mate of any length by history: its shortest. */
static void shorten_by_history(Passes *p, uint64_t node_limit)
{
    KjSearch *s = p->s;
    unsigned plies = p->out->pure_plies;
    uint64_t user_limit = s->node_limit;
    s->node_limit = node_limit;
    s->phase = "shortening";
    p->out->verdict = KJ_UNKNOWN;
    turn_lengths(p, plies, UINT64_MAX);
    s->node_limit = user_limit;
    if (p->out->verdict == KJ_MATE)
        return;
    decide(p, KJ_MATE, KJ_BY_REPETITION);
    p->out->pure_plies = plies;
}

static void prove(Passes *p)
{
    KjSearch *s = p->s;
    s->phase = "proving";
    for (uint64_t slice = FIRST_SLICE; p->out->verdict == KJ_UNKNOWN && !s->stopped; slice *= 2) {
        turn_loop_free(p, slice);
        if (p->loop_free == KJ_MATE)
            return;
        if (p->loop_free == KJ_NOMATE)
            turn_exhaust(p, slice * LONG_SHARE);
        if (p->out->verdict == KJ_UNKNOWN && !s->stopped)
            turn_lengths(p, KJ_MAX_PLY, slice);
        if (p->loop_free == KJ_NOMATE)
            turn_any(p, slice * LONG_SHARE);
    }
}

void kj_history_solve(KjHistorySearch *x, bool past, const KjPosition *root, KjResult *out)
{
    KjSearch *s = x->s;
    bool attacks = root->side == s->attacker;
    Passes p = {.s = s,
                .x = x,
                .root = root,
                .past = past,
                .loop_free = KJ_UNKNOWN,
                .first = attacks ? 1 : 2,
                .next = attacks ? 1 : 0,
                .out = out};
    p.none = p.first - 1;
    out->verdict = KJ_UNKNOWN;
    prove(&p);
    if (out->verdict == KJ_UNKNOWN && p.loop_free != KJ_MATE) {
        out->cause = s->stopped;
        return;
    }
    uint64_t most = kj_solve_shortening_limit(&s->options, s->nodes, s->node_limit);
    if (p.loop_free == KJ_MATE && !p.past)
        kj_solve_report_first(s, root, p.plies, NULL);
    else if (out->verdict == KJ_MATE)
        kj_solve_report_first(s, root, out->pure_plies, x);
    if (p.loop_free == KJ_MATE)
        shorten(&p, s->options.find_shortest ? most : s->nodes);
    else if (s->options.find_shortest && out->verdict == KJ_MATE && !out->plies_proved)
        shorten_by_history(&p, most);
}
