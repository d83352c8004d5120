/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proving, refuting and shortening one position, for the files of solver/ that do so. Internal. */
#ifndef KJ_SOLVER_SOLVE_H
#define KJ_SOLVER_SOLVE_H

#include "solver/length/conventional.h"
#include "solver/repetition/history_search.h"

/* What is known of a position: no mate within `none` plies, a mate within `plies` (0: not
 * known). */
typedef struct {
    KjVerdict verdict;
    unsigned none, plies;
} KjBounds;

/* How the last solve went. */
typedef struct {
    bool by_law;            // the law of repetition was asked
    KjPast past;            // what was played before the root
    KjHistorySearch *exact; // the search with history, still at the root; NULL: it was not needed
} KjLastSolve;

const KjLastSolve *kj_solver_solved(const KjSolver *solver);

/* Takes in what a search of some length said. */
void kj_bounds_learn(KjBounds *bounds, const KjNodeValue *value);

/*
 * Looks for a mate until there is one, or none, or a limit is reached. `first` is the shortest
 * length possible, 1 or 2; `bounds` begins with what is known.
 */
void kj_solve_prove(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *bounds);

/*
 * The same of a position that probably has no mate: turns within few plies as long as they may find
 * a short mate, then one search of any length that counts as while a length is settled
 * (docs/solver.md §7). Also where something is forbidden; then without the turns.
 */
void kj_solve_refute(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *bounds);

typedef void (*KjProver)(KjSearch *s, const KjPosition *root, unsigned first, KjBounds *bounds);

/*
 * The conventional length of a mate within bounds->plies, and the bare one, into `out`. The relaxed
 * search bounds it from below; where that meets the bare length from above, both are exact. Else it
 * is looked for in between, upwards, with half of what is left; the exact bare length comes next,
 * and what that leaves is for the conventional one again, which is quicker between closer bounds.
 */
void kj_solve_lengths(KjSearch *s, KjConventional *c, const KjPosition *root, KjBounds *bounds,
                      KjResult *out);

/* The same, and the main line of the conventional length if that is found; what is tolerated may
 * shorten it. */
void kj_solve_conventional_length(KjSearch *s, const KjPosition *root, KjBounds *bounds,
                                  KjResult *out);

/* The node count at which shortening gives up after a proof of so many nodes, no more than `limit`. */
uint64_t kj_solve_shortening_limit(const KjSolverOptions *options, uint64_t proof_nodes,
                                   uint64_t limit);

/* Limits for a main line: it may take as much again as the rest and `base` nodes, as it needs answers
 * the table may have dropped, but no more than kj_effort_most allows. */
void kj_solve_begin_line(KjSearch *s, uint64_t base);

/* kj_solve_line (line.h) by the law of repetition, as kj_history_line. */
void kj_solve_line_by_law(KjHistorySearch *x, unsigned plies, KjResult *out);

/* What the line of a result is, which was not chosen by what it leaves; `leftover_counts`: the
 * rules have it that it is. */
KjLineKind kj_solve_line_kind(const KjResult *result, bool leftover_counts);

/*
 * Tells s->first, if it is set, of a mate within `plies`; with a line of one that never repeats,
 * or, with `x`, of one by the law. Limits are as before on return.
 */
void kj_solve_report_first(KjSearch *s, const KjPosition *root, unsigned plies, KjHistorySearch *x);

/*
 * Looks for shorter mates until there is none or a limit is reached; true when the length is then
 * known to be the shortest. bounds->plies is known; if s->relaxed is set, both bounds are of
 * relaxed lengths (futile.h).
 */
bool kj_solve_shorten(KjSearch *s, const KjPosition *root, KjBounds *bounds);

#endif
