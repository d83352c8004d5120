/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line as a proof, from its end: whether each position on it is a mate, and how long the
 * shortest one is, follow from the line's own move and from what is known of the moves beside it
 * (docs/check.md). Where moves are open a position still may be known to have no mate shorter than
 * the line: that is asked of the attacker's positions, the stations.
 */
#include "solver/check/check-priv.h"

enum { TELL_NODES = 1000 }; // see tell_table

/* What is known of how long a mate takes. */
typedef struct {
    KjVerdict mate;
    unsigned least, most;
} Value;

/* A move that mates takes a ply more than what comes after it. */
static Value one_more(Value v)
{
    v.least += v.least < KJ_NO_BOUND;
    v.most += v.most < KJ_NO_BOUND;
    return v;
}

/* A move beside the line, itself included. */
static Value value_beside(const KjCheckNode *node, const KjAlternative *alt)
{
    if (alt->verdict == KJ_NOMATE)
        return (Value){KJ_NOMATE, KJ_NO_BOUND, KJ_NO_BOUND};
    Value v = {alt->verdict, 1, KJ_NO_BOUND};
    if (alt->verdict != KJ_MATE || !alt->plies)
        return v;
    v.most = alt->plies;
    if (alt->exact)
        v.least = alt->plies;
    else if (alt->class == KJ_CLASS_LATE || alt->class == KJ_CLASS_DETOUR)
        v.least = node->plies + 2; // none as short as the line, of the same parity
    return v;
}

/* The attacker chooses the shortest, */
static Value shortest_of(Value a, Value b)
{
    return (Value){kj_verdict_either(a.mate, b.mate), MIN(a.least, b.least), MIN(a.most, b.most)};
}

/* the defender the longest. */
static Value longest_of(Value a, Value b)
{
    return (Value){kj_verdict_both(a.mate, b.mate), MAX(a.least, b.least), MAX(a.most, b.most)};
}

/* The line from the node's move on. */
static Value value_of_line(const KjChecker *c, const KjCheckNode *node)
{
    const GArray *nodes = c->out->nodes;
    if (node->ply + 1 == nodes->len)
        return (Value){KJ_MATE, 1, 1};
    const KjCheckNode *next = &g_array_index(nodes, KjCheckNode, node->ply + 1);
    return one_more((Value){next->mate, next->least, next->most});
}

static Value value_of_attacks(const KjChecker *c, const KjCheckNode *node)
{
    Value v = value_of_line(c, node);
    if (!node->examined)
        v = shortest_of(v, (Value){KJ_UNKNOWN, 1, KJ_NO_BOUND});
    for (unsigned k = 0; k < node->alternatives->len; k++)
        v = shortest_of(v,
                        value_beside(node, &g_array_index(node->alternatives, KjAlternative, k)));
    return v;
}

/* Futile interpositions are no replies; they are futile only where there is a mate. */
static Value value_of_replies(const KjChecker *c, const KjCheckNode *node)
{
    Value v = {KJ_MATE, 0, 0}, line = value_of_line(c, node);
    if (!node->futile) {
        line.least = node->futile_open ? 0 : line.least;
        v = longest_of(v, line);
    }
    if (!node->examined)
        v = longest_of(v, (Value){KJ_UNKNOWN, 0, KJ_NO_BOUND});
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class == KJ_CLASS_FUTILE)
            continue;
        Value reply = value_beside(node, alt);
        if (alt->class == KJ_CLASS_UNKNOWN && !alt->exact)
            reply.least = 0; // it may be futile
        v = longest_of(v, reply);
    }
    return v;
}

static void take_in(const KjChecker *c, KjCheckNode *node)
{
    Value v = node->attacks ? value_of_attacks(c, node) : value_of_replies(c, node);
    if (v.mate != KJ_UNKNOWN)
        node->mate = v.mate;
    node->least = MAX(node->least, v.least);
    node->most = MIN(node->most, v.most);
}

static bool is_settled(const KjCheckNode *node)
{
    return node->least >= node->most || node->mate == KJ_NOMATE;
}

/* Is there a mate shorter than the line? */
static void ask_for_shorter(KjChecker *c, KjCheckNode *node)
{
    if (node->plies < 3 || node->least >= node->plies)
        return;
    KjVerdict shorter = kj_check_within(c, &node->position, node->plies - 2, false);
    if (shorter == KJ_NOMATE)
        node->least = MAX(node->least, node->plies);
    if (shorter == KJ_MATE) {
        node->mate = KJ_MATE;
        node->most = MIN(node->most, node->plies - 2);
    }
}

/*
 * The table learns of a mate that follows from the moves beside the line: the search of it finds
 * them all answered. So moves that come back to the line meet an answer there, however long the
 * rest of it is.
 */
static void tell_table(KjChecker *c, const KjCheckNode *node)
{
    KjLimits limits;
    if (node->mate != KJ_MATE || !kj_check_limit(c, &limits))
        return;
    limits.nodes = limits.nodes ? MIN(limits.nodes, TELL_NODES) : TELL_NODES;
    kj_search_limit(c->s, &limits);
    (void)kj_search_root(c->s, &node->position, KJ_LEN_INF);
    kj_check_spent(c, c->s->nodes);
}

void kj_check_prove(KjChecker *c, unsigned ply)
{
    KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, ply);
    take_in(c, node);
    if (!c->hisshi)
        tell_table(c, node);
}

bool kj_check_station(KjChecker *c, unsigned ply, bool ask)
{
    KjCheckNode *node = &g_array_index(c->out->nodes, KjCheckNode, ply);
    kj_check_prove(c, ply);
    if (!node->attacks || !node->examined || is_settled(node))
        return ask;
    if (ask && !c->options->plies) // else what comes after them was proved before
        ask_for_shorter(c, node);
    return node->least >= MIN(node->plies, node->most);
}

void kj_check_open_lengths(KjChecker *c)
{
    KjReport *out = c->out;
    int deepest = -1;
    out->n_open_lengths = 0;
    for (unsigned i = 0; i < out->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(out->nodes, KjCheckNode, i);
        if (!node->attacks || c->options->plies || is_settled(node))
            continue;
        out->n_open_lengths++;
        deepest = (int)i;
    }
    if (out->tentative)
        kj_check_fault(out, KJ_FAULT_TENTATIVE, -1, KJ_MOVE_NONE, KJ_NO_DETAIL);
    if (deepest < 0 || out->cut)
        return;
    const KjCheckNode *node = &g_array_index(out->nodes, KjCheckNode, (unsigned)deepest);
    bool mates = node->most < KJ_NO_BOUND;
    kj_check_fault(out, KJ_FAULT_OPEN_LENGTH, deepest, KJ_MOVE_NONE,
                   mates             ? (KjDetail){KJ_DETAIL_BETWEEN, node->least, node->most}
                   : node->least > 1 ? (KjDetail){KJ_DETAIL_AT_LEAST, node->least, 0}
                                     : (KjDetail){KJ_DETAIL_NO_BOUND, 0, 0});
}
