/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Df-pn for 必至; its body is dfpn.tmpl.h. As in search.c the numbers that add up are the largest of
 * the open children plus one for each further one.
 *
 * At a defender's node not in check a pass comes first: nothing else is looked at before it is
 * known to lose. Then the replies are looked at one after the other: a reply waits until the one
 * before it is answered, or known to need more than a mate by checks. So numbers grow with what is
 * hard to answer, not with how many replies there are.
 */
#include "solver/hisshi/hisshi-priv.h"
#include "solver/search/effort.h"
#include "solver/search/hands.h"

enum {
    MATE_SLICE = 200, // nodes of the second question for a mate; each further one has twice as many
    MOST_DOUBLED = 16,
    MOST_KILLER = 7,
    MOVE_COST = 1,
    WAIT_SHARE = 8, // so many attacks that wait count as one
    WAIT_DN = 12,   // of the replies that wait
};

static bool waits(const KjChild *child)
{
    return !child->ready;
}

static uint32_t with_cost(uint32_t number)
{
    return number > 0 && number < KJ_PN_MAX - MOVE_COST ? number + MOVE_COST : number;
}

/* The numbers of child `i`, as the node sees them. */
static void numbers_of(const KjNode *node, unsigned i, uint32_t *pn, uint32_t *dn)
{
    const KjChild *child = &node->child[i];
    *pn = child->value.pn;
    *dn = child->value.dn;
    if (waits(child))
        *dn = node->is_or ? 1 + (node->n - i) / WAIT_SHARE : WAIT_DN;
    if (child->step != KJ_STEP_MOVE)
        return;
    if (node->is_or)
        *pn = with_cost(*pn);
    else
        *dn = with_cost(*dn);
}

/* The sum over the children that do not wait, and the first of those that do for all of them. */
static KjPnSum add_up(const KjNode *node)
{
    KjPnSum sum = kj_pn_sum_begin(KJ_NO_CHILD, KJ_COUNT_BRANCHES);
    for (unsigned i = 0; i < node->n; i++) {
        uint32_t pn, dn;
        numbers_of(node, i, &pn, &dn);
        if (kj_pn_sum_add(&sum, node->is_or, i, pn, dn))
            return sum;
        if (waits(&node->child[i]))
            break;
    }
    kj_pn_sum_end(&sum, node->is_or);
    return sum;
}

/* As add_up; a child that waits is woken if it is the best. */
static KjPnSum dfpn_sum_up(KjHisshi *x, KjNode *node, unsigned len)
{
    for (;;) {
        KjPnSum sum = add_up(node);
        if (sum.pn == 0 || sum.dn == 0 || !waits(&node->child[sum.best]))
            return sum;
        kj_hisshi_wake(x, node, &node->child[sum.best], x->path.length,
                       kj_hisshi_child_len(node, len));
    }
}

static KjNodeValue or_proved(const KjHisshi *x, const KjChild *child)
{
    if (child->step == KJ_STEP_ASKS)
        return child->value;
    KjHand hand = kj_proof_hand_before(&x->pos, child->move, child->value.hand);
    return kj_value_proved(hand, child->value.len + 1u);
}

/* Within how many plies at most an attacker's node fails that was searched within `len` and all of
 * whose moves failed: checks may have been left out (expand_attacks). */
static unsigned longest_failure(unsigned len)
{
    if (len == KJ_LEN_INF || len > 3)
        return KJ_LEN_INF;
    return len == 1 ? 1 : 3;
}

static KjNodeValue and_proved(const KjHisshi *x, const KjNode *node)
{
    unsigned len = 1;
    for (unsigned i = 0; i < node->n; i++) {
        const KjNodeValue *value = &node->child[i].value;
        if (value->len > 1 && value->len + 1u > len)
            len = value->len + 1u;
    }
    return kj_value_proved(kj_node_proof_hand(&x->pos, x->attacker, node), len);
}

static void remember(uint8_t *good, KjMove move)
{
    if (good[move] < MOST_KILLER)
        good[move]++;
}

static KjNodeValue and_disproved(const KjHisshi *x, const KjNode *node, unsigned ply)
{
    const KjChild *best = kj_node_refuting_child(node);
    if (best->step == KJ_STEP_PASS)
        return kj_value_disproved(best->value.hand, KJ_LEN_INF, KJ_DEP_NONE);
    remember(x->refuted, best->move);
    return kj_node_refuted_by(&x->pos, x->attacker, best, ply);
}

