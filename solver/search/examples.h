/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mates found before, whole positions, to be played over in positions that look the same around the
 * king (replay.h): a long work walks the same corridor again with one far piece changed.
 *
 * Nothing here is known to hold: an example says where to look for a mate and no more.
 */
#pragma once

#include "core/rules/position.h"

/* A position of the attacker's that is a mate. */
typedef struct {
    uint64_t zone;   // what it must have in common with others; 0: empty
    uint64_t number; // counted from 1 in the order they came
    uint32_t nodes;  // the mate took
    unsigned strikes;
    uint8_t side;
    KjHand hand[2];
    KjPiece board[KJ_MAX_SQUARES];
} KjMateExample;

/* Those of one thread; of fixed size, the oldest go. */
typedef struct KjExamples KjExamples;

/* Empty. NULL if there is no memory. Free with kj_examples_free, which NULL is allowed. */
KjExamples *kj_examples_new(void);
void kj_examples_free(KjExamples *examples);
void kj_examples_clear(KjExamples *examples);

/*
 * The newest example that has in common with a position, the attacker to move, the king's square,
 * the pieces near him, the attacker's hand, and `salt`; NULL: there is none. Quick where nothing is
 * alike. Valid until one is added.
 */
KjMateExample *kj_examples_find(KjExamples *examples, const KjPosition *pos, uint64_t salt);

/* Adds a mate that took so many nodes. */
void kj_examples_add(KjExamples *examples, const KjPosition *pos, uint64_t salt, uint64_t nodes);

/* The example's position, of this game. */
void kj_example_position(const KjMateExample *example, const KjGame *game, KjPosition *out);

/* Whether a key, of what was to be tried, is the first such for long; notes it. */
bool kj_examples_try(KjExamples *examples, uint64_t key);
