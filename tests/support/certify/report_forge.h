/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * False certificates of reports. A true one is spoilt in many ways, or given to another work, most
 * often one that differs by a piece: then it is a proof without a fault, of something else. What the
 * verifier believes all the same must be what a check of that work finds.
 */
#pragma once

#include <stdbool.h>

#include <glib.h>

typedef enum {
    REPORT_LIE_VERDICT,       // the verdict is another
    REPORT_LIE_PLIES,         // so is the length
    REPORT_LIE_FINDING_LOST,  // a finding is left out
    REPORT_LIE_FINDING_MADE,  // one is made up
    REPORT_LIE_FINDING_MOVED, // one is of another ply
    REPORT_LIE_FINDING_EASED, // one weighs less
    REPORT_LIE_WEIGHT,        // a weight of the profile is another, ...
    REPORT_LIE_EXCESS,        // or what longer variations weigh, ...
    REPORT_LIE_RULE,          // or the rule of interpositions
    REPORT_LIE_RECORDED,      // another length was recorded
    REPORT_LIE_TRY,           // the try is on, or off
    REPORT_LIE_ATTACKER,      // the other side attacks
    REPORT_LIE_GAME,          // it is of another game
    REPORT_LIE_POSITION,      // it is of a position that differs by a piece
    REPORT_LIE_BODY,          // all behind the header is that of another work
    REPORT_LIE_LINE_CUT,      // the main line is shorter, ...
    REPORT_LIE_LINE_MOVE,     // or has another move
    REPORT_LIE_CLAIM,         // a number among the claims is another
    REPORT_LIE_FACT,          // a number of the facts is another
    REPORT_LIE_NODE_SKIPPED,  // some numbers are left out
    REPORT_LIE_TWICE,         // some are there twice
    REPORT_LIE_FLIPPED,       // a bit is turned
    REPORT_LIE_CUT,           // the end is missing
    REPORT_LIE_PIECE,         // one is said to be useless, or needed
    REPORT_LIE_FUTILE,        // a reply is said to be futile, or not to be
    REPORT_LIES,
} ReportLie;

typedef struct {
    unsigned made, believed; // believed: and true all the same
} ReportForgeCount;

/* Forges until `wanted` of each kind were refused, or so many times as many were tried: most other
 * weights change nothing. Made of certificates of so many works. False, and the first that is
 * believed and not true is printed, if there is one. */
bool report_forge(unsigned wanted, unsigned works, guint32 seed,
                  ReportForgeCount count[REPORT_LIES]);

void report_forge_print(const ReportForgeCount count[REPORT_LIES]);
