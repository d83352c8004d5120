/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Futile interpositions (docs/rules.md R12.19): what an interposition is, the recapture that gives
 * the piece back, and mates whose only replies are futile. Internal to solver/ but for
 * kj_futile_mated.
 *
 * In relaxed mode (KjSearch.relaxed) the search may answer an interposition by a *shortcut*: the
 * checker takes the interposed piece, which goes back to the defender's hand, and both plies cost
 * nothing. That allows at least as much as any convention, and it is monotone, so proofs,
 * refutations and hand dominance work as under bare rules (docs/solver.md §10). Its lengths are
 * lower bounds of the conventional ones. Under KJ_INTERPOSITIONS_RESTORE drops after which the
 * position may come back are left out altogether.
 */
#pragma once

#include "core/rules/movegen.h"
#include "solver/search/result.h"

/* An interposition just played, the attacker to move. */
typedef struct {
    KjHand unit;     // what the defender gets back, as one piece in hand
    KjHand taken;    // what the attacker gets by taking it, if it was dropped; else 0
    uint8_t square;  // where it stands; KJ_NO_SQUARE: no interposition
    uint8_t checker; // where the checking piece stands
} KjShortcut;

static const KjShortcut KJ_NO_SHORTCUT = {0, 0, KJ_NO_SQUARE, KJ_NO_SQUARE};

/* The squares between the king of the defender, to move at `pos`, and the one piece that checks him
 * from afar; `out_checker` gets that piece's square. Empty in every other case. */
KjBb kj_futile_between(const KjPosition *pos, unsigned *out_checker);

/* What a reply at `pos` that goes to one of those squares offers. No shortcut for other replies. */
KjShortcut kj_futile_shortcut(const KjPosition *pos, KjMove reply, KjBb between, unsigned checker);

/*
 * How near to the king a reply goes between: 0 for one that does not interpose, else from 1, the
 * square beside the king, up. What is farther is judged by what the nearer replies come to. At most
 * kj_bb_count(between).
 */
unsigned kj_futile_rank(const KjPosition *pos, KjMove reply, KjBb between, unsigned checker);

/* Whether a check is a recapture that counts for the shortcut under the rule. */
bool kj_futile_recaptures(KjInterpositions rule, const KjPosition *pos, const KjShortcut *shortcut,
                          KjMove check);

/* Plays the recapture at `pos` and gives the piece back. */
void kj_futile_play(KjPosition *pos, const KjShortcut *shortcut, KjMove recapture);

/* Whether the attacker, to move at `pos` after a reply, can begin a tour that restores the position
 * before it: the piece was dropped, and the checker takes it with check and stays what it is. */
bool kj_futile_may_restore(const KjPosition *pos, const KjShortcut *shortcut);

/*
 * Whether the defender, to move and in check, has no reply but futile interpositions (or none at
 * all): a mate on the spot. `rule` is not KJ_INTERPOSITIONS_COUNT; under KJ_INTERPOSITIONS_RESTORE
 * only the interpositions futile by KJ_INTERPOSITIONS_STD2 are looked at.
 */
bool kj_futile_mated(const KjPosition *pos, KjInterpositions rule);

/* Whether there may be a mate on the spot, as relaxed mode takes it: true wherever kj_futile_mated
 * is, and maybe elsewhere. */
bool kj_futile_mated_relaxed(const KjPosition *pos, KjInterpositions rule);

/* Takes drops after which the position at `pos` may come back out of the replies there, the others
 * keeping their order: all that are futile for that reason, and maybe more. */
void kj_futile_leave_out(const KjPosition *pos, KjMoveList *replies, KjBb between,
                         unsigned checker);

/* A number that sets positions after an interposition apart from the same ones reached otherwise; 0
 * for no shortcut. */
uint64_t kj_futile_salt(const KjShortcut *shortcut);
