/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drafts of problems, and the random steps that lead from one to the next: the material of
 * tests/tools/hisshi_generate.c and plant.c. Sente attacks without a king; whatever is neither on
 * the board nor in the attacker's hand is in the defender's (docs/rules.md R12.13). Nothing here
 * asks the solver.
 */
#pragma once

#include "core/rules/position.h"

/* Random numbers from a seed, the same on every machine. */
typedef struct {
    uint64_t state;
} DraftRng;

/* A number 0..n-1. */
unsigned draft_random(DraftRng *rng, unsigned n);

typedef struct {
    const KjGame *game;
    KjPiece board[KJ_MAX_SQUARES];
    uint8_t hand[KJ_MAX_BASE]; // the attacker's, by unpromoted kind
} Draft;

/* A defending king with a few pieces of either side around it. Most such drafts are no problems,
 * some not even positions. */
void draft_scatter(Draft *draft, const KjGame *game, DraftRng *rng);

/* One or two small changes: a piece moved, added, removed, exchanged, turned, or everything
 * shifted. */
void draft_mutate(Draft *draft, DraftRng *rng);

/*
 * A draft from which a check and a reply lead to this one: takes back a random reply of the
 * defender and a random check before it. Returns false, leaving `draft` alone, when the moves drawn
 * do not fit or leave the defender so many replies that a mate is unlikely.
 */
bool draft_extend(Draft *draft, DraftRng *rng);

/* The position, attacker to move, the rest of the set in the defender's hand. False if it cannot be
 * one (kj_position_check, too many of a kind). */
bool draft_position(const Draft *draft, KjPosition *out);

/* The draft of a position as draft_position gives; promoted pieces in hand count as unpromoted. */
void draft_from_position(Draft *draft, const KjPosition *pos);

/*
 * What two near-duplicates have in common: a key of the pieces as they stand around the defending
 * king of a position, the same for the mirror image. Pieces further than `distance` files or ranks
 * from it do not count, nor do hands.
 */
uint64_t draft_pattern(const KjPosition *pos, unsigned distance);
