/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From options and a problem to a check, and the check itself. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/rules/attack.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/check/check_job.h"
#include "repl/cli/commands.h"
#include "repl/job/certificate.h"
#include "repl/job/raw_line.h"
#include "repl/job/refutation.h"
#include "repl/job/unplaced_pieces.h"
#include "solver/check/answers.h"
#include "solver/compose/tries.h"

enum { TRY_NODES = 5000 }; // for each wrong check

static bool misuse(GError **error, const char *option, const char *text)
{
    return kj_set_error(
        error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
        "--%s=%s: expected up to %d numbers joined by commas, none of them negative", option, text,
        KJ_MAX_PASSES);
}

static bool read_budget(const KjValue *value, KjCheckRequest *out, GError **error)
{
    double seconds[KJ_MAX_PASSES] = {0}, nodes[KJ_MAX_PASSES] = {0};
    const char *s = value[KJ_OPT(MOVE_TIME)].text, *n = value[KJ_OPT(MOVE_NODES)].text;
    unsigned n_seconds =
        s && *s ? kj_amounts_read(s, KJ_AMOUNT_SECONDS, KJ_MAX_PASSES, seconds) : 0;
    unsigned n_nodes = n && *n ? kj_amounts_read(n, KJ_AMOUNT_NODES, KJ_MAX_PASSES, nodes) : 0;
    if (s && *s && !n_seconds)
        return misuse(error, "each-time", s);
    if (n && *n && !n_nodes)
        return misuse(error, "each-nodes", n);
    out->n_passes = MAX(n_seconds, n_nodes);
    for (unsigned i = 0; i < out->n_passes; i++) {
        out->pass_seconds[i] = n_seconds ? seconds[MIN(i, n_seconds - 1)] : 0;
        out->pass_nodes[i] = n_nodes ? (uint64_t)nodes[MIN(i, n_nodes - 1)] : 0;
    }
    return true;
}

/* "order=blemish,late-at-last=defect" */
static bool read_weights(const char *text, KjProfile *profile, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text ? text : "", ",", -1);
    for (unsigned i = 0; words[i]; i++) {
        g_auto(GStrv) sides = g_strsplit(words[i], "=", 2);
        if (g_strv_length(sides) == 2 && kj_profile_weigh(profile, sides[0], sides[1]))
            continue;
        return kj_set_error(
            error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
            "--profile: '%s': expected a key, a code of the report, late-at-last or last-in-one, "
            "=, and none, note, blemish or defect",
            words[i]);
    }
    return true;
}

/* Whether a file or folder that is asked for has a name. */
static bool has_name(const char *option, const char *name, GError **error)
{
    if (!name || *name)
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                        "--%s: the name is empty, expected a file or folder", option);
}

/* Whether nothing is asked for that is of mates by checks alone. */
static bool goal_fits(const KjValues *values, GError **error)
{
    const KjOptionId others[] = {KJ_OPT(CHECKS_ONLY), KJ_OPT(REPETITION), KJ_OPT(INTERPOSITIONS),
                                 KJ_OPT(THEMES),      KJ_OPT(TRIES),      KJ_OPT(EXPLAIN)};
    return !values->value[KJ_OPT(GOAL)].choice ||
           kj_solve_goal_fits(values, others, G_N_ELEMENTS(others), error);
}

bool kj_check_request(const KjValues *values, unsigned n_problems, KjCheckRequest *out,
                      GError **error)
{
    const KjValue *value = values->value;
    *out = (KjCheckRequest){.certificates = value[KJ_OPT(CERTIFICATES)].text,
                            .report_certificate = value[KJ_OPT(REPORT_CERTIFICATE)].text,
                            .output = value[KJ_OPT(KIF)].text,
                            .html = value[KJ_OPT(HTML)].text,
                            .tree = value[KJ_OPT(TREE)].flag,
                            .tree_plies = (unsigned)value[KJ_OPT(TREE_PLIES)].integer,
                            .tree_moves = (unsigned)value[KJ_OPT(TREE_MOVES)].integer,
                            .reverse = (unsigned)value[KJ_OPT(REVERSE)].integer};
    out->tries = value[KJ_OPT(TRIES)].flag;
    kj_solve_request(values, n_problems, &out->solve);
    out->themes = value[KJ_OPT(THEMES)].set ? value[KJ_OPT(THEMES)].flag
                                            : n_problems == 1 || out->solve.explain;
    out->solve.solver.find_shortest = true; // --any is of solve alone
    out->full = n_problems == 1;
    out->profile = out->solve.rules;
    if (out->solve.hisshi) { // a table for mates, and one for what leads there
        out->solve.solver.memory_mib = MAX(1, out->solve.solver.memory_mib / 2);
        out->themes = false;
    }
    return goal_fits(values, error) && has_name("certificates", out->certificates, error) &&
           has_name("html", out->html, error) &&
           read_weights(value[KJ_OPT(WEIGH)].text, &out->profile, error) &&
           read_budget(value, out, error);
}

/* Reads moves in any notation, separated by blanks, and the position after them; how many are read
 * before one that is wrong. (out_moves: transfer full) */
static unsigned read_moves(KjPosition *pos, const char *text, KjMove **out_moves, GError **error)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t\n", -1);
    KjMove previous = KJ_MOVE_NONE;
    unsigned n = 0;
    *out_moves = g_new(KjMove, g_strv_length(words) + 1);
    for (unsigned i = 0; words[i]; i++) {
        KjMove move;
        if (!*words[i])
            continue;
        if (!kj_move_parse(pos, words[i], previous, &move, error))
            break;
        (*out_moves)[n++] = previous = move;
        *pos = kj_position_after(pos, move);
    }
    return n;
}

