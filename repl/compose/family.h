/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of positions: a piece of some kinds on some squares, any hand of so many pieces. */
#pragma once

#include "repl/compose/compose.h"

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *pieces;   // of KjPiece: --piece
    KjBb squares;     // --on
    int most_in_hand; // --in-hand, -1: the hand stays
    GArray *members;  // of KjRepair
    bool list;        // --list: members are printed at once, and none is kept
    bool narrowed;    // there are more hands than a version can have changes
} KjFamilyCall;

/* Reads --piece, --on and --in-hand for a game. Errors: KJ_USAGE_ERROR. */
bool kj_family_read(const KjValues *values, const KjGame *game, KjFamilyCall *out, GError **error);

/* Makes the members. */
void kj_family_make(KjFamilyCall *f);

/* Prints what was judged: JSON, or for people. */
void kj_family_print(const KjFamilyCall *f);
