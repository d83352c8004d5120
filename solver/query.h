/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions about single positions to a solver that keeps what it has learnt from one to the next:
 * is there a mate, within so many plies, how long is it, is there one that avoids certain
 * positions. What the table holds are facts about positions, so a decided answer never depends on
 * the questions before it; how many nodes it costs does, and so whether a limit is reached.
 */
#pragma once

#include "solver/solver.h"

enum { KJ_ANY_LENGTH = 0xffff };

typedef struct {
    KjVerdict verdict; // MATE: within the plies asked for; NOMATE: none within them
    KjCause cause;     // of UNKNOWN
    unsigned plies;    // MATE: mates within so many, the last move of the attacker included
    unsigned none;     // no mate within so many is proved; KJ_ANY_LENGTH: none at all
    uint64_t nodes;    // this question cost
} KjAnswer;

/* True when `plies` of a mate is exact: none shorter exists. */
static inline bool kj_answer_exact(const KjAnswer *answer)
{
    return answer->verdict == KJ_MATE && answer->plies <= answer->none + 2;
}

/*
 * What needs no search, whatever the goal is: who is to move and can take a king has won (R12.9,
 * R12.16). False, and nothing in `out`: nobody can. Else MATE or NOMATE.
 */
bool kj_query_capture(const KjPosition *pos, KjSide attacker, KjVerdict *out);

/*
 * Begins questions about positions of a game (with its rule switches) and an attacker. The table is
 * emptied when it was of another game or other switches. kj_solver_solve empties it too, and what
 * it then learns serves questions about the same game afterwards.
 */
void kj_query_open(KjSolver *solver, const KjGame *game, KjSide attacker);

/*
 * Tells that questions are about positions with the pieces of `pos`. What was learnt of another set
 * of pieces is forgotten: the hand of the defender, who has what is nowhere else, is not in the
 * keys. Every question below does this by itself.
 */
void kj_query_about(KjSolver *solver, const KjPosition *pos);

/* Leaves `mib` of the solver's memory to something that works beside it: the table grows that much
 * less, until it is told otherwise or the next kj_solver_solve. */
void kj_solver_lend(KjSolver *solver, size_t mib);

/* Forgets everything. */
void kj_query_forget(KjSolver *solver);

/*
 * From now on positions that are one of these (same board and side to move, and an attacker's hand
 * that is the same or poorer) count as not mating; n 0: none any more. Whatever is learnt meanwhile
 * is kept apart. `n` is at most KJ_MAX_PAST.
 */
void kj_query_forbid(KjSolver *solver, const KjPosition *positions, unsigned n);

/*
 * Is there a mate within `len` plies (KJ_ANY_LENGTH: at all) from `pos`, whoever is to move?
 * Limits are of this question alone.
 */
void kj_query_mate(KjSolver *solver, const KjPosition *pos, unsigned len, const KjLimits *limits,
                   KjAnswer *out);

/*
 * As kj_query_mate, at any length where there probably is no mate, as after most moves beside a
 * solution: one search that is quicker to refute and slower to prove (kj_solve_refute).
 */
void kj_query_refute(KjSolver *solver, const KjPosition *pos, const KjLimits *limits,
                     KjAnswer *out);

/* As kj_query_refute and kj_query_forbid, by a helper of a team, so that the answer is in the table
 * when it is asked for (solver/search/team.h). */
struct KjSearch;
void kj_query_refute_ahead(struct KjSearch *s, const KjPosition *pos);
void kj_query_forbid_ahead(struct KjSearch *s, const KjPosition *positions, unsigned n);

/* A mate of any length, and then how long the shortest mate is; kj_answer_exact tells whether the
 * limits were enough for that. */
void kj_query_length(KjSolver *solver, const KjPosition *pos, const KjLimits *limits,
                     KjAnswer *out);

/*
 * As kj_query_length, but as KjResult.plies counts, by the solver's options: without futile interpositions, and
 * with longer variations tolerated. While it is not exact, as always where the law of repetition
 * decides, the length is a bound from above.
 */
void kj_query_conventional(KjSolver *solver, const KjPosition *pos, const KjLimits *limits,
                           KjAnswer *out);

/*
 * kj_solver_solve without emptying the table: verdict, length and line of a position of the game
 * that was opened. What comes back fails the attacker, whatever the law says.
 */
void kj_query_solve(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjResult *out);
