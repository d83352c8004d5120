/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The mate oracle. Three plain methods:
 *
 * - The whole graph: write down every position that can be reached and give out lengths 0, 1,
 *   2 ... until nothing changes. Exact for mate and no mate.
 * - The narrow graph: the same with only a few replies for the defender at each turn. No mate
 *   there is no mate at all, since more replies cannot help the attacker. Proves nothing else.
 * - Limited length: recursion to n plies which remembers what it has seen, n = 0, 1, 2 ... Exact
 *   for mates, and "none within n".
 */
#include "tests/naive/oracle.h"

#include <glib.h>
#include <string.h>

enum { UNKNOWN = -1, DEFAULT_POSITIONS = 1000000, SHORT_BY_DEEPENING = 5, LONG_BY_DEEPENING = 31 };

typedef struct {
    NvPos pos; /* first member: the hash table points here */
    int dist;  /* whole graph: plies to mate, or UNKNOWN */
    bool refuted;
    GArray *children; /* whole graph: indices of the positions after the moves to consider */
    int mates_in;     /* limited: least n for which a mate within n is proved, or G_MAXINT */
    int resists;      /* limited: greatest n for which there is none, or -1 */
} Node;

typedef struct {
    const NvOracleOptions *options;
    size_t max_positions;
    int width;         /* graphs: replies the defender may choose from, 0 = all */
    bool graph;        /* values are those of a graph, not of limited recursion */
    GHashTable *index; /* NvPos in a Node -> number of the node + 1 */
    GPtrArray *nodes;
    bool too_big;
} Oracle;

static void free_node(gpointer data)
{
    Node *node = data;
    g_array_free(node->children, TRUE);
    g_free(node);
}

static Node *node_at(const Oracle *oracle, int number)
{
    return g_ptr_array_index(oracle->nodes, number);
}

/* Returns the number of the node of a position, new or known. Numbers stay valid. */
static int intern(Oracle *oracle, const NvPos *pos)
{
    gpointer known = g_hash_table_lookup(oracle->index, pos);
    if (known != NULL) {
        return GPOINTER_TO_INT(known) - 1;
    }
    if (oracle->nodes->len >= oracle->max_positions) {
        oracle->too_big = true;
    }
    Node *node = g_new0(Node, 1);
    node->pos = *pos;
    node->dist = UNKNOWN;
    node->mates_in = G_MAXINT;
    node->resists = UNKNOWN;
    node->children = g_array_new(FALSE, FALSE, sizeof(int));
    g_ptr_array_add(oracle->nodes, node);
    g_hash_table_insert(oracle->index, &node->pos, GINT_TO_POINTER((int)oracle->nodes->len));
    return (int)oracle->nodes->len - 1;
}

/* ---- moves to consider ---- */

static bool attacker_to_move(const Oracle *oracle, const NvPos *pos)
{
    return pos->turn == oracle->options->attacker;
}

/* Safe checks, and where they win, tries without check. */
static int attacker_moves(const Oracle *oracle, const NvPos *pos, NvMove out[NV_MAX_MOVES])
{
    if (oracle->options->attacker_try != NV_ATTACKER_TRY_WINS) {
        return nv_checks(pos, out);
    }
    NvMove safe[NV_MAX_MOVES];
    int count = 0, safe_count = nv_safe(pos, safe);
    for (int i = 0; i < safe_count; i++) {
        NvPos after = nv_make(pos, safe[i]);
        if (after.over || nv_in_check(&after)) {
            out[count++] = safe[i];
        }
    }
    return count;
}

/* The position after an attacker's move; an attacker's try that counts for nothing is none. */
static NvPos after_attack(const Oracle *oracle, const NvPos *pos, NvMove move)
{
    NvPos after = nv_make(pos, move);
    if (oracle->options->attacker_try == NV_ATTACKER_TRY_IGNORED) {
        after.over = 0;
    }
    return after;
}

/* Returns whether the defender, to move, has already lost: mated, or the attacker's try counts. */
static bool is_lost(const NvPos *pos)
{
    NvMove moves[NV_MAX_MOVES];
    if (pos->over) {
        return true;
    }
    bool stalemate_loses = !nv_game(pos->game)->check_law;
    return nv_safe(pos, moves) == 0 && (nv_in_check(pos) || stalemate_loses);
}

/* ---- graphs ---- */

static void link_child(Oracle *oracle, Node *parent, const NvPos *child)
{
    int number = intern(oracle, child);
    g_array_append_val(parent->children, number);
}

static void expand_attacker(Oracle *oracle, Node *node, bool is_root)
{
    NvMove moves[NV_MAX_MOVES];
    int count = attacker_moves(oracle, &node->pos, moves);
    for (int i = 0; i < count && !is_root; i++) {
        NvPos after = after_attack(oracle, &node->pos, moves[i]);
        if (is_lost(&after)) {
            node->dist = 1; /* exact already, so the other moves need not be followed */
            return;
        }
    }
    for (int i = 0; i < count; i++) {
        NvPos after = after_attack(oracle, &node->pos, moves[i]);
        link_child(oracle, node, &after);
    }
}

