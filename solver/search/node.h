/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a search over positions and a path does with a node, whether it is for mates or for 必至:
 * room for its children, what it is worth once decided, how it is kept. Internal to solver/.
 */
#pragma once

#include "solver/search/search.h"

/* Room for the children of a path as long as any: address space, used only as far as needed. NULL
 * when it cannot be had. Free with kj_arena_free; NULL is allowed. */
KjChild *kj_arena_new(void);
void kj_arena_free(KjChild *arena);

/* Whether a child that is not decided was last seen at a smaller ply. */
static inline bool kj_node_has_old_child(const KjNode *node)
{
    for (unsigned i = 0; i < node->n; i++) {
        const KjChild *child = &node->child[i];
        if (child->ready && child->old && !kj_value_final(&child->value))
            return true;
    }
    return false;
}

/* The number of a child that adds up with those of its siblings. */
static inline uint32_t kj_node_adds(const KjNode *node, unsigned i)
{
    return node->is_or ? node->child[i].value.dn : node->child[i].value.pn;
}

/* The reply that refutes a refuted defender's node for most. */
const KjChild *kj_node_refuting_child(const KjNode *node);

/* The move that decides a node for the side to move; KJ_MOVE_NONE: there is none. */
KjMove kj_node_deciding_move(const KjNode *node, const KjPnSum *sum);

/* The hand a defender's node of `pos` is proved with, all replies to which lose. */
KjHand kj_node_proof_hand(const KjPosition *pos, KjSide attacker, const KjNode *node);

/* The value of a defender's node of `pos` at `ply` that a child refutes. */
KjNodeValue kj_node_refuted_by(const KjPosition *pos, KjSide attacker, const KjChild *child,
                               unsigned ply);

/* The value of an attacker's node of `pos` at `ply` all of whose moves fail, within `longest` plies
 * at most. `any_drop`: as kj_disproof_hand_missing. */
KjNodeValue kj_node_all_fail(const KjPosition *pos, KjSide attacker, const KjNode *node,
                             unsigned ply, unsigned longest, bool any_drop);

/* Tells table and path the value of the node at the end of the path, where it took so many nodes. */
void kj_node_store(KjTable *table, KjPath *path, const KjTables *t, const KjNode *node,
                   const KjNodeValue *value, uint64_t nodes);
