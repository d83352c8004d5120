/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An audit of the solver's table. */
#include "tests/support/solver/solver_audit.h"

#include <stdio.h>

#include "core/format/sfen.h"
#include "solver/search/search.h"

enum {
    WALKS = 12,   // lines of play in one audit
    PLIES = 10,   // of a line
    LONGEST = 31, // finite lengths looked at
};

typedef struct {
    const KjSearch *search;
    Reference *second;
    NvRng *rng;
    char *fault;
    int facts;
} Audit;

static KjNodeValue known(const Audit *a, const KjPosition *pos, unsigned len)
{
    KjProbe probe;
    return kj_table_probe(&a->search->table, pos->game->t, kj_search_key(a->search, pos),
                          pos->hand[KJ_SENTE], len, 0, &probe);
}

static bool is_false(Audit *a, const KjPosition *pos, const KjNodeValue *v, int plies)
{
    g_autofree char *sfen = kj_sfen_write(pos, 1);
    snprintf(a->fault, SOLVER_AUDIT_TEXT, "table: %s %s within %u, brute force %d (-1: none)", sfen,
             v->pn == 0 ? "mate" : "no mate", v->len, plies);
    return false;
}

/* What the table says of a position is true, given its plies to mate. */
static bool agrees(Audit *a, const KjPosition *pos, int plies)
{
    const unsigned asked[] = {KJ_LEN_INF, plies > 0 ? (unsigned)plies : 1,
                              plies > 2 ? (unsigned)plies - 2 : 1};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        KjNodeValue v = known(a, pos, asked[i]);
        if (!kj_value_final(&v))
            continue;
        a->facts++;
        bool mates = plies >= 0 && (unsigned)plies <= v.len;
        if ((v.pn == 0) != mates)
            return is_false(a, pos, &v, plies);
    }
    return true;
}

/* The position with the hand a value is stored for, the defender holding the rest. False if there
 * are not enough pieces for that. */
static bool with_stored_hand(KjPosition *out, const KjPosition *pos, KjHand hand)
{
    const KjTables *t = pos->game->t;
    *out = *pos;
    out->hand[KJ_SENTE] = hand;
    out->hand[KJ_GOTE] &= t->hand_apart;
    for (unsigned i = 0; i < t->n_hand; i++) {
        KjKind kind = t->hand_kind[i], promoted = kind | KJ_PROMOTED;
        if (t->hand_mask[kind] & t->hand_apart)
            continue;
        unsigned all = kj_hand_count(t, pos->hand[KJ_SENTE], kind) +
                       kj_hand_count(t, pos->hand[KJ_GOTE], kind) +
                       kj_hand_count(t, pos->hand[KJ_SENTE], promoted);
        unsigned used = kj_hand_count(t, hand, kind) + kj_hand_count(t, hand, promoted);
        if (used > all)
            return false;
        out->hand[KJ_GOTE] += (all - used) * t->hand_one[kind];
    }
    return true;
}

/* The value holds for the hand it is stored with. What is too big to be judged passes. */
static bool stored_is_true(Audit *a, const KjPosition *pos, const KjNodeValue *v)
{
    KjPosition stored;
    bool too_big = false;
    unsigned plies = 0;
    if (!with_stored_hand(&stored, pos, v->hand))
        return true;
    int exact = -1;
    if (v->len <= LONGEST) {
        exact = reference_distance(a->second, &stored, v->len, &too_big);
    } else {
        ReferenceVerdict verdict = reference_solve(a->second, &stored, &plies);
        too_big = verdict == REFERENCE_TOO_BIG;
        exact = verdict == REFERENCE_MATE ? (int)plies : -1;
    }
    if (too_big)
        return true;
    a->facts++;
    bool mates = exact >= 0 && (unsigned)exact <= v->len;
    return (v->pn == 0) == mates || is_false(a, &stored, v, exact);
}

/* Plays a random line and judges what the table says of a position at each turn. */
static bool walk(Audit *a, const KjPosition *root)
{
    KjPosition pos = *root;
    for (unsigned ply = 0; ply < PLIES; ply++) {
        KjMoveList list;
        if (pos.side == KJ_SENTE && a->search->options.attacker_moves == KJ_CHECKS_ONLY)
            kj_gen_checks(&pos, &list);
        else
            kj_gen_safe(&pos, &list);
        if (list.n == 0)
            return true;
        KjUndo undo;
        kj_position_make(&pos, list.move[nv_random(a->rng, (int)list.n)], &undo);
        // Finite lengths are asked for too: a table may know those besides the whole.
        const unsigned len = nv_random(a->rng, 2) ? KJ_LEN_INF : 1 + (unsigned)nv_random(a->rng, 9);
        KjNodeValue v = known(a, &pos, len);
        bool trivial = v.pn == 0 && v.len <= 1;
        if (kj_value_final(&v) && !trivial && !stored_is_true(a, &pos, &v))
            return false;
    }
    return true;
}

int solver_audit(const KjSolver *solver, const KjPosition *root, Reference *graph,
                 Reference *second, NvRng *rng, char fault[SOLVER_AUDIT_TEXT])
{
    // A solver is its search and nothing else (solver/solve.c).
    Audit a = {.search = (const KjSearch *)(const void *)solver,
               .second = second,
               .rng = rng,
               .fault = fault};
    unsigned n = reference_graph(graph, root);
    for (unsigned i = 0; i < n; i++) {
        int plies;
        const KjPosition *pos = reference_graph_at(graph, i, &plies);
        if (!agrees(&a, pos, plies))
            return -1;
    }
    for (unsigned i = 0; i < WALKS; i++) {
        if (!walk(&a, root))
            return -1;
    }
    return a.facts;
}
