/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repairs: versions of a faulty work that are what the composer wishes, and which is the best. */
#pragma once

#include "solver/compose/candidate.h"
#include "solver/compose/judgement.h"

/* A version that has been judged. */
typedef struct {
    KjCandidate candidate;
    KjPosition *position; // where no changes lead to it, else NULL; owned, as its own line
    KjMove *line;
    unsigned n_line;
    KjJudgement judgement;
    bool helps;  // unsound, but one of the faults of the wish is gone
    double near; // to the themes wished (kj_goal_near)
} KjRepair;

/* An array of versions (KjRepair), empty, or of candidates that are to be judged: their fate is
 * KJ_FATES. (transfer full, g_array_unref) */
GArray *kj_repairs_new(void);
GArray *kj_repairs_of(const GArray *candidates);

/* Adds a version that is to be judged. */
void kj_repairs_add(GArray *repairs, const KjCandidate *candidate);

/* The line of a wish in the squares of a version; moves that would leave the board are
 * KJ_MOVE_NONE. (transfer full, g_free) */
KjMove *kj_repair_line(const KjWish *wish, const KjTables *t, const KjCandidate *candidate);

/* Judges a version of `root`. The line of the wish is in the squares of `root`; a version with a
 * position of its own is judged by its own line. `whole` as in kj_judge. */
void kj_repair_judge(KjSolver *solver, const KjWish *wish, const KjPosition *root, bool whole,
                     KjRepair *out);

/* Orders versions: sound ones first, of unsound ones those with fewer defects; then those with fewer
 * blemishes, and of these those with fewer useless pieces; then by economy. For sorting. */
int kj_repair_compare(const void *a, const void *b);
