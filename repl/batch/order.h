/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs: what the workers of a server's store are asked to do, from both sides. */
#pragma once

#include "repl/batch/budget.h"
#include "repl/store/server.h"

/* How long a worker may be silent before its problems are given to others, in seconds. */
#define KJ_LEASE_SECONDS 60.0

/* What a run asks of every worker. */
typedef struct {
    const char *kind;      // name of the task
    const char *rules;     // kj_task_rules
    char *options;         // kj_order_options
    const GArray *budgets; // KjBudget
    gint64 memory_mib;     // of one search
    double lease_seconds;
    bool retry; // what was set aside is tried again
} KjRunRequest;

/* The options that were given and that a result depends on, as words a line. (transfer full) */
char *kj_order_options(const KjValues *values);

/*
 * Begins a run, or takes up the one of the same task, on the problems of the temporary table `scope`
 * of the server's session; `out_task` gets the task. Errors: KJ_STORE_ERROR.
 */
bool kj_order_give(KjServer *server, const KjRunRequest *request, gint64 *out_task, GError **error);

/* What a worker was told. */
typedef struct {
    char *token;   // by which the server knows it; NULL: there is no run
    gint64 worker; // its number
    gint64 task;
    char *kind, *rules, *options;
    GArray *budgets; // KjBudget
    gint64 memory_mib, open;
    guint most; // problems that the server lets it have in hand for each thread
    double lease_seconds;
} KjOrder;

/*
 * Enrols as a worker with `threads` threads, for the run of a task, or (0) the last one that has
 * something to do. Errors: KJ_STORE_ERROR; KJ_USAGE_ERROR when the run
 * is for another version of the program. Clear with kj_order_clear.
 */
bool kj_order_take(KjServer *server, gint64 task, unsigned threads, KjOrder *out, GError **error);
void kj_order_clear(KjOrder *order);

/* Takes leave of the server, holding nothing. */
void kj_order_leave(KjServer *server, const KjOrder *order);

/* Values as the run has them. NULL, with KJ_STORE_ERROR, when this program does not know its
 * options. (transfer full) */
KjValues *kj_order_values(const KjOrder *order, const char *name, GError **error);
