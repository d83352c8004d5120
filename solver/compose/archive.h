/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The works made so far, by cells: a theme, a length and a number of pieces. Of each cell the best is
 * kept (MAP-Elites); a work with several themes is the best of several, or of none. These are what is
 * gone on from, those near to what is wished first. Beside them a few of each family, length and set of
 * devices, and what comes nearest to what is wished, are kept as steps on the way: what was bred from one
 * founder mostly looks alike, so that some families are followed side by side.
 */
#pragma once

#include "solver/compose/breed.h"
#include "solver/compose/random.h"

typedef struct KjArchive KjArchive;

/* What parents are drawn for. */
typedef struct {
    uint64_t themes;                  // bits as in KjMade
    bool by_law;                      // works that the law of repetition decides
    unsigned least_plies, most_plies; // works as long as `most` are only changed
} KjArchiveWish;

enum { KJ_NO_THEME = 64 }; // of a cell: works without any

typedef struct {
    unsigned theme; // number of a theme (kj_theme_at), or KJ_NO_THEME
    unsigned plies, pieces;
    const KjMade *best;
} KjCell;

/* (transfer full) */
KjArchive *kj_archive_new(const KjArchiveWish *wish);
void kj_archive_free(KjArchive *archive);

/* Takes a work in if it is the best of a cell, or a step on the way. The work as it stands there if it
 * is the best of a cell, else NULL. One that belongs to no family (number 0) founds one. */
const KjMade *kj_archive_add(KjArchive *archive, const KjMade *made);

/* So many nodes have been spent on a family (KjMade.number, from 1); said before what they yielded
 * is added. One that gets no longer for a while is left. */
void kj_archive_spend(KjArchive *archive, uint64_t number, uint64_t nodes);

/*
 * Draws the next task: a founder while there are few families that are gone on with; else a work of
 * one of them, which is the best of a cell, to be extended or changed: those first that are near to
 * what is wished. `founding` false: there are no founders but those given, and no family is left.
 * False: nothing is left to do.
 */
bool kj_archive_next(KjArchive *archive, KjRandom *random, bool founding, KjBreedTask *out);

/* All works there are: an array of KjMade, the best first (kj_made_compare). (transfer full) */
GArray *kj_archive_works(const KjArchive *archive);

/* The cells, by theme, length and number of pieces: an array of KjCell, whose works are those of the
 * archive until one is added. (transfer full) */
GArray *kj_archive_cells(const KjArchive *archive);

unsigned kj_archive_size(const KjArchive *archive);
unsigned kj_archive_families(const KjArchive *archive);
