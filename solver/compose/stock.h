/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The works made so far, a few of each sort: a sort is a length and a set of devices. Parents for
 * further works are drawn from it, all lengths alike, so that neither one family nor one easy sort
 * takes all the effort.
 */
#ifndef KJ_SOLVER_COMPOSE_STOCK_H
#define KJ_SOLVER_COMPOSE_STOCK_H

#include "solver/compose/breed.h"
#include "solver/compose/random.h"

typedef struct KjStock KjStock;

/* An empty stock. Parents that show one of `themes` (bits as in KjMade), or that the law of
 * repetition decides if that is wished, are drawn sooner. (transfer full) */
KjStock *kj_stock_new(uint64_t themes, bool by_law);
void kj_stock_free(KjStock *stock);

/* Takes a work in, unless it is there or its sort has better ones; true if it was taken. One that
 * belongs to no family (number 0) founds one. */
bool kj_stock_add(KjStock *stock, const KjMade *made);

/*
 * Draws the next task: a founder now and then, and always while there are few works; else a work to
 * be extended or changed. `most_plies`: works as long are only changed. `founding` false: there are
 * no founders but those given. False: nothing is left to do.
 */
bool kj_stock_next(KjStock *stock, KjRandom *random, unsigned most_plies, bool founding,
                   KjBreedTask *out);

/* All works there are: an array of KjMade, by appeal, the best first. (transfer full) */
GArray *kj_stock_works(const KjStock *stock);

unsigned kj_stock_size(const KjStock *stock);
unsigned kj_stock_families(const KjStock *stock);

#endif
