/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Df-pn over states with history; its body is dfpn.tmpl.h. As in search.c the numbers that add up are
 * the largest of the open children plus one for each further one.
 */
#include "solver/repetition/history_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solver/search/reserve.h"

enum {
    FIRST_ENTRIES = 1 << 12,
    PROBES = 8,
    PACE = 8, // groups gone through with every state stored while the table grows
    FIRST_CHILDREN = 1 << 12,
    DEEP = 2,
};

/* The table of states as it begins. */
static void make_small(KjHistorySearch *x)
{
    x->size = FIRST_ENTRIES;
    x->moved = x->size / 2;
    x->used = 0;
}

bool kj_history_search_init(KjHistorySearch *x, KjSearch *s, size_t mib)
{
    memset(x, 0, sizeof *x);
    x->s = s;
    kj_graph_init(&x->graph, (mib << 20) / 2);
    x->max_size = FIRST_ENTRIES;
    while (x->max_size * 2 * sizeof *x->entry <= (mib << 20) / 2)
        x->max_size *= 2;
    x->entry = kj_reserve(x->max_size * sizeof *x->entry);
    make_small(x);
    x->room_children = FIRST_CHILDREN;
    x->child = g_new(KjHistoryChild, x->room_children);
    return kj_history_init(&x->history, false) && x->entry;
}

void kj_history_search_free(KjHistorySearch *x)
{
    kj_graph_free(&x->graph);
    kj_history_free(&x->history);
    kj_reserve_free(x->entry, x->max_size * sizeof *x->entry, x->size * sizeof *x->entry);
    g_free(x->child);
    memset(x, 0, sizeof *x);
}

/* ---- the line ---- */

void kj_history_search_make(KjHistorySearch *x, uint32_t edge, KjUndo *undo)
{
    const KjGraphEdge *e = &x->graph.edge[edge];
    kj_history_push(&x->history, kj_graph_law_move(e), x->graph.node[e->child].key);
    kj_position_make(&x->pos, kj_graph_move(e), undo);
    x->ply++;
}

void kj_history_search_unmake(KjHistorySearch *x, uint32_t edge, const KjUndo *undo)
{
    const KjGraphEdge *e = &x->graph.edge[edge];
    x->ply--;
    kj_position_unmake(&x->pos, kj_graph_move(e), undo);
    kj_history_pop(&x->history, kj_graph_law_move(e), x->graph.node[e->child].key);
}

bool kj_history_search_forbids(const KjHistorySearch *x, uint32_t edge)
{
    const KjGraphEdge *e = &x->graph.edge[edge];
    return kj_history_forbids(&x->history, kj_graph_law_move(e), x->graph.node[e->child].key);
}

/* Makes sure that the moves of the node at the end of the line are known. */
bool kj_history_search_expand(KjHistorySearch *x, uint32_t node)
{
    if (x->graph.node[node].expanded)
        return true;
    if (kj_graph_expand(&x->graph, x->s, &x->pos, node))
        return true;
    x->s->stopped = KJ_CAUSE_MEMORY;
    return false;
}

/* ---- the table of states ---- */

static uint64_t state_key(uint64_t position, uint64_t signature)
{
    uint64_t key = kj_mix(position ^ signature);
    return key ? key : 1;
}

static uint64_t home_of(const KjHistorySearch *x, uint64_t key)
{
    return key & (x->size - 1) & ~(uint64_t)(PROBES - 1);
}

static const KjHistoryEntry *find_at(const KjHistorySearch *x, uint64_t home, uint64_t key)
{
    const KjHistoryEntry *e = &x->entry[home];
    for (unsigned i = 0; i < PROBES; i++)
        if (e[i].key == key)
            return &e[i];
    return NULL;
}

static const KjHistoryEntry *find_state(const KjHistorySearch *x, uint64_t key)
{
    uint64_t home = home_of(x, key), before = home & (x->size / 2 - 1);
    const KjHistoryEntry *found = find_at(x, home, key);
    return !found && before >= x->moved ? find_at(x, before, key) : found;
}

/* The entry for a key: its own, a free one, or that with the smallest numbers. */
static KjHistoryEntry *place_for(const KjHistorySearch *x, uint64_t key)
{
    KjHistoryEntry *home = &x->entry[home_of(x, key)], *best = home;
    for (unsigned i = 0; i < PROBES; i++) {
        if (home[i].key == key || home[i].key == 0)
            return &home[i];
        if ((uint64_t)home[i].pn + home[i].dn < (uint64_t)best->pn + best->dn)
            best = &home[i];
    }
    return best;
}

