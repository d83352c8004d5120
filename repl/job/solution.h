/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solutions as games with branches, to be shown or written to files. */
#pragma once

#include "repl/job/solve_job.h"

/*
 * The solution of a solved job: the main line, and at each of its places where the defender moves,
 * every other reply with the mate that follows it, the longest first. The replies are searched with
 * the solver, which should still be warm, within the nodes of the proof once more and some; where
 * that is not enough, the reply stands alone with a comment. Without a mate there is the start with
 * the job's refutation. The verdict is the first comment. With request->explain the moves of the main
 * line, and the replies that lose sooner, have sentences on them as comments (because.h). The job's
 * input must outlive the tree.
 * (transfer full)
 */
KjMoveTree *kj_solution_tree(KjSolver *solver, const KjSolveRequest *request,
                             const KjLimits *limits, const KjSolveJob *job);

/* The sentence on a move of such a solution, or NULL. Owned by the node. */
const char *kj_solution_because(const KjMoveNode *node);

/* The moves that have one, in the order of the main line, each before those beside it: of
 * KjMoveNode *, without ownership. (transfer full) */
GPtrArray *kj_solution_explained(const KjMoveTree *tree);
