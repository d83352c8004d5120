/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search that knows what has been played: mates where the law forbids whoever is to move to
 * repeat himself (docs/rules.md R3.9; docs/repetition.md). Internal to solver/.
 *
 * It runs over states, a position together with the set of moves and positions of the line so far.
 * A set only grows, so no state comes back and a plain df-pn search is exact. What does not depend
 * on the line is kept with the position (graph.h) and serves all states.
 */
#pragma once

#include "solver/repetition/graph.h"
#include "solver/repetition/history.h"
#include "solver/search/pn_sum.h"

/* 24 bytes. What is known of a state. */
typedef struct {
    uint64_t key; // position and signature of the history; 0 empty
    uint32_t pn, dn;
    uint16_t ub; // mate within so many plies, KJ_LEN_INF: not known
    uint16_t lb; // no mate within so many
} KjHistoryEntry;

/* What is known of a state: numbers, and how long a mate or its refutation is good for. */
typedef struct {
    uint32_t pn, dn;
    uint16_t len; // pn 0: mate within len; dn 0: none within len, KJ_LEN_INF none at all
} KjHistoryValue;

/* A child of a node on the line. */
typedef struct {
    KjHistoryValue value;
    uint64_t key; // of the state after the move, 0: the law forbids it
    uint32_t node;
    uint32_t edge;
} KjHistoryChild;

/* A node on the line. */
typedef struct {
    KjHistoryValue final; // see dfpn.tmpl.h
    bool is_or, decided;
    uint32_t number; // in the graph
    unsigned n;      // children,
    size_t first;    // from this one on
} KjHistoryNode;

typedef struct {
    KjSearch *s; // options, limits, counts, and the table of the search without loops
    KjGraph graph;
    KjHistory history;
    KjPosition pos; // at the end of the line
    KjHistoryEntry *entry;
    uint64_t size, used, max_size; // entries, a power of two
    uint64_t moved;                // gone through since it grew, at most half of them
    KjHistoryChild *child;         // of the nodes on the line, one after the other
    size_t n_children, room_children;
    unsigned ply;    // of the line, 0 the root
    unsigned extend; // see dfpn.tmpl.h; no child is old here, so it stays 0
    uint32_t root;
    uint32_t at; // the node to search next, at the end of the line
} KjHistorySearch;

/* Allocates for searches beside `s` that take up to `mib` MiB. False when memory is short. */
bool kj_history_search_init(KjHistorySearch *x, KjSearch *s, size_t mib);
void kj_history_search_free(KjHistorySearch *x);

/* What was played before the root: n moves from `start`, which is the root if n is 0. */
typedef struct {
    const KjPosition *start;
    const KjMove *moves;
    unsigned n;
} KjPast;

enum { KJ_MAX_PAST = KJ_MAX_PLY / 2 };

/* Begins with the position after a past. False when that is longer than KJ_MAX_PAST. */
bool kj_history_search_begin(KjHistorySearch *x, const KjPast *past);

/* Searches the root for a mate within `len` plies until decided or s->stopped. */
KjHistoryValue kj_history_search(KjHistorySearch *x, unsigned len);

/* As kj_history_search, of `node`, which stands at the end of the line. */
KjHistoryValue kj_history_search_here(KjHistorySearch *x, uint32_t node, unsigned len);

/* Plays the move of an edge of the end of the line, and takes it back. */
void kj_history_search_make(KjHistorySearch *x, uint32_t edge, KjUndo *undo);
void kj_history_search_unmake(KjHistorySearch *x, uint32_t edge, const KjUndo *undo);

/* Whether the law forbids it now. */
bool kj_history_search_forbids(const KjHistorySearch *x, uint32_t edge);

/* Within how many plies the attacker is known to mate after an edge; KJ_LEN_INF: not known. */
unsigned kj_history_search_known(const KjHistorySearch *x, uint32_t edge);

/* What is known of the state at the end of the line, which is `node`, without searching: a mate
 * within so many plies (KJ_LEN_INF: not known), and none within so many. */
void kj_history_search_recall(const KjHistorySearch *x, uint32_t node, unsigned *out_mate,
                              unsigned *out_none);

/* Makes sure that the moves of the node at the end of the line are known; false (s->stopped is then
 * set) when memory ends. */
bool kj_history_search_expand(KjHistorySearch *x, uint32_t node);

/*
 * After the root was proved a mate within `plies`: the main line into `out` (line, n_line,
 * line_complete, leftover), the attacker's shortest against the defender's longest as far as limits
 * allow.
 */
void kj_history_line(KjHistorySearch *x, unsigned plies, KjResult *out);

/*
 * Finds out whether the root is a position in which the attacker can be made to run out of moves
 * (no_win), within the limits of the search. False when a limit came first. True does not say
 * which: see the root's no_win.
 */
bool kj_history_exhaust(KjHistorySearch *x);

/* Shared by both searches: adding up, and room for so many children on the stack, whose first index
 * is returned. */
KjPnSum kj_history_search_sum(const KjHistorySearch *x, const KjHistoryNode *node);
size_t kj_history_search_room(KjHistorySearch *x, unsigned n);
