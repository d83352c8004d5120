/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checking the neighbours of a work: the same diagram with a piece added, removed, exchanged or
 * moved, hands changed, or plies put in front. What decided the work is gone through again on the
 * neighbour's own board, move by move, and only where it no longer holds is anything searched. So a
 * neighbour that differs little from its work in what happens costs a small part of a check from
 * nothing, and no verdict is ever taken over: all moves are generated at the positions of the
 * neighbour, and a report says what kj_check would say of it (docs/check.md, "Checked again").
 *
 *     KjSolver *solver = kj_solver_new(&options, &error);
 *     kj_recheck_base(solver, &work, attacker, &whole, &limits, &report);
 *     for each neighbour:                      // soon: with first_defect, say
 *         kj_recheck(solver, &neighbour, attacker, &soon, &limits, &other);
 *     kj_recheck_end(solver);
 *
 * For many neighbours ask for the verdict only: with first_defect, and without lines, themes and
 * spares; that ends a check where the first defect is found. A base that is checked by the same
 * profile, lines included, leaves most to go through again.
 */
#pragma once

#include "solver/check/check.h"

/*
 * Checks `work` as kj_check does and makes it the base: until kj_recheck_end the solver compares
 * what it is asked about with this work, whatever it is asked about in between. The work is copied;
 * its game must outlive the base. Another base takes its place. `solver` may be warm.
 */
void kj_recheck_base(KjSolver *solver, const KjPosition *work, KjSide attacker,
                     const KjCheckOptions *options, const KjLimits *limits, KjReport *out);

/*
 * Checks a position as kj_check does; the base stays. Any position will do: one with a king
 * elsewhere, or that differs in more than KJ_TRANSFER_SQUARES squares, gains nothing and costs what
 * kj_check costs. A position of another game, or of the other attacker, ends the base.
 */
void kj_recheck(KjSolver *solver, const KjPosition *neighbour, KjSide attacker,
                const KjCheckOptions *options, const KjLimits *limits, KjReport *out);

/* There is no base any more; what the table knows stays. */
void kj_recheck_end(KjSolver *solver);
