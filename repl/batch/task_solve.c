/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The task `solve`: is there a mate, how long, by which line. */
#include <stdatomic.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/batch/task_outcome.h"
#include "repl/check/believed.h"
#include "repl/cli/result_json.h"
#include "repl/job/certificate.h"
#include "repl/job/phrases.h"

/* The file of a certificate: by what it is about, so that a second try writes the same. */
static char *certificate_path(const char *folder, const KjTaskRequest *request)
{
    enum { DIGITS = 24 };
    g_autofree char *text = g_strconcat(request->game, " ", request->position, NULL);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    digest[DIGITS] = '\0';
    g_autofree char *leaf = g_strconcat(digest, ".kjc", NULL);
    return g_build_path("/", folder, leaf, NULL);
}

/* Takes over what became of a certificate. */
static void keep_certificate(KjSolveJob *job, const KjTaskRequest *request, KjTaskOutcome *out)
{
    out->verified = kj_certificate_believed(job, request->limits.stop);
    if (out->verified)
        out->certificate = g_steal_pointer(&job->certificate);
    else if (job->certificate_limited)
        out->uncertified = g_steal_pointer(&job->certificate_failure);
    else
        out->failure = g_steal_pointer(&job->certificate_failure);
    g_free(job->certificate);
    g_free(job->certificate_failure);
}

void kj_task_keep_report(const char *folder, const KjTaskRequest *request, const GByteArray *bytes,
                         KjTaskOutcome *out)
{
    KjInput input = {.position = *request->root};
    KjSolveJob job = {.input = &input, .certificate = certificate_path(folder, request)};
    kj_certificate_save(bytes, &job);
    keep_certificate(&job, request, out);
}

void kj_task_certify(KjSolver *solver, const KjSolveRequest *options, const char *folder,
                     const KjTaskRequest *request, const KjResult *result, KjTaskOutcome *out)
{
    KjInput input = {.position = *request->root};
    if (request->past)
        input.text = *request->past; // not owned
    KjSolveJob job = {.input = &input, .usable = true, .attacker = KJ_SENTE, .result = *result};
    job.certificate = certificate_path(folder, request);
    KjSolveRequest asked = *options;
    if (options->certify_proved && result->pure_proved && asked.certify == KJ_CERTIFY_MATE)
        asked.certify = KJ_CERTIFY_SHORTEST;
    KjLimits left;
    kj_limits_left(&request->limits, 0, result->seconds, &left);
    kj_certificate_write(solver, &asked, &left, &job);
    keep_certificate(&job, request, out);
}

/* The answer, as `solve` says it. */
static void say(const KjTaskEngine *engine, const KjTaskRequest *request, const KjResult *result,
                KjTaskOutcome *out)
{
    KjInput input = {.position = *request->root, .game = *request->root->game};
    const KjSolveJob job = {
        .input = &input, .attacker = KJ_SENTE, .result = *result, .certificate = out->certificate};
    KjPrinter *printer = kj_task_answer_begin(request, KJ_SOLVE_SCHEMA);
    kj_solve_print_fields(&job, &engine->options, printer, NULL);
    kj_task_answer_end(out, printer);
}

static void run_solve_task(KjTaskEngine *engine, const KjTaskRequest *request, KjTaskOutcome *out)
{
    g_auto(KjResult) result;
    kj_solver_set_progress(engine->solver, request->progress, request->progress_data);
    // begins with an empty table or its own checkpoint, so that its node count does not depend on
    // other problems
    KjSpent spent;
    if (kj_task_restore(engine->solver, request, &spent))
        kj_solver_resume(engine->solver, &spent);
    const KjPositionText *past = request->past;
    kj_solver_set_past(engine->solver, past ? &past->start : NULL, past ? past->moves : NULL,
                       past ? past->n_moves : 0);
    kj_solver_solve(engine->solver, request->root, KJ_SENTE, &request->limits, &result);
    out->verdict = kj_verdict_text(result.verdict);
    out->cause = result.verdict == KJ_UNKNOWN ? kj_cause_text(result.cause) : NULL;
    out->stopped = result.verdict == KJ_UNKNOWN && result.cause == KJ_CAUSE_STOPPED;
    out->settled = kj_result_settled(&result, &request->limits);
    // of a mate, its length or its line was perhaps still being looked for
    bool interrupted = request->limits.stop && atomic_load(request->limits.stop);
    out->stopped |= interrupted && !kj_result_final(&result);
    spent = kj_solver_spent(engine->solver);
    kj_task_keep(engine->solver, request, &spent, out);
    if (engine->certificates && result.verdict != KJ_UNKNOWN && !out->stopped)
        kj_task_certify(engine->solver, &engine->options, engine->certificates, request, &result,
                        out);
    say(engine, request, &result, out);
}

static const KjExit exits[] = {KJ_EXIT_OK, KJ_EXIT_DEFECT, KJ_EXIT_UNKNOWN};

const KjTaskKind kj_task_solve = {"solve", kj_verdicts_solve, exits, run_solve_task, false};
