/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first mate of a search, told before the shortest is looked for. */
#include "solver/length/length.h"
#include "solver/search/table_probe.h"

enum {
    LINE_SHARE = 8,    // the line may take this part of the nodes of the proof,
    LINE_NODES = 4000, // and so many more
};

void kj_solve_report_first(KjSearch *s, const KjPosition *root, unsigned plies, KjHistorySearch *x)
{
    if (!s->first || !s->options.find_shortest || s->stopped)
        return;
    g_auto(KjResult) first = {.verdict = KJ_MATE,
                              .decided_by = x ? KJ_BY_REPETITION : KJ_BY_NO_REPETITION,
                              .plies = plies,
                              .pure_plies = plies};
    uint64_t limit = s->node_limit;
    const char *phase = s->phase;
    s->phase = "line";
    s->node_limit = MIN(limit, s->nodes + s->nodes / LINE_SHARE + LINE_NODES);
    if (x)
        kj_solve_line_by_law(x, plies, &first);
    else
        kj_solve_line(s, root, plies, false, &first);
    first.line_kind = kj_solve_line_kind(&first, false);
    s->node_limit = limit;
    s->phase = phase;
    if (s->stopped == KJ_CAUSE_NODES && s->nodes < limit)
        s->stopped = KJ_CAUSE_NONE;
    first.nodes = s->nodes;
    first.positions = s->nodes + s->looks;
    first.seconds = kj_search_seconds(s);
    s->first(&first, s->first_data);
}
