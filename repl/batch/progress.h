/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a batch is: a line on the terminal, a line a minute without one, a line when asked by
 * SIGUSR1. */
#pragma once

#include "repl/batch/queue.h"
#include "repl/cli/session.h"

enum { KJ_MAX_VERDICTS = 8 };

typedef struct {
    KjSession *session;
    KjQueue *queue;
    KjWorkers *workers;
    const KjTaskKind *kind;
    unsigned jobs;
    bool bar;   // draw a line on the terminal
    bool lines; // write one a minute
    const GArray *budgets;
    unsigned pass;                  // index of the present budget
    guint64 problems;               // in all
    guint64 count[KJ_MAX_VERDICTS]; // of results, by the kind's verdicts
    guint64 done_now;               // since the batch began
    gint64 begun, pass_begun;       // monotonic microseconds
    guint64 pass_total, pass_done;
    guint64 pass_open; // of those done in this pass, how many larger limits may decide
    gint64 drawn, written;
} KjBatchProgress;

/* Makes SIGUSR1 ask for a line, until kj_progress_ignore. */
void kj_progress_listen(void);
void kj_progress_ignore(void);

/* Counts a result; `before`: the verdict it replaces, or NULL. */
void kj_progress_count(KjBatchProgress *progress, const KjTaskOutcome *outcome, const char *before);

/* Draws and writes what is due. Called several times a second from the thread of the store. */
void kj_progress_show(KjBatchProgress *progress);

/* "4700 mate, 290 no mate, 10 unknown". (transfer full) */
char *kj_progress_verdicts(const KjBatchProgress *progress);

/*
 * Seconds left, by what was seen in this pass, which has taken `in_pass`: the rest of it at the same
 * rate, then each later pass with its whole budget for the share of problems that this one leaves
 * open. Negative: not known yet.
 */
double kj_progress_seconds_left(const KjBatchProgress *progress, double in_pass);
