/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 必至 (hisshi, brinkmate): does the attacker force mate by checks and threats (docs/hisshi.md)?
 *
 * A threat (詰めろ) is a quiet move after which a defender who passed would be mated by checks. The
 * attacker's position p is won if it is a mate by checks, or if a check or a threat leads to a
 * position all of whose safe replies are won. Its length is 0 for a mate by checks, else the plies
 * up to and including the move after which every reply is answered by a mate by checks; the
 * attacker makes it small, the defender large. What comes back fails the attacker, in every game.
 */
#pragma once

#include "solver/checkpoint.h"
#include "solver/query.h"

/* What is known of one position. */
typedef struct {
    KjVerdict verdict; // MATE: forced within the plies asked for; NOMATE: not within them
    KjCause cause;     // of UNKNOWN
    unsigned plies;    // MATE: forced within so many
    unsigned none;     // not within so many is proved (valid if none_known); KJ_ANY_LENGTH: never
    bool none_known;
    KjVerdict mate; // whether it is a mate by checks; with the defender to move and not in check,
                    // whether passing would be answered by one (詰めろ)
    KjMove move;    // one that decides it for the side to move, or KJ_MOVE_NONE: none was needed
    uint64_t nodes; // this question cost, those of the mates in it too
} KjHisshiAnswer;

/* True when `plies` is exact. */
static inline bool kj_hisshi_exact(const KjHisshiAnswer *answer)
{
    return answer->verdict == KJ_MATE &&
           (answer->plies <= 1 ? answer->mate != KJ_UNKNOWN || answer->plies == 0
                               : answer->none_known && answer->plies <= answer->none + 2);
}

typedef struct KjHisshi KjHisshi;

/*
 * A search that asks `solver` for mates (its options must have KJ_CHECKS_ONLY; it must outlive the
 * search) and has `mib` MiB of its own. NULL with G_FILE_ERROR_NOMEM when the address space cannot
 * be had. (transfer full)
 */
KjHisshi *kj_hisshi_new(KjSolver *solver, size_t mib, GError **error);
void kj_hisshi_free(KjHisshi *x);

/* As kj_hisshi_new, with a solver of its own, the two sharing the memory of the options. NULL with
 * an error as of kj_solver_new. (transfer full, `out_solver` too: to be freed after the search) */
KjHisshi *kj_hisshi_with_solver(const KjSolverOptions *options, KjSolver **out_solver,
                                GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KjHisshi, kj_hisshi_free)

/* Begins questions about positions of a game and an attacker, as kj_query_open does for the solver,
 * which is opened too. What was learnt of the same game and attacker is kept. */
void kj_hisshi_open(KjHisshi *x, const KjGame *game, KjSide attacker);

/* Forgets what was learnt here, but for mates, which are the solver's (kj_query_forget). */
void kj_hisshi_forget(KjHisshi *x);

/*
 * Is it forced within `plies` (KJ_ANY_LENGTH: at all), whoever is to move? The defender must
 * have a king in `pos`. With the defender to move the length counts from his
 * reply on: 0: the position is 必至 as it stands, or a mate. Limits are of this question alone.
 */
void kj_hisshi_ask(KjHisshi *x, const KjPosition *pos, unsigned plies, const KjLimits *limits,
                   KjHisshiAnswer *out);

/* As kj_hisshi_ask, of any length, and then how long it is; kj_hisshi_exact tells whether the
 * limits were enough for that. */
void kj_hisshi_length(KjHisshi *x, const KjPosition *pos, const KjLimits *limits,
                      KjHisshiAnswer *out);

/*
 * From now on positions that are one of these (as kj_query_forbid) count as not forced. What is
 * learnt meanwhile is kept apart. `n` is at most KJ_MAX_PAST.
 */
void kj_hisshi_forbid(KjHisshi *x, const KjPosition *positions, unsigned n);

/* Tells the questions with other forbidden positions apart; 0: none is. */
uint64_t kj_hisshi_forbids(const KjHisshi *x);

/*
 * A line from `pos`, forced within `plies`, up to the move that makes it 必至: of the moves that keep
 * to `plies` the first that is found, and a reply that holds out longest. As far as the limits allow.
 * `out_nodes`: what it cost. (transfer full)
 */
KjMove *kj_hisshi_line(KjHisshi *x, const KjPosition *pos, unsigned plies, const KjLimits *limits,
                       unsigned *out_n, uint64_t *out_nodes);

/* The result of a whole problem. */
typedef struct {
    KjVerdict verdict; // MATE: forced
    KjCause cause;
    KjVerdict mate;    // as in KjHisshiAnswer
    bool by_checks;    // MATE: it is a mate by checks, or the king can be taken at once; `plies` is
                       // 0 and there is no line
    unsigned plies;    // MATE: up to the move that makes it 必至, or a bound of that
    bool plies_proved; // exact: not within fewer, and the defender holds out this long
    unsigned n_line;
    KjMove *line;              // the main line up to that move; owned by the result
    bool line_complete;        // it ends there (false: a limit cut it short)
    uint64_t nodes, positions; // as in KjResult
    double seconds;
} KjHisshiResult;

/*
 * Solves `root`: verdict, length, main line. What was learnt before is forgotten, by the solver
 * too, so the same position, memory and node limit give the same node count every time. To be
 * cleared with kj_hisshi_result_clear.
 */
void kj_hisshi_solve(KjHisshi *x, const KjPosition *root, KjSide attacker, const KjLimits *limits,
                     KjHisshiResult *out);
void kj_hisshi_result_clear(KjHisshiResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KjHisshiResult, kj_hisshi_result_clear)

/* Whether nothing better can be said, however long one searches. */
bool kj_hisshi_result_final(const KjHisshiResult *result);

/* "hisshi", "mate", "none" or "unknown". Static. */
const char *kj_hisshi_verdict_text(const KjHisshiResult *result);

/* As kj_solver_save and kj_solver_load: what both the search and its solver have learnt. */
bool kj_hisshi_save(KjHisshi *x, KjBytesOutFn out, void *data);
bool kj_hisshi_load(KjHisshi *x, const KjPosition *root, KjSide attacker, KjBytesInFn in,
                    void *data);

/* The next kj_hisshi_solve keeps what was learnt, and counts nodes and time on from `spent`. */
void kj_hisshi_resume(KjHisshi *x, const KjSpent *spent);
