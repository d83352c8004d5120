/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What conventional.c and conventional_line.c share. */
#pragma once

#include "solver/length/conventional.h"

struct KjConventional {
    KjSearch *s;
    KjInterpositions rule;
    GHashTable *known; // position -> Interval, of keys
    // See kj_conventional_tolerated; in plies instead of keys, as the order of keys does not hold
    // here.
    GHashTable *tolerated; // position -> Interval
    unsigned tolerance;
    GHashTable *futile; // position and reply -> KjVerdict, KJ_MATE: futile
};

/* What counts as a mate within so many plies. */
typedef enum {
    KJ_ENDS_ANYHOW,
    KJ_ENDS_LEAVING,   // one that takes all of them only if something is left in hand
    KJ_ENDS_TOLERATED, // one that spares fewer than `tolerance` of them only then
} KjEnding;

/* The moves of the side to move, in memory of their own: recursion goes thousands of plies deep. */
typedef struct {
    KjMove *move;
    unsigned n;
} KjConventionalMoves;

/* Those of a position; the attacker's checks, the defender's safe moves. To be freed with
 * g_free(move). */
KjConventionalMoves kj_conventional_moves(const KjConventional *c, const KjPosition *pos);

KjPosition kj_conventional_after(const KjPosition *pos, KjMove move);

/* kj_conventional_within for any ending. */
KjVerdict kj_conventional_ask(KjConventional *c, const KjPosition *pos, unsigned len,
                              KjEnding ending);

/* kj_conventional_within, without `leaving`, as far as was found out before. */
KjVerdict kj_conventional_known(const KjConventional *c, const KjPosition *pos, unsigned len);

/* kj_conventional_futile of an interposition, with what the caller knows: the moves, the squares
 * between king and checker. */
KjVerdict kj_conventional_is_futile(KjConventional *c, const KjPosition *pos,
                                    const KjConventionalMoves *moves, KjMove reply, KjBb between,
                                    unsigned checker);

/*
 * Whether an interposition at `pos`, all other replies at which lose within `base` plies, only puts
 * off: the checker can bring the position back, the piece being the attacker's. KJ_MATE: it does.
 */
KjVerdict kj_conventional_restores(KjConventional *c, const KjPosition *pos, KjMove reply,
                                   const KjShortcut *shortcut, unsigned base);

/* Whether the attacker holds something he could drop one day: Ōgi's pawns are none. */
bool kj_conventional_leaves(const KjConventional *c, const KjPosition *pos);
