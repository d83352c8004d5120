/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Themes as goals: what a search that wishes for one does differently. A row of the table says which
 * pieces a random diagram begins with, and where, so that the theme is possible.
 */
#pragma once

#include "solver/compose/made.h"
#include "solver/compose/random.h"

/* On how many ranks, from the far edge on, the defending king is put; 0: on any. */
unsigned kj_goal_ranks(uint64_t themes);

/* Puts pieces onto a diagram with gote's king, by lot, as the themes wished (bits as in KjMade) ask
 * for. They come from gote's hand; what does not fit is left out. */
void kj_goal_plant(uint64_t themes, KjRandom *random, KjPosition *pos);

/* Whether a diagram, sente to move, is not ruled out as one that a family begins with. */
bool kj_goal_may_found(uint64_t themes, const KjPosition *pos);

/* Whether a work that was found may begin a family that comes to show the themes. */
bool kj_goal_founds(uint64_t themes, const KjMade *made);

/* How many of the themes moves in front of a position may bring, each counted half. */
double kj_goal_ready(uint64_t themes, const KjPosition *pos);

/*
 * How near a line of sente's is to the themes wished: 1 for each that it has the shape of
 * (kj_themes_shape), half of that or less for one that it may come to show with moves in front. 0 to
 * the number of themes.
 */
double kj_goal_near(uint64_t themes, const KjPosition *root, const KjMove *line, unsigned n_line);
