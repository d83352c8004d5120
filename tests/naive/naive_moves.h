/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The naive twin: the part of the rules between naive_moves.c and naive.c. */
#pragma once

#include "tests/naive/naive.h"

/*
 * Writes every move by the way the pieces go, captures of kings included, and every drop that
 * needs no look at the kings: occupied squares, dead squares and nifu are excluded, pawn-drop
 * mate is not. Returns their number. Ignores `over`.
 */
int nv_pseudo_moves(const NvPos *pos, NvMove out[NV_MAX_MOVES]);
