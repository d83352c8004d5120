/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of refutations (solver/refutation/refute.h) for people, for programs, and as games with
 * branches. */
#pragma once

#include "core/format/game_file.h"
#include "core/notation/notation.h"
#include "solver/refutation/refute.h"

/* The options of a tree `plies` deep and at most `moves` wide; 0 plies: the nearest failure alone,
 * with little effort. `searched` nodes took the search that found no mate. */
KjRefuteOptions kj_refutation_options(unsigned plies, unsigned moves, uint64_t searched);

/*
 * Makes such a tree of a position without a mate. `result` and `limits` are of the search that
 * found no mate: what it left of the limits may be used. The solver is as kj_refute wants it.
 * (transfer full)
 */
KjRefutation *kj_refutation_of(KjSolver *solver, const KjPosition *root, KjSide attacker,
                               unsigned plies, unsigned moves, const KjResult *result,
                               const KjLimits *limits);

/* What a refutation is about and how its moves are written. */
typedef struct {
    const KjRefutation *tree;
    const KjPosition *root;
    KjMove last; // the move before the root, or KJ_MOVE_NONE
    KjNotation notation;
} KjRefutationView;

/* The moves of the nearest failure, "▲３三飛成 △２一玉", and what is said of it; NULL if there is
 * nothing to say. (transfer full) */
char *kj_refutation_moves(const KjRefutationView *view);
char *kj_refutation_remark(const KjRefutationView *view);

/* Both as a line: "nearest failure: ▲３三飛成 △２一玉 (…)", or "best defence: …" where the defender
 * is to move. (transfer full) */
char *kj_refutation_nearest_text(const KjRefutationView *view);

/* The whole tree, a line a try. (transfer full) */
char *kj_refutation_text(const KjRefutationView *view);

/* Plays the tree from the place of the cursor, which stands at its root and comes back there; with
 * remarks as comments. */
void kj_refutation_play(const KjRefutationView *view, KjMoveCursor *cursor);
