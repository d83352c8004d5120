/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of libkanju share. */
#pragma once

#include <glib.h>
#include <stdatomic.h>

#include "core/format/problem.h"
#include "repl/cli/printer.h"
#include "repl/job/input.h"
#include "repl/job/solve_job.h"
#include "repl/lib/kanju.h"
#include "solver/solver.h"

/* One problem, with the texts its accessors give. Results hold it too, since they print it: it goes
 * with the last of them (kj_lib_problem_release). */
typedef struct {
    KjProblem *read;
    char *position;
    char *error;
} KjLibProblem;

struct kanju_problems {
    GPtrArray *list; // of KjLibProblem
};

struct kanju_solver {
    KjValues *values;
    atomic_bool stop; // the search reads it without a lock
    kanju_progress_fn progress;
    void *progress_data;
    bool keeps[KANJU_KEEP_CHECKPOINT + 1]; // by kanju_keep
    GBytes *checkpoint;                    // to go on from in the next search, or NULL
};

/* A message in the words of the library, whose options have no dashes. (transfer full) */
char *kj_lib_words(const char *message);

/* Gives such a message to whoever wants it. */
void kj_lib_say(char **error, const char *message);

/* A problem by its index, NULL if there are not so many. */
const KjLibProblem *kj_lib_problem(const kanju_problems *problems, size_t index);

/* One more who holds a problem, and one fewer, on any thread. */
const KjLibProblem *kj_lib_problem_hold(const KjLibProblem *problem);
void kj_lib_problem_release(const KjLibProblem *problem);

/*
 * A problem as the input of a search, with the rule switches of the solver. It borrows everything
 * but `error`: the caller frees that, holds the problem, and keeps the input where it is.
 */
void kj_lib_input(const KjLibProblem *problem, const kanju_solver *solver, KjInput *out);

/* Gives a search the cores that were asked for; one if none were, since there may be other solvers at
 * work. */
void kj_lib_cores(const kanju_solver *solver, KjSolveRequest *request);

/* Tells the solver's progress function, if it has one, of a search. */
void kj_lib_watch(kanju_solver *solver, KjSolver *search);

/* Runs a search on a thread with a deep stack and waits for it; NULL, or why it could not begin. */
const char *kj_lib_run(kanju_solver *solver, void *(*search)(void *data), void *data);

/* What `print` writes as JSON, without the end of the line. (transfer full) */
char *kj_lib_json(void (*print)(KjPrinter *printer, const void *data), const void *data);

/* A tree of moves as nodes for others; NULL of NULL. Free with kj_lib_node_free. */
kanju_node *kj_lib_tree(const KjMoveTree *tree);
void kj_lib_node_free(kanju_node *root);

/* The format of a name, KJ_FORMAT_COUNT if there is none. */
KjFormat kj_lib_format(const char *name);

/* A tree, which is copied, in a format by its name; NULL with `error`. (transfer full) */
char *kj_lib_record(const KjMoveTree *tree, const char *format, char **error);
