/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the refutation tree share; not for others. */
#pragma once

#include <stdatomic.h>

#include "solver/refutation/refute.h"
#include "solver/refutation/runout.h"
#include "solver/solve.h"

/* What makes a position after a reply one without a mate (docs/repetition.md). */
typedef enum {
    KJ_REFUTE_BY_TABLE,   // it is not in L: a loop fails the attacker, or cannot win
    KJ_REFUTE_BY_HISTORY, // by the law, after what was played to get there
    KJ_REFUTE_BY_ENDING,  // it is outside G: all a law that counts lets us say
} KjRefuteMode;

/* A tree being made. */
typedef struct {
    KjSolver *solver;
    KjSearch *s;
    KjRefuteMode mode;
    KjPosition pos;
    KjHistorySearch *x;      // BY_HISTORY: with the history of `pos`; not owned
    KjHistorySearch *graph;  // whether the attacker can go on for ever; NULL until asked
    bool graph_failed;       // there is none
    const KjPosition *start; // where the game began
    GArray *played;          // KjMove, all from there to `pos`
    KjRunOut *run_out;       // NULL: not measured
    GHashTable *past;        // full keys of what was played before the root, or NULL
    GHashTable *seen;        // full key -> the KjFailure after whose reply it was looked at
    uint64_t spent;          // nodes so far
    uint64_t node_end;       // `spent` when the question under way must end
    double seconds_end;      // since `begun`, 0: none
    gint64 begun;            // microseconds
    KjLimits now;            // of the question under way
    const atomic_bool *stop;
    KjRefutation *out;
} KjRefuter;

/* A move that was made. */
typedef struct {
    KjMove move;
    uint64_t law_move, key;
    KjUndo undo;
} KjRefuteStep;

void kj_refuter_begin(KjRefuter *r, KjSolver *solver, const KjPosition *root, KjSide attacker,
                      const KjLimits *limits);
void kj_refuter_clear(KjRefuter *r);

/* Begins a question; false when nothing is left for it (r->out->cut is then set). And ends it. */
bool kj_refuter_ask(KjRefuter *r);
void kj_refuter_asked(KjRefuter *r);

/* Makes a move of r->pos, takes the last one back. KJ_MOVE_NONE: nothing moves. */
void kj_refuter_play(KjRefuter *r, KjMove move, KjRefuteStep *out);
void kj_refuter_back(KjRefuter *r, const KjRefuteStep *step);

/* The attacks or replies of r->pos, those that the law allows. */
void kj_refuter_moves(KjRefuter *r, KjMoveList *out);

/* Has r->pos, the attacker to move, a mate? */
KjVerdict kj_refuter_mate(KjRefuter *r);

/* Can the attacker go on for ever from r->pos, if everything that comes back were good for him?
 * KJ_MATE: he can, KJ_NOMATE: he can be made to run out of attacks. */
KjVerdict kj_refuter_endless(KjRefuter *r);

/* Who makes these moves of `pos`. */
KjOnly kj_refute_only(const KjPosition *pos, const GArray *moves);
