/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The mate oracle with history. A line of play is an array of steps; the law of repetition is asked
 * about that array and nothing else.
 */
#include "tests/naive/history.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 20000, NO_LIMIT = -1 };

typedef struct {
    int move_id; /* what the law calls an equal move: piece, origin or drop, target, promotion */
    int child;
    int attacks; /* a defender's step: how many checks the attacker has after it */
    bool tries;  /* a defender's step: it ends the game */
} Step;

typedef struct {
    NvPos pos; /* first member: the hash table points here */
    bool expanded, check;
    int count;
    Step *step;
} Node;

typedef struct {
    int node, move_id; /* the move that led here, -1 at the start */
} Ply;

typedef struct {
    const NvHistoryOptions *options;
    NvHistoryResult *result;
    GHashTable *index; /* NvPos in a Node -> number + 1 */
    GPtrArray *nodes;
    Ply *line;
    int length, root; /* plies of the line; those up to the root */
    size_t visits;
    bool too_big;
} History;

static void free_node(gpointer data)
{
    Node *node = data;
    g_free(node->step);
    g_free(node);
}

static Node *node_at(const History *h, int number)
{
    return g_ptr_array_index(h->nodes, number);
}

static int intern(History *h, const NvPos *pos)
{
    gpointer known = g_hash_table_lookup(h->index, pos);
    if (known != NULL) {
        return GPOINTER_TO_INT(known) - 1;
    }
    h->too_big = h->too_big || h->nodes->len >= h->options->max_positions;
    Node *node = g_new0(Node, 1);
    node->pos = *pos;
    node->check = nv_in_check(pos);
    g_ptr_array_add(h->nodes, node);
    g_hash_table_insert(h->index, &node->pos, GINT_TO_POINTER((int)h->nodes->len));
    return (int)h->nodes->len - 1;
}

/* Same side, same piece in the same state, same origin or drop, same target, same promotion. */
static int move_id(const NvPos *pos, NvMove move)
{
    int from = move.from < 0 ? NV_SIDE * NV_SIDE : move.from;
    bool promoted = move.from < 0
                        ? move.drop_promoted
                        : pos->board[move.from / NV_SIDE][move.from % NV_SIDE].promoted != 0;
    int id = pos->turn;
    id = id * NV_KINDS + move.kind;
    id = id * 2 + (promoted ? 1 : 0);
    id = id * (NV_SIDE * NV_SIDE + 1) + from;
    id = id * (NV_SIDE * NV_SIDE) + move.to;
    return id * 2 + (move.promote ? 1 : 0);
}

/* Replies that leave the attacker little come first: a refutation is found sooner. */
static int by_attacks(const void *a, const void *b)
{
    const Step *left = a, *right = b;
    return (left->attacks > right->attacks) - (left->attacks < right->attacks);
}

static bool leaves_no_reply(const NvPos *after)
{
    NvMove unused[NV_MAX_MOVES];
    return nv_safe(after, unused) == 0;
}

static int attacks_of(const History *h, const NvPos *pos, NvMove out[NV_MAX_MOVES])
{
    bool must_check = pos->tried >> (1 - h->options->attacker) & 1;
    if (h->options->attacks == NV_ATTACK_CHECKS || must_check) {
        return nv_checks(pos, out);
    }
    int n = 0, safe = nv_safe(pos, out);
    for (int i = 0; i < safe; i++) {
        NvPos after = nv_make(pos, out[i]);
        after.over = 0;
        if (h->options->attacks == NV_ATTACK_ALL || nv_in_check(&after) ||
            leaves_no_reply(&after)) {
            out[n++] = out[i];
        }
    }
    return n;
}

static void expand(History *h, int number)
{
    Node *node = node_at(h, number);
    if (node->expanded) {
        return;
    }
    NvMove moves[NV_MAX_MOVES];
    bool attacks = node->pos.turn == h->options->attacker;
    int count = attacks ? attacks_of(h, &node->pos, moves) : nv_safe(&node->pos, moves);
    node->expanded = true;
    node->step = g_new(Step, count > 0 ? count : 1);
    node->count = count;
    for (int i = 0; i < count; i++) {
        NvPos after = nv_make(&node->pos, moves[i]);
        bool tries = after.over && !attacks;
        after.over = 0;
        NvMove checks[NV_MAX_MOVES];
        int left = attacks ? 0 : nv_checks(&after, checks);
        node->step[i] = (Step){move_id(&node->pos, moves[i]), intern(h, &after), left, tries};
    }
    qsort(node->step, (size_t)count, sizeof *node->step, by_attacks);
}

