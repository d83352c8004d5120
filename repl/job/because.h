/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a check does not mate, in a sentence. */
#pragma once

#include "solver/refutation/refute.h"

/*
 * "the king takes the checking R, and no check is left; the only reply that holds": what the reply
 * to an attack does, what is left of the attack after it, and which replies refute. `pos` is the
 * position after the attack, the defender to move. Only what `t` has as proved and what the rules
 * show at once is said, without full stop: of n_replies 0 nothing about other replies. "" if there
 * is nothing to say. (transfer full)
 */
char *kj_because(const KjPosition *pos, const KjFailure *t);
