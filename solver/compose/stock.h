/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The works made so far, by families: what was bred from one founder mostly looks alike, so that a
 * family is worth a work or two, and effort goes to many of them. Some are followed side by side;
 * one that gets no longer for a while is left, and another founded. A family keeps
 * a few works of each sort: a sort is a length and a set of devices.
 */
#pragma once

#include "solver/compose/breed.h"
#include "solver/compose/random.h"

typedef struct KjStock KjStock;

/* An empty stock. Parents that show one of `themes` (bits as in KjMade), or that the law of
 * repetition decides if that is wished, are drawn sooner. (transfer full) */
KjStock *kj_stock_new(uint64_t themes, bool by_law);
void kj_stock_free(KjStock *stock);

/* Takes a work in, unless it is there or its family has better ones of its sort; true if it was
 * taken. One that belongs to no family (number 0) founds one. */
bool kj_stock_add(KjStock *stock, const KjMade *made);

/* So many nodes have been spent on a family (KjMade.number, from 1); said before what they yielded
 * is added. */
void kj_stock_spend(KjStock *stock, uint64_t number, uint64_t nodes);

/*
 * Draws the next task: a founder while there are few families that go on; else a work of one of
 * them to be extended or changed. `most_plies`: works as long are only changed. `founding` false:
 * there are no founders but those given, and no family is left. False: nothing is left to do.
 */
bool kj_stock_next(KjStock *stock, KjRandom *random, unsigned most_plies, bool founding,
                   KjBreedTask *out);

/* All works there are: an array of KjMade, by appeal, the best first. (transfer full) */
GArray *kj_stock_works(const KjStock *stock);

unsigned kj_stock_size(const KjStock *stock);
unsigned kj_stock_families(const KjStock *stock);