/* ---- the law ---- */

typedef enum { GOES_ON, MOVER_LOSES, OTHER_LOSES, DRAWN } Judgement;

static bool same(const History *h, int a, int b)
{
    return a == b || nv_same_position(&node_at(h, a)->pos, &node_at(h, b)->pos);
}

static Judgement judge_move(const History *h, const Step *step)
{
    bool move_seen = false, position_seen = false, pair_seen = false;
    for (int i = 0; i < h->length; i++) {
        bool same_move = h->line[i].move_id == step->move_id;
        bool same_position = same(h, h->line[i].node, step->child);
        move_seen = move_seen || same_move;
        position_seen = position_seen || same_position;
        pair_seen = pair_seen || (same_move && same_position);
    }
    bool pair = h->options->repeat == NV_REPEAT_PAIR;
    return (pair ? pair_seen : move_seen && position_seen) ? MOVER_LOSES : GOES_ON;
}

/* R1.15. The line does not have the step on it yet. */
static Judgement judge_count(const History *h, const Step *step)
{
    int count = 1, first = h->length;
    for (int i = h->length - 1; i >= 0; i--) {
        if (h->line[i].node == step->child) {
            count++;
            first = i;
        }
    }
    if (count < h->options->count) {
        return GOES_ON;
    }
    int turn = node_at(h, step->child)->pos.turn;
    bool only_checks[2] = {true, true}; /* by side */
    for (int i = first + 1; i <= h->length; i++) {
        const Node *node = node_at(h, i < h->length ? h->line[i].node : step->child);
        if (!node->check) {
            only_checks[1 - node->pos.turn] = false;
        }
    }
    if (only_checks[0] && only_checks[1]) {
        return h->options->mutual_loses ? OTHER_LOSES : DRAWN;
    }
    if (only_checks[1 - turn]) {
        return MOVER_LOSES;
    }
    return only_checks[turn] ? OTHER_LOSES : DRAWN;
}

/* R12. What came before the root does not matter. */
static Judgement judge_loop(const History *h, const Step *step)
{
    bool attacks = node_at(h, step->child)->pos.turn != h->options->attacker;
    for (int i = h->root; i < h->length; i++) {
        if (h->line[i].node == step->child) {
            return attacks ? MOVER_LOSES : OTHER_LOSES;
        }
    }
    return GOES_ON;
}

typedef Judgement (*JudgeFn)(const History *h, const Step *step);

static Judgement judge(History *h, const Step *step)
{
    static const JudgeFn by[] = {
        [NV_REPEAT_LITERAL] = judge_move,
        [NV_REPEAT_PAIR] = judge_move,
        [NV_REPEAT_COUNT] = judge_count,
        [NV_REPEAT_FAIL] = judge_loop,
    };
    Judgement judgement = by[h->options->repeat](h, step);
    h->result->repeats += judgement != GOES_ON;
    return judgement;
}

/* ---- the game ---- */

static bool wins(History *h, int number, int plies);

/* Whether the attacker wins after a step the law lets go on, with so many plies left after it. */
static bool wins_after(History *h, const Step *step, int plies)
{
    if (h->length >= MAX_LINE) {
        h->too_big = true;
        return false;
    }
    h->line[h->length++] = (Ply){step->child, step->move_id};
    bool won = wins(h, step->child, plies);
    h->length--;
    return won;
}

static bool attacker_wins(History *h, const Node *node, int plies)
{
    for (int i = 0; i < node->count && plies != 0; i++) {
        Judgement judgement = judge(h, &node->step[i]);
        if (judgement == OTHER_LOSES ||
            (judgement == GOES_ON &&
             wins_after(h, &node->step[i], plies == NO_LIMIT ? plies : plies - 1))) {
            return true;
        }
    }
    return false;
}

