/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mates played over: where the table knows nothing of a position, and a mate was found before that
 * looks the same around the king (examples.h), that one is played here, reply by reply, as in
 * Kawano's simulation. A mate that comes out of it is proved like any other, since every position
 * has all its replies played (docs/solver.md §2).
 */
#pragma once

#include "solver/search/search.h"

/* Remembers s->pos, a mate with the attacker to move, which took so many nodes, as an example. */
void kj_replay_learn(KjSearch *s, uint64_t nodes);

/* Plays an example's mate at s->pos, the attacker to move, whose key this is. True if it is a mate
 * here; it is in the table then. */
bool kj_replay(KjSearch *s, KjKey key, KjNodeValue *out);
