/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A mate is never told without its moves: lines, and what is done where a limit comes before them.
 */
#include "solver/length/length.h"
#include "solver/search/effort.h"
#include "solver/search/table_probe.h"

enum { TRIES = 2 }; // a stop may come in the first

void kj_solve_begin_line(KjSearch *s, uint64_t base)
{
    s->phase = "line";
    s->deadline = s->limits->seconds;
    if (s->stopped != KJ_CAUSE_STOPPED)
        s->stopped = KJ_CAUSE_NONE;
    s->node_limit = MIN(s->nodes * 2 + base, kj_effort_most(s));
}

/* A line that is asked for: of a search with history if there is one. */
typedef struct {
    KjSearch *s;
    const KjPosition *root;
    KjHistorySearch *x; // or NULL
    unsigned plies;
} Wanted;

static void find(const Wanted *wanted, bool exact, KjResult *out)
{
    kj_result_clear(out);
    if (wanted->x)
        kj_history_line(wanted->x, wanted->plies, out);
    else
        kj_line_find(wanted->s, wanted->root, wanted->plies, exact, out);
}

/* Finds the line; where a limit comes before its end, with a little more than the limits allow. */
static void find_patiently(const Wanted *wanted, bool exact, KjResult *out)
{
    find(wanted, exact, out);
    for (int i = 0; i < TRIES && !out->line_complete; i++) {
        KjGrace grace;
        kj_effort_begin_grace(wanted->s, &grace);
        find(wanted, false, out);
        kj_effort_end_grace(wanted->s, &grace);
    }
}

void kj_solve_line(KjSearch *s, const KjPosition *root, unsigned plies, bool exact, KjResult *out)
{
    const Wanted wanted = {.s = s, .root = root, .plies = plies};
    find_patiently(&wanted, exact, out);
}

void kj_solve_line_by_law(KjHistorySearch *x, unsigned plies, KjResult *out)
{
    const Wanted wanted = {.s = x->s, .x = x, .plies = plies};
    find_patiently(&wanted, false, out);
}

KjLineKind kj_solve_line_kind(const KjResult *result, bool leftover_counts)
{
    bool proved = result->plies_proved;
    if (proved ? result->n_line != result->plies : result->n_line > result->plies)
        return KJ_LINE_OTHER;
    return proved && leftover_counts ? KJ_LINE_LEFTOVER_OPEN : KJ_LINE_MAIN;
}
