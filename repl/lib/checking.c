/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libkanju: checking. */
#include <string.h>

#include "core/notation/usi.h"
#include "repl/check/check_print.h"
#include "repl/cli/input_json.h"
#include "repl/job/phrases.h"
#include "repl/lib/problems.h"

/* What the accessors of one finding give. */
typedef struct {
    char *text;
    char move[KJ_USI_MOVE]; // "": none
} Finding;

struct kanju_report {
    KjCheckJob job;
    const KjLibProblem *problem; // held: `input` borrows of it
    KjInput input;
    KjCheckRequest request;
    kanju_solver *solver; // while it runs
    char **moves;
    GArray *findings; // of Finding
    KjMoveTree *game; // the line with what was found, once it was asked for
    kanju_node *tree;
};

static void clear_finding(void *data)
{
    Finding *finding = data;
    g_free(finding->text);
}

static void *search_report(void *data)
{
    kanju_report *report = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&report->request.solve.solver, &error);
    if (!solver) {
        report->job.solve.failure = g_strdup(error->message);
        return NULL;
    }
    kj_lib_watch(report->solver, solver);
    KjLimits limits = report->request.solve.limits;
    limits.stop = &report->solver->stop;
    kj_check_run(&report->request, solver, &limits, &report->job);
    return NULL;
}

/* Prepares the job; why it cannot be done, or NULL. (transfer full) */
static char *prepare_report(kanju_report *report, const KjLibProblem *problem, kanju_solver *solver)
{
    g_autoptr(GError) error = NULL;
    KjCall call = {.values = solver->values};
    report->solver = solver;
    report->problem = kj_lib_problem_hold(problem);
    kj_lib_input(problem, solver, &report->input);
    report->job.solve.input = &report->input;
    if (!kj_check_request(solver->values, 1, &report->request, &error))
        return g_strdup(error->message);
    kj_lib_cores(solver, &report->request.solve);
    kj_check_prepare(&call, &report->job);
    report->job.solve.certificate = g_strdup(report->request.report_certificate);
    return report->job.solve.usable ? NULL : g_strdup(report->input.error);
}

/* The texts the accessors give. */
static void finish_report(kanju_report *report)
{
    const KjReport *found = &report->job.report;
    KjReportView view = kj_check_view(&report->request, &report->job);
    report->moves = kj_line_text(&report->job.root, found->line, found->n_line, report->input.last,
                                 KJ_NOTATION_USI);
    report->findings = g_array_new(FALSE, TRUE, sizeof(Finding));
    g_array_set_clear_func(report->findings, clear_finding);
    for (unsigned i = 0; i < found->findings->len; i++) {
        const KjFinding *from = &g_array_index(found->findings, KjFinding, i);
        Finding finding = {.text = kj_check_finding_words(&view, from)};
        if (!from->is_fault && from->move)
            kj_usi_move_write(
                &g_array_index(found->nodes, KjCheckNode, (unsigned)from->ply).position, from->move,
                finding.move);
        g_array_append_val(report->findings, finding);
    }
    report->game = kj_check_game(&report->request, &report->job, 0, true);
    report->tree = kj_lib_tree(report->game);
}

kanju_report *kanju_check(kanju_solver *solver, const kanju_problems *problems, size_t index,
                          char **error)
{
    const char *wrong = solver ? kanju_problem_error(problems, index) : "no solver";
    if (wrong) {
        kj_lib_say(error, wrong);
        return NULL;
    }
    kanju_report *report = g_new0(kanju_report, 1);
    g_autofree char *unfit = prepare_report(report, kj_lib_problem(problems, index), solver);
    const char *failure = unfit ? unfit : kj_lib_run(solver, search_report, report);
    if (!failure)
        failure = report->job.solve.failure;
    report->solver = NULL;
    if (failure) {
        kj_lib_say(error, failure);
        kanju_report_free(report);
        return NULL;
    }
    finish_report(report);
    return report;
}

