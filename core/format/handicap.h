/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Start positions by name: the games' own, and the handicaps of hon-shogi in which the stronger side
 * (上手, gote here) leaves pieces off and moves first.
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

/* A named start position. Left and right are those of the side that gives the handicap. */
typedef struct {
    const char *game;    // id of its game; NULL: every game
    const char *id;      // romanised name, e.g. "kyo-ochi"
    const char *preset;  // the name that JKF has for it, or NULL
    const char *name_ja; // customary name, e.g. "香落ち"
    const char *name_en;
    const char *alias; // other names, comma-separated, or ""
    const char *sfen;  // NULL: the game's own start position
} KjHandicap;

/* Number of named start positions of a game; at least 1 (平手). */
size_t kj_handicap_count(const KjGame *game);

/* The named start position at an index 0..count-1 of the game's list, lightest first. Static. */
const KjHandicap *kj_handicap_at(const KjGame *game, size_t index);

/*
 * Sets `out` to the game's start position with this id, Japanese name or alias (ASCII letters in
 * either case). Returns false, leaving `out` alone, when the game has none of that name. The
 * handicaps are those customary in record files, from 香落ち to 裸玉 and 歩三兵 (docs/rules.md
 * R10.2).
 */
bool kj_handicap_find(const KjGame *game, const char *name, KjPosition *out);

/* The named start position that a position is, or NULL. Static. */
const KjHandicap *kj_handicap_of(const KjPosition *start);
