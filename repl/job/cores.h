/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cores of --threads among the problems of a list: one each while there are many, and what the
 * last ones leave idle for those that begin then.
 */
#ifndef KJ_REPL_JOB_CORES_H
#define KJ_REPL_JOB_CORES_H

#include <stdatomic.h>

#include "repl/job/solve_job.h"

typedef struct {
    unsigned all, each; // in all; for a search at least
    bool fixed;         // no search has more: node counts are to repeat
    atomic_uint left;   // problems that are not done
} KjCores;

/* Plans for `n_problems`, whose request kj_solve_share_cores has seen. */
void kj_cores_plan(KjCores *cores, const KjValues *values, unsigned n_problems,
                   const KjSolveRequest *request);

/* How many threads a search that begins now is to have. */
unsigned kj_cores_for_next(KjCores *cores);

/* One problem is done. */
void kj_cores_done(KjCores *cores);

#endif
