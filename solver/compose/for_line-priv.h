/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the search for a line share. Internal. */
#pragma once

#include "solver/compose/for_line.h"

/* What is wrong with a draft, as a cost. */
enum {
    KJ_COST_SHAPE = 25, // for each move of the line that cannot be played, each reply at its end
    KJ_COST_GUESS = 80, // of a draft whose line cannot be played, besides
    KJ_COST_FAULT = 10, // a move that mates too, a reply that escapes
    KJ_COST_CHOICE = 1, // a check from another distance
    KJ_COST_OPEN = 3,   // a question without an answer
    KJ_COST_PLY = 8,    // a move of the attacker's whose alternatives were not looked at
    KJ_COST_DEFECT = 5, // a defect that is no such move
    KJ_COST_SOUND = 60, // of a draft that is: what else is near it comes later
    KJ_COST_PIECE = 4,
    KJ_COST_VISIT = 3,
    KJ_COST_JUDGED = 20, // up to which a draft is judged as a whole
};

/* A step that is being done. */
typedef struct {
    const KjForLine *search;
    const KjForLineOptions *options;
    const KjLineDiagram *diagram; // of the parent
    KjSolver *solver;
    KjForLineTask *task;
    KjRandom random;
    GHashTable *tried; // uint64_t*, of this step
} KjForLineDoing;

/* Whether a limit or Ctrl-C ends it. */
bool kj_for_line_is_stopped(const KjForLineDoing *s);

/* What hinders the line of a least diagram from being played from a position to a mate, as a cost:
 * moves that are no check, replies into check, replies at the end, pieces left in hand; G_MAXUINT: it
 * cannot be played at all. */
unsigned kj_for_line_shape(const KjForLineOptions *options, const KjLineDiagram *diagram,
                           const KjPosition *draft);

/* Looks for what is wrong with a draft whose line can be played, from its end on, until that costs
 * more than `most`. */
void kj_for_line_look_at(KjForLineDoing *s, unsigned most, KjDraft *draft);

/* Judges a draft as a whole. What is sound goes to the works. */
void kj_for_line_judge(KjForLineDoing *s, KjDraft *draft);

/* Whether a fault of the parent's is gone. */
bool kj_for_line_is_gone(KjForLineDoing *s, const KjDraftFault *fault, const KjPosition *draft);

/* The parent with a change drawn by lot; false: the lot fell on none that can be made. */
bool kj_for_line_draw(KjForLineDoing *s, KjPosition *out);

/* The position with a piece, of this face, on the square that the attacker goes to at a ply, instead
 * of in his hand from the start; false: that cannot be. */
bool kj_for_line_supply(const KjForLineOptions *options, const KjLineDiagram *diagram,
                        const KjPosition *pos, unsigned ply, KjKind face, KjPosition *out);
