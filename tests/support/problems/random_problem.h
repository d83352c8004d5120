/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random problems for tests of the solver: small, full of what solvers get wrong. Some chase a king
 * with promoted rooks and bishops until positions come back, some check from afar against full
 * hands, some have pawns to drop, promoted pieces in both hands, a king near its try square.
 */
#pragma once

#include "core/rules/position.h"
#include "tests/naive/naive.h"

/* Makes a problem in which sente attacks. Either side is to move, sente may have a king. The
 * position is possible (kj_position_check) and no king can be captured at once. */
void random_problem(KjPosition *out, const KjGame *game, NvRng *rng);

/* Changes a little of a problem: a piece moved, added, turned over or taken away, on the board or
 * in hand. As possible as the others. What is near a mate is often a longer mate. */
void random_variation(KjPosition *out, const KjPosition *pos, NvRng *rng);
