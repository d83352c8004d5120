/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A solver that stays warm from one check to the next, for those who change a work a little and check it again.
 * The workbench has one; a check that runs while another has it makes its own.
 */
#ifndef KJ_REPL_CHECK_SHELF_H
#define KJ_REPL_CHECK_SHELF_H

#include <stdbool.h>

#include "solver/solver.h"

typedef struct KjShelf KjShelf;

/* An empty shelf. (transfer full) */
KjShelf *kj_shelf_new(void);
void kj_shelf_free(KjShelf *shelf);

/* The solver on the shelf if it was put there with these options, else NULL; from then on it is the caller's.
 * From any thread. */
KjSolver *kj_shelf_take(KjShelf *shelf, const KjSolverOptions *options);

/* Puts a solver on the shelf; what is there goes. From any thread. (solver: transfer full) */
void kj_shelf_put(KjShelf *shelf, KjSolver *solver, const KjSolverOptions *options);

#endif
