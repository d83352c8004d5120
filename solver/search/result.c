/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results: whether more can be said, freeing them, and what verdicts and the like are called. */
#include "solver/solver.h"

#include <glib.h>

void kj_result_clear(KjResult *result)
{
    g_clear_pointer(&result->line, g_free);
    result->n_line = 0;
}

bool kj_limits_reached(const KjLimits *limits, uint64_t nodes, double seconds)
{
    return (limits->seconds > 0 && seconds >= limits->seconds) ||
           (limits->nodes > 0 && nodes >= limits->nodes);
}

bool kj_result_final(const KjResult *result)
{
    return result->verdict == KJ_NOMATE ||
           (result->verdict == KJ_MATE && result->plies_proved && result->line_complete &&
            result->line_kind == KJ_LINE_MAIN);
}

bool kj_result_settled(const KjResult *result, const KjLimits *limits)
{
    bool limited = kj_limits_reached(limits, result->nodes, result->seconds);
    return kj_result_final(result) || (result->verdict == KJ_MATE && !limited);
}

const char *kj_verdict_text(KjVerdict verdict)
{
    static const char *const text[] = {"mate", "nomate", "unknown"};
    return text[verdict];
}

const char *kj_cause_text(KjCause cause)
{
    static const char *const text[] = {"", "time", "nodes", "memory", "stopped", "repetition"};
    return text[cause];
}

const char *kj_decided_by_text(KjDecidedBy decided_by)
{
    static const char *const text[] = {"", "no_repetition", "exhaustion", "repetition"};
    return text[decided_by];
}

const char *kj_line_kind_text(KjLineKind kind)
{
    static const char *const text[] = {"main", "leftover-open", "other"};
    return text[kind];
}

const char *kj_interpositions_text(KjInterpositions rule)
{
    static const char *const text[] = {"count", "std2", "last", "wide", "restore"};
    return text[rule];
}
