/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Impasse (入玉): counting points when both kings have run into the enemy camp, and the declaration
 * by which one side ends such a game. The points of the kinds are in the game rows, so the counts
 * work for every game; the declaration exists only where the switch `declaration` is on.
 *
 * In a handicap game the pieces the stronger side left off count as if it still had them; callers
 * pass their points, see kj_impasse_removed.
 */
#pragma once

#include "core/rules/position.h"

enum {
    KJ_DECLARATION_PIECES = 10, // least number of own pieces in the enemy camp, king apart
    KJ_DECLARATION_PLIES =
        500, // the 24-point declaration must come before so many plies are played
};

/* What a count by agreement says about the game. */
typedef enum {
    KJ_AGREEMENT_OPEN, // neither side has its points, so the rule decides nothing
    KJ_AGREEMENT_DRAW,
    KJ_AGREEMENT_SENTE_WINS,
    KJ_AGREEMENT_GOTE_WINS,
} KjAgreement;

/* What a declaration would bring the side that makes it. */
typedef enum {
    KJ_DECLARATION_NONE, // the game has no declaration, or it is not this side's turn
    KJ_DECLARATION_LOSES,
    KJ_DECLARATION_DRAWS,
    KJ_DECLARATION_WINS,
} KjDeclarationResult;

/* A declaration with each of its conditions; true means met. */
typedef struct {
    KjDeclaration rule;
    KjSide side;
    bool own_turn;
    bool king_in_zone; // own king in the enemy camp
    bool not_in_check;
    bool enough_pieces;
    bool in_time;
    bool enough_points;      // for a draw at least, where the rule knows one
    unsigned pieces;         // own pieces in the enemy camp, king apart
    unsigned points;         // of those, of the hand and of pieces left off at the start
    unsigned points_to_draw; // 0 when the rule has no draw
    unsigned points_to_win;
    KjDeclarationResult result;
} KjDeclarationTest;

/*
 * The points of a side for a count by agreement: all its pieces on the board and in hand, rook and
 * bishop 5 each promoted or not, king 0, others 1 (docs/rules.md R9).
 */
unsigned kj_impasse_points(const KjPosition *pos, KjSide side);

/* The points a declaration counts: own pieces in the enemy camp and in hand (docs/rules.md R9). */
unsigned kj_impasse_zone_points(const KjPosition *pos, KjSide side);

/*
 * The points of what `side` lacks of half a full set; 0 when it lacks nothing. `start` is the start
 * position of a handicap game; for any other position the number means nothing (docs/rules.md R9).
 */
unsigned kj_impasse_removed(const KjPosition *start, KjSide side);

/*
 * The outcome agreed on by counting, given both sides' points with left-off pieces included
 * (R9.2, R9.3). 24 points: who has fewer loses, both having them draws. 27 points: who has fewer
 * loses, 27 each is a win for gote. KJ_DECLARE_NONE counts nothing and gives KJ_AGREEMENT_OPEN.
 */
KjAgreement kj_impasse_agreement(KjDeclaration rule, unsigned sente, unsigned gote);

/*
 * Tests a declaration by `side` under the switch in force (docs/rules.md R9.4). `plies` is
 * the number of moves played in the game so far; `removed` the points `side` left off at the start.
 * Whoever declares with a condition unmet loses.
 */
KjDeclarationTest kj_impasse_declaration(const KjPosition *pos, KjSide side, unsigned plies,
                                         unsigned removed);