/*
 * Links the `oracle->width` replies after which the attacker has the fewest moves. A reply that
 * ends the game or leaves the attacker none refutes, and nothing else need be looked at.
 */
static void link_replies(Oracle *oracle, Node *node, const NvMove moves[], int count)
{
    int attacks[NV_MAX_MOVES];
    for (int i = 0; i < count; i++) {
        NvMove unused[NV_MAX_MOVES];
        NvPos after = nv_make(&node->pos, moves[i]);
        attacks[i] = after.over ? 0 : attacker_moves(oracle, &after, unused);
        if (attacks[i] == 0) {
            node->refuted = true;
            return;
        }
    }
    int wanted = oracle->width == 0 ? count : MIN(count, oracle->width);
    for (int k = 0; k < wanted; k++) {
        int best = 0;
        for (int i = 1; i < count; i++) {
            best = attacks[i] < attacks[best] ? i : best;
        }
        NvPos after = nv_make(&node->pos, moves[best]);
        link_child(oracle, node, &after);
        attacks[best] = G_MAXINT;
    }
}

static void expand_defender(Oracle *oracle, Node *node)
{
    if (is_lost(&node->pos)) {
        node->dist = 0;
        return;
    }
    NvMove moves[NV_MAX_MOVES];
    int count = nv_safe(&node->pos, moves);
    node->refuted = count == 0; /* stalemate under check law is no mate */
    link_replies(oracle, node, moves, count);
}

/* Expands every reachable position; nodes are numbered in the order they are met. */
static void expand_all(Oracle *oracle)
{
    for (guint i = 0; i < oracle->nodes->len && !oracle->too_big; i++) {
        Node *node = node_at(oracle, (int)i);
        if (attacker_to_move(oracle, &node->pos)) {
            expand_attacker(oracle, node, i == 0);
        } else {
            expand_defender(oracle, node);
        }
    }
}

/*
 * Returns whether a node gets the value `n`, knowing all nodes of smaller value: the attacker
 * needs one child of n - 1, the defender must have nothing but known children, one of n - 1.
 */
static bool gets_value(const Oracle *oracle, const Node *node, int n)
{
    bool attacker = attacker_to_move(oracle, &node->pos);
    bool any = false;
    for (guint i = 0; i < node->children->len; i++) {
        int dist = node_at(oracle, g_array_index(node->children, int, i))->dist;
        if (!attacker && (dist == UNKNOWN || dist >= n)) {
            return false;
        }
        any = any || dist == n - 1;
    }
    return any;
}

static void give_values(Oracle *oracle)
{
    /* Lengths leave no gap, so the first n that nobody gets ends it. Nobody may mean: mated
     * positions and mates in one are marked while expanding. */
    bool changed = true;
    for (int n = 1; changed || n <= 2; n++) {
        changed = false;
        for (guint i = 0; i < oracle->nodes->len; i++) {
            Node *node = node_at(oracle, (int)i);
            if (node->dist == UNKNOWN && !node->refuted && gets_value(oracle, node, n)) {
                node->dist = n;
                changed = true;
            }
        }
    }
}

/* ---- limited length ---- */

static bool mates_within(Oracle *oracle, const NvPos *pos, int n);

static bool attacker_mates(Oracle *oracle, const NvPos *pos, int n)
{
    NvMove moves[NV_MAX_MOVES];
    int count = n < 1 ? 0 : attacker_moves(oracle, pos, moves);
    for (int i = 0; i < count; i++) {
        NvPos after = after_attack(oracle, pos, moves[i]);
        if (mates_within(oracle, &after, n - 1)) {
            return true;
        }
    }
    return false;
}

static bool defender_loses(Oracle *oracle, const NvPos *pos, int n)
{
    if (is_lost(pos)) {
        return true;
    }
    NvMove moves[NV_MAX_MOVES];
    int count = n < 2 ? 0 : nv_safe(pos, moves);
    for (int i = 0; i < count; i++) {
        NvPos after = nv_make(pos, moves[i]);
        if (after.over || !mates_within(oracle, &after, n - 1)) {
            return false;
        }
    }
    return count > 0;
}

/* Returns whether the attacker can mate in at most n plies. Meaningless once `too_big`. */
static bool mates_within(Oracle *oracle, const NvPos *pos, int n)
{
    Node *node = node_at(oracle, intern(oracle, pos));
    if (oracle->too_big || n <= node->resists) {
        return false;
    }
    if (n >= node->mates_in) {
        return true;
    }
    bool mates = attacker_to_move(oracle, pos) ? attacker_mates(oracle, pos, n)
                                               : defender_loses(oracle, pos, n);
    if (mates && !oracle->too_big) {
        node->mates_in = MIN(node->mates_in, n);
    } else if (!oracle->too_big) {
        node->resists = MAX(node->resists, n);
    }
    return mates;
}

/* ---- all methods ---- */

