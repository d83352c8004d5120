/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of libkanju share. */
#ifndef KJ_REPL_LIB_PROBLEMS_H
#define KJ_REPL_LIB_PROBLEMS_H

#include <glib.h>

#include "core/format/problem.h"
#include "repl/lib/kanju.h"

/* One problem, with the texts its accessors give. */
typedef struct {
    KjProblem *read;
    char *position;
    char *error;
} KjLibProblem;

struct kanju_problems {
    GArray *list; // KjLibProblem
};

/* Gives a message to whoever wants it. */
void kj_lib_say(char **error, const char *message);

/* A problem by its index, NULL if there are not so many. */
const KjLibProblem *kj_lib_problem(const kanju_problems *problems, size_t index);

#endif
