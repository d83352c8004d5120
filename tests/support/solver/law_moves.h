/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The moves beside a line in a game that forbids to repeat positions (Ōgi), where a graph of
 * positions says nothing: what a position is worth hangs on what has been played. Each move is a
 * question of its own to the solver, with all moves before it, and what it answers counts if the
 * verifier, with rules of its own, accepts its certificate.
 */
#pragma once

#include "tests/support/brute_force/classify.h"

/*
 * Names every other check and every other reply at every position of a line, and what ends it:
 * an array of ClassifyMove, in which a move that may be called several ways has several names.
 * `nodes`: what a question may cost. NULL if the line does not end in a mate, so far as that is
 * known.
 */
GArray *law_moves(const KjPosition *root, KjSide attacker, const KjMove *line, unsigned n,
                  uint64_t nodes);
