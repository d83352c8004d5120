/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The checkpoint of what a search has learnt: the few mates and refutations of its table that cost
 * most to find again. A later search of the same problem that begins with them goes on nearly where
 * the first one stopped (docs/log/performance.md, "Going on"), and so a batch need not keep tables
 * of what is still open.
 */
#pragma once

#include "solver/search/table.h"
#include "solver/solver.h"

/* What the tries before took. */
typedef struct {
    uint64_t nodes;
    uint64_t proof_nodes; // of these until a mate was proved; 0: none was
    double seconds;
} KjSpent;

enum { KJ_CHECKPOINT_ENTRIES = 1024 };

/*
 * The checkpoint of what `solver` knows after it was asked about `root`, of up to `most` entries,
 * with what was spent so far. It depends on the table alone. For programs of the same version on
 * machines of the same byte order. (transfer full)
 */
GBytes *kj_solver_checkpoint(KjSolver *solver, const KjPosition *root, const KjSpent *spent,
                             unsigned most);

/*
 * Empties the solver's table and fills it with a checkpoint of `root` for `attacker`. False, with
 * the table empty, if the bytes are no checkpoint of it. Whoever writes a checkpoint can have its
 * facts say anything, and answers that follow from them are then wrong: it must come from where
 * results come from.
 */
bool kj_solver_restore(KjSolver *solver, const KjPosition *root, KjSide attacker,
                       GBytes *checkpoint, KjSpent *out_spent);

/*
 * Writes all that `solver` has in its table, not only what cost most; also in the midst of a search,
 * from kj_solver_set_keep, while helpers go on. False: what kj_solver_save wrote to said so.
 */
bool kj_solver_save(KjSolver *solver, KjBytesOutFn out, void *data);

/*
 * Empties the solver's table and fills it with what kj_solver_save has written of a search for a
 * mate of `attacker` by the same rules. A later question about it goes on where the search was.
 * False, with the table empty, if it is damaged. As with kj_solver_restore it is believed.
 */
bool kj_solver_load(KjSolver *solver, const KjPosition *root, KjSide attacker, KjBytesInFn in,
                    void *data);

/* The next kj_solver_solve keeps what the table holds, and counts nodes and time on from `spent`,
 * for its limits and in its result. */
void kj_solver_resume(KjSolver *solver, const KjSpent *spent);

/* What all tries up to the last kj_solver_solve took. */
KjSpent kj_solver_spent(const KjSolver *solver);
