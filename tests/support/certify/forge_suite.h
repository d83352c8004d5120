/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lies by the thousand: what the verifier says of forged certificates, judged by brute force. */
#pragma once

#include "tests/support/certify/forge.h"

enum { FORGE_GAMES = 7, FORGE_SWITCHES = 7, FORGE_LAWS = 4 };

typedef struct {
    uint64_t seed;
    unsigned wanted;  // false claims of each kind of lie, and honest certificates
    int plies;        // mates looked for
    const char *game; // the only one, so that no lie is about another game, or NULL
} ForgePlan;

typedef struct {
    unsigned made, lies, truths, accepted, unknown; // accepted: of the truths
} ForgeCount;

typedef struct {
    ForgeCount by_lie[FORGE_LIES];
    // false claims by what the header says or, the switches, by what it says wrongly
    unsigned by_game[FORGE_GAMES], by_law[FORGE_LAWS], by_switch[FORGE_SWITCHES];
    unsigned by_attacks[3], lies;
} ForgeTotal;

/*
 * Forges until there are enough of each kind. True if every certificate with a false claim was
 * refused and every honest one accepted; else prints the first that was not. A claim that brute
 * force cannot judge does not count.
 */
bool forge_suite(const ForgePlan *plan, ForgeTotal *total);

void forge_print(const ForgeTotal *total);
