/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The df-pn search for mates, on a graph with loops; its body is dfpn.tmpl.h.
 *
 * Numbers: at a defender's node the proof number is the largest of the open replies plus one for
 * each further one (Ueda's and Okabe's branch counting), not their sum: so positions reached by
 * many ways are not counted many times. At an attacker's node the disproof number likewise. In a
 * turn of plain sums both are sums, which tell better how much is left to do where lines are short
 * and do not often meet. While a length is settled most of what is searched gets refuted; then a
 * further move of the attacker counts for more the harder it is to refute. So it does where there
 * is probably no mate; there first numbers, too, are by what a refutation will cost (initial_pn.h).
 *
 * Twins: an attack that declines promotion seldom mates where the promoting one does not, so it waits
 * for that one to be refuted. But where it is the solution that could take for ever; so it waits for
 * 128 nodes at most, spent below the other at one go. While both are open they count as one, since
 * they lead to nearly the same position.
 */
#include <time.h>

#include "solver/search/ablation.h"
#include "solver/search/effort.h"
#include "solver/search/hands.h"
#include "solver/search/node.h"
#include "solver/search/replay.h"
#include "solver/search/team.h"

// What tests/bench/waits.c has done at each node.
#ifndef KJ_AT_NODE
#define KJ_AT_NODE(s) ((void)0)
#endif

enum {
    CHECK_INTERVAL = 1024,
    KEEP_SHARE = 50,
    TWIN_EFFORT = 4 * 7, // as kj_effort: a twin waits for 128 nodes
};

