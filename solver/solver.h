/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interface of the mate solver: a position and limits in, a verdict out that is proved, refuted
 * or unknown, never a guess.
 */
#pragma once

#include "solver/search/result.h"

typedef struct KjSolver KjSolver;

/* A solver with an empty table. Returns NULL with G_FILE_ERROR/G_FILE_ERROR_NOMEM when the address
 * space for the table cannot be had. (transfer full; free with kj_solver_free) */
KjSolver *kj_solver_new(const KjSolverOptions *options, GError **error);
void kj_solver_free(KjSolver *solver);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjSolver, kj_solver_free)

/* Sets a function to be told of progress about twice a second; NULL for none. */
void kj_solver_set_progress(KjSolver *solver, KjProgressFn fn, void *user_data);

/*
 * Sets a function to be told of the first mate of every solve that goes on from there; NULL for
 * none. Its line costs nodes: at most an eighth of those of the proof and a few thousand, and more
 * only if the table has dropped what it needs.
 */
void kj_solver_set_first(KjSolver *solver, KjFirstFn fn, void *user_data);

/*
 * Sets a function to be called about every `seconds` of searching, from the searching thread, to
 * keep what was learnt so far. It is called after a second at the latest and then each time the age
 * has doubled, until that is more than `seconds`; less often where it takes more than a fiftieth of
 * the time. NULL for none.
 */
void kj_solver_set_keep(KjSolver *solver, double seconds, KjKeepFn fn, void *user_data);

/*
 * Solves `root` for `attacker`. The defender (the other side) must have a king on the board. When
 * the defender is to move, every safe move of his counts as a reply, in check or not. In a game of
 * king capture, an attacker who can take the king at once has won in 0 plies; the line is that
 * capture. Results are in `out`, to be cleared with kj_result_clear. With one thread (options.threads)
 * the same position, options and node limit give the same node count every time.
 */
void kj_solver_solve(KjSolver *solver, const KjPosition *root, KjSide attacker,
                     const KjLimits *limits, KjResult *out);

/*
 * The moves played before the root of the next solve, from `start` on (both must outlive it, and
 * the writing of its certificate), for KJ_LOOPS_LAW; start NULL, as at first: none. It holds for
 * one solve.
 */
void kj_solver_set_past(KjSolver *solver, const KjPosition *start, const KjMove *moves,
                        unsigned n_moves);

/* Whether a search of a game asks its law what a repeated position means, and not the
 * convention. */
bool kj_loops_by_law(KjLoops loops, const KjGame *game);

/* Who attacks: the side to move, unless only the side to move has a king (then the other one). */
KjSide kj_default_attacker(const KjPosition *root);
