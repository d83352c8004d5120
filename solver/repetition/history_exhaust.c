/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Can the attacker be made to run out of moves, even if everything that comes back were good for
 * him? That is the complement of the greatest fixed point of docs/repetition.md. What is outside is
 * found step by step from positions without moves (kj_graph_conclude), so no loop can deceive; the
 * df-pn search here only says where to look. Its body is dfpn.tmpl.h.
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

#define DFPN KjHistorySearch
#define DFPN_NODE KjHistoryNode
#define DFPN_VALUE KjHistoryValue
#define DFPN_SEARCH(x) ((x)->s)
#define DFPN_HAS_OLD(node) false
#define DFPN_IS_FRESH(node, i) false
#define DFPN_OWN(node, i) 0
#include "solver/search/dfpn.tmpl.h"

static void dfpn_descend(KjHistorySearch *x, KjHistoryNode *node, const KjPnSum *sum, unsigned len,
                         uint32_t th_pn, uint32_t th_dn)
{
    size_t which = node->first + sum->best;
    KjMove move = kj_graph_move(&x->graph.edge[x->child[which].edge]);
    KjUndo undo;
    kj_position_make(&x->pos, move, &undo);
    x->ply++;
    x->at = x->child[which].node;
    KjHistoryValue v = dfpn_search(x, len, th_pn, th_dn);
    x->ply--;
    kj_position_unmake(&x->pos, move, &undo);
    x->child[which].value = v; // the stack may have moved
}

/* Adds up, with what was learnt meanwhile. */
static KjPnSum dfpn_sum_up(KjHistorySearch *x, KjHistoryNode *node, unsigned len)
{
    (void)len;
    for (unsigned i = 0; i < node->n; i++) {
        KjHistoryChild *child = &x->child[node->first + i];
        if (child->value.pn && child->value.dn)
            (void)by_fact(&x->graph.node[child->node], &child->value);
    }
    return kj_history_search_sum(x, node);
}

static void dfpn_open(KjHistorySearch *x, KjHistoryNode *node, unsigned len)
{
    (void)len;
    uint32_t number = x->at;
    *node = (KjHistoryNode){.final = {1, 1, ON_NOTHING}, .decided = true, .number = number};
    kj_search_count(x->s);
    if (x->ply >= KJ_MAX_PLY - 1) {
        node->final = endless(0); // too deep to tell: taken for a loop to the root
        return;
    }
    if (x->s->stopped || !kj_history_search_expand(x, number) ||
        by_fact(&x->graph.node[number], &node->final))
        return;
    KjGraphNode *at = &x->graph.node[number];
    node->decided = false;
    node->n = at->n;
    node->is_or = at->attacks;
    at->on_line = true;
    at->pn = x->ply;
    node->first = push_children(x, number);
}

static KjHistoryValue dfpn_close(KjHistorySearch *x, KjHistoryNode *node, const KjPnSum *sum,
                                 unsigned len, uint64_t nodes)
{
    (void)len;
    (void)nodes;
    if (node->decided)
        return node->final;
    x->graph.node[node->number].on_line = false;
    KjHistoryValue value = {sum->pn, sum->dn, ON_NOTHING};
    if (sum->pn == 0)
        value.len = (uint16_t)leaning(&x->child[node->first], node->n, node->is_or);
    keep(x, node->number, &value, x->ply);
    x->n_children = node->first;
    return value;
}

bool kj_history_exhaust(KjHistorySearch *x)
{
    x->n_children = 0;
    x->at = x->root;
    KjHistoryValue value = dfpn_search(x, KJ_LEN_INF, KJ_PN_INF, KJ_PN_INF);
    return value.pn == 0 || value.dn == 0;
}