double kj_search_clock(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

double kj_search_seconds(const KjSearch *s)
{
    return kj_search_clock() - s->start;
}

double kj_search_keep_pause(double every, double took, double age)
{
    double rest = MAX(every, took * KEEP_SHARE);
    return MIN(rest, age);
}

/* Time for others to keep what was learnt. */
static void keep_learnt(KjSearch *s)
{
    double begun = kj_search_clock();
    if (!s->keep || begun < s->next_keep)
        return;
    s->keep(s->keep_data);
    double ended = kj_search_clock();
    s->next_keep =
        ended + kj_search_keep_pause(s->keep_every, ended - begun, ended - s->keep_begun);
}

void kj_search_settle(KjSearch *s)
{
    if (s->resumed && s->home.known) {
        s->part = s->home.part;
        s->counting = s->home.counting;
    } else {
        s->home = (KjHome){true, s->part, s->counting};
    }
    s->resumed = false;
}

static void report_progress(KjSearch *s, double seconds)
{
    if (!s->progress || seconds < s->next_report)
        return;
    s->next_report = seconds + 0.5;
    KjProgress progress = {
        .nodes = s->nodes,
        .seconds = seconds,
        .table_permille = kj_table_permille(&s->table),
        .depth = s->path.length,
        .phase = s->phase,
        .best_plies = s->best_plies,
        .best_proved = s->best_proved,
        .stations = s->stations,
        .settled = s->settled,
        .moves = s->moves,
        .decided = s->decided,
    };
    s->progress(&progress, s->progress_data);
}

void kj_search_begin(KjSearch *s, const KjGame *game, KjSide attacker)
{
    s->attacker = attacker;
    s->exact_hands = !kj_search_dominance_holds(s, game);
    s->best_plies = 0;
    s->best_proved = false;
    s->counting = KJ_COUNT_BRANCHES;
    s->salt = kj_mix((uint64_t)attacker + 1);
    s->part = KJ_TURN_ANY;
}

void kj_search_limit(KjSearch *s, const KjLimits *limits)
{
    kj_search_go_on(s, limits, 0, 0);
}

void kj_search_go_on(KjSearch *s, const KjLimits *limits, uint64_t nodes, double seconds)
{
    s->start = kj_search_clock() - seconds;
    s->next_report = 0;
    s->limits = limits;
    s->deadline = limits->seconds;
    s->nodes = nodes;
    s->looks = 0;
    s->next_check = 0;
    s->node_limit = limits->nodes ? limits->nodes : UINT64_MAX;
    s->stopped = KJ_CAUSE_NONE;
}

void kj_search_tell_best(KjSearch *s, unsigned plies, bool exact)
{
    if (s->best_proved || (s->best_plies && plies > s->best_plies))
        return;
    bool news = s->best_plies != plies || s->best_proved != exact;
    s->best_plies = plies;
    s->best_proved = exact;
    if (news) {
        s->next_report = 0;
        report_progress(s, kj_search_seconds(s));
    }
}

void kj_search_poll(KjSearch *s)
{
    double seconds = kj_search_seconds(s);
    if (s->limits->stop && *s->limits->stop)
        s->stopped = KJ_CAUSE_STOPPED;
    else if (s->deadline > 0 && seconds >= s->deadline)
        s->stopped = KJ_CAUSE_TIME;
    report_progress(s, seconds);
    keep_learnt(s);
}

void kj_search_count(KjSearch *s)
{
    s->nodes++;
    if (s->nodes >= s->node_limit)
        s->stopped = KJ_CAUSE_NODES;
    if (s->nodes < s->next_check)
        return;
    kj_search_poll(s);
    if (s->team)
        kj_team_poll(s);
    s->next_check = s->nodes + (s->check_every ? s->check_every : CHECK_INTERVAL);
}

/* The attack that promotes where this one declines to; NULL: it is no such move. Where a refutation
 * is expected they are not taken for twins. */
static const KjChild *twin_of(const KjSearch *s, const KjNode *node, const KjChild *child)
{
    if (!node->is_or || child->after == KJ_NO_CHILD || s->counting == KJ_COUNT_COSTS ||
        kj_without(KJ_HEURISTIC_twins))
        return NULL;
    const KjChild *other = &node->child[child->after];
    return (child->move ^ other->move) == KJ_MOVE_PROMOTE ? other : NULL;
}

/* Has a child that was added count for nothing besides its twin, or the other way round. */
static void join_twins(const KjSearch *s, const KjNode *node, const KjChild *child, KjPnSum *sum)
{
    const KjChild *twin = twin_of(s, node, child);
    if (twin && twin->ready)
        kj_pn_sum_join(sum, node->is_or, child->value.dn, twin->value.dn);
}

/* Whether the children before this one, which were all looked at, are solved. */
static bool all_solved_before(const KjNode *node, const KjChild *child)
{
    for (const KjChild *other = node->child; other < child; other++) {
        if (!other->ready || other->value.pn != 0)
            return false;
    }
    return true;
}

/* Gives a waiting child its first value, if those it waits for are solved, or it is a twin that has
 * waited long enough. */
static bool wake_in_turn(KjSearch *s, const KjNode *node, KjChild *child, unsigned ply,
                         unsigned len)
{
    const KjChild *before = &node->child[child->after];
    bool solved = before->ready && (node->is_or ? before->value.dn : before->value.pn) == 0;
    bool hard = before->effort >= TWIN_EFFORT && twin_of(s, node, child);
    if (!solved && !hard)
        return false;
    if ((unsigned)(child - node->child) == node->late && !all_solved_before(node, child))
        return false;
    kj_search_wake(s, child, ply + 1, kj_child_len(child, len));
    return true;
}

/* Looks again at children that others have been at. */
static void look_again(KjSearch *s, KjNode *node, unsigned ply, unsigned len)
{
    for (unsigned i = 0; i < node->n; i++) {
        KjChild *child = &node->child[i];
        if (child->effort >= KJ_CROWD_EFFORT && child->ready && !kj_value_final(&child->value) &&
            kj_crowd_news_of(s, child) != child->seen)
            kj_search_wake(s, child, ply + 1, kj_child_len(child, len));
    }
}

/*
 * What the children add up to where several threads are at the question: a child looks harder for each that is in it,
 * but the numbers of the node are those without. What others found out is looked up again, in nodes
 * where they may have been.
 */
static KjPnSum sum_up_in_crowd(KjSearch *s, KjNode *node, unsigned ply, unsigned len)
{
    KjPnSum sum = kj_pn_sum_begin(KJ_NO_CHILD, s->counting);
    uint32_t visited = KJ_PN_INF; // least number of those that look harder than they are
    look_again(s, node, ply, len);
    for (unsigned i = 0; i < node->n; i++) {
        KjChild *child = &node->child[i];
        if (!child->ready && !wake_in_turn(s, node, child, ply, len))
            continue;
        uint32_t pn = child->value.pn, dn = child->value.dn, *choose = node->is_or ? &pn : &dn;
        if (child->effort >= KJ_CROWD_EFFORT && !kj_value_final(&child->value)) {
            uint32_t number = *choose;
            *choose = kj_crowd_virtual(s, child, number);
            if (*choose != number)
                visited = number < visited ? number : visited;
        }
        if (kj_pn_sum_add(&sum, node->is_or, i, pn, dn))
            return sum;
        join_twins(s, node, child, &sum);
    }
    kj_pn_sum_end(&sum, node->is_or);
    uint32_t *least = node->is_or ? &sum.pn : &sum.dn;
    *least = visited < *least ? visited : *least;
    return sum;
}

/* Adds up the children, waking those whose turn has come. The first child that decides the node for
 * the mover ends it; when no child is open the mover has lost. */
static KjPnSum dfpn_sum_up(KjSearch *s, KjNode *node, unsigned len)
{
    unsigned ply = s->path.length - 1;
    KjPnSum sum = kj_pn_sum_begin(KJ_NO_CHILD, s->counting);
    if (s->crowd)
        return sum_up_in_crowd(s, node, ply, len);
    for (unsigned i = 0; i < node->n; i++) {
        KjChild *child = &node->child[i];
        if (!child->ready && !wake_in_turn(s, node, child, ply, len))
            continue;
        if (kj_pn_sum_add(&sum, node->is_or, i, child->value.pn, child->value.dn))
            return sum;
        join_twins(s, node, child, &sum);
    }
    kj_pn_sum_end(&sum, node->is_or);
    return sum;
}

/* The value of an attacker's node proved by one child. */
static KjNodeValue or_proved(const KjSearch *s, const KjChild *child)
{
    if (child->step ==
        KJ_STEP_SHORTCUT) // the hand is as before; a mate on the spot counts as one in 2
        return kj_value_proved(child->value.hand, child->value.len > 2 ? child->value.len - 1u : 1);
    const KjPathNode *here = &s->path.node[s->path.length - 1];
    KjHand hand = kj_proof_hand_before(&s->pos, child->move, child->value.hand);
    hand = kj_path_proof_hand(&s->path, s->n_forbidden, here->key, here->hand, hand);
    return kj_value_proved(hand, child->value.len + 1u);
}

/* The value of a defender's node all of whose replies lose. */
static KjNodeValue and_proved(const KjSearch *s, const KjNode *node)
{
    unsigned len = 0;
    for (unsigned i = 0; i < node->n; i++)
        len = MAX(len, node->child[i].value.len + 1u);
    const KjPathNode *here = &s->path.node[s->path.length - 1];
    KjHand hand = kj_node_proof_hand(&s->pos, s->attacker, node);
    return kj_value_proved(
        kj_path_proof_hand(&s->path, s->n_forbidden, here->key, here->hand, hand), len);
}

static KjNodeValue value_of(const KjSearch *s, const KjNode *node, const KjPnSum *sum, unsigned ply)
{
    if (sum->pn == 0)
        return node->is_or ? or_proved(s, &node->child[sum->best]) : and_proved(s, node);
    if (sum->dn != 0)
        return kj_value_open(sum->pn, sum->dn);
    if (!node->is_or)
        return kj_node_refuted_by(&s->pos, s->attacker, kj_node_refuting_child(node), ply);
    bool any_drop = s->options.attacker_moves != KJ_CHECKS_ONLY;
    return kj_node_all_fail(&s->pos, s->attacker, node, ply, KJ_LEN_INF, any_drop);
}

#define DFPN KjSearch
#define DFPN_NODE KjNode
#define DFPN_VALUE KjNodeValue
#define DFPN_SEARCH(s) (s)
#define DFPN_HAS_OLD(node) kj_node_has_old_child(node)
#define DFPN_IS_FRESH(node, i) ((node)->child[i].fresh)
#define DFPN_OWN(node, i) kj_node_adds(node, i)
#include "solver/search/dfpn.tmpl.h"

/* Searches the child that a shortcut leads to: the position is restored from a copy. */
static KjNodeValue search_shortcut(KjSearch *s, const KjNode *node, const KjChild *child,
                                   unsigned len, uint32_t th_pn, uint32_t th_dn)
{
    KjPosition here = s->pos;
    kj_futile_play(&s->pos, &node->shortcut, child->move);
    s->shortcut = KJ_NO_SHORTCUT;
    KjNodeValue value = dfpn_search(s, kj_len_more(len), th_pn, th_dn);
    s->pos = here;
    return value;
}

/* Searches the child that its move leads to. */
static KjNodeValue search_move(KjSearch *s, const KjNode *node, const KjChild *child, unsigned len,
                               uint32_t th_pn, uint32_t th_dn)
{
    s->shortcut = child->step == KJ_STEP_INTERPOSES
                      ? kj_futile_shortcut(&s->pos, child->move, node->between, node->checker)
                      : KJ_NO_SHORTCUT;
    KjUndo undo;
    kj_position_make(&s->pos, child->move, &undo);
    KjNodeValue value = dfpn_search(s, kj_len_less(len), th_pn, th_dn);
    kj_position_unmake(&s->pos, child->move, &undo);
    return value;
}

/* What is known of a node when others have decided it, or one above it. */
static KjNodeValue decided_by_others(KjSearch *s, unsigned ply, unsigned len, const KjPnSum *sum)
{
    KjNodeValue value = kj_value_open(sum->pn, sum->dn);
    if (s->unwind_to < ply)
        return value;
    s->unwind_to = KJ_NO_UNWIND;
    const KjPathNode *here = &s->path.node[ply];
    KjProbe probe;
    KjNodeValue known =
        kj_table_probe(&s->table, s->pos.game->t, here->key, here->hand, len, ply, &probe);
    return kj_value_final(&known) ? known : value;
}

static void dfpn_descend(KjSearch *s, KjNode *node, const KjPnSum *sum, unsigned len,
                         uint32_t th_pn, uint32_t th_dn)
{
    KjChild *child = &node->child[sum->best];
    uint32_t *choose = node->is_or ? &th_pn : &th_dn;
    uint64_t nodes = s->nodes;
    if (s->crowd) {
        // Others are in the best one by its numbers, so what limits that one may be no more.
        uint32_t least = node->is_or ? child->value.pn : child->value.dn;
        *choose = *choose > least ? *choose : least + 1;
        kj_crowd_enter(s, child);
    }
    kj_path_push(&s->path, child->key, child->hand);
    s->arena_used += node->n;
    child->value = child->step == KJ_STEP_SHORTCUT
                       ? search_shortcut(s, node, child, len, th_pn, th_dn)
                       : search_move(s, node, child, len, th_pn, th_dn);
    s->arena_used -= node->n;
    kj_path_pop(&s->path);
    child->fresh = child->old = false;
    unsigned effort = kj_effort(s->nodes - nodes);
    child->effort = effort > child->effort ? (uint8_t)effort : child->effort;
    if (s->crowd)
        kj_crowd_leave(s, child);
    unsigned ply = s->path.length - 1;
    if (s->crowd && kj_team_gives_up(s, ply)) {
        node->decided = node->by_others = true;
        node->final = decided_by_others(s, ply, len, sum);
    }
}

static void dfpn_open(KjSearch *s, KjNode *node, unsigned len)
{
    unsigned ply = s->path.length - 1;
    if (s->team)
        s->trail[ply].len = (uint16_t)len;
    kj_search_count(s);
    KJ_AT_NODE(s);
    kj_search_expand(s, node, ply, len);
    if (!node->decided && ply >= KJ_MAX_PLY - 1)
        s->stopped = KJ_CAUSE_MEMORY;
}

static KjNodeValue dfpn_close(KjSearch *s, KjNode *node, const KjPnSum *sum, unsigned len,
                              uint64_t nodes)
{
    (void)len;
    if (node->by_others)
        return node->final;
    unsigned ply = s->path.length - 1;
    KjNodeValue value = node->decided ? node->final : value_of(s, node, sum, ply);
    if (node->is_or && value.pn == 0 && !node->decided)
        kj_replay_learn(s, nodes);
    if (ply == s->root_ply && !node->decided)
        s->root_move = kj_node_deciding_move(node, sum);
    if (!s->stopped || kj_value_final(&value)) {
        kj_node_store(&s->table, &s->path, s->pos.game->t, node, &value, nodes);
        if (s->crowd && kj_value_fact(&value))
            kj_crowd_tell(s);
    }
    return value;
}

KjNodeValue kj_search_here(KjSearch *s, const KjPosition *pos, unsigned len, KjMove *out_move)
{
    s->pos = *pos;
    s->shortcut = KJ_NO_SHORTCUT;
    s->arena_used = 0;
    s->root_move = KJ_MOVE_NONE;
    s->root_ply = s->path.length - 1;
    s->extend = 0;
    KjNodeValue value = dfpn_search(s, len, KJ_PN_INF, KJ_PN_INF);
    *out_move = s->root_move;
    return value;
}

/* What the table knows of a mate within `len` plies. */
static KjNodeValue known_to_table(const KjSearch *s, const KjPosition *pos, unsigned len)
{
    KjProbe probe;
    return kj_table_probe(&s->table, pos->game->t, kj_search_key(s, pos), pos->hand[s->attacker],
                          len, 0, &probe);
}

KjNodeValue kj_search_move(KjSearch *s, const KjPosition *pos, unsigned len, KjMove *out_move)
{
    while (s->path.length > s->n_forbidden)
        kj_path_pop(&s->path);
    kj_path_push(&s->path, kj_search_key(s, pos), pos->hand[s->attacker]);
    KjNodeValue value = kj_search_here(s, pos, len, out_move);
    kj_path_pop(&s->path);
    return value;
}

/* Searches a position of which the table doesn't know enough; others of the team may join. */
static KjNodeValue search_question(KjSearch *s, const KjPosition *pos, unsigned len)
{
    KjMove move;
    s->root = pos;
    s->root_len = len;
    s->root_nodes = s->nodes;
    if (s->team)
        kj_team_open(s);
    KjNodeValue value = kj_search_move(s, pos, len, &move);
    s->root = NULL;
    if (s->crowd)
        kj_team_dismiss(s);
    return value;
}

KjNodeValue kj_search_root(KjSearch *s, const KjPosition *pos, unsigned len)
{
    KjNodeValue value = known_to_table(s, pos, len);
    return kj_value_final(&value) ? value : search_question(s, pos, len);
}

KjNodeValue kj_search_slice(KjSearch *s, const KjPosition *pos, unsigned len, uint64_t nodes)
{
    KjNodeValue v = known_to_table(s, pos, len);
    if (kj_value_final(&v))
        return v;
    uint64_t limit = kj_effort_begin_slice(s, nodes);
    v = search_question(s, pos, len);
    kj_effort_end_slice(s, limit);
    return v;
}
