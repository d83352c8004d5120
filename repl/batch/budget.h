/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Budgets: what each pass over the undecided problems may spend on one of them. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "repl/job/options.h"

/* The limits of one pass; 0: none. */
typedef struct {
    double seconds;
    guint64 nodes;
} KjBudget;

/*
 * Reads a list such as `1,10,100` or `20kn,1Mn`: seconds (units s, m, h; s if there is none) or
 * nodes (n, kn, Mn, Gn), each of one kind larger than the one before. Array of KjBudget; NULL with
 * KJ_USAGE_ERROR. (transfer full)
 */
GArray *kj_budgets_read(const char *text, GError **error);

/*
 * The budgets of a call: those of --budgets, or a single one of --time and --nodes if they are
 * given instead. Both together are KJ_USAGE_ERROR. (transfer full)
 */
GArray *kj_budgets_of(const KjValues *values, GError **error);

/* "10 s", "20000 nodes", "no limit". (transfer full) */
char *kj_budget_text(const KjBudget *budget);

/* The limits of a budget as results keep them: "none" is the largest number, so that limits compare
 * as numbers, which are signed in SQL. */
double kj_seconds_limit(const KjBudget *budget);
gint64 kj_nodes_limit(const KjBudget *budget);
