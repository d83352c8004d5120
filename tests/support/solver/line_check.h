/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether what the solver says of a mate comes with a line that is one: replayed by the rules of
 * core, to the mate, of the length said.
 */
#pragma once

#include "core/format/position_text.h"
#include "solver/solver.h"

/* What was asked: a position with the moves before it, for an attacker, under options. */
typedef struct {
    const KjPositionText *text;
    KjSide attacker;
    KjSolverOptions options;
} LineQuestion;

/* What is wrong with the line of a result, NULL if nothing (also where there is no mate).
 * Static. */
const char *line_check(const LineQuestion *question, const KjResult *result);

/* Solves within limits, and checks the line of the first mate that is told and of the result, which
 * is in `out`, to be cleared, but for its line. What is wrong, as above. */
const char *line_check_solve(const LineQuestion *question, const KjLimits *limits, KjResult *out);

/* What a walk has seen. */
typedef struct {
    unsigned mates, other, leftover_open; // lines by kind
} LineCount;

/* One problem under every profile, within each of `n` limits, and so many nodes more for a length.
 * The first fault with the circumstances, NULL: none. (transfer full) */
char *line_walk(const char *id, const KjPositionText *text, uint64_t shortening_base,
                const KjLimits *limits, unsigned n, LineCount *count);

/* All problems of a list that can be read; `game` NULL: told by the board. Prints what was seen.
 * Likewise. */
char *line_walk_list(const char *path, const char *game, uint64_t shortening_base,
                     const KjLimits *limits, unsigned n, LineCount *count);
