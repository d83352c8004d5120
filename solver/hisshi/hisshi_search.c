/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Df-pn for 必至. As in search.c: the numbers that add up are the largest of the open children plus
 * one for each further one, and a child is searched until it is no longer the best by an eighth.
 *
 * At a defender's node not in check a pass comes first: nothing else is looked at before it is
 * known to lose. Then the replies are looked at one after the other: a reply waits until the one
 * before it is answered, or known to need more than a mate by checks. So numbers grow with what is
 * hard to answer, not with how many replies there are.
 */
#include <assert.h>

#include "solver/hisshi/hisshi-priv.h"
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
static void numbers_of(const KjHisshiNode *node, unsigned i, uint32_t *pn, uint32_t *dn)
{
    const KjChild *child = &node->child[i];
    *pn = child->value.pn;
    *dn = child->value.dn;
    if (waits(child))
        *dn = node->is_or ? 1 + (node->n - i) / WAIT_SHARE : WAIT_DN;
    if (child->step != KJ_HISSHI_MOVE)
        return;
    if (node->is_or)
        *pn = with_cost(*pn);
    else
        *dn = with_cost(*dn);
}

/* The sum over the children that do not wait, and the first of those that do for all of them. */
static KjPnSum add_up(const KjHisshiNode *node)
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
static KjPnSum sum_up(KjHisshi *x, KjHisshiNode *node, unsigned ply, unsigned len)
{
    for (;;) {
        KjPnSum sum = add_up(node);
        if (sum.pn == 0 || sum.dn == 0 || !waits(&node->child[sum.best]))
            return sum;
        kj_hisshi_wake(x, node, &node->child[sum.best], ply + 1, kj_hisshi_child_len(node, len));
    }
}

static KjNodeValue or_proved(const KjHisshi *x, const KjChild *child)
{
    if (child->step == KJ_HISSHI_MATE)
        return child->value;
    KjHand hand = kj_proof_hand_before(&x->pos, child->move, child->value.hand);
    return kj_value_proved(hand, child->value.len + 1u);
}

static KjNodeValue or_disproved(const KjHisshi *x, const KjHisshiNode *node, unsigned ply,
                                unsigned len)
{
    unsigned longest = KJ_LEN_INF, dep = KJ_DEP_NONE;
    KjHand hand = kj_hand_limit(&x->pos, x->attacker);
    if (len != KJ_LEN_INF) // checks may have been left out (expand_attacks)
        longest = len == 1 ? 1 : len > 3 ? KJ_LEN_INF : 3;
    for (unsigned i = 0; i < node->n; i++) {
        const KjChild *child = &node->child[i];
        if (child->step == KJ_HISSHI_MATE) {
            hand = kj_hand_min(x->pos.game->t, hand, child->value.hand);
            continue;
        }
        unsigned more = kj_len_more(child->value.len);
        longest = more < longest ? more : longest;
        dep = child->value.dep < dep ? child->value.dep : dep;
        hand = kj_disproof_hand_move(&x->pos, child->move, child->value.hand, hand);
    }
    if (dep >= ply)
        dep = KJ_DEP_NONE;
    if (dep != KJ_DEP_NONE)
        return kj_value_disproved(x->pos.hand[x->attacker], longest, dep);
    return kj_value_disproved(kj_disproof_hand_missing(&x->pos, hand, true), longest, dep);
}

static KjNodeValue and_proved(const KjHisshi *x, const KjHisshiNode *node)
{
    unsigned len = 1;
    KjHand hand = 0;
    for (unsigned i = 0; i < node->n; i++) {
        const KjNodeValue *value = &node->child[i].value;
        if (value->len > 1 && value->len + 1u > len)
            len = value->len + 1u;
        hand = kj_hand_max(x->pos.game->t, hand, value->hand);
    }
    return kj_value_proved(kj_proof_hand_monopoly(&x->pos, x->attacker, node->between, hand), len);
}

