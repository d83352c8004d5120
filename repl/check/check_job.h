/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jobs of `check`: a problem, its author's line, the report, and how it is printed. */
#pragma once

#include "repl/check/check_words.h"
#include "repl/cli/commands.h"
#include "repl/job/solve_job.h"
#include "solver/check/check.h"
#include "solver/check/report_certificate.h"

/* What the options of a call ask for. */
typedef struct {
    KjSolveRequest solve;           // solver, limits, threads, notation
    KjProfile profile;              // with the switches of the call
    const char *certificates;       // folder, or NULL
    const char *report_certificate; // file or files, or NULL
    const char *output;             // --kif, or NULL
    const char *html;               // --html, or NULL
    bool tree, full;
    unsigned tree_plies, tree_moves;
    unsigned reverse;
    bool themes;
    bool tries;
    bool patient; // no limit is set: it has that of KjCheckOptions
    unsigned n_passes;
    uint64_t pass_nodes[KJ_MAX_PASSES];
    double pass_seconds[KJ_MAX_PASSES];
} KjCheckRequest;

/* The reason of a claim that has none because refutations of 必至 have none. */
#define KJ_CLAIM_REFUTED "not forced"

/* A claim of a report without a certificate. */
typedef struct {
    const KjCheckNode *node; // NULL: the work itself
    KjMove move;
    char *reason; // a cause of `unknown`, or what stopped the writing; owned
} KjOpenClaim;

/* One problem on its way through the check. `solve` has what it shares with `solve`: input,
 * attacker. */
typedef struct {
    KjSolveJob solve;
    KjPosition root;
    KjMove *author; // owned; NULL: none given
    unsigned n_author;
    struct KjCheckAnswers *answers; // kept for another run, or NULL; not owned
    KjHisshi *hisshi; // the goal is 必至, and the caller has this one; NULL: it has none; not owned
    KjSpent before;   // by runs before, on questions they did not answer
    uint64_t proof_nodes; // what the proof took when it was first found, 0 not known
    KjReport report;
    bool reported;
    char *tree;                      // --tree, or NULL; owned
    GArray *tries;                   // of KjWrongCheck, the best first; NULL: not asked for; owned
    bool tries_cut;                  // a limit came first
    KjReportCertificate certificate; // what became of --report-certificate
    unsigned n_certificates;
    GArray *uncertified; // of KjOpenClaim; NULL: no certificates were asked for; owned
} KjCheckJob;

/* Reads the options. Errors: KJ_USAGE_ERROR. */
bool kj_check_request(const KjValues *values, unsigned n_problems, KjCheckRequest *out,
                      GError **error);

/*
 * What a request asks of a work. All who judge works ask by this, `check`, batches and the light,
 * so that they find the same; each may set besides what changes no verdict. `author` and the
 * request are not copied.
 */
void kj_check_ask(const KjSolveRequest *request, const KjPosition *root, const KjMove *author,
                  unsigned n_author, int recorded_plies, KjCheckOptions *out);

/* Prepares a job: root, attacker, author's line; what is wrong goes into the input's error. */
void kj_check_prepare(const KjCall *call, KjCheckJob *job);

/* Runs the check with a solver, which may be warm. */
void kj_check_run(const KjCheckRequest *request, KjSolver *solver, const KjLimits *limits,
                  KjCheckJob *job);

/* Makes the folder of --certificates, if one is asked for; `n_problems` must be 1 then. Errors:
 * KJ_USAGE_ERROR. */
bool kj_check_certificates_plan(const KjValues *values, unsigned n_problems, GError **error);

/*
 * Writes a certificate of every move of the report that mates or fails, PLY-MOVE.kjc, and of the
 * work, 0.kjc; what has none is in job->uncertified, what could not be written in
 * job->solve.certificate_failure.
 */
void kj_check_certify(const KjCheckRequest *request, const KjLimits *limits, KjCheckJob *job);

void kj_check_job_clear(KjCheckJob *job);

/* Prints a job: JSON, one line of many, or in full. */
void kj_check_print(const KjSession *session, const KjCall *call, const KjCheckRequest *request,
                    const KjCheckJob *job);

/* The report of a job, and how its moves are written. */
KjReportView kj_check_view(const KjCheckRequest *request, const KjCheckJob *job);

/* The tree of variations (変化図) as text. (transfer full) */
char *kj_check_tree(const KjCheckRequest *request, const KjCheckJob *job);

/* The problem as KIF with its line, comments at the nodes and variations as 変化. (transfer
 * full) */
char *kj_check_kif(const KjCheckRequest *request, const KjCheckJob *job);
