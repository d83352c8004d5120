/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cores among problems. */
#include "repl/job/cores.h"

void kj_cores_plan(KjCores *cores, const KjValues *values, unsigned n_problems,
                   const KjSolveRequest *request)
{
    const KjValue *value = values->value;
    cores->each = request->solver.threads;
    cores->all = MAX(cores->each, (unsigned)value[KJ_OPTION_THREADS].integer);
    cores->fixed =
        request->deterministic || request->limits.nodes > 0 || value[KJ_OPTION_MOVE_NODES].set;
    atomic_store(&cores->left, n_problems);
}

unsigned kj_cores_for_next(KjCores *cores)
{
    unsigned left = MAX(1, atomic_load(&cores->left));
    return cores->fixed ? cores->each : MAX(cores->each, cores->all / left);
}

void kj_cores_done(KjCores *cores)
{
    atomic_fetch_sub(&cores->left, 1);
}
