/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyse: mates, threats of mate and what became of them, in positions and games. */
#include "core/text/lang.h"
#include "repl/command/analyse.h"
#include "repl/run/runner.h"

enum {
    PART = 8, // plies of a record that are analysed with one table, from the last one back
    // nodes of a question and of a position, unless asked otherwise
    RECORD_QUESTION = 100000,
    RECORD_POSITION = 1000000,
    POSITION_QUESTION = 300000,
    POSITION_ALL = 3000000,
};

/* Since the first part of a job was begun, which this may be. */
static double seconds_of(KjAnalyseJob *job)
{
    long long now = g_get_monotonic_time(), begun = 0;
    if (atomic_compare_exchange_strong(&job->begun, &begun, now))
        return 0;
    return (double)(now - begun) / 1e6;
}

/* ---- the work ---- */

static uint64_t either(uint64_t asked, uint64_t otherwise)
{
    return asked ? asked : otherwise;
}

/* What a position of a job may cost. */
static KjAnalyseLimits limits_of(const KjRunSearch *search, KjAnalyseJob *job)
{
    const KjAnalyseRequest *request = search->run->own;
    const KjLimits *all = &request->solve.limits;
    bool record = job->record;
    KjAnalyseLimits limits = {
        .question_nodes =
            either(request->question_nodes, record ? RECORD_QUESTION : POSITION_QUESTION),
        .nodes = either(request->position_nodes, record ? RECORD_POSITION : POSITION_ALL),
        .stop = search->limits.stop};
    if (all->nodes)
        limits.nodes = MIN(limits.nodes, all->nodes);
    double left = all->seconds - seconds_of(job); // read once: MAX evaluates its arguments twice
    if (all->seconds > 0)
        limits.seconds = MAX(1e-6, left);
    return limits;
}

static unsigned first_of(unsigned part)
{
    return part * PART;
}

static unsigned end_of(const KjAnalyseJob *job, unsigned part)
{
    return MIN(job->n_plies, first_of(part + 1));
}

static bool open_analysis(KjRunSearch *search, GError **error)
{
    KjAnalyst *analyst = kj_analyst_new(&search->options, error);
    search->engine = analyst;
    search->solver = analyst ? kj_analyst_solver(analyst) : NULL;
    return analyst != NULL;
}

static void close_analysis(KjRunSearch *search)
{
    kj_analyst_free(search->engine);
    search->solver = NULL; // was the analyst's
}

static void work_analysis(KjRunSearch *search)
{
    KjAnalyseJob *job = (KjAnalyseJob *)search->job;
    if (atomic_load(&job->overrun))
        return;
    (void)seconds_of(job); // it begins
    KjAnalyseLimits limits = limits_of(search, job);
    unsigned first = first_of(search->part);
    if (job->record) {
        kj_analyse_plies(search->engine, &job->game, &limits, job->plies + first,
                         end_of(job, search->part) - first);
        return;
    }
    kj_analyse_position(search->engine, &job->position, &job->past, &limits, &job->report);
    job->reported = true;
    job->nodes = job->report.nodes;
}

/* ---- what comes out ---- */

/* Takes in a part of a record. What is behind a limit counts for nothing: a part, as it was begun or
 * not by how many threads there are; within a part, as it is analysed from its end. */
static bool take_part(KjRun *run, KjSolveJob *solve, unsigned part)
{
    KjAnalyseJob *job = (KjAnalyseJob *)solve;
    const KjLimits *all = &run->request->limits;
    bool dropped = atomic_load(&job->overrun);
    for (unsigned i = first_of(part); job->record && i < end_of(job, part); i++) {
        dropped |= !job->plies[i].asked;
        if (dropped)
            job->plies[i].asked = false;
        job->n_done += job->plies[i].asked;
        job->nodes += job->plies[i].asked ? job->plies[i].nodes : 0;
    }
    if (job->record && (dropped || (all->nodes && job->nodes >= all->nodes) ||
                        (all->seconds > 0 && seconds_of(job) >= all->seconds)))
        atomic_store(&job->overrun, true);
    return job->n_done > 0;
}

static KjExit status_of(const KjSolveJob *solve)
{
    const KjAnalyseJob *job = (const KjAnalyseJob *)solve;
    bool open = (job->record && job->n_done < job->n_plies) ||
                (job->reported && kj_position_report_open(&job->report));
    for (unsigned i = 0; i < job->n_plies; i++)
        open |= job->plies[i].asked && (job->plies[i].finding & KJ_PLY_OPEN);
    return open ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

static void print_analysis(KjRun *run, KjSolveJob *solve)
{
    const KjAnalyseRequest *request = run->own;
    KjAnalyseJob *job = (KjAnalyseJob *)solve;
    job->seconds = seconds_of(job);
    job->cut = job->record && job->n_done < job->n_plies;
    kj_analyse_print(run->session, run->call, request, job);
    if (request->kif && job->record) {
        g_autofree char *kif = kj_analyse_kif(request, job);
        kj_run_record(run, solve, kif);
    }
}

/* ---- the call ---- */

static bool read_options(KjRun *run, GError **error)
{
    KjAnalyseRequest *request = run->own;
    run->request = &request->solve;
    return kj_analyse_request(run->call->values, run->n_jobs, request, error);
}

static void prepare_analysis(KjRun *run, KjSolveJob *job)
{
    kj_analyse_prepare(run->own, run->call, (KjAnalyseJob *)job);
}

/* From the front of a record, as its first plies are delivered first. */
static unsigned parts_of(const KjRun *run, const KjSolveJob *solve)
{
    (void)run;
    const KjAnalyseJob *job = (const KjAnalyseJob *)solve;
    return job->record ? (job->n_plies + PART - 1) / PART : 1;
}

static void clear_analysis(KjSolveJob *job)
{
    kj_analyse_job_clear((KjAnalyseJob *)job);
}

static KjExit kj_cmd_analyse(KjSession *session, const KjCall *call, GError **error)
{
    static const KjRunKind kind = {.job_bytes = sizeof(KjAnalyseJob),
                                   .one_thread = true,
                                   .options = read_options,
                                   .prepare = prepare_analysis,
                                   .parts = parts_of,
                                   .open = open_analysis,
                                   .work = work_analysis,
                                   .close = close_analysis,
                                   .take = take_part,
                                   .status = status_of,
                                   .print = print_analysis,
                                   .clear = clear_analysis};
    KjAnalyseRequest request;
    return kj_run(&kind, &request, session, call, error);
}

const KjCommand kj_analyse_command = {
    .name = "analyse",
    .ja = "解析",
    .aliases = {"analyze"},
    .group = KJ_COMMANDS_MATE,
    .summary = "mates and threats of mate in a position or a game",
    .details = "Says of a position of a game, for both sides: is there a mate (詰み), would there "
               "be one after a pass (詰めろ), which pieces in hand would make one or that none "
               "would (ゼット), which moves lose to a mate (頓死), and which threaten one, also in "
               "answer to a threat (詰めろ逃れの詰めろ). Of a record, or a position with moves, it "
               "makes a table by ply: mates played and missed, moves that lost to a mate and those "
               "that would not have, threats of mate made and answered. Every statement is proved; "
               "what a limit leaves open is said to be open. The status is 4 then. --time and "
               "--nodes are for a whole record.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_ANALYSE | KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT |
               KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON,
    .moves = KJ_MOVES_LINE,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_analyse,
    .examples = {{"analyse --no-diagram '7nl/5Bbkp/5p1p1/9/6RN1/9/9/9/4K4 b 2G'",
                  "Who is to be mated here, and by what?", "詰み"}},
    .schema = "kanju.analyse/1",
};
