/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Positions by number, with their moves, grown as a search goes on, and what is true of each
 * whatever came before it:
 *
 *   mate     the attacker mates within so many plies without ever coming back to a position;
 *   no_win the defender can bring it about that the attacker has no move left, whatever comes back.
 *
 * These are the two fixed points of docs/repetition.md, as far as they have been found out.
 * Internal to solver/.
 */
#pragma once

#include "solver/search/search.h"

/* 32 bytes. */
typedef struct {
    uint64_t key;   // of board, side to move and both hands
    uint32_t first; // of its edges
    uint16_t n;     // edges, 0 if it is no_win; before it is expanded, how many are expected
    uint16_t mate;  // KJ_LEN_INF: none known
    uint32_t pn,
        dn;       // open numbers of kj_history_exhaust; no_win: pn is when it was found out, from 1
    bool endless; // the attacker can go on for ever: not no_win
    bool attacks; // the attacker is to move
    bool expanded;
    bool no_win;
    bool stuck_loses; // a defender to whom no move is left has lost; known once expanded
    bool past;        // occurred before the root
    bool on_line;
    bool no_mate; // there was known to be none without loops when it was met: a hint
} KjGraphNode;

typedef struct {
    uint32_t child;
    uint32_t move; // piece << 16 | KjMove
} KjGraphEdge;

typedef struct {
    KjGraphNode *node;
    KjGraphEdge *edge;
    uint32_t *slot; // number of a node + 1, open addressing
    uint32_t n, room, n_edges, room_edges, slot_mask;
    uint32_t *old_slot; // after growing, until all nodes have moved from there; else NULL
    uint32_t moved;     // nodes, by number
    uint32_t n_lost;    // positions found to be no_win
    size_t max_bytes;
    bool full; // no more may be added; expansions fail from now on
} KjGraph;

/* An empty graph that may grow to about `max_bytes`. */
void kj_graph_init(KjGraph *graph, size_t max_bytes);
void kj_graph_free(KjGraph *graph);
void kj_graph_clear(KjGraph *graph);

/* The number of a position; a new one if it was not there. UINT32_MAX when the graph is full. */
uint32_t kj_graph_add(KjGraph *graph, const KjSearch *s, const KjPosition *pos);

/*
 * Finds the moves of `number`, which is `pos`, and what can be said of it and its children at once:
 * by the rules, and by what the table of `s` has proved. `pos` is as before on return. False when
 * the graph is full; then nothing has changed.
 */
bool kj_graph_expand(KjGraph *graph, KjSearch *s, KjPosition *pos, uint32_t number);

/*
 * Concludes `mate` and `no_win` of an expanded node from its children. Nobody is taken to be able
 * to move into a position of the past, nor to be unable to, so what is concluded is true with that
 * past as well.
 */
void kj_graph_conclude(KjGraph *graph, uint32_t number);

/* The move of an edge, and the same as the law compares moves (kj_history_move). */
static inline KjMove kj_graph_move(const KjGraphEdge *edge)
{
    return (KjMove)edge->move;
}

static inline uint64_t kj_graph_law_move(const KjGraphEdge *edge)
{
    return edge->move & ~(uint64_t)KJ_MOVE_KEEP;
}
