/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search for 必至: df-pn over checks and threats, with the search for mates as its leaves.
 * Internal to solver/hisshi.
 *
 * Lengths inside are those of hisshi.h plus 1, so that 0 stays what the table takes for "nothing":
 * a mate by checks has 1, an attacker's position with a length of n plies n + 1, a defender's
 * position all of whose replies are mates 1.
 */
#pragma once

#include "solver/hisshi/hisshi.h"
#include "solver/search/node.h"

enum { KJ_HISSHI_MOVES = 1 << 16 };

struct KjHisshi {
    KjSolver *solver;
    KjSearch *s; // the search inside it: mates, limits, counts
    KjTable table;
    KjPath path;
    KjPosition pos;
    KjChild *arena;
    size_t arena_used;
    unsigned part;    // turn of the table
    bool exact_hands; // hands are not compared, see kj_hisshi_key
    uint64_t set;     // of pieces that the table is about (KjSearch.set)
    uint64_t salt;    // of questions with forbidden positions, which are first on the path
    unsigned n_forbidden;
    unsigned root_ply;
    KjMove root_move;
    unsigned extend; // see dfpn.tmpl.h
    KjGame game;     // what the table is about
    KjSide attacker;
    bool opened;
    KjSpent spent;    // by earlier tries of the next root
    bool goes_on;     // the next solve keeps what was learnt
    uint8_t *refuted; // by move: how often it refuted an attack lately
    uint8_t *proved;  // by move: how often it was a good attack lately
};

/* Key of a position for table and path. */
KjKey kj_hisshi_key(const KjHisshi *x, const KjPosition *pos);

/*
 * Is `pos` (the attacker to move) a mate by checks? With at most about `nodes` more nodes; open
 * with the numbers of that search if that is not enough. Lengths as in hisshi-priv.h.
 */
KjNodeValue kj_hisshi_mate(KjHisshi *x, const KjPosition *pos, uint64_t nodes);

/* Fills `node` with the children of x->pos within `len`; they lie in the arena from
 * x->arena_used. */
void kj_hisshi_expand(KjHisshi *x, KjNode *node, unsigned len);

/* Adds the replies of a defender's node that is not in check, the threat being proved. */
void kj_hisshi_expand_replies(KjHisshi *x, KjNode *node);

/* Gives a child that has waited its first value. */
void kj_hisshi_wake(KjHisshi *x, const KjNode *node, KjChild *child, unsigned ply, unsigned len);

/* The length a child is searched within at a node searched within `len`. */
static inline unsigned kj_hisshi_child_len(const KjNode *node, unsigned len)
{
    if (len == KJ_LEN_INF)
        return KJ_LEN_INF;
    return node->is_or || len > 2 ? len - 1 : 1;
}

/* Starts a path at `pos` and searches it within `len` until it is decided or a limit comes;
 * `ask`: the table is asked about it first. The deciding move is in x->root_move. */
KjNodeValue kj_hisshi_root(KjHisshi *x, const KjPosition *pos, unsigned len, bool ask);

/* As kj_hisshi_root, until `nodes` more are counted, which is no stop. */
KjNodeValue kj_hisshi_slice(KjHisshi *x, const KjPosition *pos, unsigned len, uint64_t nodes);
