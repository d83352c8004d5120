/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reference solver. Three plain methods, each exact in what it claims:
 *
 * - Deepening: recursion to n plies with a memory, n = 0, 1, 2 ... Exact for mates.
 * - A narrow graph: all positions reachable when the defender has at most a few replies at a time.
 *   No mate there is no mate at all, since more replies cannot help the attacker.
 * - The whole graph: lengths 0, 1, 2 ... are given out until nothing changes. Exact for both.
 */
#include "tests/support/brute_force/reference.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "core/rules/attack.h"

enum { UNKNOWN = -1, SHORT_PLIES = 5, LONG_PLIES = 31, FIRST_WIDTH = 1, LAST_WIDTH = 4 };

typedef struct {
    uint64_t key;
    KjHand hand[2];
    int16_t mates_in; // deepening: least n proved, INT16_MAX if none
    int16_t resists;  // deepening: greatest n with no mate, UNKNOWN if none
    int32_t dist;     // graph: plies to mate
    uint32_t child, n_child;
} Node;

struct Reference {
    KjSide attacker;
    ReferenceMoves moves;
    size_t max_positions, met;
    uint32_t *slot; // number of a node + 1, open addressing
    uint32_t slot_mask;
    Node *node;
    uint32_t n;
    bool too_big;
    GArray *position; // graph: KjPosition of each node
    GArray *children; // graph: numbers of nodes
    unsigned width;   // graph: replies the defender may choose from, 0 all
};

Reference *reference_new(KjSide attacker, ReferenceMoves moves, size_t max_positions)
{
    Reference *r = g_new0(Reference, 1);
    r->attacker = attacker;
    r->moves = moves;
    r->max_positions = max_positions;
    r->slot_mask = 1;
    while (r->slot_mask < 2 * max_positions)
        r->slot_mask *= 2;
    r->slot = g_new0(uint32_t, r->slot_mask);
    r->slot_mask--;
    r->node = g_new(Node, max_positions);
    r->position = g_array_new(FALSE, FALSE, sizeof(KjPosition));
    r->children = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    return r;
}

void reference_free(Reference *r)
{
    g_array_free(r->position, TRUE);
    g_array_free(r->children, TRUE);
    g_free(r->slot);
    g_free(r->node);
    g_free(r);
}

static void forget(Reference *r)
{
    memset(r->slot, 0, sizeof *r->slot * (r->slot_mask + (size_t)1));
    r->n = 0;
    r->too_big = false;
    g_array_set_size(r->position, 0);
    g_array_set_size(r->children, 0);
}

/* The number of a position, new or known. When there is no room for more, number 0 and too_big. */
static uint32_t intern(Reference *r, const KjPosition *pos, bool *is_new)
{
    *is_new = false;
    uint32_t at = (uint32_t)(kj_position_full_key(pos) >> 17) & r->slot_mask;
    for (; r->slot[at]; at = (at + 1) & r->slot_mask) {
        const Node *node = &r->node[r->slot[at] - 1];
        if (node->key == pos->key && node->hand[0] == pos->hand[0] && node->hand[1] == pos->hand[1])
            return r->slot[at] - 1;
    }
    if (r->n >= r->max_positions) {
        r->too_big = true;
        return 0;
    }
    r->met++;
    r->slot[at] = r->n + 1;
    r->node[r->n] = (Node){.key = pos->key,
                           .hand = {pos->hand[0], pos->hand[1]},
                           .mates_in = INT16_MAX,
                           .resists = UNKNOWN,
                           .dist = UNKNOWN};
    *is_new = true;
    return r->n++;
}

/* ---- rules ---- */

/* Whether the attacker may play a safe move. */
static bool counts(const Reference *r, const KjPosition *pos, KjMove move)
{
    if (r->moves == REFERENCE_ALL || kj_gives_check(pos, move))
        return true;
    if (r->moves == REFERENCE_CHECKS)
        return false;
    KjPosition after = kj_position_after(pos, move);
    return !kj_has_safe_move(&after);
}