/* Moves the entries of a group of PROBES of the smaller table that belong to the other half. */
static void settle_states(KjHistorySearch *x, uint64_t home)
{
    KjHistoryEntry *from = &x->entry[home], *to = from + x->size / 2, *stay = from;
    for (unsigned i = 0; i < PROBES && from[i].key; i++) {
        KjHistoryEntry e = from[i];
        from[i].key = 0;
        *(home_of(x, e.key) == home ? stay++ : to++) = e;
    }
}

/* Grows by a factor of two without a pause, as the loop table does (path.c). */
static void make_state_room(KjHistorySearch *x, uint64_t next)
{
    if (x->used > x->size / 2 && x->size < x->max_size && x->moved == x->size / 2) {
        x->size *= 2;
        x->moved = 0;
    }
    uint64_t half = x->size / 2;
    for (unsigned i = 0; i < PACE && x->moved < half; i++, x->moved += PROBES)
        settle_states(x, x->moved);
    if (x->moved < half)
        settle_states(x, home_of(x, next) & (half - 1));
}

static void store_state(KjHistorySearch *x, uint64_t key, const KjHistoryValue *v)
{
    make_state_room(x, key);
    KjHistoryEntry *e = place_for(x, key);
    x->used += e->key == 0;
    if (e->key != key)
        *e = (KjHistoryEntry){.key = key, .pn = 1, .dn = 1, .ub = KJ_LEN_INF};
    if (v->pn == 0)
        e->ub = v->len < e->ub ? v->len : e->ub;
    else if (v->dn == 0)
        e->lb = v->len > e->lb ? v->len : e->lb;
    // Open numbers belong to the length asked for last; a solved state begins anew for another one.
    e->pn = v->pn && v->dn ? v->pn : 1;
    e->dn = v->pn && v->dn ? v->dn : 1;
}

/* ---- values ---- */

static KjHistoryValue proved(unsigned len)
{
    return (KjHistoryValue){0, KJ_PN_INF, (uint16_t)len};
}

static KjHistoryValue refuted(unsigned len)
{
    return (KjHistoryValue){KJ_PN_INF, 0, (uint16_t)len};
}

static bool final(const KjHistoryValue *v)
{
    return v->pn == 0 || v->dn == 0;
}

/* What is true of a position whatever the line: a mate within `len`, or no win. */
static bool by_fact(const KjHistorySearch *x, uint32_t node, unsigned len, KjHistoryValue *out)
{
    const KjGraphNode *n = &x->graph.node[node];
    if (n->mate <= len && n->mate != KJ_LEN_INF)
        *out = proved(n->mate);
    else if (n->no_win)
        *out = refuted(KJ_LEN_INF);
    else
        return false;
    return true;
}

unsigned kj_history_search_known(const KjHistorySearch *x, uint32_t edge)
{
    const KjGraphEdge *e = &x->graph.edge[edge];
    const KjGraphNode *node = &x->graph.node[e->child];
    uint64_t signature = kj_history_after(&x->history, kj_graph_law_move(e), node->key);
    const KjHistoryEntry *entry = find_state(x, state_key(node->key, signature));
    unsigned known = entry ? entry->ub : KJ_LEN_INF;
    return node->mate < known ? node->mate : known;
}

void kj_history_search_recall(const KjHistorySearch *x, uint32_t node, unsigned *out_mate,
                              unsigned *out_none)
{
    const KjGraphNode *n = &x->graph.node[node];
    const KjHistoryEntry *entry = find_state(x, state_key(n->key, x->history.signature));
    *out_mate = entry && entry->ub < n->mate ? entry->ub : n->mate;
    *out_none = n->no_win ? KJ_LEN_INF : entry ? entry->lb : 0;
}

/* With no ply left, whether the defender, to move at the end of the line, has no move by the
 * law. */
