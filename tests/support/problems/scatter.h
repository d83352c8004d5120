/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts at random that make certain defects likely: material for tests/tools/plant.c. */
#pragma once

#include "tests/support/problems/draft.h"

/*
 * A defending king and pieces near it, in place of what stood in draft->game; now and then more
 * than the set has. `all_ways`: also such as invite free choices of a drop's square (nothing, or
 * little, can be put between) and moves that change places (several ways to a square, or defenders
 * who take one by one).
 */
void scatter(Draft *draft, DraftRng *rng, bool all_ways);

/* One more piece in the attacker's hand if the one drawn is a slider, for drops from afar. */
void scatter_slider(Draft *draft, DraftRng *rng);

/* Makes the right half the mirror image of the left one; false if the king does not allow it, or
 * the board. */
bool scatter_symmetric(Draft *draft);
