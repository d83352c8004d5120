/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sketches: diagrams drawn by lot that mate by a line which has the shape of what is wished, all
 * replies being the best. Other checks may mate as well; for_line.h makes works of them.
 */
#pragma once

#include "solver/compose/line_diagram.h"
#include "solver/compose/random.h"

typedef struct {
    const KjGame *game;
    uint64_t themes;     // wished, with a way (kj_goal_sketch)
    unsigned most_plies; // of a line
    uint64_t left;       // nodes for all; 0: no limit
    const atomic_bool *stop;
} KjSketching;

/* Draws one diagram and adds the sketches that it gives, mostly none, to `out` (KjLineDiagram).
 * `io_nodes` counts what was searched. */
void kj_sketch(KjSolver *solver, const KjSketching *sketching, KjRandom *random, GArray *out,
               uint64_t *io_nodes);
