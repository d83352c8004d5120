/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The solver against the oracle that carries the whole game along, on small random positions in
 * which positions come back. Every verdict by a law that forbids is certified and verified.
 */
#pragma once

#include "solver/solver.h"
#include "tests/naive/history.h"

typedef struct {
    const char *game;
    NvRepeat repeat;
    int count;         // NV_REPEAT_COUNT: occurrences that end the game
    bool mutual_loses; // NV_REPEAT_COUNT: the side to move loses when both only checked
    int past;          // plies of random play before the position, at most
    uint64_t seed;
    unsigned wanted;                  // positions with loops to decide
    uint64_t nodes;                   // for the solver; positions that need more do not count
    size_t max_positions, max_visits; // for the oracle; likewise
} LoopsPlan;

typedef struct {
    unsigned drawn, decided; // decided: by both, and the law of repetition was asked for something
    unsigned mates, differ;  // differ: from "a loop fails the attacker", in verdict or length
    unsigned shorter;        // of these: both are mates
    unsigned least, greatest, history; // by what decided the verdict
    unsigned oracle_gave_up, solver_gave_up;
    unsigned left_open; // unknown, with the cause KJ_CAUSE_REPETITION
    unsigned longest;
    unsigned certified, uncertified; // verdicts, not those by a count; uncertified: for the limit
    uint64_t records;                // of the certificates
} LoopsCount;

/* A small random position in which sente attacks, with few pieces that can go on checking. */
void loops_position(NvPos *out, const char *game, NvRng *rng);

/* Runs a plan. True if all agree; else prints the first position on which they do not. */
bool loops_run(const LoopsPlan *plan, LoopsCount *count);

/* A law that counts: runs a plan of `limits` (seed, nodes, max_positions, max_visits) for it, prints
 * the counts. True if all agree. */
bool loops_run_count(const LoopsPlan *limits, const char *game, int count, bool mutual_loses,
                     int past, unsigned wanted, LoopsCount *out);

/*
 * Certifies and verifies what the solver says of the positions of a plan, without an oracle and so
 * of larger ones; `decided` counts all of them. True if all are; else prints the first that is not.
 */
bool loops_certify(const LoopsPlan *plan, LoopsCount *count);

/* Prints the counts on one line. */
void loops_print(const LoopsPlan *plan, const LoopsCount *count);
