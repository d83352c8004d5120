/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main line of a proved mate. Internal to solver/. */
#pragma once

#include "solver/search/search.h"

/*
 * Writes the main line from `root`, a mate within `plies`, into `out`: the attacker's shortest
 * against the defender's longest as far as known or, with `exact`, as searched for within the
 * limits of `s`. Sets out->line, n_line, line_complete and leftover.
 */
void kj_line_find(KjSearch *s, const KjPosition *root, unsigned plies, bool exact, KjResult *out);

/* Writes the main line as far as the table knows it, without searching: where it has gaps, no line
 * at all. */
void kj_line_known(KjSearch *s, const KjPosition *root, unsigned plies, KjResult *out);
