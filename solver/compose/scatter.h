/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagrams at random: a king and a few pieces round it, from which works can be made. */
#pragma once

#include "core/rules/position.h"
#include "solver/compose/random.h"

/*
 * Makes a diagram with sente to attack: gote's king, mostly in the upper half of the board, up to
 * four pieces of sente's and four of gote's, mostly near it, up to three pieces in sente's hand, the
 * rest of the set in gote's; with pieces more as the themes wished ask for (solver/compose/goal.h).
 * False when what came out cannot be, or a king could be captured.
 */
bool kj_scatter(const KjGame *game, uint64_t themes, KjRandom *random, KjPosition *out);
