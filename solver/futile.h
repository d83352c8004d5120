/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Futile interpositions (tsume.md D13): what an interposition is, the recapture that gives the piece
 * back, and mates whose only replies are futile. Internal to solver/.
 *
 * In relaxed mode (KjSearch.relaxed) the search may answer an interposition by a *shortcut*: the
 * checker takes the interposed piece, which goes back to the defender's hand, and both plies cost
 * nothing. That allows at least as much as any convention, and it is monotone, so proofs, refutations and
 * hand dominance work as under bare rules (docs/solver.md §10). Its lengths are lower bounds of the
 * conventional ones.
 */
#ifndef KJ_SOLVER_FUTILE_H
#define KJ_SOLVER_FUTILE_H

#include "core/movegen.h"
#include "solver/solver.h"

/* An interposition just played, the attacker to move. */
typedef struct {
    KjHand unit;     // what the defender gets back, as one piece in hand
    uint8_t square;  // where it stands; KJ_NO_SQUARE: no interposition
    uint8_t checker; // where the checking piece stands
} KjShortcut;

static const KjShortcut KJ_NO_SHORTCUT = {0, KJ_NO_SQUARE, KJ_NO_SQUARE};

/* The squares between the king of the defender, to move at `pos`, and the one piece that checks him from
 * afar; `out_checker` gets that piece's square. Empty in every other case. */
KjBb kj_futile_between(const KjPosition *pos, unsigned *out_checker);

/* What a reply at `pos` that goes to one of those squares offers. No shortcut for other replies. */
KjShortcut kj_futile_shortcut(const KjPosition *pos, KjMove reply, KjBb between, unsigned checker);

/* Whether a check is a recapture that counts for the shortcut under the rule. */
bool kj_futile_recaptures(KjInterpositions rule, const KjShortcut *shortcut, KjMove check);

/* Plays the recapture at `pos` and gives the piece back. */
void kj_futile_play(KjPosition *pos, const KjShortcut *shortcut, KjMove recapture);

/* Whether the defender, to move and in check, has no reply but futile interpositions (or none at all): a
 * mate on the spot. `rule` is not KJ_INTERPOSITIONS_COUNT. */
bool kj_futile_mated(const KjPosition *pos, KjInterpositions rule);

/* A number that sets positions after an interposition apart from the same ones reached otherwise; 0 for
 * no shortcut. */
uint64_t kj_futile_salt(const KjShortcut *shortcut);

#endif
