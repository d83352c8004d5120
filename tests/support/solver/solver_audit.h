/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An audit of the solver's table: after a problem is solved, what the table claims of positions
 * below it is checked by brute force, under the very hands the claims are stored for. A wrong claim
 * seldom changes the answer to a small problem; here it is seen all the same.
 */
#pragma once

#include "solver/solver.h"
#include "tests/naive/naive.h"
#include "tests/support/brute_force/reference.h"

enum { SOLVER_AUDIT_TEXT = 512 };

/*
 * Audits the table of a solver that has just solved `root` for sente: on all positions below it if
 * they are not too many for `graph`, and on some along random lines of play from it, judged by
 * `second`. Returns the number of facts checked, or -1 and in `fault` one that is false.
 */
int solver_audit(const KjSolver *solver, const KjPosition *root, Reference *graph,
                 Reference *second, NvRng *rng, char fault[SOLVER_AUDIT_TEXT]);
