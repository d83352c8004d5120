/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The questions of an analysis (docs/analyse.md): does a side mate by checks, asked of many
 * positions of one game, of both sides, within limits of each question and of all together.
 */
#pragma once

#include "solver/hisshi/hisshi.h"
#include "solver/query.h"
#include "solver/repetition/history_search.h"

typedef struct {
    uint64_t question_nodes; // of each question, 0: no limit
    uint64_t nodes;          // of all questions together, 0: no limit
    double seconds;          // likewise
    const atomic_bool *stop; // may be NULL
} KjAnalyseLimits;

typedef struct KjAnalyst KjAnalyst;

/*
 * One who asks. Of the options the attacker's moves must be KJ_CHECKS_ONLY. NULL with
 * G_FILE_ERROR_NOMEM when the address space for the table cannot be had. (transfer full)
 */
KjAnalyst *kj_analyst_new(const KjSolverOptions *options, GError **error);
void kj_analyst_free(KjAnalyst *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjAnalyst, kj_analyst_free)

/* Begins the questions about a position; what was spent before no longer counts. What was learnt
 * stays, so answers may come cheaper than from nothing, but never different ones. */
void kj_analyst_begin(KjAnalyst *a, const KjAnalyseLimits *limits);

/* Nodes since then, and the solver to report progress of. */
uint64_t kj_analyst_nodes(const KjAnalyst *a);
KjSolver *kj_analyst_solver(KjAnalyst *a);

/*
 * Whether `attacker` mates by checks from `pos`, whoever is to move. The other side must have a
 * king. A king that can be captured at once decides: MATE in 0 plies for the attacker to move,
 * NOMATE for the defender (R12.9, R12.16). `past`: the moves of the game before `pos`, which count
 * where the law forbids repeating; NULL: none, or no move of the game led there.
 */
void kj_analyst_ask(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past,
                    KjAnswer *out);

/* As kj_analyst_ask, without a past, as far as a tenth of the nodes goes. */
void kj_analyst_ask_less(KjAnalyst *a, const KjPosition *pos, KjSide attacker, KjAnswer *out);

/* As kj_analyst_ask_less, with the length (kj_query_conventional), as far as a tenth of the nodes
 * goes. */
void kj_analyst_length(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past,
                       KjAnswer *out);

/* As kj_analyst_length, with length and line; to be cleared with kj_result_clear. */
void kj_analyst_solve(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past,
                      KjResult *out);

/* Whether `attacker` forces mate by checks and threats (docs/hisshi.md), and in how many plies up to
 * 必至, whoever is to move; without a past. No king may be capturable. */
void kj_analyst_forced(KjAnalyst *a, const KjPosition *pos, KjSide attacker, KjHisshiAnswer *out);

/* A past with one move more, on the stack of who asks. */
typedef struct {
    KjPast past;
    KjMove moves[KJ_MAX_PAST + 1];
} KjLongerPast;

/* Writes a past with one move more and gives it; NULL of NULL. One that is too long for the law
 * already (KJ_MAX_PAST) stays as it is: both are answered by "unknown". */
const KjPast *kj_past_after(const KjPast *past, KjMove move, KjLongerPast *out);

/* kj_analyst_ask of a position with other pieces than the game's: nothing is learnt from it, and
 * nothing known is used. It may take a tenth of what a question may. */
void kj_analyst_suppose(KjAnalyst *a, const KjPosition *pos, KjSide attacker, KjAnswer *out);
