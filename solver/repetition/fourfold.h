/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Laws that count how often a position has occurred (docs/rules.md R1.14-R1.16,
 * `--rules repetition=fourfold`). Going round a loop then draws, or loses for whoever only gave check.
 * While that cannot win for the attacker, he mates if and only if he can without coming back
 * (docs/repetition.md). Internal to solver/.
 */
#pragma once

#include "solver/repetition/history_search.h"

/* Whether a side can be checked in what follows: it has a royal piece, or what may become one. */
bool kj_fourfold_can_be_checked(const KjPosition *pos, KjSide side);

/* Whether a loop, ended by the law, may be won by the attacker of `s`. */
bool kj_fourfold_may_win(const KjSearch *s, const KjPosition *root, const KjPast *past);

/*
 * The positions of a past, and its last one, that end the game when they come once more: an array
 * of KjPosition, empty without a past. (transfer full)
 */
GArray *kj_fourfold_spent(const KjPast *past, const KjPosition *root);

/* The plies that a game without a past takes, at least, until the law ends it. */
unsigned kj_fourfold_first(const KjGame *game);
