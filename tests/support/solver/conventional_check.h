/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver's conventional lengths beside brute force, on random problems. */
#pragma once

#include "solver/solver.h"

typedef struct {
    const char *game; // switched_game
    KjInterpositions rule;
    uint64_t seed;
    unsigned depth;        // of brute force, plies
    unsigned wanted;       // positions to compare
    unsigned tolerance;    // of longer variations, 0, 2 or 4
    const char *seed_sfen; // a position to begin with, which is compared too; NULL: none
} ConventionalPlan;

typedef struct {
    unsigned tried, compared;
    unsigned futile;  // with a futile interposition somewhere in brute force
    unsigned shorter; // plies < pure_plies
    unsigned longest;
    unsigned tolerated; // shorter because a longer variation is tolerated
    unsigned tours;     // with an interposition in brute force that is futile by a tour only
    unsigned certified; // lengths with a certificate, and lies that were refused
} ConventionalCount;

/*
 * Random problems, and variations of those in which something futile was met: length, leftover
 * pieces and the line of each is compared. False, having said what differs, at the first
 * difference. Prints the counts.
 */
bool conventional_check(const ConventionalPlan *plan, ConventionalCount *out);
