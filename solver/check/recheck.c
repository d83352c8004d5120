/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The neighbours of a work. */
#include "solver/check/recheck.h"

#include "solver/solve.h"

void kj_recheck_base(KjSolver *solver, const KjPosition *work, KjSide attacker,
                     const KjCheckOptions *options, const KjLimits *limits, KjReport *out)
{
    kj_recheck_end(solver);
    kj_check(solver, work, attacker, options, limits, out);
    kj_transfer_pin(&kj_solver_search(solver)->hint, work);
}

void kj_recheck(KjSolver *solver, const KjPosition *neighbour, KjSide attacker,
                const KjCheckOptions *options, const KjLimits *limits, KjReport *out)
{
    if (kj_solver_search(solver)->attacker != attacker)
        kj_recheck_end(solver);
    kj_check(solver, neighbour, attacker, options, limits, out);
}

void kj_recheck_end(KjSolver *solver)
{
    kj_solver_search(solver)->hint.pinned = 0;
}
