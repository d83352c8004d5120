/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solved works for tests of what is said about them: the solver answers the questions. */
#pragma once

#include "core/format/position_text.h"
#include "solver/themes/solved.h"

typedef struct {
    KjSolvedWork work;
    KjPositionText text;
    KjSolver *solver;
    KjResult result;     // if the line was searched for
    uint64_t node_limit; // of each question
    unsigned asked;
} TestSolved;

/*
 * The work of `text`, a position with the main line after it as moves, or without: then the
 * solver's line is taken. NULL, or what went wrong, to be freed. Clear `out` in any case.
 */
char *test_solved_read(TestSolved *out, const char *game, const char *text, uint64_t node_limit);

void test_solved_clear(TestSolved *work);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TestSolved, test_solved_clear)
