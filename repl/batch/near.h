/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How near two problems are: prior art. Their diagrams are compared, mirrored and shifted ones too,
 * and of their lines the mated position, and the moves without the kinds of pieces.
 */
#pragma once

#include <glib.h>

#include "core/rules/movegen.h"

/* A problem made ready: the attacker is sente. */
typedef struct {
    KjPosition position;
    bool mirrors; // mirror images are the same problem in its game
    unsigned n_line;
    KjMove *line;      // of the solution, NULL none; owned
    KjPosition end;    // after it
    unsigned mated_on; // the square of the defender's king there
    bool turned;       // gote attacked: the board was turned and the sides exchanged
} KjNearWork;

/* What one problem has of another. */
typedef struct {
    bool same;        // the same diagram and hand of the attacker's,
    bool mirrored;    // as a mirror image,
    bool swapped;     // with the sides exchanged, on a turned board,
    int left, down;   // or shifted by so many files and ranks
    unsigned changes; // else so many pieces apart (moved, another, or there in one of them only)
    bool apart;       // and that is near
    bool same_end;    // the mated position is the same but for the hands, mirrored or shifted
    // The same moves but for the kinds of the pieces, seen from where the king is mated: from the
    // end of both lines so many plies, of which one may differ in a line of seven plies or more.
    unsigned same_plies;
} KjNearness;

enum { KJ_NEAR_PLIES = 5, KJ_NEAR_ONE_DIFFERS = 7, KJ_NEAR_WHOLE = 3 };

/*
 * The plies that count as the same of two lines, from the end on, 0 if they are too few: `same[i]`
 * tells it of the ply after which i follow, of `n` plies, as many as the shorter line has. At least
 * KJ_NEAR_PLIES must be, or KJ_NEAR_WHOLE that are the `whole` of both lines. Of KJ_NEAR_ONE_DIFFERS
 * plies and more one may differ.
 */
unsigned kj_near_plies(const bool *same, unsigned n, bool whole);

/*
 * Makes a problem ready, turned so that sente attacks. False if it cannot be: the game does not look
 * the same from both sides, or the defender has no king. `mirrors` is kj_canonical_mirrors of its
 * game. `line` is in its squares, may be NULL, and is left out if it cannot be played to a mate.
 * Clear with kj_near_work_clear in any case.
 */
bool kj_near_work_init(KjNearWork *out, const KjPosition *position, KjSide attacker, bool mirrors,
                       const KjMove *line, unsigned n_line);
void kj_near_work_clear(KjNearWork *work);

/* Compares two problems of a game; whether there is anything near, diagrams up to `most` pieces
 * apart. */
bool kj_near_compare(const KjNearWork *one, const KjNearWork *other, unsigned most,
                     KjNearness *out);

/* Orders what was found: the same first, then by pieces apart, then by lines. Less than, equal to or
 * greater than 0. */
int kj_nearness_compare(const KjNearness *a, const KjNearness *b);