static const KjChild *refuting_child(const KjHisshiNode *node)
{
    const KjChild *best = NULL;
    for (unsigned i = 0; i < node->n; i++) {
        const KjChild *child = &node->child[i];
        if (child->ready && child->value.dn == 0 &&
            (!best || child->value.dep > best->value.dep ||
             (child->value.dep == best->value.dep && child->value.len > best->value.len)))
            best = child;
    }
    assert(best);
    return best;
}

static void remember(uint8_t *good, KjMove move)
{
    if (good[move] < MOST_KILLER)
        good[move]++;
}

static KjNodeValue and_disproved(const KjHisshi *x, const KjHisshiNode *node, unsigned ply)
{
    const KjChild *best = refuting_child(node);
    if (best->step == KJ_HISSHI_PASS)
        return kj_value_disproved(best->value.hand, KJ_LEN_INF, KJ_DEP_NONE);
    remember(x->refuted, best->move);
    unsigned len = kj_len_more(best->value.len);
    unsigned dep = best->value.dep >= ply ? KJ_DEP_NONE : best->value.dep;
    if (dep != KJ_DEP_NONE)
        return kj_value_disproved(x->pos.hand[x->attacker], len, dep);
    KjHand hand = kj_disproof_hand_reply(&x->pos, x->attacker, best->move, best->value.hand);
    return kj_value_disproved(hand, len, dep);
}

static KjNodeValue value_of(KjHisshi *x, const KjHisshiNode *node, const KjPnSum *sum, unsigned ply,
                            unsigned len)
{
    if (sum->pn == 0 && node->is_or) {
        const KjChild *child = &node->child[sum->best];
        if (child->step == KJ_HISSHI_MOVE)
            remember(x->proved, child->move);
        return or_proved(x, child);
    }
    if (sum->pn == 0)
        return and_proved(x, node);
    if (sum->dn == 0)
        return node->is_or ? or_disproved(x, node, ply, len) : and_disproved(x, node, ply);
    return kj_value_open(sum->pn, sum->dn);
}

static KjMove deciding_move(const KjHisshiNode *node, const KjPnSum *sum)
{
    if (node->is_or && sum->pn == 0)
        return node->child[sum->best].move;
    return !node->is_or && sum->dn == 0 ? refuting_child(node)->move : KJ_MOVE_NONE;
}

static bool has_old_child(const KjHisshiNode *node)
{
    for (unsigned i = 0; i < node->n; i++) {
        const KjChild *child = &node->child[i];
        if (child->ready && child->old && !kj_value_final(&child->value))
            return true;
    }
    return false;
}

/* Goes on with the question for a mate, at the node or after a pass; longer each time. */
static void ask_mate(KjHisshi *x, KjHisshiNode *node, KjChild *child)
{
    KjPosition at = x->pos;
    if (child->step == KJ_HISSHI_PASS)
        kj_position_set_side(&at, x->attacker);
    child->value = kj_hisshi_mate(x, &at, (uint64_t)MATE_SLICE << child->after);
    if (child->after < MOST_DOUBLED)
        child->after++;
    if (child->step == KJ_HISSHI_PASS && child->value.pn == 0)
        kj_hisshi_expand_replies(x, node);
}

static KjNodeValue search_node(KjHisshi *x, unsigned len, uint32_t th_pn, uint32_t th_dn,
                               unsigned *extend);

static void descend(KjHisshi *x, KjHisshiNode *node, const KjPnSum *sum, unsigned len,
                    uint32_t th_pn, uint32_t th_dn, unsigned *extend)
{
    KjChild *child = &node->child[sum->best];
    if (child->step != KJ_HISSHI_MOVE) {
        ask_mate(x, node, child);
        return;
    }
    uint32_t own = node->is_or ? child->value.dn : child->value.pn;
    kj_pn_sum_thresholds(sum, node->is_or, own, &th_pn, &th_dn);
    uint32_t *choose = node->is_or ? &th_pn : &th_dn;
    *choose -= *choose < KJ_PN_MAX ? MOVE_COST : 0;
    kj_path_push(&x->path, child->key, child->hand);
    x->arena_used += node->n;
    KjUndo undo;
    kj_position_make(&x->pos, child->move, &undo);
    child->value = search_node(x, kj_hisshi_child_len(node, len), th_pn, th_dn, extend);
    kj_position_unmake(&x->pos, child->move, &undo);
    x->arena_used -= node->n;
    kj_path_pop(&x->path);
    child->fresh = child->old = false;
}

