/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mates behind a 必至: what answers each reply to it. */
#pragma once

#include "solver/hisshi/hisshi.h"

typedef struct {
    KjMove reply;      // KJ_MOVE_NONE: a pass, so this is the mate that is threatened
    KjVerdict verdict; // MATE: by checks
    unsigned plies;    // MATE: in so many after the reply, every interposition counted
    bool exact;        // no shorter mate exists
    unsigned n_line;
    KjMove *line; // that mate, as far as it was found; owned by the array
} KjHisshiMate;

/*
 * The mates behind `pos`, the defender to move: the one threatened first (not if he is in check),
 * then those after each safe reply, the longest first. Limits are of all of it. KjHisshiMate.
 * (transfer full, g_array_unref)
 */
GArray *kj_hisshi_mates(KjHisshi *x, const KjPosition *pos, const KjLimits *limits);
