/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions of an analysis, and what they may cost. */
#include "solver/analyse/ask.h"

#include <string.h>

#include "core/text/lang.h"

enum {
    HISSHI_SHARE = 4,  // of the memory, for the table of what is forced
    SUPPOSE_SHARE = 8, // of the memory, for positions with other pieces
    MINOR = 10,        // questions of which there are many may take this part of the nodes
};

struct KjAnalyst {
    KjSolverOptions options;
    KjSolver *solver;
    KjSolver *supposing; // NULL until needed
    KjHisshi *hisshi;    // likewise; it asks `solver`
    KjAnalyseLimits limits;
    gint64 begun; // microseconds
    uint64_t nodes;
};

KjAnalyst *kj_analyst_new(const KjSolverOptions *options, GError **error)
{
    KjSolver *solver = kj_solver_new(options, error);
    if (!solver)
        return NULL;
    KjAnalyst *a = g_new0(KjAnalyst, 1);
    a->options = *options;
    a->solver = solver;
    return a;
}

void kj_analyst_free(KjAnalyst *a)
{
    if (!a)
        return;
    kj_hisshi_free(a->hisshi);
    kj_solver_free(a->solver);
    kj_solver_free(a->supposing);
    g_free(a);
}

void kj_analyst_begin(KjAnalyst *a, const KjAnalyseLimits *limits)
{
    a->limits = *limits;
    a->begun = g_get_monotonic_time();
    a->nodes = 0;
}

uint64_t kj_analyst_nodes(const KjAnalyst *a)
{
    return a->nodes;
}

KjSolver *kj_analyst_solver(KjAnalyst *a)
{
    return a->solver;
}

/* What one more question may use; the cause why nothing, or KJ_CAUSE_NONE. */
static KjCause limits_left(const KjAnalyst *a, KjLimits *out)
{
    const KjAnalyseLimits *limits = &a->limits;
    const KjLimits all = {limits->seconds, limits->nodes, limits->stop};
    const KjLimits question = {.nodes = limits->question_nodes};
    double spent = (double)(g_get_monotonic_time() - a->begun) / 1e6;
    KjCause cause = kj_limits_left(&all, a->nodes, spent, out);
    kj_limits_stricter(out, &question, out);
    return cause;
}

static uint64_t minor(uint64_t nodes)
{
    return nodes ? MAX(1, nodes / MINOR) : 0;
}

/* Whether a king that can be captured decides, or a limit was reached before. */
static bool at_once(const KjAnalyst *a, const KjPosition *pos, KjSide attacker, KjLimits *limits,
                    KjAnswer *out)
{
    KjCause cause = limits_left(a, limits);
    *out = (KjAnswer){.verdict = KJ_UNKNOWN, .cause = cause};
    if (kj_query_capture(pos, attacker, &out->verdict))
        out->none = out->verdict == KJ_NOMATE ? KJ_ANY_LENGTH : 0;
    return out->verdict != KJ_UNKNOWN || cause != KJ_CAUSE_NONE;
}

static bool by_law(const KjAnalyst *a, const KjPosition *pos)
{
    return kj_loops_by_law(a->options.loops, pos->game);
}

/* By the law, which asks for the moves before. */
static void solve_by_law(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past,
                         const KjLimits *limits, KjResult *out)
{
    if (past)
        kj_solver_set_past(a->solver, past->start, past->moves, past->n);
    kj_solver_solve(a->solver, pos, attacker, limits, out);
}

static KjAnswer answer_of(const KjResult *result)
{
    KjAnswer answer = {.verdict = result->verdict, .cause = result->cause, .nodes = result->nodes};
    if (result->verdict == KJ_NOMATE)
        answer.none = KJ_ANY_LENGTH;
    if (result->verdict == KJ_MATE) {
        answer.plies = result->plies;
        answer.none = result->plies_proved && result->plies ? result->plies - 1 : 0;
    }
    return answer;
}

typedef void (*Question)(KjSolver *solver, const KjPosition *pos, const KjLimits *limits,
                         KjAnswer *out);

static void ask_length(KjSolver *solver, const KjPosition *pos, const KjLimits *limits,
                       KjAnswer *out)
{
    KjLimits less = *limits;
    less.nodes = minor(limits->nodes);
    kj_query_conventional(solver, pos, &less, out);
}

static void ask_any(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjAnswer *out)
{
    kj_query_mate(solver, pos, KJ_ANY_LENGTH, limits, out);
}

