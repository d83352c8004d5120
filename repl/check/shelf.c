/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warm solver of the workbench's checks. */
#include "repl/check/shelf.h"

#include <string.h>

struct KjShelf {
    GMutex lock;
    KjSolver *solver; // or NULL: none, or taken
    KjSolverOptions options;
};

KjShelf *kj_shelf_new(void)
{
    KjShelf *shelf = g_new0(KjShelf, 1);
    g_mutex_init(&shelf->lock);
    return shelf;
}

void kj_shelf_free(KjShelf *shelf)
{
    if (!shelf)
        return;
    kj_solver_free(shelf->solver);
    g_mutex_clear(&shelf->lock);
    g_free(shelf);
}

static bool same(const KjSolverOptions *a, const KjSolverOptions *b)
{
    return a->attacker_moves == b->attacker_moves && a->loops == b->loops &&
           a->memory_mib == b->memory_mib;
}

KjSolver *kj_shelf_take(KjShelf *shelf, const KjSolverOptions *options)
{
    KjSolver *solver = NULL;
    g_mutex_lock(&shelf->lock);
    if (shelf->solver && same(&shelf->options, options))
        solver = g_steal_pointer(&shelf->solver);
    g_mutex_unlock(&shelf->lock);
    return solver;
}

void kj_shelf_put(KjShelf *shelf, KjSolver *solver, const KjSolverOptions *options)
{
    g_mutex_lock(&shelf->lock);
    KjSolver *old = shelf->solver;
    shelf->solver = solver;
    shelf->options = *options;
    g_mutex_unlock(&shelf->lock);
    kj_solver_free(old);
}
