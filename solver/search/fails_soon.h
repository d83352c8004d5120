/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A look two plies further, at positions with few checks. Internal to solver/.
 */
#pragma once

#include "solver/search/search.h"

/*
 * Whether each of `checks`, all there are at s->pos, is met by a reply after which there is no
 * check left or the table has a refutation. Then s->pos is no mate of any length, with *out_hand or
 * a worse one. False, too, where that is not looked at: where no refutation is expected, with more
 * than two checks, where hands are not compared, where positions are forbidden, and by the relaxed
 * rules. The attacker may give checks only. (docs/solver.md §3)
 */
bool kj_search_fails_soon(KjSearch *s, const KjChecks *checks, KjHand *out_hand);
