/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the threads at one question are (team.h), and of which positions something is new: so they
 * spread, and look up again only what others have been at.
 */
#pragma once

#include <stdatomic.h>

#include "solver/search/search.h"

enum {
    KJ_CROWD_EFFORT = 4 * 6, // children that took 64 nodes tell who is in them
    KJ_CROWD_PLACES = 1 << 16,
    KJ_CROWD_APART = 64, // bytes between what is written to often and what is not: a cache line
};

/* What a thread notes of a ply of its path. */
typedef struct KjTrail {
    uint16_t len; // the mate asked for there is within so many plies
    bool marked;  // others see that it is here
    uint8_t seen; // news of the position there that it has taken notice of
} KjTrail;

/* What the threads at one question share while they are at it. */
typedef struct KjCrowd {
    char before[KJ_CROWD_APART];
    _Atomic uint64_t news; // grows when a position that others are in is decided, and at the end
    _Atomic uint64_t answered; // the number of the last question that was answered, or given up
    _Atomic bool over;         // no more questions are looked at ahead
    char after[KJ_CROWD_APART];
    // Of positions, by a hash: how many are in it, and in the upper half a count, modulo 256, of what
    // is new of it: somebody has left it, or it was decided.
    _Atomic uint16_t place[KJ_CROWD_PLACES];
} KjCrowd;

/* Goes to a child: others are to see it. To be called before the child is on the path. */
void kj_crowd_enter(KjSearch *s, const KjChild *child);

/* Comes back from it, with its new value and effort. */
void kj_crowd_leave(KjSearch *s, KjChild *child);

/* What is new of a child up to now, to be noted when it is looked up. */
uint8_t kj_crowd_news_of(const KjSearch *s, const KjChild *child);

/* The number a child is chosen by that took some effort, made larger by those who are in it. */
uint32_t kj_crowd_virtual(const KjSearch *s, const KjChild *child, uint32_t number);

/* Tells the others that the node at the end of the path is decided, if they are in it. */
void kj_crowd_tell(KjSearch *s);

/* Has the others see a position that is on the path at `ply`. */
void kj_crowd_mark(KjSearch *s, unsigned ply, KjKey key, KjHand hand);

/* Whether there may be a decision of others about the position at `ply` that was not noticed. */
bool kj_crowd_has_news(KjSearch *s, unsigned ply);
