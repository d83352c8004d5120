/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proof hands and disproof hands: the smallest attacker's hand with which a proof still works and
 * the largest with which a refutation still holds, so that one result answers for many positions
 * (docs/solver.md §4; the argument for every rule here is in §6).
 *
 * Pieces are conserved: with the same board, and the same promoted pieces in the defender's hand,
 * what the attacker has less of a kind the defender has more, unpromoted.
 */
#pragma once

#include "solver/search/value.h"

/* Kind by kind the larger or smaller count. */
KjHand kj_hand_max(const KjTables *t, KjHand a, KjHand b);
KjHand kj_hand_min(const KjTables *t, KjHand a, KjHand b);

/* The proof hand of a position whose attacker mates by `move`, given that after it. */
KjHand kj_proof_hand_before(const KjPosition *pos, KjMove move, KjHand after);

/*
 * Adds to the proof hand of a defender's node what it owes to the attacker's monopoly: pieces the
 * defender lacks and would interpose if he had them. `squares` are those between king and checker,
 * empty when nothing can be interposed.
 */
KjHand kj_proof_hand_monopoly(const KjPosition *pos, KjSide attacker, KjBb squares, KjHand hand);

/* The proof hand of a position with a mate in one: what `move`, which is yet to be made, needs and
 * what the monopoly asks for after it. */
KjHand kj_proof_hand_mate(const KjPosition *pos, KjMove move);

/* The largest hand the attacker can have on this board: what he has and what the defender holds
 * unpromoted. */
KjHand kj_hand_limit(const KjPosition *pos, KjSide attacker);

/* The disproof hand of a defender's node refuted by `reply`, given that after it. */
KjHand kj_disproof_hand_reply(const KjPosition *pos, KjSide attacker, KjMove reply, KjHand after);

/* Lowers the disproof hand `hand` of an attacker's node to what is allowed by `move` failing with
 * disproof hand `after`. */
KjHand kj_disproof_hand_move(const KjPosition *pos, KjMove move, KjHand after, KjHand hand);

/* Takes out of a disproof hand of an attacker's node all kinds he does not hold but could use if he
 * did: to check with (any_drop false), or at all. */
KjHand kj_disproof_hand_missing(const KjPosition *pos, KjHand hand, bool any_drop);
