/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From a line to a diagram: pieces are added to the least diagrams that the line implies, moved,
 * exchanged and taken away, until the line is the only solution. Drafts are gone on from best first,
 * by what is wrong with them and their pieces; a change is looked at closer if it does away with one
 * of the faults and keeps the line.
 */
#pragma once

#include "solver/compose/line_diagram.h"
#include "solver/compose/random.h"

/* What a change may do. */
typedef struct {
    KjMadeOptions made;   // its `attacker` is sente
    unsigned most_pieces; // on the board and in the attacker's hand, kings apart
    unsigned most_added;  // besides those of the least diagram
    KjBb squares;         // where pieces are added
    uint64_t pieces;      // bit p: a piece (KjPiece) that is
    bool any_move;        // the attacker need not give check
    uint64_t themes;      // of which a change keeps the shape (kj_goal_shaped)
    bool strict;          // what has a blemish is no work, but gone on from
} KjForLineOptions;

/* What is wrong with a draft: a move. */
typedef struct {
    unsigned ply;
    KjMove move; // of the attacker's: it mates too; of the defender's: there is no mate after it
} KjDraftFault;

enum { KJ_DRAFT_FAULTS = 6 };

typedef struct {
    KjPosition position;
    unsigned diagram; // the least one it is made of, by number
    unsigned pieces;
    unsigned shape;  // why the line cannot be played or does not end in mate, as a cost
    unsigned cost;   // of all that is wrong
    bool looked_at;  // with searches; else the cost is a guess
    unsigned visits; // steps that went on from it
    unsigned n_faults;
    KjDraftFault fault[KJ_DRAFT_FAULTS]; // some of them
} KjDraft;

/* A step: what becomes of a draft by some changes drawn by lot. */
typedef struct {
    unsigned number; // of the draft in the workshop
    KjDraft parent;
    uint64_t seed;
    GArray *children; // of KjDraft; owned
    GArray *works;    // of KjMade; owned
    unsigned n_tried; // diagrams
    uint64_t nodes;   // searched, and one for each change that was drawn
} KjForLineTask;

enum { KJ_FOR_LINE_EFFORT = 400000 }; // nodes after which a step usually ends

typedef struct KjForLine KjForLine;

/* The search for a line: its least diagrams (KjLineDiagram, at least one; not owned). (transfer
 * full) */
KjForLine *kj_for_line_new(const GArray *diagrams, const KjForLineOptions *options);
void kj_for_line_free(KjForLine *search);

/* Draws the next step; false: there is nothing left to go on from. */
bool kj_for_line_next(KjForLine *search, KjRandom *random, KjForLineTask *out);

/* Does a step, on any thread. What made.stop of `options`, which are else those of the search, cut short is not complete. */
void kj_for_line_step(const KjForLine *search, const KjForLineOptions *options, KjSolver *solver,
                      KjForLineTask *task);

/* Takes in what a step found, once all of its round are done: they look at what was found before. */
void kj_for_line_take(KjForLine *search, const KjForLineTask *task);

/* Writes or reads what a step has found, for the same build. False: it could not be written; there
 * are not so many bytes. */
bool kj_for_line_task_keep(KjForLineTask *task, const KjGame *game, const KjBytes *bytes);
void kj_for_line_task_clear(KjForLineTask *task);

/* The works found, of fewest pieces first (KjMade), each once. Those of which a single piece stands
 * elsewhere or is another one are of one family. Owned by the search. */
const GArray *kj_for_line_works(const KjForLine *search);

/* The least diagram a draft is made of. */
const KjLineDiagram *kj_for_line_diagram(const KjForLine *search, unsigned number);

/* The draft that comes nearest: one whose line can be played, if there is one. NULL: there are none,
 * since the pieces of the line are too many. */
const KjDraft *kj_for_line_nearest(const KjForLine *search);

unsigned kj_for_line_drafts(const KjForLine *search);
