/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answers a check got so far, so that one that was ended goes on where it was: its questions
 * come again in the same order, and those that were answered, or left open with the same effort,
 * are not searched again. What a check reports, its counts of nodes too, is then that of one that
 * was not ended, but for the question it was at.
 */
#pragma once

#include "solver/query.h"

/* An answer as it is kept. `key` is of the question, and of its limits where they left it open. */
typedef struct {
    uint64_t key, nodes;
    uint16_t plies, none;
    uint8_t verdict, exact;
    uint16_t unused; // 0
} KjCheckAnswer;

typedef struct KjCheckAnswers KjCheckAnswers;

/* None yet. (transfer full; free with kj_check_answers_free) */
KjCheckAnswers *kj_check_answers_new(void);
void kj_check_answers_free(KjCheckAnswers *answers);

/* All answers, in the order of the questions; the address holds until the next one. */
const KjCheckAnswer *kj_check_answers_all(const KjCheckAnswers *answers, unsigned *out_n);

/* Those of a check that was ended; kj_check with them is a check of the same work by the same
 * options. False if they are none. */
bool kj_check_answers_load(KjCheckAnswers *answers, const KjCheckAnswer *kept, unsigned n);

/* The sum of their nodes. */
uint64_t kj_check_answers_nodes(const KjCheckAnswers *answers);

/* The next answer under `key` of those that were loaded, which is then used; false: no more. */
bool kj_check_answers_take(KjCheckAnswers *answers, uint64_t key, KjCheckAnswer *out);

/* Whether there is one. */
bool kj_check_answers_has(const KjCheckAnswers *answers, uint64_t key);

/* Adds one. */
void kj_check_answers_add(KjCheckAnswers *answers, const KjCheckAnswer *answer);
