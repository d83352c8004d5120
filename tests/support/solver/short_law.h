/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The solver and its certificates against the oracle with history, on random positions of Ōgi after
 * moves of any kind: quiet ones, to and fro, and, where a side was mated, moves that leave its king
 * to be taken.
 */
#pragma once

#include "tests/naive/history.h"

typedef struct {
    NvAttacks attacks;
    bool stalemate_wins;
    NvRepeat repeat; // NV_REPEAT_LITERAL or _PAIR
    int past;        // plies before the position, at most
    int within;      // plies that the oracle looks ahead
    uint64_t seed;
    unsigned drawn; // positions
} ShortLawPlan;

typedef struct {
    unsigned decided, mates, certified,
        limited;       // by the solver; limited: not written within the nodes
    unsigned given_up; // by the oracle
} ShortLawCount;

/* Runs a plan. True if verdicts, lengths and certificates are right as far as the oracle sees;
 * else prints the first position where one is not. */
bool short_law_run(const ShortLawPlan *plan, ShortLawCount *count);
