/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proving, refuting and shortening one position, for the files of solver/ that do so. Internal. */
#pragma once

#include "solver/length/length.h"
#include "solver/solver.h"

/* How the last solve went. */
typedef struct {
    bool by_law;              // the law of repetition was asked
    KjPast past;              // what was played before the root
    KjHistorySearch *history; // the search with history, still at the root; NULL: it was not needed
} KjLastSolve;

/* The search inside a solver, for other files of solver/. */
KjSearch *kj_solver_search(KjSolver *solver);

const KjLastSolve *kj_solver_solved(const KjSolver *solver);

/* Takes in what a search of some length said. */
void kj_bounds_learn(KjBounds *bounds, const KjNodeValue *value);

/*
 * Looks for a mate until there is one, or none, or a limit is reached. `first` is the shortest
 * length possible, 1 or 2; `bounds` begins with what is known.
 */
void kj_solve_prove(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *bounds);

/*
 * kj_solve_prove of a position that probably has no mate: turns within few plies as long as they
 * may find a short mate, then one search of any length that counts as while a length is settled
 * (docs/solver.md §7). Also where something is forbidden; then without the turns.
 */
void kj_solve_refute(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *bounds);

typedef void (*KjProver)(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *bounds);

/* The node count at which shortening gives up after a proof of so many nodes, no more than `limit`. */
uint64_t kj_solve_shortening_limit(const KjSolverOptions *options, uint64_t proof_nodes,
                                   uint64_t limit);
