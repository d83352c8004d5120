/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cache of what the searches of a session have found: results, so that all commands of the
 * workbench show the same, and a solver whose table stays warm, for works that are changed a little
 * and checked again. The workbench has one cache. A search that runs while another has the solver
 * makes a solver of its own. All functions may be called from any thread.
 */
#pragma once

#include <stdbool.h>

#include "solver/solver.h"

typedef struct KjSolverCache KjSolverCache;

/* An empty cache. (transfer full) */
KjSolverCache *kj_solver_cache_new(void);
void kj_solver_cache_free(KjSolverCache *cache);

/* The solver on the cache if it was put there with these options, else NULL; from then on it is the
 * caller's. */
KjSolver *kj_solver_cache_take(KjSolverCache *cache, const KjSolverOptions *options);

/* Puts a solver on the cache; what is there goes. (solver: transfer full) */
void kj_solver_cache_put(KjSolverCache *cache, KjSolver *solver, const KjSolverOptions *options);

/* A question put to a solver. */
typedef struct {
    const KjPosition *root;
    KjSide attacker;
    unsigned n_past; // moves played before the root: where the law asks for them nothing is kept
    KjSolverOptions options;
    KjLimits limits; // `stop` is not used
} KjQuestion;

/*
 * Keeps what came out; nothing undecided, and no mate without a line that ends in it, of which no
 * more than `proof_nodes` is kept: what the first proof took of a solver that knew nothing, 0 not
 * known. `whole`: no user stopped the search. What is known better already stays.
 */
void kj_solver_cache_remember(KjSolverCache *cache, const KjQuestion *question,
                              const KjResult *result, bool whole, uint64_t proof_nodes);

/* What the first proof of such a question took when it was first asked; 0 not known. */
uint64_t kj_solver_cache_proof_nodes(KjSolverCache *cache, const KjQuestion *question);

/*
 * What is known of a position: that it was the root of such a question, or is on the line of a mate
 * proved to be shortest. With `settled` only what another search by this question could not make
 * better; else the best there is. Nodes and seconds are those of the search that found it; of a
 * place on a line pure_plies is 0 where that length is another than `plies`. False, and `out`
 * empty, when nothing is; clear it with kj_result_clear.
 */
bool kj_solver_cache_recall(KjSolverCache *cache, const KjQuestion *question, bool settled,
                            KjResult *out);

/* Counts what was remembered, for those who show it. */
unsigned kj_solver_cache_serial(KjSolverCache *cache);
