/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of works begin with: a position read from its text, and a solver. */
#ifndef KJ_TESTS_SUPPORT_WORKS_H
#define KJ_TESTS_SUPPORT_WORKS_H

#include "core/format/position_text.h"
#include "solver/solver.h"

/* The position that a text gives, after its moves; aborts where it gives none. */
static inline KjPosition position_of(const char *text)
{
    g_auto(KjPositionText) read;
    if (!kj_position_text_read(text, NULL, &read, NULL))
        g_error("not a position: %s", text);
    return kj_position_text_end(&read);
}

/* A solver as commands that check have one. (transfer full) */
static inline KjSolver *usual_solver(size_t memory_mib)
{
    KjSolverOptions options = {
        .loops = KJ_LOOPS_USUAL, .memory_mib = memory_mib, .find_shortest = true};
    return kj_solver_new(&options, NULL);
}

#endif
