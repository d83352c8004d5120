/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tries (紛れ): checks beside the line that do not mate, and how hard that is to see. A try holds
 * out as long as a single reply refutes each of its checks: where the defender has a choice, the
 * solver sees that it leads nowhere.
 */
#pragma once

#include <stdatomic.h>

#include "solver/check/check.h"

enum { KJ_WRONG_PLIES = 9 }; // a try is not followed further

typedef struct {
    unsigned ply; // moves of the line before it
    KjMove move;
    unsigned n_replies, n_refuting; // to the try itself
    unsigned held; // plies for which a single reply at a time refutes: 0, 2, 4, ...
    unsigned n_line;
    KjMove line[KJ_WRONG_PLIES]; // the checks, from the try on, and what refutes them
    bool open;                   // a limit was reached: it may hold out longer
    uint64_t nodes;
} KjWrongCheck;

/*
 * Looks at a check that does not mate at `pos`. A position that comes back counts as refuting, as
 * for the convention of shogi problems. `nodes`: what it may cost, 0: no limit. `out->ply` stays.
 */
void kj_wrong_check_follow(KjSolver *solver, const KjPosition *pos, KjSide attacker, KjMove move,
                           uint64_t nodes, const atomic_bool *stop, KjWrongCheck *out);

/*
 * The checks of a report that do not mate, those at the nodes of its line: an array of KjWrongCheck,
 * not followed. (transfer full, g_array_unref)
 */
GArray *kj_wrong_checks_of(const KjReport *report);

/* The position a try of a report is played at. */
const KjPosition *kj_wrong_check_position(const KjReport *report, const KjWrongCheck *try);

/*
 * All of them followed and in order, with a solver that is warm from the check. `nodes`: what each
 * may cost; of `limits` the nodes of all, the seconds and the flag; what they leave is not in the
 * list, and then *out_cut (may be NULL) is true. (transfer full, g_array_unref)
 */
GArray *kj_wrong_checks_follow(KjSolver *solver, const KjReport *report, uint64_t nodes,
                               const KjLimits *limits, bool *out_cut);

/* Orders tries: those that hold out longer first, then those with fewer replies that refute, then
 * those with more replies in all. For sorting. */
int kj_wrong_check_compare(const void *a, const void *b);
