/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Steps that make works: from nothing, two plies in front of a work, and one change of a work. A
 * step depends on its task alone, so that steps can be made side by side.
 */
#pragma once

#include "solver/compose/made.h"

typedef enum {
    KJ_BREED_FOUND,  // random diagrams, until one is a work
    KJ_BREED_EXTEND, // two plies in front of the parent
    KJ_BREED_CHANGE, // one change of the parent, which gets no shorter
} KjBreedHow;

enum { KJ_BREED_EFFORT = 1000000 }; // nodes after which a step usually has ended

typedef struct {
    const KjGame *game;
    KjMadeOptions made;
    unsigned most_plies; // longer works are not made
    unsigned most_pieces;
    uint64_t themes; // wished, bits as in KjMade: what leads to them is tried first
} KjBreedOptions;

typedef struct {
    KjBreedHow how;
    KjMade parent;    // of EXTEND and CHANGE
    uint64_t seed;    // decides all that is drawn by lot
    GArray *children; // of KjMade; owned
    unsigned n_tried; // diagrams
    uint64_t nodes;
} KjBreedTask;

/* Does a step. What *options->made.stop cut short is not complete. */
void kj_breed(KjSolver *solver, const KjBreedOptions *options, KjBreedTask *task);

/* Writes or reads what a step has found, for the same build; a task that was read is as if it had
 * been done. False: it could not be written; there are not so many bytes. */
bool kj_breed_task_keep(KjBreedTask *task, const KjGame *game, const KjBytes *bytes);

void kj_breed_task_clear(KjBreedTask *task);
