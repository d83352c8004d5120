/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions by number. */
#include "solver/repetition/graph.h"

#include <assert.h>
#include <string.h>

#include "core/rules/attack.h"

enum {
    FIRST_NODES = 1 << 10,
    PACE = 4, // nodes given their new slots with every one that is added
};

void kj_graph_init(KjGraph *graph, size_t max_bytes)
{
    memset(graph, 0, sizeof *graph);
    graph->max_bytes = max_bytes;
    graph->room = FIRST_NODES;
    graph->room_edges = 4 * FIRST_NODES;
    graph->slot_mask = 2 * FIRST_NODES - 1;
    graph->node = g_new(KjGraphNode, graph->room);
    graph->edge = g_new(KjGraphEdge, graph->room_edges);
    graph->slot = g_new0(uint32_t, graph->slot_mask + 1u);
}

void kj_graph_free(KjGraph *graph)
{
    g_free(graph->node);
    g_free(graph->edge);
    g_free(graph->slot);
    g_free(graph->old_slot);
    memset(graph, 0, sizeof *graph);
}

void kj_graph_clear(KjGraph *graph)
{
    size_t max_bytes = graph->max_bytes;
    kj_graph_free(graph);
    kj_graph_init(graph, max_bytes);
}

static size_t bytes(size_t nodes, size_t edges)
{
    return nodes * (sizeof(KjGraphNode) + 2 * sizeof(uint32_t)) + edges * sizeof(KjGraphEdge);
}

/* Where a key stands in a table of slots, or would stand. */
static uint32_t *slot_of(const KjGraph *graph, uint32_t *slot, uint32_t mask, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 20) & mask;
    while (slot[at] && graph->node[slot[at] - 1].key != key)
        at = (at + 1) & mask;
    return &slot[at];
}

/* The number of a node + 1, 0 if it is not there. */
static uint32_t find_number(const KjGraph *graph, uint64_t key)
{
    uint32_t found = *slot_of(graph, graph->slot, graph->slot_mask, key);
    if (!found && graph->old_slot)
        found = *slot_of(graph, graph->old_slot, graph->slot_mask / 2, key);
    return found;
}

static void give_slot(KjGraph *graph, uint32_t number)
{
    *slot_of(graph, graph->slot, graph->slot_mask, graph->node[number].key) = number + 1;
}

/* Gives some more of the nodes there were before the graph grew their slots in the larger table: a
 * few at a time, or a large graph would make the search wait. */
static void move_slots(KjGraph *graph)
{
    uint32_t all = graph->room / 2;
    for (unsigned i = 0; i < PACE && graph->moved < all; i++)
        give_slot(graph, graph->moved++);
    if (graph->moved == all)
        g_clear_pointer(&graph->old_slot, g_free);
}

static void grow_nodes(KjGraph *graph)
{
    graph->room *= 2;
    graph->node = g_renew(KjGraphNode, graph->node, graph->room);
    g_assert(!graph->old_slot);
    graph->old_slot = graph->slot;
    graph->moved = 0;
    graph->slot_mask = 2 * graph->room - 1;
    graph->slot = g_new0(uint32_t, graph->slot_mask + 1u);
}

static uint32_t add_position(KjGraph *graph, uint64_t key, bool attacks)
{
    uint32_t found = find_number(graph, key);
    if (found)
        return found - 1;
    if (graph->n == graph->room) {
        if (bytes(2 * (size_t)graph->room, graph->room_edges) > graph->max_bytes) {
            graph->full = true;
            return UINT32_MAX;
        }
        grow_nodes(graph);
    }
    graph->node[graph->n] =
        (KjGraphNode){.key = key, .mate = KJ_LEN_INF, .attacks = attacks, .pn = 1, .dn = 1};
    give_slot(graph, graph->n++);
    if (graph->old_slot)
        move_slots(graph);
    return graph->n - 1;
}

uint32_t kj_graph_add(KjGraph *graph, const KjSearch *s, const KjPosition *pos)
{
    return add_position(graph, kj_position_state_key(pos), pos->side == s->attacker);
}

/* Makes room for more edges of one node. */
static bool have_edges(KjGraph *graph, unsigned n)
{
    while (graph->n_edges + n > graph->room_edges) {
        if (bytes(graph->room, 2 * (size_t)graph->room_edges) > graph->max_bytes) {
            graph->full = true;
            return false;
        }
        graph->room_edges *= 2;
        graph->edge = g_renew(KjGraphEdge, graph->edge, graph->room_edges);
    }
    return true;
}

/*
 * What makes a position no_win was found before it: so the order shows a way that never comes back.
 */
static void set_no_win(KjGraph *graph, KjGraphNode *node)
{
    node->no_win = true;
    node->pn = ++graph->n_lost;
}

