/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Following tries. */
#include "solver/compose/tries.h"

#include <limits.h>
#include <stdatomic.h>
#include <string.h>

#include "core/rules/movegen.h"
#include "solver/query.h"

enum { QUESTION_NODES = 20000 };

typedef struct {
    KjSolver *solver;
    KjSide attacker;
    uint64_t most; // nodes in all, 0: no limit
    const atomic_bool *stop;
    KjWrongCheck *out;
} Follow;

/* A way on from a check, this check first. */
typedef struct {
    unsigned held; // plies for which a single reply refutes
    unsigned n;
    KjMove move[KJ_WRONG_PLIES];
} Way;

static KjVerdict ask_mate(Follow *f, const KjPosition *pos)
{
    uint64_t left = f->most - MIN(f->most, f->out->nodes);
    KjLimits limits = {.nodes = f->most ? MIN(QUESTION_NODES, left) : QUESTION_NODES,
                       .stop = f->stop};
    KjAnswer answer;
    if (f->most && !left)
        return KJ_UNKNOWN;
    kj_query_mate(f->solver, pos, KJ_ANY_LENGTH, &limits, &answer);
    f->out->nodes += answer.nodes;
    return answer.verdict;
}

/* The replies to a check, those that refute it first; how many do, and whether all is known. */
static unsigned refuting(Follow *f, const KjPosition *pos, KjMoveList *replies, bool *known)
{
    unsigned n = 0;
    *known = true;
    kj_gen_safe(pos, replies);
    for (unsigned i = 0; i < replies->n; i++) {
        KjPosition next = kj_position_after(pos, replies->move[i]);
        KjVerdict verdict = ask_mate(f, &next);
        *known = *known && verdict != KJ_UNKNOWN;
        if (verdict != KJ_NOMATE)
            continue;
        KjMove reply = replies->move[i];
        replies->move[i] = replies->move[n];
        replies->move[n++] = reply;
    }
    return n;
}

/* Of so many replies that refute, the one that leaves the fewest checks. */
static KjMove clearest(const KjPosition *pos, const KjMoveList *replies, unsigned n)
{
    KjMove best = replies->move[0];
    unsigned fewest = UINT_MAX;
    for (unsigned i = 0; i < n && fewest; i++) {
        KjPosition next = kj_position_after(pos, replies->move[i]);
        KjMoveList checks = {0};
        if (!kj_try_ends(pos, replies->move[i]))
            kj_gen_checks(&next, &checks);
        if (checks.n < fewest)
            best = replies->move[i];
        fewest = MIN(fewest, checks.n);
    }
    return best;
}

static Way follow(Follow *f, const KjPosition *pos, KjMove check, unsigned plies, bool first);

/* The best way on after the only reply that refutes. */
static Way go_on(Follow *f, const KjPosition *pos, unsigned plies)
{
    Way best = {0};
    KjMoveList checks;
    if (plies < 2)
        return best;
    kj_gen_checks(pos, &checks);
    for (unsigned i = 0; i < checks.n; i++) {
        Way way = follow(f, pos, checks.move[i], plies, false);
        if (way.held > best.held || (!best.n && way.n))
            best = way;
    }
    return best;
}

/* A check at `pos`, followed for so many plies. */
static Way follow(Follow *f, const KjPosition *pos, KjMove check, unsigned plies, bool first)
{
    KjPosition next = kj_position_after(pos, check);
    KjMoveList replies;
    bool known;
    Way way = {.n = 1, .move = {check}};
    unsigned n = refuting(f, &next, &replies, &known);
    f->out->open |= !known;
    if (first) {
        f->out->n_replies = replies.n;
        f->out->n_refuting = n;
    }
    if (n == 0) // a limit
        return way;
    way.move[way.n++] = clearest(&next, &replies, n);
    if (n > 1 || !known)
        return way;
    way.held = 2;
    KjPosition refuted = kj_position_after(&next, replies.move[0]);
    Way rest = go_on(f, &refuted, plies - 2);
    if (rest.held) {
        memcpy(way.move + way.n, rest.move, rest.n * sizeof *rest.move);
        way.n += rest.n;
        way.held += rest.held;
    }
    return way;
}

void kj_wrong_check_follow(KjSolver *solver, const KjPosition *pos, KjSide attacker, KjMove move,
                           uint64_t nodes, const atomic_bool *stop, KjWrongCheck *out)
{
    Follow f = {solver, attacker, nodes, stop, out};
    *out = (KjWrongCheck){.ply = out->ply, .move = move};
    kj_query_open(solver, pos->game, attacker);
    Way way = follow(&f, pos, move, KJ_WRONG_PLIES - 1, true);
    out->n_line = way.n;
    memcpy(out->line, way.move, way.n * sizeof *way.move);
    out->held = way.held;
}

GArray *kj_wrong_checks_of(const KjReport *report)
{
    GArray *tries = g_array_new(FALSE, FALSE, sizeof(KjWrongCheck));
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; node->attacks && k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            KjWrongCheck try = {.ply = node->ply, .move = alt->move};
            if (alt->class == KJ_CLASS_FAILS)
                g_array_append_val(tries, try);
        }
    }
    return tries;
}

const KjPosition *kj_wrong_check_position(const KjReport *report, const KjWrongCheck *try)
{
    return &g_array_index(report->nodes, KjCheckNode, try->ply).position;
}

/* Whether a limit of all has been reached. */
static bool used_up(const KjLimits *limits, uint64_t nodes, gint64 begun)
{
    double seconds = (double)(g_get_monotonic_time() - begun) / 1e6;
    return (limits->stop && atomic_load(limits->stop)) || kj_limits_reached(limits, nodes, seconds);
}

GArray *kj_wrong_checks_follow(KjSolver *solver, const KjReport *report, uint64_t nodes,
                               const KjLimits *limits, bool *out_cut)
{
    gint64 begun = g_get_monotonic_time();
    GArray *tries = kj_wrong_checks_of(report);
    uint64_t spent = 0;
    unsigned n = 0;
    for (; n < tries->len && !used_up(limits, spent, begun); n++) {
        KjWrongCheck *try = &g_array_index(tries, KjWrongCheck, n);
        uint64_t left = limits->nodes - spent; // where there is a limit
        kj_wrong_check_follow(solver, kj_wrong_check_position(report, try), report->attacker,
                              try->move, limits->nodes && (!nodes || left < nodes) ? left : nodes,
                              limits->stop, try);
        spent += try->nodes;
    }
    if (out_cut)
        *out_cut = n < tries->len;
    g_array_set_size(tries, n);
    g_array_sort(tries, kj_wrong_check_compare);
    return tries;
}

int kj_wrong_check_compare(const void *a, const void *b)
{
    const KjWrongCheck *x = a, *y = b;
    if (x->held != y->held)
        return x->held > y->held ? -1 : 1;
    if (x->n_refuting != y->n_refuting)
        return x->n_refuting < y->n_refuting ? -1 : 1;
    if (x->n_replies != y->n_replies)
        return x->n_replies > y->n_replies ? -1 : 1;
    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    return (int)x->move - (int)y->move;
}
