/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A mate is never told without its moves: lines, and what is done where a limit comes before them.
 */
#include "solver/search/effort.h"
#include "solver/search/line.h"
#include "solver/solve.h"

enum { TRIES = 2 }; // a stop may come in the first

void kj_solve_begin_line(KjSearch *s)
{
    s->phase = "line";
    s->deadline = s->limits->seconds;
    if (s->stopped != KJ_CAUSE_STOPPED)
        s->stopped = KJ_CAUSE_NONE;
    s->node_limit = s->nodes * 2 + s->options.shortening_base;
}

void kj_solve_line(KjSearch *s, const KjPosition *root, unsigned plies, bool exact, KjResult *out)
{
    kj_result_clear(out);
    kj_line_find(s, root, plies, exact, out);
    for (int i = 0; i < TRIES && !out->line_complete; i++) {
        KjGrace grace;
        kj_effort_begin_grace(s, &grace);
        kj_result_clear(out);
        kj_line_find(s, root, plies, false, out);
        kj_effort_end_grace(s, &grace);
    }
}

void kj_solve_line_by_law(KjHistorySearch *x, unsigned plies, KjResult *out)
{
    kj_result_clear(out);
    kj_history_line(x, plies, out);
    for (int i = 0; i < TRIES && !out->line_complete; i++) {
        KjGrace grace;
        kj_effort_begin_grace(x->s, &grace);
        kj_result_clear(out);
        kj_history_line(x, plies, out);
        kj_effort_end_grace(x->s, &grace);
    }
}

KjLineKind kj_solve_line_kind(const KjResult *result, bool leftover_counts)
{
    bool proved = result->plies_proved;
    if (proved ? result->n_line != result->plies : result->n_line > result->plies)
        return KJ_LINE_OTHER;
    return proved && leftover_counts ? KJ_LINE_LEFTOVER_OPEN : KJ_LINE_MAIN;
}
