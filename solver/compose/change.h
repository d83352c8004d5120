/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes to the diagram of a work as values: what a composer does to it by hand. The set stays
 * whole: a piece that leaves the board or the attacker's hand goes into the defender's, unpromoted,
 * and one that is put somewhere comes from there. What was in nobody's hand stays there.
 */
#pragma once

#include "core/rules/position.h"

typedef enum {
    KJ_CHANGE_REMOVE,       // `piece` off `from`
    KJ_CHANGE_HAND_REMOVE,  // `piece` out of the attacker's hand
    KJ_CHANGE_MOVE,         // `piece` from `from` to `to`, which is empty
    KJ_CHANGE_REPLACE,      // `instead` for `piece` on `from`: another piece or its other face
    KJ_CHANGE_HAND_OVER,    // `piece` on `from` becomes the other side's, `instead`
    KJ_CHANGE_HAND_REPLACE, // `instead` for `piece` in the attacker's hand
    KJ_CHANGE_SHIFT,        // all pieces, `left` files and `down` ranks
    KJ_CHANGE_MIRROR,       // all pieces, left to right
    KJ_CHANGE_ADD,          // `instead` to `to`, which is empty
    KJ_CHANGE_HAND_ADD,     // `instead` into the attacker's hand
    KJ_CHANGE_KINDS,
} KjChangeKind;

/* Fields that a kind does not name are 0, squares KJ_NO_SQUARE. */
typedef struct {
    uint8_t kind; // KjChangeKind
    uint8_t from, to;
    KjPiece piece, instead;
    int8_t left, down;
} KjChange;

/*
 * The position after a change of `pos`. False where it cannot be made (a square is not as the
 * change says, the defender holds no such piece, a piece would leave the board) or what it makes is
 * impossible (kj_position_check) or has a king that can be captured at once.
 */
bool kj_change_apply(const KjPosition *pos, KjSide attacker, const KjChange *change,
                     KjPosition *out);

/* The move of the changed work that a move of the work is: another one only after a shift or a
 * mirroring. KJ_MOVE_NONE if it would leave the board. */
KjMove kj_change_map(const KjTables *t, const KjChange *change, KjMove move);

/* "remove", "add", ... Static. */
const char *kj_change_kind_text(KjChangeKind kind);
