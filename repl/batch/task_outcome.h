/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a task says of a problem, in the form in which it is stored, and the kinds of tasks: a table
 * of engines that the batch runs without knowing what they do.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "repl/batch/budget.h"
#include "repl/cli/printer.h"
#include "repl/job/solve_job.h"
#include "repl/store/tables.h"
#include "repl/verify/verify.h"
#include "solver/check/check.h"
#include "solver/checkpoint.h"
#include "solver/hisshi/hisshi.h"

typedef struct {
    char *answer;        // its JSON, as it is stored
    const char *verdict; // static
    const char *cause;   // of an unknown; static
    bool settled;        // larger limits change nothing
    char *certificate;   // the file, or NULL
    char *uncertified;   // why there is none of what is decided, where one was asked for; or NULL
    GBytes *checkpoint;  // of a try to go on from, packed; NULL: none
    char *failure;       // why there is no answer at all; ends the batch
    KvResult *verified;  // what the verifier says of `certificate`, which it believes; NULL: none
    bool no_news;        // says less than what is stored, of which only the limits change
    bool stopped;        // the search was told to end: not a result
} KjTaskOutcome;

/* Frees what an outcome owns. */
void kj_task_outcome_clear(KjTaskOutcome *outcome);

/* One problem for an engine. */
typedef struct {
    const KjPosition *root;     // canonical: the attacker is sente
    const KjPositionText *past; // the moves up to it, where they count; else NULL
    const char *game, *position;
    const char *claim;     // what the file says of it (claim.h); "" for kinds that take none
    KjLimits limits;       // of all tries together
    GBytes *checkpoint;    // of the last one, packed, or NULL
    KjProgressFn progress; // told now and then from the searching thread
    void *progress_data;
} KjTaskRequest;

struct KjTaskKind;

/* What works on problems one after another, on one thread. */
typedef struct {
    const struct KjTaskKind *kind;
    KjSolveRequest options;
    const char *certificates; // folder, or NULL; not owned
    KjSolver *solver;
    KjHisshi *hisshi; // over the solver, with that goal; else NULL
} KjTaskEngine;

/* A kind of task. */
typedef struct KjTaskKind {
    const char *name;
    const char *const *verdicts; // all there are, see tables.h
    const KjExit *exits;         // of each
    void (*run)(KjTaskEngine *engine, const KjTaskRequest *request, KjTaskOutcome *out);
    bool claims; // looks at what the file claims of a position
} KjTaskKind;

/* NULL where memory cannot be had. (transfer full) */
KjTaskEngine *kj_task_engine_new(const KjTaskKind *kind, const KjSolveRequest *options,
                                 const char *certificates, GError **error);
void kj_task_engine_free(KjTaskEngine *engine);

/* Begins the JSON of the answer to a problem, whose fields follow, up to kj_task_answer_end.
 * (transfer full) */
KjPrinter *kj_task_answer_begin(const KjTaskRequest *request, const char *schema);
void kj_task_answer_end(KjTaskOutcome *out, KjPrinter *printer);

/* Gives the solver what the last try of the problem had learnt, and tells
 * what that took. False, with the solver knowing nothing, if there is none or if it leaves nothing
 * of the limits. */
bool kj_task_restore(KjSolver *solver, const KjTaskRequest *request, KjSpent *out_spent);

/*
 * Keeps what the solver has learnt, unless the outcome is settled or larger limits would not help.
 */
void kj_task_keep(KjSolver *solver, const KjTaskRequest *request, const KjSpent *spent,
                  KjTaskOutcome *out);

/* Certifies a result that `solver` has just found, into a file of the folder named by what it is
 * about; only what the verifier believes is kept. */
void kj_task_certify(KjSolver *solver, const KjSolveRequest *options, const char *folder,
                     const KjTaskRequest *request, const KjResult *result, KjTaskOutcome *out);

/* Keeps the certificate of a report in a file of the folder, likewise. */
void kj_task_keep_report(const char *folder, const KjTaskRequest *request, const GByteArray *bytes,
                         KjTaskOutcome *out);

/* The kinds, by the order of the words of --task. */
extern const KjTaskKind kj_task_solve, kj_task_check, kj_task_hisshi;
const KjTaskKind *kj_task_kind_at(unsigned index);

/* The kind that options ask for: to solve with the goal hisshi is a kind of its own. */
const KjTaskKind *kj_task_kind_of(const KjValues *values);

/* The verdict of the kind that stands for unknown. Static. */
const char *kj_task_unknown(const KjTaskKind *kind);
