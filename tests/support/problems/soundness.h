/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a position a sound problem: a forced mate of exact length whose attacker moves are the only
 * ones that mate, without a piece left over and without a piece too many (docs/check.md)?
 * Everything is asked of the solver, and an answer it does not give within the limit is never taken
 * for a yes. Shared by the generator of problems and the tests of the collections.
 */
#ifndef TESTS_SUPPORT_SOUNDNESS_H
#define TESTS_SUPPORT_SOUNDNESS_H

#include "solver/solver.h"

enum { SOUNDNESS_MAX_PLIES = 64 };

/* A solver and what a single question to it may cost. */
typedef struct {
    KjSolver *solver;
    uint64_t node_limit; // per question; 0: none
    uint64_t nodes;      // used so far, and one for each question
    uint64_t undecided;  // questions the limit left without an answer
    // What was played before the position asked about, where the law of repetition counts it; start
    // NULL: nothing.
    const KjPosition *start;
    KjMove past[SOUNDNESS_MAX_PLIES + 2];
    unsigned n_past;
} Judge;

/* A proved shortest mate and its main line, of at most SOUNDNESS_MAX_PLIES plies. */
typedef struct {
    unsigned plies;
    KjMove line[SOUNDNESS_MAX_PLIES];
    KjHand leftover;
    uint64_t nodes; // what it took
} Solution;

/* Makes a judge with a solver of `memory_mib`; ends the program when there is no memory. */
Judge judge_new(size_t memory_mib, uint64_t node_limit);

/* Frees the solver. */
void judge_clear(Judge *judge);

/* Whether the side to move has a forced mate whose exact length and whole line the solver gives. */
bool judge_solve(Judge *judge, const KjPosition *pos, Solution *out);

/* Whether `pos` is proved to have no mate. */
bool judge_refutes(Judge *judge, const KjPosition *pos);

/* Whether `key` is the only check that mates, in whatever length: every other check is refuted. */
bool judge_only_move(Judge *judge, const KjPosition *pos, KjMove key);

/*
 * Whether the attacker's moves of the main line are each the only one that mates. If not, *out_ply
 * (may be NULL) is the ply, counted from 0, of a move that is not.
 */
bool judge_unique(Judge *judge, const KjPosition *pos, const Solution *solution, unsigned *out_ply);

/*
 * As judge_unique, for every line in which the defender holds out longest, down to the last
 * attacker move; lines that leave the attacker a piece over where the main line does not are no
 * better defence (docs/check.md) and are left out. Gives up, and says false, after `max_positions`
 * attacker positions.
 */
bool judge_unique_everywhere(Judge *judge, const KjPosition *pos, const Solution *solution,
                             unsigned max_positions);

/* Whether the main line has an interposition by drop that the next move takes: it may be a futile
 * one, on which opinions differ (docs/rules.md R12.19). */
bool solution_takes_interposition(const Solution *solution);

/* Whether the attacker is left with a piece he could have dropped (docs/rules.md R12.20). */
bool solution_leaves_piece(const KjGame *game, const Solution *solution);

/*
 * All of it: a mate in min..max plies with the attacker's moves unique everywhere (in at most 40
 * positions), no piece left over and no interposition taken at once.
 */
bool judge_sound(Judge *judge, const KjPosition *pos, unsigned min, unsigned max, Solution *out);

#endif
