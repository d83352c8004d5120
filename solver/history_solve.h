/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of the solver where the law forbids repeating. Internal to solver/. */
#pragma once

#include "solver/repetition/history_search.h"

/*
 * Decides the root that `x` began with, which is `root`, and its length, within the limits of its
 * search; the main line is not looked for. `past`: something was played before, and its positions
 * are forbidden to the search without loops (kj_query_forbid). Sets verdict, cause, decided_by,
 * pure_plies and plies_proved of `out`.
 */
void kj_history_solve(KjHistorySearch *x, bool past, const KjPosition *root, KjResult *out);
