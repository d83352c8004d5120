/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One-line questions about one position, for named tests of the rules. Positions are SFEN, moves
 * USI in the game's own squares; a slip in either ends the program.
 */
#pragma once

#include "core/rules/movegen.h"

/* Why the move may not be played; also makes sure that the list of legal moves agrees. */
KjIllegal rules_why_not(const KjGame *game, const char *sfen, const char *usi);

/* Whether the legal moves, safe moves or checks are exactly those of `usi`, in any order. */
bool rules_legal_are(const KjGame *game, const char *sfen, const char *usi);
bool rules_safe_are(const KjGame *game, const char *sfen, const char *usi);
bool rules_checks_are(const KjGame *game, const char *sfen, const char *usi);

/* Whether a move is among the legal ones, or among the checks. */
bool rules_legal(const KjGame *game, const char *sfen, const char *usi);
bool rules_check(const KjGame *game, const char *sfen, const char *usi);

/* Whether a check mates: by kj_is_mate, and the same after making it. */
bool rules_mate(const KjGame *game, const char *sfen, const char *usi);

/* Whether a move is a completed try. */
bool rules_try(const KjGame *game, const char *sfen, const char *usi);
