/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Core against the naive twin on random positions: everything the generators say must be what the
 * rule sheet, followed word for word, says. Shared by the quick and the slow suite.
 */
#pragma once

#include "core/rules/game.h"

/* A game with switches, as both implementations are asked to play it. */
typedef struct {
    const char *game;
    const KjRules *rules; // switches (docs/rules.md R13), or NULL: as the game has them
    bool odd;             // problems may have doubled and dead pawns (docs/rules.md R7.2, R7.3)
} DifferentialGame;

/* How often what was compared, to see that the positions are worth it. */
typedef struct {
    uint64_t positions, moves, in_check, checks, mates, tries, drop_mates, trees;
    uint64_t of_two; // one of two royal pieces could be taken
} DifferentialCount;

/*
 * Compares both on `positions` positions, from random walks and from random problems, all made from
 * `seed`. Every `tree_every`-th position also has its checks and evasions counted three plies deep.
 * Returns true if they agree on everything; else prints the first position on which they do not,
 * with what was compared.
 */
bool differential_run(const DifferentialGame *what, uint64_t seed, uint64_t positions,
                      unsigned tree_every, DifferentialCount *count);
