/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of refutations (solver/refute.h) held against brute force. */
#ifndef TESTS_SUPPORT_REFUTED_H
#define TESTS_SUPPORT_REFUTED_H

#include "solver/refute.h"
#include "tests/support/reference.h"

/* What was compared, to see that the trees are worth it. */
typedef struct {
    unsigned trees, tries, open, exactly, more, for_ever, mated, same, repeats, measured, longest,
        king_tries;
} RefutedCount;

/* Holds a tree of `root`, where sente attacks by checks and a loop fails him, against brute force.
 * Its width must leave nothing out. NULL, or what is wrong. (transfer full) */
char *refuted_check(const KjRefutation *tree, const KjPosition *root, Reference *reference,
                    RefutedCount *count);

/* Makes trees of small positions of Ōgi without a mate by the law of repetition, and asks the
 * oracle that carries the whole game along after each of their replies. NULL, or what is wrong.
 * (transfer full) */
char *refuted_by_law(uint64_t seed, unsigned wanted, RefutedCount *count);

/* Prints the counts on one line. */
void refuted_print(const char *what, const RefutedCount *count);

#endif