static KjNodeValue value_of(KjHisshi *x, const KjNode *node, const KjPnSum *sum, unsigned ply,
                            unsigned len)
{
    if (sum->pn == 0 && node->is_or) {
        const KjChild *child = &node->child[sum->best];
        if (child->step == KJ_STEP_MOVE)
            remember(x->proved, child->move);
        return or_proved(x, child);
    }
    if (sum->pn == 0)
        return and_proved(x, node);
    if (sum->dn != 0)
        return kj_value_open(sum->pn, sum->dn);
    if (!node->is_or)
        return and_disproved(x, node, ply);
    return kj_node_all_fail(&x->pos, x->attacker, node, ply, longest_failure(len), true);
}

/* Goes on with the question for a mate, at the node or after a pass; longer each time. */
static void ask_mate(KjHisshi *x, KjNode *node, KjChild *child)
{
    KjPosition at = x->pos;
    if (child->step == KJ_STEP_PASS)
        kj_position_set_side(&at, x->attacker);
    child->value = kj_hisshi_mate(x, &at, (uint64_t)MATE_SLICE << child->after);
    if (child->after < MOST_DOUBLED)
        child->after++;
    if (child->step == KJ_STEP_PASS && child->value.pn == 0)
        kj_hisshi_expand_replies(x, node);
}

#define DFPN KjHisshi
#define DFPN_NODE KjNode
#define DFPN_VALUE KjNodeValue
#define DFPN_SEARCH(x) ((x)->s)
#define DFPN_HAS_OLD(node) kj_node_has_old_child(node)
#define DFPN_IS_FRESH(node, i) ((node)->child[i].fresh)
#define DFPN_OWN(node, i) kj_node_adds(node, i)
#include "solver/search/dfpn.tmpl.h"

static void dfpn_descend(KjHisshi *x, KjNode *node, const KjPnSum *sum, unsigned len,
                         uint32_t th_pn, uint32_t th_dn)
{
    KjChild *child = &node->child[sum->best];
    if (child->step != KJ_STEP_MOVE) {
        ask_mate(x, node, child);
        return;
    }
    uint32_t *choose = node->is_or ? &th_pn : &th_dn;
    *choose -= *choose < KJ_PN_MAX ? MOVE_COST : 0;
    kj_path_push(&x->path, child->key, child->hand);
    x->arena_used += node->n;
    KjUndo undo;
    kj_position_make(&x->pos, child->move, &undo);
    child->value = dfpn_search(x, kj_hisshi_child_len(node, len), th_pn, th_dn);
    kj_position_unmake(&x->pos, child->move, &undo);
    x->arena_used -= node->n;
    kj_path_pop(&x->path);
    child->fresh = child->old = false;
}

static void dfpn_open(KjHisshi *x, KjNode *node, unsigned len)
{
    kj_search_count(x->s);
    kj_hisshi_expand(x, node, len);
    if (x->path.length >= KJ_MAX_PLY)
        x->s->stopped = KJ_CAUSE_MEMORY;
}

static KjNodeValue dfpn_close(KjHisshi *x, KjNode *node, const KjPnSum *sum, unsigned len,
                              uint64_t nodes)
{
    unsigned ply = x->path.length - 1;
    KjNodeValue value = node->decided ? node->final : value_of(x, node, sum, ply, len);
    const KjPathNode *here = &x->path.node[ply];
    if (value.pn == 0)
        value.hand =
            kj_path_proof_hand(&x->path, x->n_forbidden, here->key, here->hand, value.hand);
    if (ply == x->root_ply && !node->decided)
        x->root_move = kj_node_deciding_move(node, sum);
    if (!x->s->stopped || kj_value_final(&value))
        kj_node_store(&x->table, &x->path, x->pos.game->t, node, &value, nodes);
    return value;
}

KjNodeValue kj_hisshi_root(KjHisshi *x, const KjPosition *pos, unsigned len, bool ask)
{
    KjProbe probe;
    KjKey key = kj_hisshi_key(x, pos);
    KjHand hand = pos->hand[x->attacker];
    x->root_move = KJ_MOVE_NONE;
    if (ask) {
        KjNodeValue known = kj_table_probe(&x->table, pos->game->t, key, hand, len, 0, &probe);
        if (kj_value_final(&known))
            return known;
    }
    while (x->path.length > x->n_forbidden)
        kj_path_pop(&x->path);
    kj_path_push(&x->path, key, hand);
    x->pos = *pos;
    x->arena_used = 0;
    x->root_ply = x->n_forbidden;
    x->extend = 0;
    KjNodeValue value = dfpn_search(x, len, KJ_PN_INF, KJ_PN_INF);
    kj_path_pop(&x->path);
    return value;
}

KjNodeValue kj_hisshi_slice(KjHisshi *x, const KjPosition *pos, unsigned len, uint64_t nodes)
{
    uint64_t limit = kj_effort_begin_slice(x->s, nodes);
    KjNodeValue v = kj_hisshi_root(x, pos, len, true);
    kj_effort_end_slice(x->s, limit);
    return v;
}
