/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of what a search may spend. */
#include "solver/search/effort.h"

enum { LINE_PART = 10, GRACE_PART = 4, GRACE_NODES = 4000 };

static const double GRACE_SECONDS = 0.04;

KjEffort kj_effort_share(KjSearch *s, unsigned parts)
{
    KjEffort whole = {s->node_limit, s->deadline};
    if (whole.nodes != UINT64_MAX && s->nodes < whole.nodes)
        s->node_limit = s->nodes + (whole.nodes - s->nodes) / parts;
    double now = kj_search_seconds(s);
    if (whole.seconds > now)
        s->deadline = now + (whole.seconds - now) / parts;
    return whole;
}

void kj_effort_restore(KjSearch *s, KjEffort whole)
{
    s->node_limit = whole.nodes;
    s->deadline = whole.seconds;
    bool nodes_left = s->stopped == KJ_CAUSE_NODES && s->nodes < whole.nodes;
    bool time_left = s->stopped == KJ_CAUSE_TIME && kj_search_seconds(s) < whole.seconds;
    if (nodes_left || time_left)
        s->stopped = KJ_CAUSE_NONE;
}

uint64_t kj_effort_begin_slice(KjSearch *s, uint64_t nodes)
{
    uint64_t limit = s->node_limit;
    if (nodes < limit - s->nodes)
        s->node_limit = s->nodes + nodes;
    return limit;
}

void kj_effort_end_slice(KjSearch *s, uint64_t limit)
{
    bool slice = s->node_limit < limit;
    s->node_limit = limit;
    if (slice && s->stopped == KJ_CAUSE_NODES)
        s->stopped = KJ_CAUSE_NONE;
}

uint64_t kj_effort_most(const KjSearch *s)
{
    uint64_t limit = s->limits->nodes, more = limit / LINE_PART;
    return limit == 0 || limit > UINT64_MAX - more ? UINT64_MAX : limit + more;
}

void kj_effort_begin_grace(KjSearch *s, KjGrace *grace)
{
    bool hurry = s->stopped == KJ_CAUSE_TIME || s->stopped == KJ_CAUSE_STOPPED;
    *grace = (KjGrace){s->limits, *s->limits, {s->node_limit, s->deadline}, s->stopped};
    if (hurry) {
        grace->patient.stop = NULL;
        s->limits = &grace->patient;
        s->deadline = kj_search_seconds(s) + GRACE_SECONDS;
    }
    s->node_limit = kj_effort_most(s);
    if (s->nodes >= s->node_limit)
        s->node_limit = s->nodes + s->nodes / GRACE_PART + GRACE_NODES;
    s->stopped = KJ_CAUSE_NONE;
}

void kj_effort_end_grace(KjSearch *s, const KjGrace *grace)
{
    s->limits = grace->limits;
    s->node_limit = grace->whole.nodes;
    s->deadline = grace->whole.seconds;
    s->stopped = grace->stopped;
}
