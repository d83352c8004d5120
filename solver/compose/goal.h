/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Themes as goals: what a search that wishes for one does differently. A row of the table says which
 * pieces a random diagram begins with, and where, so that the theme is possible.
 */
#pragma once

#include "solver/compose/made.h"
#include "solver/compose/random.h"

/* How a diagram may be drawn whose line shows a theme (sketch.h). */
typedef enum {
    KJ_SKETCH_NONE,
    KJ_SKETCH_FIRST,  // by the first check and the reply
    KJ_SKETCH_TAKEN,  // and what takes there
    KJ_SKETCH_LINE,   // somewhere in the line of a diagram that mates
    KJ_SKETCH_BEFORE, // two plies in front of one that is not ruled out (kj_goal_may_found)
} KjSketchWay;

/* On how many ranks, from the far edge on, the defending king is put; 0: on any. */
unsigned kj_goal_ranks(uint64_t themes);

/* Puts pieces onto a diagram with gote's king, by lot, as the themes wished (bits as in KjMade) ask
 * for. They come from gote's hand; what does not fit is left out. */
void kj_goal_plant(uint64_t themes, KjRandom *random, KjPosition *pos);

/* Whether a diagram, sente to move, is not ruled out as one that a family begins with. */
bool kj_goal_may_found(uint64_t themes, const KjPosition *pos);

/* Whether a work that was found may begin a family that comes to show the themes. */
bool kj_goal_founds(uint64_t themes, const KjMade *made);

/* Whether a line may begin with this move if moves in front are to bring the themes. */
bool kj_goal_begins(uint64_t themes, const KjPosition *root, KjMove first);

/* The way of the first of the themes that has one; *out_theme (may be NULL) is then that theme. */
KjSketchWay kj_goal_sketch(uint64_t themes, uint64_t *out_theme);

/* Whether a line has the shape (kj_themes_shape) of all of the themes; of one that declines to
 * promote, only if a pawn-drop mate is avoided by that. */
bool kj_goal_shaped(uint64_t themes, const KjPosition *root, const KjMove *line, unsigned n_line);

/* How many of the themes moves in front of a position may bring, each counted half. */
double kj_goal_ready(uint64_t themes, const KjPosition *pos);

/*
 * How near a line of sente's is to the themes wished: 1 for each that it has the shape of
 * (kj_themes_shape), half of that or less for one that it may come to show with moves in front. 0 to
 * the number of themes.
 */
double kj_goal_near(uint64_t themes, const KjPosition *root, const KjMove *line, unsigned n_line);
