/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conventional length of a mate, and how the effort is shared between it and the bare one. */
#include "solver/conventional.h"
#include "solver/solve.h"

/* What may be spent: an absolute number of nodes, and seconds after the start. */
typedef struct {
    uint64_t nodes;
    double seconds;
} Effort;

/* Leaves half of what may still be spent for later; returns the whole. */
static Effort halve(KjSearch *s)
{
    Effort whole = {s->node_limit, s->deadline};
    if (whole.nodes != UINT64_MAX && s->nodes < whole.nodes)
        s->node_limit = s->nodes + (whole.nodes - s->nodes) / 2;
    if (whole.seconds > 0)
        s->deadline = (kj_search_seconds(s) + whole.seconds) / 2;
    return whole;
}

/* Gives the whole back; a stop at the half of it is none. */
static void unhalve(KjSearch *s, Effort whole)
{
    s->node_limit = whole.nodes;
    s->deadline = whole.seconds;
    bool nodes_left = s->stopped == KJ_CAUSE_NODES && s->nodes < whole.nodes;
    bool time_left = s->stopped == KJ_CAUSE_TIME && kj_search_seconds(s) < whole.seconds;
    if (nodes_left || time_left)
        s->stopped = KJ_CAUSE_NONE;
}

/* Looks for the conventional length of a mate within b->plies, from what the relaxed search bounds it by upwards;
 * out->plies_proved if it is found. Leaves some of the effort for the bare length unless that is proved. */
static void search_conventionally(KjSearch *s, KjConventional *c, const KjPosition *root,
                                  KjBounds *b, KjResult *out)
{
    bool open = false;
    s->phase = "shortening";
    s->best_plies = b->plies;
    Effort whole = halve(s);
    unsigned len = kj_conventional_at_least(c, root, b->plies % 2, b->plies, &open);
    unhalve(s, whole);
    s->phase = "counting";
    whole = out->pure_proved ? (Effort){s->node_limit, s->deadline} : halve(s);
    while (open && !out->plies_proved && len <= b->plies) {
        KjVerdict verdict = kj_conventional_within(c, root, len, false);
        open = verdict == KJ_NOMATE;
        out->plies_proved = verdict == KJ_MATE;
        len += open ? 2 : 0;
    }
    unhalve(s, whole);
    if (out->plies_proved)
        out->plies = len;
    if (len > b->none + 2) // bare lengths are no shorter
        b->none = len - 2;
}

void kj_solve_count(KjSearch *s, const KjPosition *root, KjBounds *b, KjResult *out)
{
    g_autoptr(KjConventional) c = kj_conventional_new(s);
    search_conventionally(s, c, root, b, out);
    out->pure_proved = kj_solve_shorten(s, root, b);
    if (out->pure_proved && !out->plies_proved && !s->stopped)
        search_conventionally(s, c, root, b, out);
    if (!out->plies_proved)
        out->plies = b->plies;
    if (out->plies_proved) {
        uint64_t effort = s->node_limit;
        kj_solve_begin_line(s);
        s->node_limit =
            MAX(s->node_limit, effort); // what is tolerated is a question of length, too
        unsigned strict = out->plies;
        out->plies = kj_conventional_tolerated(c, root, strict, out);
        out->tolerated = strict - out->plies;
        if (s->options.tolerance && s->stopped && !out->line_complete) { // it may be less
            out->plies_proved = false;
            out->plies = b->plies;
        } else if (!out->line_complete) {
            kj_conventional_line(c, root, out->plies, out);
        }
    }
}
