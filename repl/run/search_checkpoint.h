/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A search kept in a file: all that it has learnt, written now and then while it runs and when it
 * ends, so that it can be resumed after whatever ended it (docs/solver.md §13).
 */
#pragma once

#include "repl/job/solve_job.h"
#include "repl/run/checkpoint_file.h"
#include "solver/check/answers.h"
#include "solver/checkpoint.h"
#include "solver/hisshi/hisshi.h"

/* What is kept of a search, and how that goes. */
typedef struct {
    KjCheckpointFile file; // planned with kj_checkpoint_file_plan
    KjSolveJob *job;       // while it is read
    KjSolver *solver;
    KjHisshi *hisshi; // the goal is 必至, with this search over the solver; set by the caller
    KjCheckAnswers *answers; // of `check`, else NULL
    KjSpent before;          // by the runs it goes on from
    uint64_t unanswered;     // of `before`, nodes of questions that were not answered
    bool ended;              // the check has, with so many nodes
    uint64_t searched;
    gint64 begun; // microseconds
    bool resumed; // it does go on from one
} KjCheckpoint;

/*
 * Begins with the search of a job by `solver`, and checkpoint->hisshi where there is one; they must
 * have learnt nothing, and get what the file has. `answers` is what a check takes and gives, else NULL. False if the file cannot
 * be resumed: job->failure tells why, job->refused is set.
 */
bool kj_checkpoint_begin(KjCheckpoint *checkpoint, const KjSolveRequest *request, KjSolver *solver,
                         KjCheckAnswers *answers, KjSolveJob *job);

/* The limits of a run, `limits`, as those of all runs together. */
void kj_checkpoint_limits(const KjCheckpoint *checkpoint, KjLimits *limits);

/* Writes the file for the last time, after a check has `searched` so many nodes; `open`: the search
 * may be resumed, which is told. */
void kj_checkpoint_end(KjCheckpoint *checkpoint, uint64_t searched, bool open);
