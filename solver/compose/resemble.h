/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether works look alike: diagrams, mating positions, lines. Mirror images count as the same. */
#pragma once

#include "solver/compose/made.h"

/* Whether two boards are alike of which so many pieces stand alike, the fuller one having `pieces`:
 * at least three, and three in five. */
bool kj_shared_resemble(unsigned shared, unsigned pieces);

/* As kj_shared_resemble, of two diagrams of a game, laid on each other as they are or as seen from
 * the defender's king. Kings do not count. */
bool kj_diagrams_resemble(const KjPosition *a, const KjPosition *b, KjSide attacker);

/*
 * A number that is the same for boards with the same pieces at the same places as seen from the
 * defender's king, so far as they stand within `distance` files and ranks of it; hands do not
 * count.
 */
uint64_t kj_pattern_round_king(const KjPosition *pos, KjSide attacker, unsigned distance);

/*
 * Whether two works are variations on one idea: diagrams that resemble each other, the same
 * surroundings of the mated king (within two squares), or lines of one length that go to the same
 * squares, as seen from the king, with one exception at most, whatever the pieces are.
 */
bool kj_works_resemble(const KjMade *a, const KjMade *b, KjSide attacker);