/* Returns the exact plies to mate, UNKNOWN if there is none (within the limit). */
static int plies_to_mate(Oracle *oracle, const NvPos *pos, int limit)
{
    if (oracle->graph) {
        return node_at(oracle, intern(oracle, pos))->dist;
    }
    for (int n = 0; n <= limit && !oracle->too_big; n++) {
        if (mates_within(oracle, pos, n) && !oracle->too_big) {
            return n;
        }
    }
    return UNKNOWN;
}

/* Lists the first moves that mate within `limit` plies. */
static void list_first_moves(Oracle *oracle, const NvPos *root, int limit, NvOracleResult *result)
{
    NvMove moves[NV_MAX_MOVES];
    int count = attacker_moves(oracle, root, moves);
    for (int i = 0; i < count; i++) {
        NvPos after = after_attack(oracle, root, moves[i]);
        int plies = plies_to_mate(oracle, &after, limit - 1);
        if (plies != UNKNOWN && plies < limit) {
            NvFirstMove *first = &result->first[result->first_count++];
            nv_move_usi(root, moves[i], first->usi);
            first->plies = plies + 1;
        }
    }
}

static Oracle start(const NvOracleOptions *options, bool graph, int width)
{
    return (Oracle){
        .options = options,
        .max_positions = options->max_positions ? options->max_positions : DEFAULT_POSITIONS,
        .width = width,
        .graph = graph,
        .index = g_hash_table_new(nv_hash, nv_equal),
        .nodes = g_ptr_array_new_with_free_func(free_node),
    };
}

/* Fills in the result and frees the memory. `limit`: longest mate of interest. */
static void finish(Oracle *oracle, const NvPos *root, int limit, NvOracleResult *result)
{
    int plies = oracle->too_big ? UNKNOWN : plies_to_mate(oracle, root, limit);
    result->first_count = 0;
    if (plies != UNKNOWN && attacker_to_move(oracle, root)) {
        bool shortest_only = oracle->options->method == NV_BY_ALL;
        list_first_moves(oracle, root, shortest_only ? plies : limit, result);
    }
    if (oracle->too_big) {
        result->verdict = NV_TOO_BIG;
        result->plies = UNKNOWN;
        result->first_count = 0;
    } else {
        result->verdict = plies == UNKNOWN ? NV_NO_MATE : NV_MATE;
        result->plies = plies;
    }
    result->positions += oracle->nodes->len;
    g_hash_table_destroy(oracle->index);
    g_ptr_array_free(oracle->nodes, TRUE);
}

static void by_graph(const NvPos *root, const NvOracleOptions *options, int width,
                     NvOracleResult *result)
{
    Oracle oracle = start(options, true, width);
    intern(&oracle, root);
    expand_all(&oracle);
    if (!oracle.too_big) {
        give_values(&oracle);
    }
    finish(&oracle, root, G_MAXINT, result);
}

static void by_recursion(const NvPos *root, const NvOracleOptions *options, int max_plies,
                         NvOracleResult *result)
{
    Oracle oracle = start(options, false, 0);
    finish(&oracle, root, max_plies, result);
}

/* No limit of length. The cheap methods come first; each answer taken is exact by itself. */
static void by_all_methods(const NvPos *root, const NvOracleOptions *options,
                           NvOracleResult *result)
{
    by_recursion(root, options, SHORT_BY_DEEPENING, result);
    for (int width = 1; width <= 4 && result->verdict != NV_MATE; width *= 2) {
        by_graph(root, options, width, result);
        if (result->verdict == NV_NO_MATE) {
            return;
        }
        result->verdict = NV_TOO_BIG; /* a mate against a narrow defence says nothing */
    }
    if (result->verdict != NV_MATE) {
        by_graph(root, options, 0, result);
    }
    if (result->verdict == NV_TOO_BIG) {
        by_recursion(root, options, LONG_BY_DEEPENING, result);
        if (result->verdict == NV_NO_MATE) {
            result->verdict = NV_TOO_BIG; /* no mate within that length says nothing here */
        }
    }
}

/* Answers roots where a king can be captured at once. Returns false for all others. */
static bool answer_king_capture(const NvPos *root, int attacker, NvOracleResult *result)
{
    if (!nv_can_capture_king(root)) {
        return false;
    }
    if (nv_game(root->game)->check_law) {
        result->verdict = NV_ILLEGAL;
    } else if (root->turn == attacker) {
        result->verdict = NV_MATE;
        result->plies = 0;
    } else {
        result->verdict = NV_NO_MATE;
    }
    return true;
}

void nv_oracle(const NvPos *root, const NvOracleOptions *options, NvOracleResult *result)
{
    memset(result, 0, sizeof(*result));
    result->plies = UNKNOWN;
    if (answer_king_capture(root, options->attacker, result)) {
        return;
    }
    switch (options->method) {
    case NV_BY_ALL: by_all_methods(root, options, result); break;
    case NV_BY_GRAPH: by_graph(root, options, 0, result); break;
    case NV_BY_RECURSION: by_recursion(root, options, options->max_plies, result); break;
    }
}