/* A first look at a new position the attacker gets: no move at all, or mate in one. */
static void look_at_checks(KjGraph *graph, KjGraphNode *node, KjSearch *s, KjPosition *pos)
{
    if (s->options.attacker_moves != KJ_CHECKS_ONLY)
        return;
    KjChecks checks;
    kj_find_checks(pos, &checks);
    if (checks.n == 0)
        set_no_win(graph, node);
    else if (kj_search_mate_in_one(s, pos, &checks))
        node->mate = 1;
    node->n = (uint16_t)checks.n;
}

/* What the search without loops has proved of a position. */
static void ask_table(KjGraphNode *node, const KjSearch *s, const KjPosition *pos)
{
    KjProbe probe;
    KjNodeValue v = kj_table_probe(&s->table, pos->game->t, kj_search_key(s, pos),
                                   pos->hand[s->attacker], KJ_LEN_INF, 0, &probe);
    if (v.pn == 0 && v.dn != 0 && v.len < node->mate)
        node->mate = v.len;
    node->no_mate = v.dn == 0 && v.pn != 0;
}

/* Adds the child after a move; false when the graph is full. */
static bool add_child(KjGraph *graph, KjSearch *s, KjPosition *pos, KjMove move, KjGraphEdge *edge)
{
    edge->move = (uint32_t)kj_moving_piece(pos, move) << 16 | move;
    KjUndo undo;
    kj_position_make(pos, move, &undo);
    uint32_t before = graph->n;
    edge->child = kj_graph_add(graph, s, pos);
    if (edge->child == before && !graph->full) {
        KjGraphNode *child = &graph->node[edge->child];
        ask_table(child, s, pos);
        if (child->attacks && child->mate == KJ_LEN_INF)
            look_at_checks(graph, child, s, pos);
    }
    kj_position_unmake(pos, move, &undo);
    return edge->child != UINT32_MAX;
}

static void moves_of(const KjSearch *s, KjPosition *pos, bool attacks, KjMoveList *list)
{
    if (attacks)
        kj_search_attacks(s, pos, list);
    else
        kj_gen_safe(pos, list);
}

bool kj_graph_expand(KjGraph *graph, KjSearch *s, KjPosition *pos, uint32_t number)
{
    bool attacks = graph->node[number].attacks;
    KjMoveList list;
    moves_of(s, pos, attacks, &list);
    if (!attacks && kj_ending_try(pos, &list))
        list.n = 0; // he plays it, and that is all
    bool tries = !attacks && list.n == 0 && kj_has_safe_move(pos);
    if (graph->full || !have_edges(graph, list.n))
        return false;
    // The edges go behind those of all others; children get none now.
    KjGraphEdge *edge = graph->edge + graph->n_edges;
    bool escapes = false;
    for (unsigned i = 0; i < list.n && !escapes; i++) {
        if (!add_child(graph, s, pos, list.move[i], &edge[i]))
            return false;
        const KjGraphNode *child = &graph->node[edge[i].child];
        escapes = !attacks && child->no_win && !child->past;
    }
    if (escapes)
        list.n = 0; // that reply is all that ever matters
    KjGraphNode *node = &graph->node[number];
    node->expanded = true;
    node->stuck_loses = !attacks && kj_search_immobile_wins(s, kj_in_check(pos, (KjSide)pos->side));
    node->first = graph->n_edges;
    node->n = (uint16_t)list.n;
    graph->n_edges += list.n;
    if (list.n == 0 && !tries && !escapes && node->stuck_loses)
        node->mate = 0;
    else if (list.n == 0)
        set_no_win(graph, node);
    kj_graph_conclude(graph, number);
    return true;
}

void kj_graph_conclude(KjGraph *graph, uint32_t number)
{
    KjGraphNode *node = &graph->node[number];
    if (!node->expanded || node->n == 0)
        return;
    const KjGraphEdge *edge = graph->edge + node->first;
    unsigned shortest = KJ_LEN_INF, longest = 0, lost = 0;
    bool escapes = false,
         free = node->stuck_loses; // free: he may have a move, or needs none to lose
    for (unsigned i = 0; i < node->n; i++) {
        const KjGraphNode *child = &graph->node[edge[i].child];
        if (!child->past && child->mate < shortest)
            shortest = child->mate;
        longest = child->mate > longest ? child->mate : longest;
        lost += child->no_win;
        free = free || !child->past;
        escapes = escapes || (child->no_win && !child->past);
    }
    unsigned mate = node->attacks ? shortest : free ? longest : KJ_LEN_INF;
    if (mate < KJ_MAX_PLY && mate + 1 < node->mate)
        node->mate = (uint16_t)(mate + 1);
    if (!node->no_win && (node->attacks ? lost == node->n : escapes))
        set_no_win(graph, node);
}
