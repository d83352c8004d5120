/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits; results: whether more can be said, freeing them, what verdicts and the like are called. */
#include "solver/search/result.h"

#include <glib.h>

void kj_result_clear(KjResult *result)
{
    g_clear_pointer(&result->line, g_free);
    result->n_line = 0;
}

static bool nodes_reached(const KjLimits *limits, uint64_t nodes)
{
    return limits->nodes > 0 && nodes >= limits->nodes;
}

static bool time_reached(const KjLimits *limits, double seconds)
{
    return limits->seconds > 0 && seconds >= limits->seconds;
}

bool kj_limits_reached(const KjLimits *limits, uint64_t nodes, double seconds)
{
    return nodes_reached(limits, nodes) || time_reached(limits, seconds);
}

KjCause kj_limits_left(const KjLimits *limits, uint64_t nodes, double seconds, KjLimits *out)
{
    static const double least_seconds = 1e-3;
    *out = *limits;
    if (limits->nodes > 0)
        out->nodes = nodes_reached(limits, nodes) ? 1 : limits->nodes - nodes;
    if (limits->seconds > 0)
        out->seconds = MAX(limits->seconds - seconds, least_seconds);
    if (limits->stop && atomic_load(limits->stop))
        return KJ_CAUSE_STOPPED;
    if (nodes_reached(limits, nodes))
        return KJ_CAUSE_NODES;
    return time_reached(limits, seconds) ? KJ_CAUSE_TIME : KJ_CAUSE_NONE;
}

void kj_limits_stricter(const KjLimits *a, const KjLimits *b, KjLimits *out)
{
    *out = (KjLimits){.seconds = a->seconds > 0 && b->seconds > 0 ? MIN(a->seconds, b->seconds)
                                                                  : MAX(a->seconds, b->seconds),
                      .nodes =
                          a->nodes && b->nodes ? MIN(a->nodes, b->nodes) : MAX(a->nodes, b->nodes),
                      .stop = a->stop};
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
