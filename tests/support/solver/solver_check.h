/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The solver against brute force on random problems: verdict and length must agree exactly, and
 * what the solver says must not depend on how the board is turned or on what it solved before.
 */
#pragma once

#include "solver/solver.h"
#include "tests/support/brute_force/reference.h"

typedef struct {
    const char *game;
    const KjRules *rules; // switches (docs/rules.md R13), or NULL: as the game has them
    KjAttackerMoves moves;
    uint64_t seed;
    unsigned wanted;      // problems to decide
    uint64_t nodes;       // for the solver; problems that need more do not count
    size_t max_positions; // for brute force; likewise
    unsigned audit_every; // one problem of so many has its table audited; 0 none
    unsigned threads;     // 0 is 1; several are at every question
    size_t naive_below;   // the naive oracle is asked too if brute force met fewer positions
} SolverCheckPlan;

enum { SOLVER_CHECK_MOVES = 16 };

/* What was compared, to see that the problems are worth it. */
typedef struct {
    unsigned decided, unsolved, undecided, audited, facts, mates, naive, defender_first, longest;
    unsigned by_moves[SOLVER_CHECK_MOVES]; // mates by attacker's moves; the last: that many or more
} SolverCheckCount;

/* Solver options for exact lengths whatever they cost. */
KjSolverOptions solver_check_options(size_t memory_mib);

/* Solves without limits. The result is to be cleared. */
void solver_check_solve(KjSolver *solver, const KjPosition *pos, KjSide attacker, KjResult *out);

/*
 * Checks a line of a result with plies_proved: legal, checks by the attacker (or what the options
 * allow), as long as the mate, mate at the end, the hand left over; every move of both sides exact
 * by brute force. Returns NULL or what is wrong with it.
 */
const char *solver_check_line(Reference *reference, const KjPosition *root, KjSide attacker,
                              KjAttackerMoves moves, const KjResult *result);

/* Runs a plan. Returns true if all agree; else prints the first problem on which they do not. */
bool solver_check_run(const SolverCheckPlan *plan, SolverCheckCount *count);

/* Prints the counts on one line. */
void solver_check_print(const SolverCheckPlan *plan, const SolverCheckCount *count);