static KjHistoryValue at_end(KjHistorySearch *x, uint32_t node)
{
    if (!kj_history_search_expand(x, node))
        return (KjHistoryValue){1, 1, 0};
    const KjGraphNode *n = &x->graph.node[node];
    if (n->n == 0)
        return n->mate == 0 ? proved(0) : refuted(KJ_LEN_INF);
    for (unsigned i = 0; i < n->n; i++)
        if (!kj_history_search_forbids(x, n->first + i))
            return refuted(0);
    return n->stuck_loses ? proved(0) : refuted(KJ_LEN_INF);
}

/* Lines of forced moves would be followed to their very end first if deeper did not cost more. */
static KjHistoryValue first_guess(const KjHistorySearch *x, unsigned len)
{
    uint32_t cost = len == KJ_LEN_INF ? 1 + x->ply / DEEP : 1;
    return (KjHistoryValue){cost, cost, 0};
}

/* The value of a child before it is searched, `len` plies being left after the move to it. */
static void evaluate_child(KjHistorySearch *x, KjHistoryChild *child, bool attacks, unsigned len)
{
    const KjGraphEdge *e = &x->graph.edge[child->edge];
    const KjGraphNode *node = &x->graph.node[child->node];
    uint64_t move = kj_graph_law_move(e);
    if (kj_history_forbids(&x->history, move, node->key)) {
        // Lost for the mover. To the length it adds nothing: a move that cannot be played.
        child->value = attacks ? refuted(KJ_LEN_INF) : proved(0);
        child->key = 0;
        return;
    }
    child->key = state_key(node->key, kj_history_after(&x->history, move, node->key));
    if (by_fact(x, child->node, len, &child->value))
        return;
    if (len == 0) {
        KjUndo undo;
        kj_history_search_make(x, child->edge, &undo);
        child->value = attacks ? at_end(x, child->node) : refuted(0);
        kj_history_search_unmake(x, child->edge, &undo);
        return;
    }
    const KjHistoryEntry *entry = find_state(x, child->key);
    if (entry && entry->ub <= len && entry->ub != KJ_LEN_INF)
        child->value = proved(entry->ub);
    else if (entry && entry->lb >= len)
        child->value = refuted(entry->lb);
    else if (entry)
        child->value = (KjHistoryValue){entry->pn, entry->dn, 0};
    else
        child->value = first_guess(x, len);
}

KjPnSum kj_history_search_sum(const KjHistorySearch *x, const KjHistoryNode *node)
{
    const KjHistoryChild *child = &x->child[node->first];
    KjPnSum sum = kj_pn_sum_begin(node->n, KJ_COUNT_BRANCHES);
    for (unsigned i = 0; i < node->n; i++) {
        if (kj_pn_sum_add(&sum, node->is_or, i, child[i].value.pn, child[i].value.dn))
            return sum;
    }
    kj_pn_sum_end(&sum, node->is_or);
    return sum;
}

/* The value of a node from its children: lengths too when they decide it. */
static KjHistoryValue value_of(const KjGraphNode *node, const KjHistoryChild *child,
                               const KjPnSum *sum)
{
    if (sum->pn && sum->dn)
        return (KjHistoryValue){sum->pn, sum->dn, 0};
    bool win = sum->pn == 0, any = false;
    bool least = node->attacks; // of the lengths of the children, or the largest
    unsigned len = least ? KJ_LEN_INF : 0;
    for (unsigned i = 0; i < node->n; i++) {
        const KjHistoryValue *v = &child[i].value;
        if (child[i].key == 0 || (win ? v->pn : v->dn) != 0)
            continue;
        any = true;
        len = least ? MIN(len, v->len) : MAX(len, v->len);
    }
    if (!any && !node->attacks) // the law leaves the defender nothing
        return node->stuck_loses ? proved(0) : refuted(KJ_LEN_INF);
    if (!any)
        return refuted(KJ_LEN_INF);
    len = kj_len_more(len);
    return win ? proved(len) : refuted(len);
}

size_t kj_history_search_room(KjHistorySearch *x, unsigned n)
{
    size_t first = x->n_children;
    if (first + n > x->room_children) {
        x->room_children = 2 * (first + n);
        x->child = g_renew(KjHistoryChild, x->child, x->room_children);
    }
    x->n_children += n;
    return first;
}