void kanju_report_free(kanju_report *report)
{
    if (!report)
        return;
    g_free(report->input.error);
    g_strfreev(report->moves);
    g_clear_pointer(&report->findings, g_array_unref);
    kj_lib_node_free(report->tree);
    g_clear_pointer(&report->game, kj_move_tree_free);
    kj_check_job_clear(&report->job);
    kj_lib_problem_release(report->problem);
    g_free(report);
}

/* ---- reports ---- */

kanju_work kanju_report_verdict(const kanju_report *report)
{
    static const kanju_work works[] = {KANJU_SOUND, KANJU_BLEMISHED, KANJU_UNSOUND,
                                       KANJU_WORK_UNKNOWN};
    return report ? works[report->job.report.verdict] : KANJU_WORK_UNKNOWN;
}

kanju_verdict kanju_report_mate(const kanju_report *report)
{
    static const kanju_verdict verdicts[] = {KANJU_MATE, KANJU_NOMATE, KANJU_UNKNOWN};
    return report ? verdicts[report->job.report.mate] : KANJU_UNKNOWN;
}

unsigned kanju_report_plies(const kanju_report *report)
{
    return report && report->job.report.n_line ? report->job.report.plies : 0;
}

size_t kanju_report_moves(const kanju_report *report)
{
    return report ? report->job.report.n_line : 0;
}

const char *kanju_report_move(const kanju_report *report, size_t index)
{
    return index < kanju_report_moves(report) ? report->moves[index] : NULL;
}

unsigned kanju_report_open(const kanju_report *report)
{
    return report ? report->job.report.n_open : 0;
}

size_t kanju_report_findings(const kanju_report *report)
{
    return report ? report->job.report.findings->len : 0;
}

static const KjFinding *finding_at(const kanju_report *report, size_t index)
{
    return index < kanju_report_findings(report)
               ? &g_array_index(report->job.report.findings, KjFinding, (guint)index)
               : NULL;
}

const char *kanju_finding_code(const kanju_report *report, size_t index)
{
    const KjFinding *finding = finding_at(report, index);
    return finding ? kj_finding_code(finding) : NULL;
}

const char *kanju_finding_severity(const kanju_report *report, size_t index)
{
    const KjFinding *finding = finding_at(report, index);
    return finding ? kj_severity_text(finding->severity) : NULL;
}

unsigned kanju_finding_ply(const kanju_report *report, size_t index)
{
    const KjFinding *finding = finding_at(report, index);
    return finding && finding->ply >= 0 ? (unsigned)finding->ply + 1 : 0;
}

const char *kanju_finding_move(const kanju_report *report, size_t index)
{
    if (!finding_at(report, index))
        return NULL;
    const Finding *finding = &g_array_index(report->findings, Finding, (guint)index);
    return *finding->move ? finding->move : NULL;
}

const char *kanju_finding_text(const kanju_report *report, size_t index)
{
    return finding_at(report, index) ? g_array_index(report->findings, Finding, (guint)index).text
                                     : NULL;
}

uint64_t kanju_report_nodes(const kanju_report *report)
{
    return report ? report->job.report.searched : 0;
}

double kanju_report_seconds(const kanju_report *report)
{
    return report ? report->job.report.seconds : 0;
}

const char *kanju_report_certificate_error(const kanju_report *report)
{
    return report ? report->job.solve.certificate_failure : NULL;
}

static void print_report_json(KjPrinter *printer, const void *data)
{
    const kanju_report *report = data;
    kj_printer_begin(printer, KJ_CHECK_SCHEMA);
    kj_input_print_position(printer, &report->input);
    kj_check_print_fields(&report->request, &report->job, printer);
    kj_printer_end(printer);
}

char *kanju_report_json(const kanju_report *report)
{
    return report ? kj_lib_json(print_report_json, report) : NULL;
}

const kanju_node *kanju_report_tree(const kanju_report *report)
{
    return report ? report->tree : NULL;
}

char *kanju_report_record(const kanju_report *report, const char *format, char **error)
{
    return kj_lib_record(report ? report->game : NULL, format, error);
}
