/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The task `check`: is the work sound, and if not, why. The main line is the author's if the file
 * has one, else that of best play. */
#include <stdatomic.h>

#include "core/text/lang.h"
#include "repl/batch/task_outcome.h"
#include "repl/check/check_job.h"
#include "repl/check/check_print.h"
#include "repl/cli/commands.h"
#include "repl/job/phrases.h"
#include "repl/store/claim.h"
#include "solver/query.h"

/* The answer, as `check` says it, with what `spent` says of all tries. */
static void say(const KjTaskEngine *engine, const KjTaskRequest *request, const KjReport *report,
                const KjSpent *spent, KjTaskOutcome *out)
{
    const KjCheckRequest check = {.solve = engine->options, .profile = engine->options.rules};
    KjInput input = {.position = *request->root, .game = *request->root->game};
    KjCheckJob job = {.solve = {.input = &input, .usable = true, .attacker = KJ_SENTE},
                      .root = *request->root,
                      .report = *report,
                      .reported = true,
                      .certificate.failure = out->uncertified};
    job.report.searched = spent->nodes;
    job.report.seconds = spent->seconds;
    KjPrinter *printer = kj_task_answer_begin(request, KJ_CHECK_SCHEMA);
    kj_check_print_fields(&check, &job, printer);
    kj_printer_string(printer, "cause", out->cause);
    kj_printer_string(printer, "certificate", out->certificate);
    // as exactly as it was
    char exact[G_ASCII_DTOSTR_BUF_SIZE];
    if (report->themes)
        kj_printer_string(printer, "exact_score",
                          g_ascii_dtostr(exact, sizeof exact, report->difficulty.score));
    kj_task_answer_end(out, printer);
}

/* Keeps the certificate of the report if it proves the verdict; of a report that cannot have one,
 * one of the position is made, of mate or no mate. */
static void certify(const KjTaskEngine *engine, const KjTaskRequest *request,
                    const KjReport *report, const KjReportCertificate *certificate,
                    const GByteArray *bytes, KjTaskOutcome *out)
{
    if (certificate->cannot) {
        g_auto(KjResult) result;
        kj_solver_solve(engine->solver, request->root, KJ_SENTE, &request->limits, &result);
        if (result.verdict == KJ_UNKNOWN)
            out->uncertified = g_strdup(certificate->failure);
        else
            kj_task_certify(engine->solver, &engine->options, engine->certificates, request,
                            &result, out);
    } else if (!certificate->written)
        out->uncertified = g_strdup(certificate->failure);
    else if (certificate->verdict != report->verdict)
        out->uncertified =
            g_strdup_printf(kj_tr("the certificate leaves moves open: %u"), certificate->open);
    else
        kj_task_keep_report(engine->certificates, request, bytes, out);
}

static void run_check_task(KjTaskEngine *engine, const KjTaskRequest *request, KjTaskOutcome *out)
{
    g_auto(KjReport) report;
    g_auto(KjClaim) claim;
    kj_claim_read(request->claim, request->root, &claim);
    KjCheckOptions options;
    kj_check_ask(&engine->options, request->root, claim.moves, claim.n_moves, claim.plies,
                 &options);
    options.themes = !engine->hisshi;
    options.hisshi = engine->hisshi;
    if (engine->hisshi)
        kj_hisshi_forget(engine->hisshi);
    kj_solver_set_progress(engine->solver, request->progress, request->progress_data);
    // begins with an empty table or its own checkpoint, so that its node count does not depend on
    // other problems
    kj_task_restore(engine->solver, request, &options.before);
    KjLimits limits;
    kj_limits_left(&request->limits, options.before.nodes, options.before.seconds, &limits);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    KjReportCertificate certificate = {.sink = {kj_certificate_hold, bytes}};
    if (engine->certificates)
        options.certificate = &certificate;
    kj_check(engine->solver, request->root, KJ_SENTE, &options, &limits, &report);
    bool unknown = report.verdict == KJ_WORK_UNKNOWN;
    bool interrupted = request->limits.stop && atomic_load(request->limits.stop);
    out->verdict = kj_work_text(report.verdict);
    out->cause = unknown ? kj_cause_text(report.cause ? report.cause : KJ_CAUSE_NODES) : NULL;
    out->stopped = interrupted; // whatever part of it was at work then
    out->settled = kj_report_settled(&report, &limits);
    const KjSpent spent = {options.before.nodes + report.searched,
                           report.mate != KJ_UNKNOWN ? report.proof_nodes : 0,
                           options.before.seconds + report.seconds};
    if (!engine->hisshi) // a checkpoint has mates alone
        kj_task_keep(engine->solver, request, &spent, out);
    if (engine->certificates && !unknown && !out->stopped)
        certify(engine, request, &report, &certificate, bytes, out);
    g_free(certificate.failure);
    say(engine, request, &report, &spent, out);
}

static const KjExit exits[] = {KJ_EXIT_OK, KJ_EXIT_OK, KJ_EXIT_DEFECT, KJ_EXIT_UNKNOWN};

const KjTaskKind kj_task_check = {"check", kj_verdicts_check, exits, run_check_task, true};
