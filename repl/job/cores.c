/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cores among problems. */
#include "repl/job/cores.h"

enum { MOST = 256 };

unsigned kj_cores_of_machine(void)
{
    return CLAMP(g_get_num_processors(), 1, MOST);
}

unsigned kj_cores_asked(const KjValues *values)
{
    const KjValue *asked = &values->value[KJ_OPT(THREADS)];
    return asked->set ? (unsigned)asked->integer : kj_cores_of_machine();
}

void kj_cores_plan(KjCores *cores, const KjValues *values, unsigned n_problems,
                   KjSolveRequest *request)
{
    const KjValue *value = values->value;
    unsigned asked = (unsigned)value[KJ_OPT(THREADS)].integer; // 0: not said
    *cores = (KjCores){.repeat = request->deterministic || request->limits.nodes ||
                                 value[KJ_OPT(MOVE_NODES)].set};
    if (n_problems == 1 && !cores->repeat)
        asked = kj_cores_asked(values);
    cores->each = request->deterministic ? 1 : MAX(1, asked / request->threads);
    cores->all = MAX(cores->each, asked);
    atomic_store(&cores->left, n_problems);
    request->solver.threads = cores->each;
}

void kj_cores_for_one(const KjValues *values, KjSolveRequest *request)
{
    KjCores cores;
    kj_cores_plan(&cores, values, 1, request);
}

unsigned kj_cores_for_next(KjCores *cores, bool repeats)
{
    unsigned left = MAX(1, atomic_load(&cores->left));
    return cores->repeat || repeats ? cores->each : MAX(cores->each, cores->all / left);
}

void kj_cores_done(KjCores *cores)
{
    atomic_fetch_sub(&cores->left, 1);
}
