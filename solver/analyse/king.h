/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How safe a king is (docs/analyse.md): 詰み, 詰めろ, ゼット, and the pieces in hand that would make
 * a difference.
 */
#pragma once

#include "solver/analyse/ask.h"

/* Under which circumstances a king is attacked. */
typedef enum {
    KJ_KING_NONE,    // it is not on the board: nothing is asked
    KJ_KING_ATTACK,  // the attacker is to move: 詰み?
    KJ_KING_PASS,    // its own side is to move, and passes: 詰めろ?
    KJ_KING_CHECKED, // its own side is to move and in check, and may not pass
} KjKingCase;

/* A first move of the attacker. */
typedef struct {
    KjMove move;
    KjAnswer answer; // MATE or UNKNOWN; plies are counted after the move
} KjFirstMove;

enum { KJ_NEEDS_MOST = 2 }; // pieces more in hand that are tried

/* A king, whose side is not the attacker's. */
typedef struct {
    KjSide side;
    KjKingCase state;
    KjPosition board; // the position in which the attack begins
    KjResult mate;    // of the attack
    GArray *first;    // KjFirstMove: where `mate` is MATE and the attacker to move, what mates
                      // or is open
    KjAnswer safe;    // with every piece in the attacker's hand: NOMATE is ゼット; asked if
    bool safe_asked;  // `mate` is NOMATE and the attacker to move
    GArray *needs;    // KjHand: the least hands more that mate, of up to KJ_NEEDS_MOST pieces
    unsigned n_open;  // hands of which that is not known
} KjKingReport;

/*
 * The position with the hand by which ゼット is judged: of every kind that can be dropped unpromoted as many as are
 * neither on the board nor in the attacker's hand yet, and one more; the defender's hand is empty
 * then.
 */
KjPosition kj_give_everything(const KjPosition *pos, KjSide attacker);

/* The position with more pieces in the attacker's hand: the defender's as far as he has them in hand,
 * else they are added to the set. */
KjPosition kj_give_hand(const KjPosition *pos, KjSide attacker, KjHand more);

/* The hands more that are tried to find the least that mates, KjHand: one piece, then two, by kinds as
 * games.c has them. A kind may be one above its set, no more. (transfer full) */
GArray *kj_hands_to_give(const KjPosition *pos, KjSide attacker);

/*
 * Reports on the king of a side at `pos`, to which `past` led: is there a mate? To be cleared with
 * kj_king_report_clear.
 */
void kj_analyse_king(KjAnalyst *a, const KjPosition *pos, KjSide side, const KjPast *past,
                     KjKingReport *out);

/* Adds to a report, where there is a mate, all first moves that mate, each with its length as far
 * as a tenth of a question's nodes goes. */
void kj_analyse_first(KjAnalyst *a, const KjPast *past, KjKingReport *out);

/* Adds to a report, where there is no mate, whether any hand would make one, and which. */
void kj_analyse_safety(KjAnalyst *a, KjKingReport *out);
void kj_king_report_clear(KjKingReport *report);
