/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 詰めろ: does a side that passes lose to a mate by checks? A solver is asked that keeps what it
 * has learnt, as in query.h.
 */
#pragma once

#include "solver/query.h"

/* The position after the side to move has passed. False, and nothing in `out`, if it is in check:
 * then it may not. */
bool kj_threat_pass(const KjPosition *pos, KjPosition *out);

/*
 * Whether the side to move, the defender of `solver` (kj_query_open), loses to a mate by checks if
 * he passes: MATE: the position is 詰めろ, and `out` has a length of that mate, not always the
 * shortest (kj_query_length of the position passed tells that); NOMATE: it is none; UNKNOWN at a
 * limit. A side in check may not pass: NOMATE at no cost. Limits are of this question alone.
 */
void kj_threat_ask(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjAnswer *out);
