/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layout of a diagram as magazines print them: board with coordinates, gote's pieces upside
 * down, hands in columns beside it with numbers in kanji (持駒 飛 金二 歩三), title above, a
 * caption below.
 */
#pragma once

#include "core/rules/position.h"
#include "repl/diagram/drawing.h"

/* How promoted pieces are written that have no kanji of their own (docs/formats.md). */
typedef enum {
    KJ_FACES_SHORT, // 全 圭 杏
    KJ_FACES_OTHER, // 全 今 仝 个
    KJ_FACES_FULL,  // 成銀 成桂 成香, one above the other
} KjFaces;

/* Whose hands are drawn. */
typedef enum {
    KJ_HANDS_AUTO,     // as KJ_HANDS_ATTACKER in a mate problem, where the attacker has no king and
                       // the defender all other pieces or none, else both
    KJ_HANDS_BOTH,     //
    KJ_HANDS_ATTACKER, // of the side to move alone, or of the other if it alone has no king
    KJ_HANDS_SENTE,    // of one side
    KJ_HANDS_GOTE,
} KjHandsShown;

typedef struct {
    bool letters;  // SFEN letters instead of kanji
    KjFaces faces; //
    KjHandsShown hands;
    bool coordinates; // numbers or letters of files and ranks
    bool bodies;      // pieces have the shape of pieces
} KjDiagramStyle;

/* What to draw. Texts are not kept; NULL: none. */
typedef struct {
    const KjPosition *position;
    KjMove last;          // whose squares are marked, or KJ_MOVE_NONE
    const char *title;    // centred above
    const char *composer; // below it, to the right
    const char *caption;  // centred below the board; "" keeps the room for one
    KjDiagramStyle style;
} KjDiagram;

/* Draws it. `description` is the position's own text. (transfer full) */
KjDrawing *kj_diagram_draw(const KjDiagram *diagram);

/* What a choice means for a position: BOTH, SENTE or GOTE, to be kept for those that follow it. */
KjHandsShown kj_diagram_hands(KjHandsShown hands, const KjPosition *position);

/* The height of a square; its width is 1. */
#define KJ_SQUARE_HEIGHT 1.08
