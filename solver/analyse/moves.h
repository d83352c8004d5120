/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each move of the side to move leads to (docs/analyse.md): those that lose to a mate (頓死),
 * those that threaten one (詰めろ, and 詰めろ逃れの詰めろ where the side itself is under one).
 */
#pragma once

#include "solver/analyse/ask.h"

typedef struct {
    KjMove move;
    bool check;           // it gives check, so the other side may not pass
    bool wins;            // it ends the game: a try, or a king is taken
    KjAnswer loses;       // MATE: the other side mates after it (頓死)
    KjAnswer threatens;   // MATE: the other side, if it passed, would be mated (詰めろ)
    bool threatens_asked; // only of moves that give no check, do not win and do not lose
} KjMoveFact;

/*
 * Asks about every safe move of the side to move at `pos`, to which `past` led, in the order of
 * moves; with `threats` also what each threatens. Other moves lose the king at once. (element-type
 * KjMoveFact; transfer full)
 */
GArray *kj_analyse_moves(KjAnalyst *a, const KjPosition *pos, const KjPast *past, bool threats);

/* How many of the moves have this verdict of `loses`. */
unsigned kj_count_moves(const GArray *moves, KjVerdict loses);

/* Whether a move that may be played at `pos` ends the game as it stands. */
bool kj_move_wins(const KjPosition *pos, KjMove move);
