/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rest of the set: what is neither on the board nor in a hand (tsume.md D1). */
#ifndef KJ_REPL_REST_H
#define KJ_REPL_REST_H

#include "core/position.h"

/* How many pieces of the full set, kings apart, are missing from a possible position. */
unsigned kj_rest_count(const KjPosition *pos);

/* Puts them into the hand of a side, unpromoted (rules.md §4.12). */
void kj_rest_give(KjPosition *pos, KjSide side);

#endif