static void store(KjHisshi *x, const KjHisshiNode *node, const KjNodeValue *value, uint64_t effort)
{
    const KjTables *t = x->pos.game->t;
    KjPathNode here = x->path.node[x->path.length - 1];
    unsigned ply = x->path.length - 1, flags = node->is_or ? KJ_ENTRY_OR : 0;
    if (value->dn == 0 && value->dep != KJ_DEP_NONE) {
        KjNodeValue open = kj_value_open(1, 1);
        kj_table_store_open(&x->table, t, here.key, here.hand, &open, ply, kj_effort(effort),
                            flags | KJ_ENTRY_LOOP);
        kj_path_pop(&x->path);
        kj_path_store_loop(&x->path, here.key, here.hand, value);
        kj_path_push(&x->path, here.key, here.hand);
    } else if (kj_value_final(value)) {
        kj_table_store_final(&x->table, t, here.key, value, ply, kj_effort(effort), flags);
    } else {
        kj_table_store_open(&x->table, t, here.key, here.hand, value, ply, kj_effort(effort),
                            flags);
    }
}

/* Goes through the children until the node is decided or a threshold is reached. */
static KjPnSum go_through(KjHisshi *x, KjHisshiNode *node, unsigned ply, unsigned len,
                          uint32_t th_pn, uint32_t th_dn, unsigned *extend)
{
    for (;;) {
        KjPnSum sum = sum_up(x, node, ply, len);
        if (sum.pn == 0 || sum.dn == 0 || x->s->stopped || node->decided)
            return sum;
        uint32_t wide_pn = th_pn, wide_dn = th_dn;
        if (*extend) {
            wide_pn = sum.pn >= th_pn ? sum.pn + 1 : th_pn;
            wide_dn = sum.dn >= th_dn ? sum.dn + 1 : th_dn;
        }
        if (sum.pn >= wide_pn || sum.dn >= wide_dn)
            return sum;
        if (node->child[sum.best].fresh && *extend)
            --*extend;
        descend(x, node, &sum, len, wide_pn, wide_dn, extend);
    }
}

static KjNodeValue search_node(KjHisshi *x, unsigned len, uint32_t th_pn, uint32_t th_dn,
                               unsigned *extend)
{
    unsigned ply = x->path.length - 1, extend_before = *extend;
    uint64_t first_node = x->s->nodes;
    kj_search_count(x->s);
    KjHisshiNode node;
    kj_hisshi_expand(x, &node, len);
    if (ply >= KJ_MAX_PLY - 1)
        x->s->stopped = KJ_CAUSE_MEMORY;
    if (has_old_child(&node))
        ++*extend;
    KjPnSum sum = {0};
    if (!node.decided)
        sum = go_through(x, &node, ply, len, th_pn, th_dn, extend);
    if (*extend > extend_before)
        *extend = extend_before;
    KjNodeValue value = node.decided ? node.final : value_of(x, &node, &sum, ply, len);
    if (ply == x->root_ply && !node.decided)
        x->root_move = deciding_move(&node, &sum);
    if (!x->s->stopped || kj_value_final(&value))
        store(x, &node, &value, x->s->nodes - first_node);
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
    unsigned extend = 0;
    KjNodeValue value = search_node(x, len, KJ_PN_INF, KJ_PN_INF, &extend);
    kj_path_pop(&x->path);
    return value;
}

KjNodeValue kj_hisshi_slice(KjHisshi *x, const KjPosition *pos, unsigned len, uint64_t nodes)
{
    KjSearch *s = x->s;
    uint64_t limit = s->node_limit;
    bool slice = nodes < limit - s->nodes;
    if (slice)
        s->node_limit = s->nodes + nodes;
    KjNodeValue v = kj_hisshi_root(x, pos, len, true);
    s->node_limit = limit;
    if (slice && s->stopped == KJ_CAUSE_NODES)
        s->stopped = KJ_CAUSE_NONE;
    return v;
}