/* The author's line of --line. A wrong one is an error of the problem. */
static void read_line(KjCheckJob *job, const char *text)
{
    g_autoptr(GError) error = NULL;
    KjPosition end = job->root;
    g_free(job->author);
    job->n_author = read_moves(&end, text, &job->author, &error);
    if (!error)
        return;
    g_autofree char *why = kj_text_error_write(error);
    job->solve.input->error = g_strdup_printf(kj_tr("--line, move %u: %s"), job->n_author + 1, why);
    job->solve.usable = false;
    job->n_author = 0;
}

/* On the board of the workbench: the work begins at its start, and the session knows the author's
 * line. */
static void prepare_board(const KjCall *call, KjCheckJob *job)
{
    const KjInput *input = job->solve.input;
    if (call->values->value[KJ_OPT(ATTACKER)].choice == 0)
        job->solve.attacker = kj_default_attacker(&input->text.start);
    if (call->board->author)
        job->author = kj_raw_line_read(&input->game, call->board->author, &job->n_author);
}

void kj_check_prepare(const KjCall *call, KjCheckJob *job)
{
    KjInput *input = job->solve.input;
    if (input->error)
        return;
    if (!call->board)
        job->author = kj_input_line(input, &job->n_author); // the work begins before it
    kj_solve_prepare(call->values, &job->solve);
    if (!job->solve.usable)
        return;
    job->root = input->position;
    const char *line = call->values->value[KJ_OPT(LINE)].text;
    if (line && *line) {
        read_line(job, line);
    } else if (call->board) {
        prepare_board(call, job);
    }
}

void kj_check_ask(const KjSolveRequest *request, const KjPosition *root, const KjMove *author,
                  unsigned n_author, int recorded_plies, KjCheckOptions *out)
{
    *out = (KjCheckOptions){.profile = &request->rules,
                            .author = author,
                            .n_author = n_author,
                            .recorded_plies = recorded_plies,
                            .missing = kj_unplaced_count(root),
                            .spares = request->spares,
                            .first_defect = request->first_defect};
}

/* Writes the file of a certificate of the report, or says why there is none. */
static void save_certificate(const GByteArray *bytes, KjCheckJob *job)
{
    KjSolveJob *solve = &job->solve;
    if (job->certificate.written) {
        kj_certificate_save(bytes, solve);
        return;
    }
    solve->certificate_limited = true;
    solve->certificate_failure =
        g_strdup_printf(kj_tr("no certificate of the report: %s"), job->certificate.failure);
}

/* With what the check has left of the limits. */
static void follow_tries(KjSolver *solver, const KjLimits *limits, KjCheckJob *job)
{
    const KjReport *report = &job->report;
    KjLimits left = {.stop = limits->stop};
    if (limits->nodes)
        left.nodes = limits->nodes > report->searched ? limits->nodes - report->searched : 1;
    if (limits->seconds > 0)
        left.seconds = MAX(limits->seconds - report->seconds, 0.01);
    job->tries = kj_wrong_checks_follow(solver, report, TRY_NODES, &left, &job->tries_cut);
}

void kj_check_run(const KjCheckRequest *request, KjSolver *solver, const KjLimits *limits,
                  KjCheckJob *job)
{
    g_autoptr(KjHisshi) made = NULL;
    g_autoptr(GError) error = NULL;
    KjHisshi *hisshi = job->hisshi;
    if (request->solve.hisshi && !hisshi) {
        hisshi = made = kj_hisshi_new(solver, request->solve.solver.memory_mib, &error);
        if (!hisshi) {
            job->solve.failure = g_strdup(error->message);
            return;
        }
    }
    KjCheckOptions options;
    kj_check_ask(&request->solve, &job->root, job->author, job->n_author,
                 job->solve.input->recorded_plies, &options);
    options.profile = &request->profile;
    options.hisshi = hisshi;
    options.before = job->before;
    options.before.proof_nodes = job->proof_nodes;
    options.n_passes = request->n_passes;
    options.patient = request->patient;
    options.plies = request->reverse;
    options.themes = request->themes;
    options.answers = job->answers;
    options.lines = request->tree || request->output || request->html || request->full ||
                    request->solve.explain;
    bool whole = request->tree || request->output || request->html;
    options.refute =
        kj_refutation_options(whole ? MAX(1, request->tree_plies) : 0, request->tree_moves, 0);
    memcpy(options.pass_nodes, request->pass_nodes, sizeof options.pass_nodes);
    memcpy(options.pass_seconds, request->pass_seconds, sizeof options.pass_seconds);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    job->certificate.sink = (KjCertificateSink){kj_certificate_hold, bytes};
    if (job->solve.certificate)
        options.certificate = &job->certificate;
    kj_check(solver, &job->root, job->solve.attacker, &options, limits, &job->report);
    if (job->solve.certificate)
        save_certificate(bytes, job);
    job->report.profile = &request->profile;
    job->reported = true;
    if (request->tree)
        job->tree = kj_check_tree(request, job);
    if (request->tries)
        follow_tries(solver, limits, job);
    if (request->certificates)
        kj_check_certify(request, limits, job);
}

KjReportView kj_check_view(const KjCheckRequest *request, const KjCheckJob *job)
{
    return (KjReportView){.report = &job->report,
                          .root = &job->root,
                          .last = job->solve.input->last,
                          .notation = request->solve.notation};
}

void kj_check_job_clear(KjCheckJob *job)
{
    if (job->reported)
        kj_report_clear(&job->report);
    g_free(job->author);
    g_free(job->certificate.failure);
    g_free(job->tree);
    g_clear_pointer(&job->tries, g_array_unref);
    g_clear_pointer(&job->uncertified, g_array_unref);
    kj_solve_job_clear(&job->solve);
}
