/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How hard a work is to solve: a few numbers about its main line, and their weighted sum. It is an
 * ordering aid and nothing more: no study ties such numbers to solvers' times (docs/themes.md), and
 * the weights are chosen, not fitted. docs/themes.md says what each number is.
 */
#pragma once

#include "solver/themes/solved.h"

typedef enum {
    KJ_HARD_PLIES,     // plies of the line
    KJ_HARD_CHECKS,    // sum over attacking plies of log2(checks)
    KJ_HARD_PLAUSIBLE, // other checks after which some reply is mated at once
    KJ_HARD_DEEP,      // other checks that no reply visibly refutes within three plies
    KJ_HARD_REPLIES,   // sum over defending plies of log2(replies)
    KJ_HARD_DEVICES,   // devices of attacker and defender found, patterns included
    KJ_HARD_FEATURES,
} KjHardFeature;

typedef struct {
    const char *code, *name_ja, *name_en;
    double weight; // points per unit
} KjHardRow;

typedef struct {
    double value[KJ_HARD_FEATURES];
    double score;   // sum of weight * value
    unsigned stars; // 1..KJ_HARD_STARS by the nodes the solver needed; 0: not known
    uint64_t nodes;
} KjDifficulty;

enum { KJ_HARD_STARS = 8 };

/* The row of a feature. Static. */
const KjHardRow *kj_hard_row(KjHardFeature feature);

/* The number of stars for a search of so many nodes, 1..KJ_HARD_STARS; 0 for none. */
unsigned kj_hard_stars(uint64_t nodes);

/* Of a work whose line ends in mate; `devices` is the number of themes found that are no genres,
 * `nodes` what its first proof took (0: not known). Asks nothing; bounded work at each ply. */
void kj_difficulty(const KjSolvedWork *work, unsigned devices, uint64_t nodes, KjDifficulty *out);
