/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every combination of the switches (docs/rules.md R13) that bear on a mate where a loop fails the
 * attacker, for comparisons with brute force: what becomes of a taken elephant, or no drops at all;
 * try; stalemate; pawn drops that stalemate. Not among them: a try that is on unless mated, which
 * brute force plays by its own means (test_amended_try.c); and the moves an attacker may play.
 */
#pragma once

#include "core/rules/game.h"

enum { SWITCHES = 3 * 2 * 2 * 2 };

/* The switches of a game, with those above as in combination `which`, 0 .. SWITCHES-1. The first
 * three differ in the elephant and the drops alone. */
KjRules switches_at(const KjGame *game, unsigned which);

/* The combination in words, in static memory. */
const char *switches_text(unsigned which);

/* Other rules than the game's: the try; `draws`: of a stalemate, and no pawn drop may stalemate, so
 * that dominance fails in both ways. */
KjRules switches_of(const KjGame *game, bool try_on, bool draws);

/* Sets switches to what words such as "drops=no" say; false if one is unknown. */
bool switches_set(KjRules *rules, char **words);

/* A game by its id and such words after it, as headers of certificates have one. Into `out`, which
 * is returned; NULL if there is none. */
const KjGame *switched_game(const char *text, KjGame *out);
