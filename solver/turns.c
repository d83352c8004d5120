/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The turns by which a search looks for a mate, or refutes one. */
#include "solver/search/ablation.h"
#include "solver/solve.h"

enum {
    FIRST_SLICE = 1000, // nodes, see kj_solve_prove
    LONG_SHARE = 16,
    HARD_SLICE = 64000,   // the first slice after which a work is hard,
    AGAIN_SLICE = 512000, // and the first from which open numbers begin anew
    HARD_PLIES = 80,      // unless lines were as long as this: then it is long
};

void kj_bounds_learn(KjBounds *b, const KjNodeValue *v)
{
    if (v->pn == 0) {
        b->verdict = KJ_MATE;
        b->plies = v->len;
    } else if (v->dn == 0 && v->len == KJ_LEN_INF) {
        b->verdict = KJ_NOMATE;
    } else if (v->dn == 0 && v->len > b->none) {
        b->none = v->len;
    }
}

static void search_any_length(KjSearch *s, const KjPosition *root, uint64_t nodes, KjBounds *b)
{
    s->path.longest = 0;
    KjNodeValue v = kj_search_slice(s, root, KJ_LEN_INF, nodes);
    kj_bounds_learn(b, &v);
}

/* Whether what slices up to this one leave open is hard, and not only long. */
static bool is_hard(const KjSearch *s, uint64_t slice)
{
    return slice >= HARD_SLICE && s->path.longest < HARD_PLIES &&
           !kj_without(KJ_HEURISTIC_hard_turns);
}

/* In the part of the turn and with its counting, which stay where it decides. */
static void search_turn(KjSearch *s, const KjPosition *root, unsigned turn, KjCounting counting,
                        uint64_t slice, KjBounds *b)
{
    s->part = turn;
    s->counting = counting;
    search_any_length(s, root, slice * LONG_SHARE, b);
    if (b->verdict != KJ_UNKNOWN)
        return;
    s->part = KJ_TURN_ANY;
    s->counting = KJ_COUNT_BRANCHES;
}

static void search_branches(KjSearch *s, const KjPosition *root, uint64_t slice, KjBounds *b)
{
    bool hard = is_hard(s, slice);
    unsigned turn = hard && slice >= AGAIN_SLICE ? KJ_TURN_AGAIN : KJ_TURN_ANY;
    search_turn(s, root, turn, hard ? KJ_COUNT_HARD : KJ_COUNT_BRANCHES, slice, b);
}

static void search_hard(KjSearch *s, const KjPosition *root, uint64_t slice, KjBounds *b)
{
    if (slice < AGAIN_SLICE)
        search_turn(s, root, KJ_TURN_PLAIN, KJ_COUNT_SUMS, slice, b);
    else
        search_turn(s, root, KJ_TURN_REFUTE, KJ_COUNT_HARD, slice, b);
}

/* Looks for a mate within one more move than refuted so far, until so many nodes are spent. */
static void search_short(KjSearch *s, const KjPosition *root, unsigned first, uint64_t nodes,
                         KjBounds *b)
{
    uint64_t end = s->nodes + nodes;
    while (b->verdict == KJ_UNKNOWN && !s->stopped && s->nodes < end) {
        unsigned len = b->none < first ? first : b->none + 2;
        s->part = KJ_TURN_SHORT;
        KjNodeValue v = kj_search_slice(s, root, len, end - s->nodes);
        kj_bounds_learn(b, &v);
        if (b->verdict == KJ_UNKNOWN)
            s->part = KJ_TURN_ANY;
    }
}

/*
 * Looks for a mate, in turns: within one more move than refuted so far, and of any length, each
 * time with a larger slice of nodes. The first finds short mates on open boards where lines are
 * endless, the second long ones. `first` is the shortest length possible, 1 or 2.
 *
 * What is still open after about a million nodes and has no long lines takes a large refutation,
 * there or in most of its moves: then the second turn counts hard attacks for more, as where a length
 * is settled, from some 16 million nodes on without the open numbers that it had before, which
 * mislead. And there is a third turn, with plain sums: these are better at some works and much worse
 * at long ones (docs/log/performance.md). From some 25 million nodes on it refutes instead, with the
 * counting of the second and, like that one then, nothing but facts to begin with: two searches that
 * differ in what they have behind them do not get lost in the same place.
 *
 * A long work in a table that had to forget gets no more turns of the first kind: they would push
 * out what the second needs to go on.
 *
 * All keep their open numbers apart in the table: those of a search that ends soon mislead one that
 * does not. What comes after uses the part of the one that found the mate.
 */
void kj_solve_prove(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *b)
{
    s->phase = "proving";
    s->path.longest = 0;
    for (uint64_t slice = FIRST_SLICE; b->verdict == KJ_UNKNOWN && !s->stopped; slice *= 2) {
        bool shorts = s->path.longest < HARD_PLIES || !kj_table_forgets(&s->table);
        if (shorts && !kj_without(KJ_HEURISTIC_short_turns))
            search_short(s, root, first, slice, b);
        if (b->verdict == KJ_UNKNOWN && !s->stopped)
            search_branches(s, root, slice, b);
        if (b->verdict == KJ_UNKNOWN && !s->stopped && is_hard(s, slice))
            search_hard(s, root, slice, b);
    }
}

void kj_solve_refute(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *b)
{
    s->phase = "refuting";
    if (!s->n_forbidden) {
        s->part = KJ_TURN_ANY;
        search_short(s, root, first, FIRST_SLICE, b);
    }
    if (!kj_without(KJ_HEURISTIC_costs))
        s->counting = KJ_COUNT_COSTS;
    if (b->verdict == KJ_UNKNOWN && !s->stopped) {
        KjNodeValue v = kj_search_root(s, root, KJ_LEN_INF);
        kj_bounds_learn(b, &v);
    }
}