/* The attacker's moves: all safe ones, and of these those that count. */
static void attacks(const Reference *r, const KjPosition *pos, KjMoveList *list)
{
    kj_gen_safe(pos, list);
    unsigned kept = 0;
    for (unsigned i = 0; i < list->n; i++) {
        if (counts(r, pos, list->move[i]))
            list->move[kept++] = list->move[i];
    }
    list->n = kept;
}

typedef enum { LOST, REFUTED, OPEN } Fate;

/* The defender's moves, and whether they decide already: none in check, a try, or stalemate. */
static Fate replies(const Reference *r, const KjPosition *pos, KjMoveList *list)
{
    kj_gen_safe(pos, list);
    if (list->n == 0) {
        bool stalemate_loses =
            r->moves != REFERENCE_CHECKS && pos->game->rules.stalemate == KJ_STALEMATE_LOSS;
        return stalemate_loses || kj_in_check(pos, kj_other(r->attacker)) ? LOST : REFUTED;
    }
    for (unsigned i = 0; i < list->n; i++) {
        if (pos->game->rules.try_rule == KJ_TRY_ON && kj_is_try(pos, list->move[i]))
            return REFUTED;
    }
    return OPEN;
}

/* ---- deepening ---- */

/* Whether the attacker mates in at most n plies. Without meaning once too_big. */
static bool mates_within(Reference *r, const KjPosition *pos, int n)
{
    bool is_new;
    uint32_t number = intern(r, pos, &is_new);
    if (r->too_big || n <= r->node[number].resists)
        return false;
    if (n >= r->node[number].mates_in)
        return true;
    bool attacker = pos->side == r->attacker, mates = false;
    KjMoveList list = {.n = 0};
    if (attacker) {
        if (n > 0)
            attacks(r, pos, &list);
    } else {
        Fate fate = replies(r, pos, &list);
        mates = fate == LOST || (fate == OPEN && n >= 2);
        if (fate != OPEN || n < 2)
            list.n = 0;
    }
    for (unsigned i = 0; i < list.n && mates != attacker; i++) {
        KjPosition after = kj_position_after(pos, list.move[i]);
        mates = mates_within(r, &after, n - 1);
    }
    if (r->too_big)
        return false;
    if (mates)
        r->node[number].mates_in = (int16_t)n;
    else
        r->node[number].resists = (int16_t)n;
    return mates;
}

int reference_distance(Reference *r, const KjPosition *pos, unsigned limit, bool *too_big)
{
    if (r->too_big || r->position->len > 0) // the memory of a graph is not that of deepening
        forget(r);
    for (int n = 0; n <= (int)limit && !r->too_big; n++) {
        if (mates_within(r, pos, n) && !r->too_big)
            return n;
    }
    *too_big = r->too_big;
    return UNKNOWN;
}

/* ---- graphs ---- */

static void link_child(Reference *r, const KjPosition *child)
{
    bool is_new;
    uint32_t number = intern(r, child, &is_new);
    if (is_new)
        g_array_append_vals(r->position, child, 1);
    g_array_append_val(r->children, number);
}

static void expand_attacker(Reference *r, const KjPosition *pos)
{
    KjMoveList list;
    attacks(r, pos, &list);
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition after = kj_position_after(pos, list.move[i]);
        link_child(r, &after);
    }
}

/* A defender's node: nothing to follow if a reply leaves the attacker without checks; else the
 * replies with the fewest checks, as many as the width of the graph allows. */
