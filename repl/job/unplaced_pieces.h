/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rest of the set: what is neither on the board nor in a hand (docs/rules.md R12.13). */
#pragma once

#include "core/rules/position.h"

/* How many pieces of the full set, kings apart, are missing from a possible position. */
unsigned kj_unplaced_count(const KjPosition *pos);

/* Puts them into the hand of a side. */
static inline void kj_unplaced_give(KjPosition *pos, KjSide side)
{
    kj_position_give_rest(pos, side);
}

/*
 * Keeps the set whole through an edit from `before` to `after`, in which the defenders were and are
 * these: a piece of which all were in use comes out of the defender's hand when it is put
 * elsewhere, and goes into it when it is taken away. What was in nobody's hand stays there; what is
 * taken away from a game, where both have kings and the defender's hand was empty, is gone. Where
 * the attacker has no king and the sides changed their parts, but not their hands, the hands
 * follow. Nothing happens when the defender's hand alone was edited: that is what was wanted.
 */
void kj_unplaced_keep(KjPosition *after, const KjPosition *before, KjSide defender_before,
                      KjSide defender);

/*
 * Whether a diagram says nothing of the defender's hand: it is empty, pieces are missing, and the
 * attacker has no king, as in all mate problems but few (a game at odds looks the same with both).
 */
bool kj_unplaced_unsaid(const KjPosition *pos, KjSide defender);
