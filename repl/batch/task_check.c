/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The task `check`: is the work sound, and if not, why. The main line is the author's if the file
 * has one, else that of best play. */
#include <stdatomic.h>

#include "repl/batch/task_outcome.h"
#include "repl/check/check_job.h"
#include "repl/check/check_print.h"
#include "repl/cli/commands.h"
#include "repl/job/phrases.h"
#include "repl/store/claim.h"
#include "solver/query.h"

/* The report as a JSON object. (transfer full) */
static char *report_json(const KjTaskEngine *engine, const KjTaskRequest *request,
                         const KjReport *report)
{
    const KjCheckRequest check = {.solve = engine->options, .profile = engine->options.rules};
    KjInput input = {.position = *request->root, .game = *request->root->game};
    KjCheckJob job = {.solve = {.input = &input, .usable = true, .attacker = KJ_SENTE},
                      .root = *request->root,
                      .report = *report,
                      .reported = true};
    KjPrinter *printer = kj_printer_new_kept();
    kj_printer_begin(printer, KJ_CHECK_SCHEMA);
    kj_printer_string(printer, "variant", request->game); // canonical, as its moves are
    kj_printer_string(printer, "position", request->position);
    kj_check_print_fields(&check, &job, printer);
    kj_printer_end(printer);
    return kj_printer_take(printer);
}

/* The rows that queries look at. A detail is in English, as it always was: it is a part of a row's
 * key, by which stores are merged. */
static void add_findings(const KjTaskRequest *request, const KjReport *report, KjTaskOutcome *out)
{
    const KjReportView view = {.report = report, .root = request->root};
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        g_autofree char *detail = kj_check_plain_detail(&view, f);
        if (f->severity != KJ_SEVERITY_NONE)
            kj_task_add_code(out, kj_finding_code(f), (unsigned)(f->ply + 1), detail, f->severity);
    }
}

/* What a limit leaves open is not told. */
static void add_themes(const KjReport *report, KjTaskOutcome *out)
{
    out->themes = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < report->themes->len; i++) {
        const KjThemeFound *found = &g_array_index(report->themes, KjThemeFound, i);
        if (found->state == KJ_YES)
            g_ptr_array_add(out->themes, g_strdup(found->theme->code));
    }
    out->difficulty = report->difficulty.score;
}

static void add_line(const KjTaskRequest *request, const KjReport *report, KjTaskOutcome *out)
{
    g_auto(GStrv) line =
        kj_line_text(request->root, report->line, report->n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
    out->canon_line = g_strjoinv(" ", line);
    if (!report->hisshi)
        out->leftover = kj_hand_text(request->root->game, report->leftover, KJ_SENTE);
    out->plies = (int)report->plies;
    out->pure_plies = (int)report->pure_plies;
    out->proved = report->shortest_proved;
    out->complete = 1 + (report->tentative ? KJ_LINE_OTHER : KJ_LINE_MAIN);
    if (report->themes)
        add_themes(report, out);
}

/* Keeps the certificate of the report if it proves the verdict; of a report that cannot have one,
 * one of the position is made, of mate or no mate. */
static void certify(const KjTaskEngine *engine, const KjTaskRequest *request,
                    const KjReport *report, const KjReportCertificate *certificate,
                    const GByteArray *bytes, KjTaskOutcome *out)
{
    if (!certificate->cannot) {
        if (certificate->written && certificate->verdict == report->verdict)
            kj_task_keep_report(engine->certificates, request, bytes, out);
        return;
    }
    g_auto(KjResult) result;
    kj_solver_solve(engine->solver, request->root, KJ_SENTE, &request->limits, &result);
    if (result.verdict != KJ_UNKNOWN)
        kj_task_certify(engine->solver, &engine->options, engine->certificates, request, &result,
                        out);
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
    kj_task_outcome_init(out);
    out->verdict = kj_work_text(report.verdict);
    out->cause = unknown ? kj_cause_text(report.cause ? report.cause : KJ_CAUSE_NODES) : NULL;
    out->stopped = interrupted; // whatever part of it was at work then
    out->settled = kj_report_settled(&report, &limits);
    const KjSpent spent = {options.before.nodes + report.searched,
                           report.mate != KJ_UNKNOWN ? report.proof_nodes : 0,
                           options.before.seconds + report.seconds};
    out->nodes = (gint64)spent.nodes;
    out->ms = (gint64)(spent.seconds * 1000 + 0.5);
    if (!engine->hisshi) // a checkpoint has mates alone
        kj_task_keep(engine->solver, request, &spent, out);
    if (report.n_line)
        add_line(request, &report, out);
    add_findings(request, &report, out);
    out->report = report_json(engine, request, &report);
    if (engine->certificates && !unknown && !out->stopped)
        certify(engine, request, &report, &certificate, bytes, out);
    g_free(certificate.failure);
}

static const KjExit exits[] = {KJ_EXIT_OK, KJ_EXIT_OK, KJ_EXIT_DEFECT, KJ_EXIT_UNKNOWN};

const KjTaskKind kj_task_check = {"check", kj_verdicts_check, exits, run_check_task, true};
