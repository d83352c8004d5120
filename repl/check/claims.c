/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates of a report: for every move that mates or fails, and for the work itself. */
#include <string.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/check/check_job.h"
#include "repl/job/certificate.h"
#include "repl/job/files.h"

enum { CLAIM_NODES = 40000000 }; // for one of them, where the call sets no limit

bool kj_check_certificates_plan(const KjValues *values, unsigned n_problems, GError **error)
{
    const char *folder = values->value[KJ_OPT(CERTIFICATES)].text;
    if (folder && n_problems > 1)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--certificates: expected a single problem");
    return !folder || kj_files_make_folder("certificates", folder, error);
}

typedef struct {
    const KjCheckRequest *request;
    KjSolver *solver; // one of its own: the table of the check stays warm
    KjHisshi *hisshi; // with that goal, else NULL
    KjLimits limits;  // of a claim
    KjCheckJob *job;
} Claims;

/* One claim: what the check says of the position after so many moves of the line and a move of its
 * own. */
typedef struct {
    unsigned ply;                 // moves of the line before
    const KjCheckNode *node;      // where it is claimed; NULL: of the work
    const KjAlternative *claimed; // NULL: the work
} Claim;

static void add_open(const Claims *c, const Claim *claim, const char *reason)
{
    KjOpenClaim open = {.node = claim->node,
                        .move = claim->claimed ? claim->claimed->move : KJ_MOVE_NONE,
                        .reason = g_strdup(reason)};
    g_array_append_val(c->job->uncertified, open);
}

/* Takes in what became of a certificate that was to be written. */
static void settle(const Claims *c, const Claim *claim, const KjSolveJob *job)
{
    c->job->n_certificates += job->certificate_failure == NULL;
    if (job->certificate_failure && job->certificate_limited)
        add_open(c, claim, job->certificate_failure);
    else if (job->certificate_failure && !c->job->solve.certificate_failure)
        c->job->solve.certificate_failure = g_strdup(job->certificate_failure);
}

/* Writes a certificate of 必至, which is proved only, and settles it. */
static void certify_hisshi(const Claims *c, const Claim *claim, KjSolveJob *job, const char *name)
{
    KjVerdict verdict = claim->claimed ? claim->claimed->verdict : c->job->report.mate;
    if (verdict == KJ_NOMATE) {
        add_open(c, claim, KJ_CLAIM_REFUTED);
        return;
    }
    g_auto(KjHisshiResult) result;
    kj_hisshi_solve(c->hisshi, &job->input->position, job->attacker, &c->limits, &result);
    if (result.verdict == KJ_UNKNOWN) {
        add_open(c, claim, kj_cause_text(result.cause));
    } else if (result.verdict != verdict) {
        add_open(c, claim, "contradiction");
    } else {
        job->certificate = g_build_path("/", c->request->certificates, name, NULL);
        kj_certificate_write_hisshi(c->hisshi, &result, &c->limits, job);
        settle(c, claim, job);
    }
}

/* Searches the claim again and writes its certificate. By a law that forbids to repeat, with all
 * that has been played. */
static void certify(const Claims *c, const Claim *claim, const char *name)
{
    const KjReport *report = &c->job->report;
    g_autofree KjMove *past = g_new(KjMove, report->n_line + 1);
    unsigned n = claim->ply;
    if (n)
        memcpy(past, report->line, n * sizeof *past);
    KjInput input = {.place = c->job->solve.input->place};
    if (claim->claimed)
        past[n++] = claim->claimed->move;
    input.position = kj_position_after_line(&c->job->root, past, n);
    KjSolveJob job = {.input = &input,
                      .usable = true,
                      .attacker = c->job->solve.attacker,
                      .over = c->job->solve.over};
    if (c->hisshi) {
        certify_hisshi(c, claim, &job, name);
        kj_solve_job_clear(&job);
        return;
    }
    KjVerdict verdict = claim->claimed ? claim->claimed->verdict : report->mate;
    kj_solver_set_past(c->solver, n ? &c->job->root : NULL, past, n);
    kj_solver_solve(c->solver, &input.position, job.attacker, &c->limits, &job.result);
    if (job.result.verdict == KJ_UNKNOWN) {
        add_open(c, claim, kj_cause_text(job.result.cause));
    } else if (job.result.verdict != verdict) {
        add_open(c, claim, "contradiction");
    } else {
        job.certificate = g_build_path("/", c->request->certificates, name, NULL);
        kj_certificate_write(c->solver, &c->request->solve, &c->limits, &job);
        settle(c, claim, &job);
    }
    kj_solve_job_clear(&job);
}

static void certify_node(const Claims *c, const KjCheckNode *node)
{
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->verdict == KJ_UNKNOWN)
            continue; // no claim
        g_autofree char *move =
            kj_move_text(&node->position, alt->move, KJ_MOVE_NONE, KJ_NOTATION_USI);
        kj_text_to_leaf(move, '_');
        g_autofree char *name = g_strdup_printf("%u-%s.kjc", node->ply + 1, move);
        certify(c, &(Claim){node->ply, node, alt}, name);
    }
}

static void clear_open(void *data)
{
    g_free(((KjOpenClaim *)data)->reason);
}

void kj_check_certify(const KjCheckRequest *request, const KjLimits *limits, KjCheckJob *job)
{
    const KjReport *report = &job->report;
    g_autoptr(GError) error = NULL;
    Claims c = {.request = request, .limits = *limits, .job = job};
    if (request->solve.hisshi)
        c.hisshi = kj_hisshi_with_solver(&request->solve.solver, &c.solver, &error);
    else
        c.solver = kj_solver_new(&request->solve.solver, &error);
    job->uncertified = g_array_new(FALSE, FALSE, sizeof(KjOpenClaim));
    g_array_set_clear_func(job->uncertified, clear_open);
    if (!c.solver) {
        job->solve.certificate_failure = g_strdup(error->message);
        return;
    }
    if (!c.limits.nodes && c.limits.seconds <= 0)
        c.limits.nodes = CLAIM_NODES;
    if (report->mate != KJ_UNKNOWN)
        certify(&c, &(Claim){0}, "0.kjc");
    for (unsigned i = 0; i < report->nodes->len; i++)
        certify_node(&c, &g_array_index(report->nodes, KjCheckNode, i));
    kj_hisshi_free(c.hisshi);
    kj_solver_free(c.solver);
}
