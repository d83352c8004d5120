/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the naive twin to core, and short spellings for tests of the rules. Nothing here goes
 * through the text code of core, so a fault there cannot hide or fake one of the rules.
 */
#pragma once

#include "core/rules/movegen.h"
#include "tests/naive/naive.h"

/* The position of core that is `naive`; `game` is the same game. */
void bridge_position(KjPosition *out, const KjGame *game, const NvPos *naive);

/* The switches of core that the naive rules have as well (docs/rules.md R13), but for a try that is
 * on unless mated: there it is on. */
void bridge_switches(NvPos *naive, const KjRules *rules);

/* The move of core that is `move`. */
KjMove bridge_move(const KjGame *game, NvMove move);

/* Reads an SFEN of the game by the naive reader; ends the program on a slip in a test. */
KjPosition bridge_read(const KjGame *game, const char *sfen);

/* Reads a square in the game's own way ("7f", "e5"); ends the program on a slip in a test. */
unsigned bridge_square(const KjGame *game, const char *text);

/*
 * Reads a USI move of the game's own squares, legal or not; a promoted piece kept by a king is
 * marked by `/` and anything after it. Ends the program on a slip in a test.
 */
KjMove bridge_usi(const KjGame *game, const char *usi);

/* Whether the move written `usi` is in the list. */
bool bridge_has(const KjGame *game, const KjMoveList *list, const char *usi);

/* Whether the list is exactly the moves of `usi`, separated by blanks, in any order. */
bool bridge_is(const KjGame *game, const KjMoveList *list, const char *usi);

/* Sorts a list by the canonical order of moves. */
void bridge_sort(KjMoveList *list);

/* Whether two sorted lists are equal and no move occurs twice. */
bool bridge_same(const KjMoveList *a, const KjMoveList *b);

/* The move seen in the position turned around (kj_position_flip). */
KjMove bridge_flipped(const KjGame *game, KjMove move);

/* The move seen in the mirrored position (kj_position_mirror). */
KjMove bridge_mirrored(const KjGame *game, KjMove move);
