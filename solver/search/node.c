/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Room for children; what a decided node is worth, and how it is kept. */
#include "solver/search/node.h"

#include <assert.h>

#include "solver/search/hands.h"
#include "solver/search/reserve.h"

// One byte more than children take: as large as no table is, which would be given what is not cleared.
static const size_t ARENA_BYTES = (size_t)KJ_MAX_PLY * 1024 * sizeof(KjChild) + 1;

KjChild *kj_arena_new(void)
{
    return kj_reserve(ARENA_BYTES);
}

void kj_arena_free(KjChild *arena)
{
    kj_reserve_free(arena, ARENA_BYTES, 0);
}

const KjChild *kj_node_refuting_child(const KjNode *node)
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

KjMove kj_node_deciding_move(const KjNode *node, const KjPnSum *sum)
{
    if (node->is_or && sum->pn == 0)
        return node->child[sum->best].move;
    return !node->is_or && sum->dn == 0 ? kj_node_refuting_child(node)->move : KJ_MOVE_NONE;
}

KjHand kj_node_proof_hand(const KjPosition *pos, KjSide attacker, const KjNode *node)
{
    KjHand hand = 0;
    for (unsigned i = 0; i < node->n; i++)
        hand = kj_hand_max(pos->game->t, hand, node->child[i].value.hand);
    return kj_proof_hand_monopoly(pos, attacker, node->between, hand);
}

KjNodeValue kj_node_refuted_by(const KjPosition *pos, KjSide attacker, const KjChild *child,
                               unsigned ply)
{
    unsigned len = kj_len_more(child->value.len);
    unsigned dep = child->value.dep >= ply ? KJ_DEP_NONE : child->value.dep;
    if (dep != KJ_DEP_NONE)
        return kj_value_disproved(pos->hand[attacker], len, dep);
    KjHand hand = kj_disproof_hand_reply(pos, attacker, child->move, child->value.hand);
    return kj_value_disproved(hand, len, dep);
}

KjNodeValue kj_node_all_fail(const KjPosition *pos, KjSide attacker, const KjNode *node,
                             unsigned ply, unsigned longest, bool any_drop)
{
    unsigned dep = KJ_DEP_NONE;
    KjHand hand = kj_hand_limit(pos, attacker);
    for (unsigned i = 0; i < node->n; i++) {
        const KjChild *child = &node->child[i];
        unsigned len = KJ_LEN_INF; // of a question for a mate by checks, which is none
        if (child->step == KJ_STEP_SHORTCUT)
            len = kj_len_less(child->value.len);
        else if (child->step != KJ_STEP_ASKS)
            len = kj_len_more(child->value.len);
        longest = len < longest ? len : longest;
        dep = child->value.dep < dep ? child->value.dep : dep;
        if (child->step == KJ_STEP_SHORTCUT || child->step == KJ_STEP_ASKS)
            hand = kj_hand_min(pos->game->t, hand, child->value.hand);
        else
            hand = kj_disproof_hand_move(pos, child->move, child->value.hand, hand);
    }
    if (dep >= ply) // relied on this very node at most: a shortest mate never comes back to it
        dep = KJ_DEP_NONE;
    if (dep != KJ_DEP_NONE)
        return kj_value_disproved(pos->hand[attacker], longest, dep);
    return kj_value_disproved(kj_disproof_hand_missing(pos, hand, any_drop), longest, dep);
}

void kj_node_store(KjTable *table, KjPath *path, const KjTables *t, const KjNode *node,
                   const KjNodeValue *value, uint64_t nodes)
{
    const KjPathNode *here = &path->node[path->length - 1];
    unsigned ply = path->length - 1, flags = node->is_or ? KJ_ENTRY_OR : 0;
    unsigned effort = kj_effort(nodes);
    if (value->dn == 0 && value->dep != KJ_DEP_NONE) {
        // Refuted on this path only: the table learns no more than that a loop was met.
        KjNodeValue open = kj_value_open(1, 1);
        kj_table_store_open(table, t, here->key, here->hand, &open, ply, effort,
                            flags | KJ_ENTRY_LOOP);
        KjPathNode node_here = *here;
        kj_path_pop(path);
        kj_path_store_loop(path, node_here.key, node_here.hand, value);
        kj_path_push(path, node_here.key, node_here.hand);
    } else if (kj_value_final(value)) {
        kj_table_store_final(table, t, here->key, value, ply, effort, flags);
    } else {
        kj_table_store_open(table, t, here->key, here->hand, value, ply, effort, flags);
    }
}
