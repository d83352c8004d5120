/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Can the attacker be made to run out of moves, even if everything that comes back were good for
 * him? That is the complement of the greatest fixed point of docs/repetition.md. What is outside is
 * found step by step from positions without moves (kj_graph_conclude), so no loop can deceive; the
 * df-pn search here only says where to look.
 *
 * Its numbers are as in history_search.c, but of positions: a position on the line counts as one in
 * which the attacker goes on. What leans on that holds on this line only and is not kept, unless it
 * leans on the node itself at most. The field `len` of a value says on which ply of the line it
 * leans.
 */
#include "solver/repetition/history_search.h"

enum { ON_NOTHING = KJ_LEN_INF };

static KjHistoryValue endless(unsigned ply)
{
    return (KjHistoryValue){0, KJ_PN_INF, (uint16_t)ply};
}

/* What is known for good of a position. */
static bool by_fact(const KjGraphNode *node, KjHistoryValue *out)
{
    if (node->no_win)
        *out = (KjHistoryValue){KJ_PN_INF, 0, ON_NOTHING};
    else if (node->mate != KJ_LEN_INF || node->endless)
        *out = endless(ON_NOTHING);
    else
        return false;
    return true;
}

static KjHistoryValue value_of(const KjHistorySearch *x, uint32_t number)
{
    const KjGraphNode *node = &x->graph.node[number];
    KjHistoryValue value;
    if (by_fact(node, &value))
        return value;
    if (node->on_line)
        return endless(node->pn); // while on the line, its ply stands there
    if (node->expanded || !node->attacks)
        return (KjHistoryValue){node->pn, node->dn, ON_NOTHING};
    // Many moves are much to refute, and more so if nothing is known against them.
    return (KjHistoryValue){1, 1u + node->n + (node->no_mate ? 0 : node->n), ON_NOTHING};
}

/* The ply that a node leans on in which the attacker goes on for ever. */
static unsigned leaning(const KjHistoryChild *child, unsigned n, bool attacks)
{
    unsigned ply = attacks ? 0 : ON_NOTHING;
    for (unsigned i = 0; i < n; i++) {
        if (child[i].value.pn != 0)
            continue;
        unsigned leans = child[i].value.len;
        ply = attacks ? MAX(ply, leans) : MIN(ply, leans);
    }
    return ply;
}

static void keep(KjHistorySearch *x, uint32_t number, KjHistoryValue *value, unsigned ply)
{
    kj_graph_conclude(&x->graph, number);
    KjGraphNode *node = &x->graph.node[number];
    if (by_fact(node, value))
        return;
    if (value->pn == 0 && value->len >= ply) {
        node->endless = true;
        value->len = ON_NOTHING;
    } else if (value->pn == 0 || value->dn == 0) {
        node->pn = node->dn = 1; // another line, another answer
    } else {
        node->pn = value->pn;
        node->dn = value->dn;
    }
}

static KjHistoryValue look(KjHistorySearch *x, uint32_t number, unsigned ply, uint32_t th_pn,
                           uint32_t th_dn);

/* Puts the children of an expanded node on the stack; returns the index of the first. */
static size_t push_children(KjHistorySearch *x, uint32_t number)
{
    const KjGraphNode *node = &x->graph.node[number];
    size_t first = kj_history_search_room(x, node->n);
    for (unsigned i = 0; i < node->n; i++) {
        KjHistoryChild *child = &x->child[first + i];
        uint32_t edge = node->first + i;
        *child = (KjHistoryChild){.node = x->graph.edge[edge].child, .edge = edge, .key = 1};
        child->value = value_of(x, child->node);
        // The law may forbid the defender to go back there.
        if (!node->attacks && x->graph.node[child->node].past)
            child->value = endless(ON_NOTHING);
    }
    return first;
}

static void descend(KjHistorySearch *x, size_t which, unsigned ply, uint32_t th_pn, uint32_t th_dn)
{
    uint32_t node = x->child[which].node;
    KjMove move = kj_graph_move(&x->graph.edge[x->child[which].edge]);
    KjUndo undo;
    kj_position_make(&x->pos, move, &undo);
    KjHistoryValue v = look(x, node, ply, th_pn, th_dn);
    kj_position_unmake(&x->pos, move, &undo);
    x->child[which].value = v; // the stack may have moved
}

/* What was learnt meanwhile. */
static void refresh(KjHistorySearch *x, size_t first, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        KjHistoryChild *child = &x->child[first + i];
        if (child->value.pn && child->value.dn)
            (void)by_fact(&x->graph.node[child->node], &child->value);
    }
}

/* Searches the node at the end of a line of `ply` plies. */
static KjHistoryValue look(KjHistorySearch *x, uint32_t number, unsigned ply, uint32_t th_pn,
                           uint32_t th_dn)
{
    KjHistoryValue value = {1, 1, ON_NOTHING};
    kj_history_search_count(x->s);
    if (ply >= KJ_MAX_PLY - 1)
        return endless(0); // too deep to tell: taken for a loop to the root
    if (x->s->stopped || !kj_history_search_expand(x, number) ||
        by_fact(&x->graph.node[number], &value))
        return value;
    unsigned n = x->graph.node[number].n;
    bool attacks = x->graph.node[number].attacks;
    x->graph.node[number].on_line = true;
    x->graph.node[number].pn = ply;
    size_t first = push_children(x, number);
    KjPnSum sum;
    for (;;) {
        refresh(x, first, n);
        sum = kj_history_search_sum(&x->child[first], n, attacks);
        if (sum.pn == 0 || sum.dn == 0 || sum.pn >= th_pn || sum.dn >= th_dn || x->s->stopped)
            break;
        uint32_t child_pn = th_pn, child_dn = th_dn;
        kj_pn_sum_thresholds(&sum, attacks, 0, &child_pn, &child_dn);
        descend(x, first + sum.best, ply + 1, child_pn, child_dn);
    }
    x->graph.node[number].on_line = false;
    value = (KjHistoryValue){sum.pn, sum.dn, ON_NOTHING};
    if (sum.pn == 0)
        value.len = (uint16_t)leaning(&x->child[first], n, attacks);
    keep(x, number, &value, ply);
    x->n_children = first;
    return value;
}

bool kj_history_exhaust(KjHistorySearch *x)
{
    x->n_children = 0;
    KjHistoryValue value = look(x, x->root, 0, KJ_PN_INF, KJ_PN_INF);
    return value.pn == 0 || value.dn == 0;
}
