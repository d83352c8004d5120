/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Useless pieces (飾り駒, docs/check.md): what can be given to the defender, replaced by something
 * weaker or put elsewhere while the main line stays the solution and stays alone. One piece at a
 * time, so two that need each other only are not found.
 */
#pragma once

#include "solver/themes/solved.h"

typedef enum {
    KJ_SPARE_REMOVE, // into the defender's hand, unpromoted
    KJ_SPARE_WEAKEN, // exchanged for a piece that moves no better, out of the defender's hand
    KJ_SPARE_SHIFT,  // moved to a neighbouring square
} KjSpareHow;

/* What shows first that the work is not as sound after a change. */
typedef enum {
    KJ_NEED_NONE,
    KJ_NEED_SEEN,   // the line cannot be played, or a move mates at once where none did
    KJ_NEED_END,    // its last position is no mate
    KJ_NEED_LENGTH, // a position of it has no mate in time
    KJ_NEED_MOVE,   // another move mates at one, which did not before
} KjNeedWhy;

typedef struct {
    KjNeedWhy why;
    unsigned ply; // LENGTH and MOVE: of the position, from 0
    KjMove move;
} KjNeed;

/* A change of one piece of the diagram. */
typedef struct {
    KjSpareHow how;
    unsigned square; // KJ_NO_SQUARE: one of the attacker's hand
    KjPiece piece;   // what is there
    KjPiece instead; // WEAKEN: what is put there, else KJ_NONE
    unsigned to;     // SHIFT: where it is put, else KJ_NO_SQUARE
    KjTri sound;     // the work is as sound after it
    KjNeed need;     // KJ_NO: why not
} KjSpare;

/* What to try besides removal. */
enum { KJ_SPARE_TRY_WEAKER = 1, KJ_SPARE_TRY_SHIFTED = 2 };

/*
 * The changes after which the work is as sound as before (KJ_YES) or may be (KJ_OPEN): the line can
 * be played, each of its attacking moves is a check and the only one that mates (moves that mate without
 * the change too aside, and at the last ply what the work says is none too many), and from each of its positions
 * there is a mate within what is left of it. Of 必至 likewise, any attack in place of checks and no
 * second first move. An array of KjSpare, board first, square by square,
 * then the hand; to be freed with g_array_unref. Never changes a king or the defender's hand.
 * `out_tried`, if not NULL, gets the number of changes tried; `needed`, if not NULL, those that make
 * the work less sound (KJ_NO). The attacker is to move, the line ends in mate.
 */
GArray *kj_useless_find(const KjSolvedWork *work, unsigned also, unsigned *out_tried,
                        GArray *needed);

/* Asks once more about what is KJ_OPEN, when who is asked may take longer. What is not so after all
 * is taken out, and put into `needed`, if that is not NULL. */
void kj_useless_again(const KjSolvedWork *work, GArray *found, GArray *needed);

/* The position after a change; false if it cannot be. */
bool kj_spare_apply(const KjPosition *root, KjSide attacker, const KjSpare *spare, KjPosition *out);

/* "remove", "weaken", "shift". Static. */
const char *kj_spare_how_text(KjSpareHow how);
