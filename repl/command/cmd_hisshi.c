/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hisshi: proves or refutes that mate is forced by checks and threats. */
#include "repl/cli/result_json.h"
#include "repl/command/hisshi_job.h"
#include "repl/job/certificate.h"
#include "repl/run/runner.h"
#include "solver/hisshi/mates.h"

static bool open_hisshi(KjRunSearch *search, GError **error)
{
    search->hisshi = kj_hisshi_with_solver(&search->options, &search->solver, error);
    return search->hisshi != NULL;
}

/* The mates behind the end of the line. */
static void look_behind(const KjRunSearch *search, KjHisshiJob *job)
{
    const KjHisshiResult *result = &job->result;
    KjPosition pos = job->solve.input->position;
    bool wanted = search->run->call->values->value[KJ_OPT(MATES)].flag;
    for (unsigned i = 0; i < result->n_line; i++)
        pos = kj_position_after(&pos, result->line[i]);
    if (wanted && result->verdict == KJ_MATE && result->line_complete &&
        pos.side != job->solve.attacker)
        job->mates = kj_hisshi_mates(search->hisshi, &pos, &search->limits);
}

/* Whether more of it could be found out. */
static bool is_open(const KjHisshiResult *result)
{
    return result->verdict == KJ_UNKNOWN || (result->verdict == KJ_MATE && !result->plies_proved);
}

static void work_hisshi(KjRunSearch *search)
{
    KjRun *run = search->run;
    KjHisshiJob *job = (KjHisshiJob *)search->job;
    const KjLimits all = search->limits;
    kj_hisshi_solve(search->hisshi, &job->solve.input->position, job->solve.attacker,
                    &search->limits, &job->result);
    kj_limits_left(&all, 0, job->result.seconds, &search->limits);
    kj_checkpoint_end(&run->checkpoint, 0, is_open(&job->result));
    look_behind(search, job);
    if (job->result.verdict != KJ_MATE)
        g_clear_pointer(&job->solve.certificate, g_free);
    if (job->solve.certificate)
        kj_certificate_write_hisshi(search->hisshi, &job->result, &search->limits, &job->solve);
}

static bool plan_hisshi(KjRun *run, GError **error)
{
    return kj_certificate_plan("certificate", run->call->values->value[KJ_OPT(CERTIFICATE)].text,
                               run->jobs, run->n_jobs, error);
}

static KjExit status_of(const KjSolveJob *job)
{
    return kj_solve_exit(((const KjHisshiJob *)job)->result.verdict);
}

static void print_hisshi(KjRun *run, KjSolveJob *job)
{
    kj_hisshi_print(run->session, run->call, run->request, (KjHisshiJob *)job);
}

static void clear_hisshi(KjSolveJob *job)
{
    KjHisshiJob *own = (KjHisshiJob *)job;
    kj_hisshi_result_clear(&own->result);
    g_clear_pointer(&own->mates, g_array_unref);
    kj_solve_job_clear(job);
}

/* Options of mates by checks that mean nothing here. */
static bool options_fit(const KjCall *call, GError **error)
{
    const KjOptionId others[] = {
        KJ_OPT(ANY),         KJ_OPT(FIRST),      KJ_OPT(REFUTATION),
        KJ_OPT(HTML),        KJ_OPT(ANSWERS),    KJ_OPT(KIF),
        KJ_OPT(TREE_PLIES),  KJ_OPT(TREE_MOVES), KJ_OPT(CERTIFICATE_LENGTH),
        KJ_OPT(CHECKS_ONLY), KJ_OPT(REPETITION), KJ_OPT(INTERPOSITIONS),
        KJ_OPT(EXPLAIN)};
    return kj_solve_goal_fits(call->values, others, G_N_ELEMENTS(others), error);
}

KjExit kj_hisshi_run(KjSession *session, const KjCall *call, GError **error)
{
    static const KjRunKind kind = {.job_bytes = sizeof(KjHisshiJob),
                                   .one_thread = true,
                                   .plan = plan_hisshi,
                                   .open = open_hisshi,
                                   .work = work_hisshi,
                                   .status = status_of,
                                   .print = print_hisshi,
                                   .clear = clear_hisshi};
    if (!options_fit(call, error))
        return KJ_EXIT_USAGE;
    return kj_run(&kind, NULL, session, call, error);
}

const KjCommand kj_hisshi_command = {
    .name = "hisshi",
    .ja = "必至",
    .aliases = {"brinkmate"},
    .group = KJ_COMMANDS_MATE,
    .summary = "prove or refute 必至: mate forced by checks and threats",
    .details = "Searches each problem for a mate that is forced by checks and threats (詰めろ): "
               "quiet moves after which a defender who passed would be mated by checks. Prints "
               "the verdict, the plies up to the move that makes it 必至, and a main line; the "
               "mates after it are not counted, --mates shows them. A position that is a mate by "
               "checks is said to be one. All moves of both sides count. A limit that is reached "
               "makes the answer unknown. The same as solve --goal=hisshi.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_SOLVE | KJ_OPTIONS_TSUME | KJ_OPTIONS_RULES |
               KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD | KJ_OPTIONS_JSON |
               KJ_OPTIONS_FIRST | KJ_OPTIONS_KEEP | KJ_OPTIONS_GIVEN,
    .moves = KJ_MOVES_THREATS,
    .flags = KJ_COMMAND_LONG,
    .run = kj_hisshi_run,
    .examples = {{"hisshi --no-diagram '9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'",
                  "A 必至 in one.", "必至 in 1 ply"},
                 {"hisshi --json --mates '9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'",
                  "The same for a program to read, with the mates behind it.",
                  "\"verdict\":\"hisshi\""}},
    .schema = KJ_HISSHI_SCHEMA,
};
