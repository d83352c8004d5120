/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least diagrams that a line implies: the king, the pieces that move where they first move from,
 * what is dropped in hand, and nothing else. What no piece more can put right makes a line
 * impossible, and is named.
 */
#pragma once

#include "core/notation/loose.h"
#include "solver/compose/made.h"

/* A diagram, sente to move, the rest of the set in gote's hand, and the line in it. */
typedef struct {
    KjPosition position;
    unsigned n_line;
    KjMove line[KJ_MADE_PLIES];
    KjBb fixed; // squares whose pieces were given or are moved: they stay
} KjLineDiagram;

/* A diagram with a line that can be played in it: what moves stays where it is. */
KjLineDiagram kj_line_diagram_of(const KjPosition *diagram, const KjMove *line, unsigned n_line);

/* Why a line is impossible wherever pieces stand. */
typedef enum {
    KJ_LINE_POSSIBLE,
    KJ_LINE_ILLEGAL,  // the move is: `illegal` says why
    KJ_LINE_NO_PIECE, // the board gives the set no such piece more
    KJ_LINE_NO_CHECK, // a move of the attacker that can be no check
    KJ_LINE_NO_REPLY, // a reply that meets no check
    KJ_LINE_IN_CHECK, // the king goes where a piece of the line attacks it
    KJ_LINE_KING,     // a move would take a king
    KJ_LINE_ENDS,     // the line ends with a reply
    KJ_LINE_FAULTS,
} KjLineFaultKind;

typedef struct {
    KjLineFaultKind kind;
    KjIllegal illegal;
    unsigned ply;      // from 0
    KjPosition before; // the diagram as far as it was known then
    KjMove move;
} KjLineFault;

/*
 * All of them, at most KJ_LINE_DIAGRAMS, in a fixed order (KjLineDiagram). `board` has gote's king
 * and what else is fixed; sente attacks. `line` is of KjLooseMove. None: `out_fault` tells the move
 * that the reading that came furthest fails at. `any_move`: the attacker need not give check.
 * (transfer full, g_array_unref)
 */
enum { KJ_LINE_DIAGRAMS = 64 };
GArray *kj_line_diagrams(const KjPosition *board, const GArray *line, bool any_move,
                         KjLineFault *out_fault);

/* "no-check", ...; and for people: "it can be no check, ...". Static. */
const char *kj_line_fault_code(const KjLineFault *fault);
const char *kj_line_fault_text(const KjLineFault *fault);
