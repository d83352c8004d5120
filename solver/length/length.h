/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a mate is that was proved, and its line. Internal to solver/. */
#pragma once

#include "solver/length/conventional.h"
#include "solver/repetition/history_search.h"

/* What is known of a position: no mate within `none` plies, a mate within `plies` (0: not
 * known). */
typedef struct {
    KjVerdict verdict;
    unsigned none, plies;
    bool promising; // most of the line was settled when a limit ended kj_solve_shorten
} KjBounds;

/*
 * Looks for shorter mates until there is none or a limit is reached; true when the length is then
 * known to be the shortest. bounds->plies is known; if s->relaxed is set, both bounds are of
 * relaxed lengths (futile.h).
 */
bool kj_solve_shorten(KjSearch *s, const KjPosition *root, KjBounds *bounds);

/*
 * The conventional length of a mate within bounds->plies, and the bare one, into `out`. The relaxed
 * search bounds it from below; where that meets the bare length from above, both are exact. Else it
 * is looked for in between, upwards, with half of what is left; the exact bare length comes next,
 * and what that leaves is for the conventional one again, which is quicker between closer bounds.
 */
void kj_solve_lengths(KjSearch *s, KjConventional *c, const KjPosition *root, KjBounds *bounds,
                      KjResult *out);

/* kj_solve_lengths, and the main line of the conventional length if that is found; what is
 * tolerated may shorten it. */
void kj_solve_conventional_length(KjSearch *s, const KjPosition *root, KjBounds *bounds,
                                  KjResult *out);

/* Limits for a main line: it may take as much again as the rest and `base` nodes, as it needs answers
 * the table may have dropped, but no more than kj_effort_most allows. */
void kj_solve_begin_line(KjSearch *s, uint64_t base);

/*
 * The line of a mate within `plies` by bare rules, as kj_line_find (table_probe.h). If a limit cuts
 * it short, the line need not be best play any more and gets a little more than was allowed, since
 * nobody can use a mate without its moves.
 */
void kj_solve_line(KjSearch *s, const KjPosition *root, unsigned plies, bool exact, KjResult *out);

/* kj_solve_line by the law of repetition, as kj_history_line. */
void kj_solve_line_by_law(KjHistorySearch *x, unsigned plies, KjResult *out);

/* What the line of a result is, which was not chosen by what it leaves; `leftover_counts`: the
 * rules have it that it is. */
KjLineKind kj_solve_line_kind(const KjResult *result, bool leftover_counts);

/*
 * Tells s->first, if it is set, of a mate within `plies`; with a line of one that never repeats,
 * or, with `x`, of one by the law. Limits are as before on return.
 */
void kj_solve_report_first(KjSearch *s, const KjPosition *root, unsigned plies, KjHistorySearch *x);
