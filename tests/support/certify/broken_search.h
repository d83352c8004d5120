/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plain depth-first mate search that can be broken in the ways solvers are broken, and writes a
 * certificate of whatever it believes. The verifier must accept what the sound one writes and must
 * refuse every wrong verdict of the broken ones.
 */
#pragma once

#include <glib.h>

#include "core/rules/position.h"

typedef enum {
    BROKEN_NOTHING, // sound
    BROKEN_REPLIES, // the defender never drops
    BROKEN_HANDS,   // a mate holds for every position with the same board, whatever the hands
    BROKEN_HISTORY, // a refutation that leant on the line above it is kept as a fact
} Breakage;

typedef struct {
    bool mate;
    unsigned plies;    // of the mate
    GByteArray *bytes; // the certificate; owned
} BrokenResult;

/* Searches a problem with sente attacking and to move. False if it takes more than `limit` visits
 * or records; then there is nothing to free. */
bool broken_search(const KjPosition *root, Breakage breakage, unsigned limit, BrokenResult *out);
