/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 必至 by brute force, straight from docs/hisshi.md: the whole graph of checks, threats and replies
 * is built, what is a mate by checks the reference solver says, and lengths are the least fixed
 * point of the definition. No proof numbers, no comparing of hands, no path; nothing of solver/.
 */
#pragma once

#include "tests/support/brute_force/reference.h"

typedef struct HisshiReference HisshiReference;

/* For one attacker; graphs of up to `max_nodes` positions, each question for a mate up to
 * `max_mate` positions. Free with hisshi_reference_free. */
HisshiReference *hisshi_reference_new(KjSide attacker, size_t max_nodes, size_t max_mate);
void hisshi_reference_free(HisshiReference *r);

/*
 * REFERENCE_MATE: forced from `root` by checks and threats, with `plies` up to the move that makes
 * it 必至 (0: a mate by checks, or 必至 as it stands with the defender to move). No king may be
 * capturable in it.
 */
ReferenceVerdict hisshi_reference_solve(HisshiReference *r, const KjPosition *root,
                                        unsigned *plies);

/* What the last solve says of a position of its graph; -1: not forced; -2: not in the graph. */
int hisshi_reference_plies(const HisshiReference *r, const KjPosition *pos);
