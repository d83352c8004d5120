/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of what a search may spend, for questions one after the other. Internal to solver/. */
#pragma once

#include "solver/search/search.h"

/* What may be spent: an absolute number of nodes, and seconds after the start. */
typedef struct {
    uint64_t nodes;
    double seconds;
} KjEffort;

/* Lets the search have one in `parts` of what may still be spent; returns the whole. */
KjEffort kj_effort_share(KjSearch *s, unsigned parts);

/* Gives the whole back; a stop at the end of the part is none. */
void kj_effort_restore(KjSearch *s, KjEffort whole);

/* Lets the search have `nodes` more; returns the limit there was, to be put back: reaching the end of
 * the slice is no stop. */
uint64_t kj_effort_begin_slice(KjSearch *s, uint64_t nodes);
void kj_effort_end_slice(KjSearch *s, uint64_t limit);

/* How many nodes a result may have cost in all: the user's limit and a tenth more, for the line of a
 * mate that was found; without a limit any number. */
uint64_t kj_effort_most(const KjSearch *s);

/* A little more than that, for what an answer must not be without: see
 * kj_effort_begin_grace. */
typedef struct {
    const KjLimits *limits;
    KjLimits patient;
    KjEffort whole;
    KjCause stopped;
} KjGrace;

/*
 * After a stop: what kj_effort_most leaves, but where that is nothing as many nodes again as a
 * quarter of those spent (any number where the caller sets no limit of nodes); and where the time is up or the caller wants it to stop, some hundredths of a
 * second. `grace` holds what kj_effort_end_grace puts back, and must outlive that.
 */
void kj_effort_begin_grace(KjSearch *s, KjGrace *grace);
void kj_effort_end_grace(KjSearch *s, const KjGrace *grace);
