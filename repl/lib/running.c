/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: searches on threads of their own, and answers as JSON. */
#include "repl/job/cores.h"
#include "repl/lib/problems.h"
#include "solver/search/thread.h"

static void tell_progress(const KjProgress *progress, void *data)
{
    kanju_solver *solver = data;
    kanju_progress told = {progress->nodes, progress->seconds, progress->depth,
                           progress->best_plies};
    if (solver->progress(&told, solver->progress_data) != 0)
        kanju_solver_stop(solver);
}

void kj_lib_cores(const kanju_solver *solver, KjSolveRequest *request)
{
    if (solver->values->value[KJ_OPTION_THREADS].set)
        kj_cores_for_one(solver->values, request);
}

void kj_lib_watch(kanju_solver *solver, KjSolver *search)
{
    if (solver->progress)
        kj_solver_set_progress(search, tell_progress, solver);
}

const char *kj_lib_run(kanju_solver *solver, void *(*search)(void *data), void *data)
{
    pthread_t thread;
    bool begun = !KJ_THREADS || kj_thread_start(&thread, search, data);
    if (!KJ_THREADS)
        search(data);
    else if (begun)
        pthread_join(thread, NULL);
    atomic_store(&solver->stop, false);
    return begun ? NULL : "cannot start a thread for the search";
}

char *kj_lib_json(void (*print)(KjPrinter *printer, const void *data), const void *data)
{
    KjPrinter *printer = kj_printer_new_kept();
    print(printer, data);
    return kj_printer_take(printer);
}
