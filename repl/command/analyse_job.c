/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From options and inputs to jobs. */
#include "core/text/lang.h"
#include "repl/command/analyse.h"

// Lines and exact lengths may cost this much more than the proof of a mate.
enum { SHORTENING_BASE = 20000 };

/* Reads --each-nodes: of a question, and of all about a position. */
static bool read_each(const char *text, KjAnalyseRequest *out, GError **error)
{
    double nodes[2] = {0};
    unsigned n = text ? kj_amounts_read(text, KJ_AMOUNT_NODES, 2, nodes) : 0;
    if (text && (!n || nodes[0] < 1 || (n > 1 && nodes[1] < 1)))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--each-nodes=%s: expected one or two whole numbers from 1 to 1e18",
                            text);
    out->question_nodes = (uint64_t)nodes[0];
    out->position_nodes = (uint64_t)nodes[1];
    return true;
}

bool kj_analyse_request(const KjValues *values, unsigned n_inputs, KjAnalyseRequest *out,
                        GError **error)
{
    const KjValue *value = values->value;
    *out = (KjAnalyseRequest){
        .kif = value[KJ_OPT(KIF)].text,
        .at_set = value[KJ_OPT(AT)].set,
        .from_set = value[KJ_OPT(FROM_PLY)].set,
        .to_set = value[KJ_OPT(TO_PLY)].set,
        .at = (unsigned)value[KJ_OPT(AT)].integer,
        .from = (unsigned)value[KJ_OPT(FROM_PLY)].integer,
        .to = (unsigned)value[KJ_OPT(TO_PLY)].integer,
    };
    if (!read_each(value[KJ_OPT(QUESTION_NODES)].text, out, error))
        return false;
    kj_solve_request(values, G_MAXUINT, &out->solve);
    out->solve.diagrams = value[KJ_OPT(DIAGRAM)].set ? value[KJ_OPT(DIAGRAM)].flag : n_inputs == 1;
    out->solve.solver.shortening_base = SHORTENING_BASE;
    if (out->at_set && (out->from_set || out->to_set))
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--at with --from or --to: expected only one of them");
    if (out->from_set && out->to_set && out->from > out->to)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--from=%u --to=%u: expected the first before the last", out->from,
                            out->to);
    return true;
}

/* A ply that is asked for and that the record does not have is an error of the input. */
static bool has_ply(KjAnalyseJob *job, const char *option, unsigned ply)
{
    if (ply <= job->game.n)
        return true;
    job->solve.input->error = g_strdup_printf(
        kj_tr("--%s=%u: the record has %u moves, expected no more"), option, ply, job->game.n);
    return false;
}

static void prepare_position(KjAnalyseJob *job, unsigned at)
{
    KjPlyReport place;
    kj_ply_begin(&job->game, at + 1, &place);
    job->position = place.position;
    job->before = place.before;
    job->past = (KjPast){&job->game.start, job->line, at};
    job->solve.usable = true;
}

static void prepare_record(const KjAnalyseRequest *request, KjAnalyseJob *job)
{
    unsigned from = request->from_set ? MAX(1, request->from) : 1;
    unsigned to = request->to_set ? request->to : job->game.n;
    if (!has_ply(job, "from", from) || !has_ply(job, "to", to))
        return;
    job->record = true;
    job->n_plies = to - from + 1 + (to == job->game.n); // the last position too
    job->plies = g_new0(KjPlyReport, job->n_plies);
    for (unsigned i = 0; i < job->n_plies; i++)
        kj_ply_begin(&job->game, from + i, &job->plies[i]);
    job->solve.usable = true;
}

void kj_analyse_prepare(const KjAnalyseRequest *request, const KjCall *call, KjAnalyseJob *job)
{
    KjInput *input = job->solve.input;
    if (input->error)
        return;
    job->line = kj_input_line(input, &job->game.n);
    job->game.start = input->position;
    job->game.moves = job->line;
    bool plies = request->from_set || request->to_set;
    if (plies && job->game.n == 0)
        input->error =
            g_strdup(kj_tr("no moves to analyse, expected some after the position or in its file"));
    else if (plies || (job->game.n > 0 && !call->board && !request->at_set))
        prepare_record(request, job);
    else if (!request->at_set || has_ply(job, "at", request->at))
        prepare_position(job, request->at_set ? request->at : job->game.n);
}

void kj_analyse_job_clear(KjAnalyseJob *job)
{
    for (unsigned i = 0; i < job->n_plies; i++)
        kj_ply_report_clear(&job->plies[i]);
    if (job->reported)
        kj_position_report_clear(&job->report);
    g_free(job->plies);
    g_free(job->line);
    kj_solve_job_clear(&job->solve);
}
