/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conventional length of a mate, and how the effort is shared between it and the bare one. */
#include "solver/length/conventional.h"
#include "solver/length/length.h"
#include "solver/search/effort.h"

/*
 * Looks for the conventional length of a mate within b->plies, from what the relaxed search bounds
 * it by upwards; out->plies_proved if it is found. Leaves some of the effort for the bare length
 * unless that is proved.
 */
static void search_conventionally(KjSearch *s, KjConventional *c, const KjPosition *root,
                                  KjBounds *b, KjResult *out)
{
    bool open = false;
    s->phase = "shortening";
    kj_search_tell_best(s, b->plies, false);
    KjEffort whole = kj_effort_share(s, b->promising ? 1 : 2);
    unsigned len = kj_conventional_at_least(c, root, b->plies % 2, b->plies, &open);
    kj_effort_restore(s, whole);
    s->phase = "counting";
    whole = out->pure_proved ? (KjEffort){s->node_limit, s->deadline} : kj_effort_share(s, 2);
    while (open && !out->plies_proved && len <= b->plies) {
        KjVerdict verdict = kj_conventional_within(c, root, len, false);
        open = verdict == KJ_NOMATE;
        out->plies_proved = verdict == KJ_MATE;
        len += open ? 2 : 0;
    }
    kj_effort_restore(s, whole);
    if (out->plies_proved) {
        out->plies = len;
        kj_search_tell_best(s, len, s->options.tolerance == 0);
    }
    if (len > b->none + 2) // bare lengths are no shorter
        b->none = len - 2;
}

/* After a question that took its share: what comes next gets as much again as a quarter of that, as
 * far as there is so much (kj_effort_most); half of what there is if it is not the last. */
static void go_on(KjSearch *s, KjEffort whole, bool last)
{
    uint64_t most = kj_effort_most(s);
    kj_effort_restore(s, whole);
    if (s->stopped == KJ_CAUSE_NODES) {
        s->stopped = KJ_CAUSE_NONE;
        s->node_limit += s->node_limit / 4;
    }
    if (s->node_limit > most)
        s->node_limit = last || s->nodes > most ? most : most - (most - s->nodes) / 2;
}

/* Half of the time that is left, but all of the nodes: there are more to come (go_on). */
static KjEffort half_of_the_time(KjSearch *s)
{
    uint64_t nodes = s->node_limit;
    KjEffort whole = kj_effort_share(s, 2);
    s->node_limit = nodes;
    return whole;
}

/*
 * The main line of a mate whose conventional length is known. What it leaves over, and what
 * profiles tolerate, may take longer to find out than the length did; a line of that length does
 * not.
 */
static void count_line(KjSearch *s, KjConventional *c, const KjPosition *root, KjResult *out)
{
    uint64_t effort = s->node_limit;
    kj_solve_begin_line(s, s->options.shortening_base);
    s->node_limit = MAX(s->node_limit, effort); // what is tolerated is a question of length, too
    if (s->limits->nodes && s->node_limit > s->limits->nodes)
        s->node_limit = s->limits->nodes; // what may be more is for the line
    unsigned strict = out->plies;
    KjEffort whole = half_of_the_time(s);
    out->plies = kj_conventional_tolerated(c, root, strict, out);
    out->tolerated = strict - out->plies;
    if (s->options.tolerance && s->stopped && !out->line_complete)
        out->plies_proved = false; // it may be less
    go_on(s, whole, false);
    if (out->line_complete)
        return;
    whole = half_of_the_time(s);
    KjVerdict leaves = kj_conventional_within(c, root, strict, true);
    go_on(s, whole, true);
    kj_conventional_line(c, root, strict, leaves, out);
}

void kj_solve_lengths(KjSearch *s, KjConventional *c, const KjPosition *root, KjBounds *b,
                      KjResult *out)
{
    search_conventionally(s, c, root, b, out);
    out->pure_proved = kj_solve_shorten(s, root, b);
    if (out->pure_proved && !out->plies_proved && !s->stopped)
        search_conventionally(s, c, root, b, out);
    if (!out->plies_proved)
        out->plies = b->plies;
}

void kj_solve_conventional_length(KjSearch *s, const KjPosition *root, KjBounds *b, KjResult *out)
{
    g_autoptr(KjConventional) c = kj_conventional_new(s);
    kj_solve_lengths(s, c, root, b, out);
    if (out->plies_proved)
        count_line(s, c, root, out);
}