/* Puts the children of an expanded node, at the end of the line, on the stack. */
static void push_children(KjHistorySearch *x, uint32_t number, unsigned len)
{
    size_t first = kj_history_search_room(x, x->graph.node[number].n);
    for (unsigned i = 0; i < x->graph.node[number].n; i++) {
        uint32_t edge = x->graph.node[number].first + i;
        KjHistoryChild *child = &x->child[first + i];
        *child = (KjHistoryChild){.node = x->graph.edge[edge].child, .edge = edge};
        evaluate_child(x, child, x->graph.node[number].attacks, len);
    }
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
    uint32_t edge = x->child[which].edge;
    KjUndo undo;
    kj_history_search_make(x, edge, &undo);
    x->at = x->child[which].node;
    KjHistoryValue v = dfpn_search(x, kj_len_less(len), th_pn, th_dn);
    kj_history_search_unmake(x, edge, &undo);
    x->child[which].value = v; // the stack may have moved
}

/* Adds up, with what was learnt of the positions since they were looked at. */
static KjPnSum dfpn_sum_up(KjHistorySearch *x, KjHistoryNode *node, unsigned len)
{
    for (unsigned i = 0; i < node->n; i++) {
        KjHistoryChild *child = &x->child[node->first + i];
        if (child->key && !final(&child->value))
            (void)by_fact(x, child->node, kj_len_less(len), &child->value);
    }
    return kj_history_search_sum(x, node);
}

static void dfpn_open(KjHistorySearch *x, KjHistoryNode *node, unsigned len)
{
    uint32_t number = x->at;
    *node = (KjHistoryNode){.final = {1, 1, 0}, .decided = true, .number = number};
    kj_search_count(x->s);
    if (x->ply >= KJ_MAX_PLY || x->history.plies + 2 >= KJ_MAX_HISTORY)
        x->s->stopped = KJ_CAUSE_MEMORY;
    if (x->s->stopped || !kj_history_search_expand(x, number) ||
        by_fact(x, number, len, &node->final))
        return;
    const KjGraphNode *at = &x->graph.node[number];
    node->n = at->n;
    node->is_or = at->attacks;
    node->decided = at->n == 0;
    node->first = x->n_children;
    if (node->decided)
        node->final = at->mate == 0 ? proved(0) : refuted(KJ_LEN_INF);
    else
        push_children(x, number, kj_len_less(len));
}

static KjHistoryValue dfpn_close(KjHistorySearch *x, KjHistoryNode *node, const KjPnSum *sum,
                                 unsigned len, uint64_t nodes)
{
    (void)len;
    (void)nodes;
    if (node->decided)
        return node->final;
    const KjGraphNode *at = &x->graph.node[node->number];
    KjHistoryValue value = value_of(at, &x->child[node->first], sum);
    x->n_children = node->first;
    kj_graph_conclude(&x->graph, node->number);
    if (!x->s->stopped || final(&value))
        store_state(x, state_key(at->key, x->history.signature), &value);
    return value;
}

KjHistoryValue kj_history_search_here(KjHistorySearch *x, uint32_t node, unsigned len)
{
    x->n_children = 0;
    if (len == 0)
        return x->graph.node[node].attacks ? refuted(0) : at_end(x, node);
    x->at = node;
    return dfpn_search(x, len, KJ_PN_INF, KJ_PN_INF);
}

KjHistoryValue kj_history_search(KjHistorySearch *x, unsigned len)
{
    assert(x->ply == 0);
    return kj_history_search_here(x, x->root, len);
}

bool kj_history_search_begin(KjHistorySearch *x, const KjPast *past)
{
    const KjPosition *start = past->start;
    if (past->n > KJ_MAX_PAST)
        return false;
    kj_graph_clear(&x->graph);
    kj_reserve_clear(x->entry, x->size * sizeof *x->entry);
    make_small(x);
    x->ply = 0;
    x->history.pair = start->game->rules.same_move == KJ_SAME_PAIR;
    x->pos = *start;
    kj_history_begin(&x->history, kj_position_full_key(start));
    for (unsigned i = 0; i < past->n; i++) {
        uint64_t move = kj_history_move(&x->pos, past->moves[i]);
        uint32_t node = kj_graph_add(&x->graph, x->s, &x->pos);
        if (node == UINT32_MAX)
            return false;
        x->graph.node[node].past = true;
        KjUndo undo;
        kj_position_make(&x->pos, past->moves[i], &undo);
        kj_history_push(&x->history, move, kj_position_full_key(&x->pos));
    }
    x->root = kj_graph_add(&x->graph, x->s, &x->pos);
    return true;
}