/* A defender to whom the law leaves nothing has lost if he is in check, else if stalemate loses. */
static bool defender_loses(History *h, const Node *node, int plies)
{
    bool any = false;
    for (int i = 0; i < node->count; i++) {
        Judgement judgement = judge(h, &node->step[i]);
        any = any || judgement == GOES_ON;
        if (judgement == OTHER_LOSES || judgement == DRAWN) {
            return false;
        }
        if (judgement == GOES_ON &&
            (node->step[i].tries || plies == 0 ||
             !wins_after(h, &node->step[i], plies == NO_LIMIT ? plies : plies - 1))) {
            return false;
        }
    }
    bool quiet = h->options->attacks != NV_ATTACK_CHECKS; /* else stalemate is no win, R12 */
    return any || node->check || (quiet && h->options->stalemate_wins);
}

/* Whether the attacker wins within `plies` (NO_LIMIT: at all) at the end of the line. Without
 * meaning once too_big. */
static bool wins(History *h, int number, int plies)
{
    if (h->too_big || ++h->visits > h->options->max_visits) {
        h->too_big = true;
        return false;
    }
    expand(h, number);
    const Node *node = node_at(h, number);
    bool attacks = node->pos.turn == h->options->attacker;
    return attacks ? attacker_wins(h, node, plies) : defender_loses(h, node, plies);
}

static bool play_past(History *h, const NvPos *root)
{
    const NvHistoryOptions *o = h->options;
    NvPos pos = o->past_root != NULL ? *o->past_root : *root;
    h->line[h->length++] = (Ply){intern(h, &pos), -1};
    for (int i = 0; i < o->past_count; i++) {
        int id = move_id(&pos, o->past[i]);
        pos = nv_make(&pos, o->past[i]);
        pos.over = 0; /* a try that was not taken for one */
        h->line[h->length++] = (Ply){intern(h, &pos), id};
    }
    h->root = h->length - 1;
    return memcmp(&pos, root, sizeof pos) == 0;
}

static void solve(History *h, int root)
{
    bool attacks = node_at(h, root)->pos.turn == h->options->attacker;
    h->result->verdict = NV_HISTORY_TOO_BIG;
    for (int n = attacks ? 1 : 0; n <= h->options->max_plies && !h->too_big; n += 2) {
        h->visits = 0;
        if (wins(h, root, n) && !h->too_big) {
            h->result->verdict = NV_HISTORY_MATE;
            h->result->plies = n;
            return;
        }
    }
    h->visits = 0;
    h->too_big = h->nodes->len >= h->options->max_positions;
    bool won = wins(h, root, NO_LIMIT);
    if (!h->too_big) {
        h->result->verdict = won ? NV_HISTORY_MATE : NV_HISTORY_NO_MATE;
    }
}

static bool begin(History *h, const NvPos *root, const NvHistoryOptions *options,
                  NvHistoryResult *result)
{
    *h = (History){.options = options, .result = result};
    h->index = g_hash_table_new(nv_hash, nv_equal);
    h->nodes = g_ptr_array_new_with_free_func(free_node);
    h->line = g_new(Ply, MAX_LINE + options->past_count + 1);
    *result = (NvHistoryResult){.verdict = NV_HISTORY_TOO_BIG, .plies = -1};
    return play_past(h, root);
}

static void end(History *h)
{
    h->result->positions = h->nodes->len;
    g_hash_table_destroy(h->index);
    g_ptr_array_free(h->nodes, TRUE);
    g_free(h->line);
}

void nv_history(const NvPos *root, const NvHistoryOptions *options, NvHistoryResult *result)
{
    History h;
    if (begin(&h, root, options, result)) {
        solve(&h, h.line[h.length - 1].node);
    }
    end(&h);
}

NvHistoryVerdict nv_history_within(const NvPos *root, const NvHistoryOptions *options, int plies)
{
    History h;
    NvHistoryResult result;
    if (begin(&h, root, options, &result)) {
        bool won = wins(&h, h.line[h.length - 1].node, plies);
        if (!h.too_big) {
            result.verdict = won ? NV_HISTORY_MATE : NV_HISTORY_NO_MATE;
        }
    }
    end(&h);
    return result.verdict;
}
