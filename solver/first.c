/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first mate of a search, told before the shortest is looked for. */
#include "solver/line.h"
#include "solver/solve.h"

enum {
    LINE_SHARE = 8,    // the line may take this part of the nodes of the proof,
    LINE_NODES = 4000, // and so many more
};

void kj_solve_tell_first(KjSearch *s, const KjPosition *root, unsigned plies, KjDecidedBy by)
{
    if (!s->first || !s->options.find_shortest || s->stopped)
        return;
    KjResult first = {.verdict = KJ_MATE, .decided_by = by, .plies = plies, .pure_plies = plies};
    if (by == KJ_BY_LEAST) {
        uint64_t limit = s->node_limit;
        const char *phase = s->phase;
        s->phase = "line";
        s->node_limit = MIN(limit, s->nodes + s->nodes / LINE_SHARE + LINE_NODES);
        kj_line_find(s, root, plies, false, &first);
        s->node_limit = limit;
        s->phase = phase;
        if (s->stopped == KJ_CAUSE_NODES && s->nodes < limit)
            s->stopped = KJ_CAUSE_NONE;
    }
    first.nodes = s->nodes;
    first.positions = s->nodes + s->looks;
    first.seconds = kj_search_seconds(s);
    s->first(&first, s->first_data);
    kj_result_clear(&first);
}
