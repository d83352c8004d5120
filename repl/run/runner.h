/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runner: what all commands do that work on problems. It reads them and makes jobs of them,
 * shares the cores, gives each job a solver, with its limits, progress and checkpoint, delivers the
 * jobs in the order of the input, writes records and finds the exit status. What a command does
 * otherwise than others is in its KjRunKind.
 */
#pragma once

#include "repl/cli/commands.h"
#include "repl/cli/output.h"
#include "repl/job/cores.h"
#include "repl/run/progress_line.h"
#include "repl/run/search_checkpoint.h"

typedef struct KjRun KjRun;

/* A job being worked on. */
typedef struct {
    KjRun *run;
    KjSolveJob *job;
    unsigned part;           // of the job, from 0
    KjSolverOptions options; // with the threads that it is to have
    KjSolver *solver;        // tells its progress; freed in the end, unless it is NULL then
    KjHisshi *hisshi;        // over the solver, or NULL; freed before `close`
    void *engine;            // of the command
    bool warm;               // the solver knows something already
    bool done;               // for `close`: the search has come to its end
    uint64_t proof_nodes;    // likewise: what the proof took, 0 not known
    KjLimits limits;
} KjRunSearch;

/* What a command does of its own. All functions but `work` and `print` may be NULL. */
typedef struct {
    size_t job_bytes;    // of a job, which begins with a KjSolveJob
    bool one_thread;     // each search has, whatever --threads says
    bool print_failed;   // what could not be searched is printed as well
    bool answers;        // a checkpoint holds answers (KjCheckAnswers)
    const char *records; // the option that names the file or folder of records; NULL: --kif
    /* Reads the options of the command into run->own; run->request has those of `solve` and may be
     * changed, or another one pointed to. Errors: KJ_USAGE_ERROR. */
    bool (*options)(KjRun *run, GError **error);
    /* Instead of kj_solve_prepare. */
    void (*prepare)(KjRun *run, KjSolveJob *job);
    /* When all jobs are prepared, before the first is begun. Errors: KJ_USAGE_ERROR, G_FILE_ERROR. */
    bool (*plan)(KjRun *run, GError **error);
    /* Into how many parts a job is divided that can be worked on side by side; NULL: one. */
    unsigned (*parts)(const KjRun *run, const KjSolveJob *job);

    /* On any thread, for a job that is usable. `open` makes search->solver (and the others) by
     * search->options, NULL: a new one; false with `error`. `close` puts away what `open` made, NULL:
     * frees it. */
    bool (*open)(KjRunSearch *search, GError **error);
    void (*work)(KjRunSearch *search);
    void (*close)(KjRunSearch *search);

    /* In the order of the input, one at a time, on the thread of the command. `take`: a part is
     * done, true if the job can be printed though it be the last one done. `status` (NULL: by
     * job->result) and `print` are of jobs that could be searched. */
    bool (*take)(KjRun *run, KjSolveJob *job, unsigned part);
    KjExit (*status)(const KjSolveJob *job);
    void (*print)(KjRun *run, KjSolveJob *job);
    /* When all are delivered that will be: sums, files. */
    void (*finish)(KjRun *run);
    /* Frees what a job has, instead of kj_solve_job_clear. */
    void (*clear)(KjSolveJob *job);
} KjRunKind;

struct KjRun {
    const KjRunKind *kind;
    KjSession *session;
    const KjCall *call;
    void *own;                      // of the command
    KjSolveRequest solve, *request; // the latter is used
    KjSolveJob **jobs;
    unsigned n_jobs, n_unusable; // those delivered that were not understood
    unsigned n_all;              // parts of all jobs
    atomic_uint n_done;          // those delivered
    KjCores cores;
    KjCheckpoint checkpoint;
    KjProgressLine line;
    KjOutput output;  // of records
    GString *records; // those that go to one file
    unsigned n_records;
    pthread_mutex_t printing; // for those who print from a search
    gint64 begun;             // microseconds
    KjExit status;
};

/* Runs a call. Errors as of KjRunFn. */
KjExit kj_run(const KjRunKind *kind, void *own, KjSession *session, const KjCall *call,
              GError **error);

/* The record of a job: written to its file in the folder, or kept for the one file. */
void kj_run_record(KjRun *run, const KjSolveJob *job, const char *text);

/* Says that a file could not be written; the status is that of an internal error. */
void kj_run_unwritten(KjRun *run, const char *path, const GError *error);