static void ask_within(KjAnalyst *a, Question question, const KjPosition *pos, KjSide attacker,
                       const KjPast *past, KjAnswer *out)
{
    KjLimits limits;
    if (at_once(a, pos, attacker, &limits, out))
        return;
    if (by_law(a, pos)) {
        g_auto(KjResult) result;
        solve_by_law(a, pos, attacker, past, &limits, &result);
        *out = answer_of(&result);
    } else {
        kj_query_open(a->solver, pos->game, attacker);
        question(a->solver, pos, &limits, out);
    }
    a->nodes += out->nodes;
}

void kj_analyst_ask(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past,
                    KjAnswer *out)
{
    ask_within(a, ask_any, pos, attacker, past, out);
}

static void ask_less(KjSolver *solver, const KjPosition *pos, const KjLimits *limits, KjAnswer *out)
{
    KjLimits less = *limits;
    less.nodes = minor(limits->nodes);
    kj_query_mate(solver, pos, KJ_ANY_LENGTH, &less, out);
}

void kj_analyst_ask_less(KjAnalyst *a, const KjPosition *pos, KjSide attacker, KjAnswer *out)
{
    ask_within(a, ask_less, pos, attacker, NULL, out);
}

void kj_analyst_length(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past,
                       KjAnswer *out)
{
    ask_within(a, ask_length, pos, attacker, past, out);
}

void kj_analyst_solve(KjAnalyst *a, const KjPosition *pos, KjSide attacker, const KjPast *past,
                      KjResult *out)
{
    KjLimits limits;
    KjCause cause = limits_left(a, &limits);
    if (cause != KJ_CAUSE_NONE) {
        *out = (KjResult){.verdict = KJ_UNKNOWN, .cause = cause};
        return;
    }
    if (by_law(a, pos)) {
        solve_by_law(a, pos, attacker, past, &limits, out);
    } else {
        kj_query_open(a->solver, pos->game, attacker);
        kj_query_solve(a->solver, pos, &limits, out);
    }
    a->nodes += out->nodes;
}

void kj_analyst_suppose(KjAnalyst *a, const KjPosition *pos, KjSide attacker, KjAnswer *out)
{
    KjLimits limits;
    if (at_once(a, pos, attacker, &limits, out))
        return;
    KjSolverOptions options = a->options;
    options.memory_mib = MAX(1, options.memory_mib / SUPPOSE_SHARE);
    options.loops = KJ_LOOPS_FAIL; // it never came about, so nothing has come back
    if (!a->supposing)
        a->supposing = kj_solver_new(&options, NULL);
    if (!a->supposing) {
        *out = (KjAnswer){.verdict = KJ_UNKNOWN, .cause = KJ_CAUSE_MEMORY};
        return;
    }
    kj_query_open(a->supposing, pos->game, attacker);
    kj_query_forget(a->supposing);
    kj_query_open(a->supposing, pos->game, attacker);
    limits.nodes = minor(limits.nodes);
    kj_query_mate(a->supposing, pos, KJ_ANY_LENGTH, &limits, out);
    a->nodes += out->nodes;
}

void kj_analyst_forced(KjAnalyst *a, const KjPosition *pos, KjSide attacker, KjHisshiAnswer *out)
{
    KjLimits limits;
    *out = (KjHisshiAnswer){.verdict = KJ_UNKNOWN, .cause = limits_left(a, &limits)};
    if (out->cause != KJ_CAUSE_NONE)
        return;
    size_t mib = MAX(1, a->options.memory_mib / HISSHI_SHARE);
    if (!a->hisshi)
        a->hisshi = kj_hisshi_new(a->solver, mib, NULL);
    if (!a->hisshi) {
        out->cause = KJ_CAUSE_MEMORY;
        return;
    }
    kj_hisshi_open(a->hisshi, pos->game, attacker);
    kj_hisshi_length(a->hisshi, pos, &limits, out);
    a->nodes += out->nodes;
}

const KjPast *kj_past_after(const KjPast *past, KjMove move, KjLongerPast *out)
{
    if (!past || past->n > KJ_MAX_PAST)
        return past;
    if (past->n)
        memcpy(out->moves, past->moves, past->n * sizeof *out->moves);
    out->moves[past->n] = move;
    out->past = (KjPast){past->start, out->moves, past->n + 1};
    return &out->past;
}
