/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of refutations (solver/refutation/refute.h) held against brute force. */
#pragma once

#include "solver/refutation/refute.h"
#include "tests/naive/history.h"
#include "tests/support/brute_force/reference.h"

/* What was compared, to see that the trees are worth it. */
typedef struct {
    unsigned trees, tries, open, exactly, more, for_ever, mated, same, repeats, measured, longest,
        king_tries;
} RefutedCount;

/* Holds a tree of `root`, where sente attacks by checks and a loop fails him, against brute force.
 * Its width must leave nothing out. NULL, or what is wrong. (transfer full) */
char *refuted_check(const KjRefutation *tree, const KjPosition *root, Reference *reference,
                    RefutedCount *count);

/* A law of repetition, and what is played before. */
typedef struct {
    const char *game;
    NvRepeat repeat;
    int count;         // NV_REPEAT_COUNT: occurrences that end the game
    bool mutual_loses; // likewise: the side to move loses when both only checked
    int past;          // plies of random play before the position, at most
} RefutedLaw;

/* Makes trees of small positions without a mate by a law, and asks the oracle that carries the
 * whole game along after each of their replies. NULL, or what is wrong. (transfer full) */
char *refuted_by_law(const RefutedLaw *law, uint64_t seed, unsigned wanted, RefutedCount *count);

/* Prints the counts on one line. */
void refuted_print(const char *what, const RefutedCount *count);
