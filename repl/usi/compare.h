/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An engine's answer held against Kanju's: does its line mate, and where do the two part? What is
 * said rests on searches of single positions, so it is proved or not said.
 */
#pragma once

#include "repl/job/solve_job.h"

/* A line of an engine, looked at move by move. Clear with kj_compared_line_clear. */
typedef struct {
    char *fault; // why it is no line that mates, or NULL
    KjMove *moves;
    unsigned n;      // moves before the fault
    KjHand leftover; // the attacker's hand at its end
} KjComparedLine;

/* What a line is of. */
typedef struct {
    const KjPositionText *game; // up to the root
    KjSide attacker;
    bool checks_only; // each move of the attacker's must give check
    bool by_law;      // moves that Ōgi's law of repetition forbids (rules.md §3.9) are illegal
} KjLineOf;

/*
 * Plays the words of a line, in USI: each move must be legal, and at the end the defender must be
 * mated.
 */
void kj_compare_line(const KjLineOf *of, char **words, KjComparedLine *out);
void kj_compared_line_clear(KjComparedLine *line);

/*
 * Says by which moves of a line that mates its length became another one than the `length` proved
 * for the root (0: proved that there is no mate): moves of the attacker that are too slow or throw
 * the mate away, replies of the defender that are not the longest or let the mate happen. Adds one
 * text for each such move, at most a few, and one if the limits are reached, to `remarks` (char*,
 * owned). `limits` has the time of all and the nodes of each position that is searched. `start` and
 * `past`, KjMove, are the game up to the root, for laws of repetition; `past` comes back as it was.
 * `solver` forgets what it knew.
 */
void kj_compare_explain(KjSolver *solver, const KjLimits *limits, const KjPosition *start,
                        GArray *past, const KjPosition *root, KjSide attacker, unsigned length,
                        const KjComparedLine *line, GPtrArray *remarks);
