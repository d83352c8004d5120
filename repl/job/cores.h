/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cores of --threads: how many problems, versions and so on are worked on at a time, and how
 * many threads the search of each has. One each while there are many; what the last ones leave idle
 * is for those that begin then. Only where node counts need not repeat: how many nodes a search
 * takes that several threads share is never the same.
 */
#pragma once

#include <stdatomic.h>

#include "repl/job/solve_job.h"

typedef struct {
    unsigned all, each; // in all; for a search at least
    bool repeat;        // no search has more: node counts are to repeat
    atomic_uint left;   // problems that are not done
} KjCores;

/* The cores of the machine, as far as --threads goes. */
unsigned kj_cores_of_machine(void);

/* What --threads says, else the cores of the machine: for work that is side by side. */
unsigned kj_cores_asked(const KjValues *values);

/*
 * Plans for `n_problems`: request->solver.threads is what the search of each has at least, the cores
 * of --threads that no other problem is to have. Not said, one problem without a limit of nodes has
 * all cores of the machine.
 */
void kj_cores_plan(KjCores *cores, const KjValues *values, unsigned n_problems,
                   KjSolveRequest *request);

/* As kj_cores_plan, for a single search. */
void kj_cores_for_one(const KjValues *values, KjSolveRequest *request);

/* How many threads a search that begins now is to have; `repeats`: its own node count is to repeat,
 * too. */
unsigned kj_cores_for_next(KjCores *cores, bool repeats);

/* One problem is done. */
void kj_cores_done(KjCores *cores);
