/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reference solver: exact lengths of small problems by brute force on the generators of core.
 * It shares nothing with solver/: no proof numbers, no dominance of hands, no path, no bounds.
 *
 * It says the same as the naive oracle (tests/naive/oracle.h), a hundred times faster; the tests
 * hold the two against each other. Rules of the search: the attacker only checks, a loop fails him,
 * every interposition counts, a defender's try refutes. Root positions in which a king can be
 * captured at once are not for it.
 */
#pragma once

#include "core/rules/movegen.h"

/*
 * Which moves the attacker may play, as in the solver: checks, also quiet moves that leave no reply
 * at all, any. Without checks only, a defender without a safe move has lost where stalemate loses.
 */
typedef enum { REFERENCE_CHECKS, REFERENCE_CHECKS_OR_ZUGZWANG, REFERENCE_ALL } ReferenceMoves;

typedef enum { REFERENCE_MATE, REFERENCE_NO_MATE, REFERENCE_TOO_BIG } ReferenceVerdict;

typedef struct Reference Reference;

/* A reference solver for one attacker, which remembers up to `max_positions` positions at a time.
 * Aborts when memory is short; free with reference_free. */
Reference *reference_new(KjSide attacker, ReferenceMoves moves, size_t max_positions);
void reference_free(Reference *reference);

/* Solves a position; `plies` gets the shortest mate against the longest defence. Forgets everything
 * learnt before. REFERENCE_TOO_BIG: every method met more than max_positions positions. */
ReferenceVerdict reference_solve(Reference *reference, const KjPosition *root, unsigned *plies);

/*
 * The exact plies to mate, if that is at most `limit`, else -1: for positions near the root solved
 * last, whose results are still known. Sets `too_big` when the answer cannot be had.
 */
int reference_distance(Reference *reference, const KjPosition *pos, unsigned limit, bool *too_big);

/* Writes down all positions that matter below a root, with their lengths. Returns how many, 0 when
 * there are too many. They are valid until the next call of anything else. */
unsigned reference_graph(Reference *reference, const KjPosition *root);

/* A position of the graph, 0 .. n-1, the root first; `plies` gets the plies to mate, -1 if none. */
const KjPosition *reference_graph_at(const Reference *reference, unsigned index, int *plies);

/* How many positions the last solve met, all methods together. */
size_t reference_positions(const Reference *reference);
