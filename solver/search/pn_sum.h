/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the children of a node add up to, and how far the best of them is searched (argued in
 * search.c and dfpn.tmpl.h). Shared by all df-pn searches; what a child is they know. Internal to
 * solver/.
 */
#pragma once

#include "solver/search/ablation.h"
#include "solver/search/value.h"

/* How the numbers of children add up (search.c). */
typedef enum {
    KJ_COUNT_BRANCHES, // the largest, and one more for each further child
    KJ_COUNT_HARD,     // the same, but what is hard to refute counts for more
    KJ_COUNT_COSTS,    // and first numbers after replies are by what they probably cost
    KJ_COUNT_SUMS,     // plain sums
} KjCounting;

enum { KJ_HARD_SHARE = 5 }; // then a disproof number counts one more for each so many

typedef struct {
    uint32_t pn, dn;  // of the node, after kj_pn_sum_end
    uint32_t second;  // the number of the runner-up: pn at an attacker's node, else dn
    uint32_t open;    // children that are not lost for the mover
    unsigned best;    // child to search next
    uint32_t least;   // while adding up: number of the best child,
    uint32_t largest; // of the other numbers the largest,
    uint64_t shares;  // and what all count for as further children
    KjCounting counting;
} KjPnSum;

/* Nothing added yet; `none` is what `best` stays if no child is open. */
static inline KjPnSum kj_pn_sum_begin(unsigned none, KjCounting counting)
{
    return (KjPnSum){.second = KJ_PN_INF, .best = none, .least = KJ_PN_INF, .counting = counting};
}

static inline uint32_t kj_number_capped(uint64_t number)
{
    return number > KJ_PN_MAX ? KJ_PN_MAX : (uint32_t)number;
}

/* What a child whose number is `add` counts for beside a larger one. */
static inline uint32_t kj_pn_sum_share(const KjPnSum *sum, bool attacks, uint32_t add)
{
    if (sum->counting == KJ_COUNT_SUMS)
        return add;
    return sum->counting != KJ_COUNT_BRANCHES && attacks ? 1 + (add - 1) / KJ_HARD_SHARE : 1;
}

/* Adds child `i`: the number it is chosen by (small is good for the mover) and the one that adds
 * up. True if the child wins for the mover: then the sum is complete, without kj_pn_sum_end. */
static inline bool kj_pn_sum_add(KjPnSum *sum, bool attacks, unsigned i, uint32_t pn, uint32_t dn)
{
    uint32_t choose = attacks ? pn : dn, add = attacks ? dn : pn;
    if (choose == 0) {
        sum->best = i;
        sum->pn = pn;
        sum->dn = dn;
        return true;
    }
    if (add == 0)
        return false; // lost for the mover
    sum->open++;
    sum->largest = add > sum->largest ? add : sum->largest;
    sum->shares += kj_pn_sum_share(sum, attacks, add);
    if (choose < sum->least) {
        sum->second = sum->least;
        sum->least = choose;
        sum->best = i;
    } else if (choose < sum->second) {
        sum->second = choose;
    }
    return false;
}

/* Two children, both added, that count as one, as the larger of them. */
static inline void kj_pn_sum_join(KjPnSum *sum, bool attacks, uint32_t a, uint32_t b)
{
    uint32_t less = a < b ? a : b;
    if (less)
        sum->shares -= kj_pn_sum_share(sum, attacks, less);
}

/* All children were added and none wins: the least of one number, of the other the largest and the
 * shares of the further open children. */
static inline void kj_pn_sum_end(KjPnSum *sum, bool attacks)
{
    uint64_t further = sum->open ? sum->shares - kj_pn_sum_share(sum, attacks, sum->largest) : 0;
    uint32_t total = kj_number_capped(sum->largest + further);
    sum->pn = attacks ? sum->least : total;
    sum->dn = attacks ? total : sum->least;
}

/*
 * From the thresholds of the node those of its best child: until it is no longer the best by an
 * eighth (1 + eps, Pawlewicz and Lew 2007), and of the number that adds up, where the child has
 * `own`, what its siblings leave.
 */
static inline void kj_pn_sum_thresholds(const KjPnSum *sum, bool attacks, uint32_t own,
                                        uint32_t *th_pn, uint32_t *th_dn)
{
    uint32_t *choose = attacks ? th_pn : th_dn, *add = attacks ? th_dn : th_pn;
    uint32_t limit = kj_number_capped((uint64_t)sum->second + 1 +
                                      (kj_without(KJ_HEURISTIC_eighth) ? 0 : sum->second / 8));
    *choose = limit < *choose ? limit : *choose;
    if (*add < KJ_PN_MAX)
        *add -= kj_number_capped(sum->shares - kj_pn_sum_share(sum, attacks, own));
}