static void expand_defender(Reference *r, const KjPosition *pos, Node *node)
{
    KjMoveList list, unused;
    Fate fate = replies(r, pos, &list);
    if (fate != OPEN) {
        node->dist = fate == LOST ? 0 : UNKNOWN;
        return;
    }
    unsigned checks[KJ_MAX_MOVES];
    for (unsigned i = 0; i < list.n; i++) {
        KjPosition after = kj_position_after(pos, list.move[i]);
        attacks(r, &after, &unused);
        checks[i] = unused.n;
        if (unused.n == 0)
            return;
    }
    unsigned wanted = r->width && r->width < list.n ? r->width : list.n;
    for (unsigned k = 0; k < wanted; k++) {
        unsigned best = 0;
        for (unsigned i = 1; i < list.n; i++)
            best = checks[i] < checks[best] ? i : best;
        KjPosition after = kj_position_after(pos, list.move[best]);
        link_child(r, &after);
        checks[best] = KJ_MAX_MOVES;
    }
}

static void expand_all(Reference *r, const KjPosition *root)
{
    bool is_new;
    intern(r, root, &is_new);
    g_array_append_vals(r->position, root, 1);
    for (uint32_t i = 0; i < r->n && !r->too_big; i++) {
        KjPosition pos = g_array_index(r->position, KjPosition, i);
        r->node[i].child = r->children->len;
        if (pos.side == r->attacker)
            expand_attacker(r, &pos);
        else
            expand_defender(r, &pos, &r->node[i]);
        r->node[i].n_child = r->children->len - r->node[i].child;
    }
}

/* Whether a node mates in exactly n, all smaller lengths being known: the attacker needs one child
 * of n - 1, the defender has only known ones and one of n - 1. */
static bool gets_length(const Reference *r, const Node *node, bool attacker, int n)
{
    bool any = false;
    for (uint32_t i = 0; i < node->n_child; i++) {
        int dist = r->node[g_array_index(r->children, uint32_t, node->child + i)].dist;
        if (!attacker && (dist == UNKNOWN || dist >= n))
            return false;
        any = any || dist == n - 1;
    }
    return any;
}

static void give_lengths(Reference *r)
{
    bool changed = true;
    for (int n = 1; changed; n++) { // lengths leave no gaps
        changed = false;
        for (uint32_t i = 0; i < r->n; i++) {
            Node *node = &r->node[i];
            bool attacker = g_array_index(r->position, KjPosition, i).side == r->attacker;
            if (node->dist == UNKNOWN && gets_length(r, node, attacker, n)) {
                node->dist = n;
                changed = true;
            }
        }
    }
}

/* The root's length in the graph of a width, UNKNOWN if none; too_big: no answer. */
static int by_graph(Reference *r, const KjPosition *root, unsigned width)
{
    forget(r);
    r->width = width;
    expand_all(r, root);
    if (r->too_big)
        return UNKNOWN;
    give_lengths(r);
    return r->node[0].dist;
}

unsigned reference_graph(Reference *r, const KjPosition *root)
{
    by_graph(r, root, 0);
    return r->too_big ? 0 : r->n;
}

const KjPosition *reference_graph_at(const Reference *r, unsigned index, int *plies)
{
    *plies = r->node[index].dist;
    return &g_array_index(r->position, KjPosition, index);
}

ReferenceVerdict reference_solve(Reference *r, const KjPosition *root, unsigned *plies)
{
    bool too_big = false;
    forget(r);
    r->met = 0;
    int dist = reference_distance(r, root, SHORT_PLIES, &too_big);
    for (unsigned width = FIRST_WIDTH; width <= LAST_WIDTH && dist == UNKNOWN; width *= 2) {
        if (by_graph(r, root, width) == UNKNOWN && !r->too_big)
            return REFERENCE_NO_MATE;
    }
    if (dist == UNKNOWN) {
        dist = by_graph(r, root, 0);
        if (dist == UNKNOWN && !r->too_big)
            return REFERENCE_NO_MATE;
    }
    if (dist == UNKNOWN) {
        forget(r);
        dist = reference_distance(r, root, LONG_PLIES, &too_big);
    }
    *plies = dist == UNKNOWN ? 0 : (unsigned)dist;
    return dist == UNKNOWN ? REFERENCE_TOO_BIG : REFERENCE_MATE;
}

size_t reference_positions(const Reference *r)
{
    return r->met;
}
