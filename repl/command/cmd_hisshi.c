/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hisshi: proves or refutes that mate is forced by checks and threats. */
#include <stdatomic.h>

#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/cli/search_checkpoint.h"
#include "repl/command/hisshi_job.h"
#include "repl/command/solve_print.h"
#include "repl/job/certificate.h"
#include "repl/job/pool.h"
#include "solver/hisshi/mates.h"

typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPrinter *printer;
    KjSolveRequest request;
    KjCheckpoint checkpoint;
    KjHisshiJob *jobs;
    unsigned n_jobs;
    atomic_uint n_done;
    KjExit status;
} Run;

static void show_progress(const KjProgress *progress, void *data)
{
    Run *run = data;
    g_autofree char *done =
        run->n_jobs > 1
            ? g_strdup_printf(kj_tr("%u/%u done: "), atomic_load(&run->n_done), run->n_jobs)
            : g_strdup("");
    g_autofree char *text = kj_solve_progress_text(progress, done);
    kj_term_bar(&run->session->term, text);
}

/* The mates behind the end of the line. */
static void look_behind(const Run *run, KjHisshi *hisshi, const KjLimits *limits, KjHisshiJob *job)
{
    const KjHisshiResult *result = &job->result;
    KjPosition pos = job->solve.input->position;
    bool forced = result->verdict == KJ_MATE && result->line_complete;
    for (unsigned i = 0; i < result->n_line; i++)
        pos = kj_position_after(&pos, result->line[i]);
    if (forced && run->call->values->value[KJ_OPTION_MATES].flag && pos.side != job->solve.attacker)
        job->mates = kj_hisshi_mates(hisshi, &pos, limits);
}

/* Begins with what is kept of the search, if anything is; false if that cannot be. */
static bool begin_checkpoint(Run *run, KjHisshi *hisshi, KjSolver *solver, KjLimits *limits,
                             KjSolveJob *job)
{
    KjCheckpoint *checkpoint = &run->checkpoint;
    if (!checkpoint->file.path)
        return true;
    checkpoint->hisshi = hisshi;
    if (!kj_checkpoint_begin(checkpoint, &run->request, solver, NULL, job))
        return false;
    kj_checkpoint_limits(checkpoint, limits);
    if (checkpoint->resumed)
        kj_hisshi_resume(hisshi, &checkpoint->before);
    return true;
}

/* Whether more of it could be found out. */
static bool is_open(const KjHisshiResult *result)
{
    return result->verdict == KJ_UNKNOWN || (result->verdict == KJ_MATE && !result->plies_proved);
}

static void work_hisshi(void *data, unsigned index, const atomic_bool *cancel)
{
    Run *run = data;
    KjHisshiJob *job = &run->jobs[index];
    if (!job->solve.usable)
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = NULL;
    g_autoptr(KjHisshi) hisshi = kj_hisshi_with_solver(&run->request.solver, &solver, &error);
    if (!hisshi) {
        job->solve.failure = g_strdup(error->message);
        return;
    }
    if (kj_session_shows_progress(run->session, run->call->values))
        kj_solver_set_progress(solver, show_progress, run);
    KjLimits limits = run->request.limits;
    limits.stop = cancel;
    if (!begin_checkpoint(run, hisshi, solver, &limits, &job->solve))
        return;
    kj_hisshi_solve(hisshi, &job->solve.input->position, job->solve.attacker, &limits,
                    &job->result);
    kj_checkpoint_end(&run->checkpoint, 0, is_open(&job->result));
    look_behind(run, hisshi, &limits, job);
    bool certify = job->solve.certificate && job->result.verdict == KJ_MATE;
    if (!certify)
        g_clear_pointer(&job->solve.certificate, g_free);
    if (certify)
        kj_certificate_write_hisshi(hisshi, &job->result, &run->request.limits, &job->solve);
}

static bool deliver_hisshi(void *data, unsigned index)
{
    Run *run = data;
    KjHisshiJob *job = &run->jobs[index];
    atomic_fetch_add(&run->n_done, 1);
    kj_term_bar(&run->session->term, NULL);
    run->status = kj_exit_worse(run->status, kj_hisshi_status(job));
    if (!kj_input_usable(run->session, run->printer, job->solve.input, run->call->command->schema))
        return run->printer->failed == 0;
    if (job->solve.failure)
        kj_input_report_failure(run->session, &job->solve);
    else
        kj_hisshi_print(run->session, run->call, &run->request, job, run->printer);
    if (job->solve.certificate_failure) {
        kj_term_message(&run->session->term, "%s: %s", job->solve.input->place,
                        job->solve.certificate_failure);
        run->status = kj_exit_worse(run->status, KJ_EXIT_INTERNAL);
    }
    return run->printer->failed == 0;
}

/* The file each certificate goes to. */
static bool plan_certificates(Run *run, GError **error)
{
    g_autofree KjSolveJob *jobs = g_new(KjSolveJob, run->n_jobs);
    for (unsigned i = 0; i < run->n_jobs; i++)
        jobs[i] = run->jobs[i].solve;
    bool planned = kj_certificate_plan(run->call->values, jobs, run->n_jobs, error);
    for (unsigned i = 0; i < run->n_jobs; i++)
        run->jobs[i].solve.certificate = jobs[i].certificate;
    return planned;
}

/* Options of mates by checks that mean nothing here. */
static bool options_fit(const KjCall *call, GError **error)
{
    static const KjOptionId others[] = {
        KJ_OPTION_ANY,         KJ_OPTION_FIRST,      KJ_OPTION_REFUTATION,
        KJ_OPTION_HTML,        KJ_OPTION_ANSWERS,    KJ_OPTION_KIF,
        KJ_OPTION_TREE_PLIES,  KJ_OPTION_TREE_MOVES, KJ_OPTION_CERTIFICATE_LENGTH,
        KJ_OPTION_CHECKS_ONLY, KJ_OPTION_REPETITION, KJ_OPTION_INTERPOSITIONS};
    return kj_solve_goal_fits(call->values, others, G_N_ELEMENTS(others), error);
}

KjExit kj_hisshi_run(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    if (!options_fit(call, error))
        return KJ_EXIT_USAGE;
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->on_board, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    Run run = {.session = session, .call = call, .printer = printer, .n_jobs = inputs->len};
    kj_solve_request(call->values, run.n_jobs, &run.request);
    run.jobs = g_new0(KjHisshiJob, run.n_jobs);
    for (unsigned i = 0; i < run.n_jobs; i++) {
        run.jobs[i].solve.input = inputs->pdata[i];
        kj_solve_prepare(call->values, &run.jobs[i].solve);
    }
    KjPoolTask task = {.work = work_hisshi, .deliver = deliver_hisshi, .data = &run};
    bool planned =
        kj_checkpoint_file_plan(session, call->values, run.n_jobs, &run.checkpoint.file, error) &&
        plan_certificates(&run, error);
    bool ran = planned && kj_pool_run(run.n_jobs, run.request.threads, session->stop, &task, error);
    for (unsigned i = 0; i < run.n_jobs; i++) {
        kj_hisshi_result_clear(&run.jobs[i].result);
        g_clear_pointer(&run.jobs[i].mates, g_array_unref);
        kj_solve_job_clear(&run.jobs[i].solve);
    }
    g_free(run.jobs);
    if (!planned)
        return KJ_EXIT_USAGE;
    return ran ? run.status : KJ_EXIT_INTERNAL;
}

const KjCommand kj_hisshi_command = {
    .name = "hisshi",
    .aliases = "brinkmate",
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
               KJ_OPTIONS_FIRST | KJ_OPTIONS_KEEP,
    .flags = KJ_COMMAND_LONG,
    .run = kj_hisshi_run,
    .examples = {{"hisshi --no-diagram '9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'",
                  "A 必至 in one.", "必至 in 1 ply"},
                 {"hisshi --json --mates '9/9/6g1k/6+B2/8B/7P1/9/9/9 b 2r3g4s4n4l17p 1'",
                  "The same for a program to read, with the mates behind it.",
                  "\"verdict\":\"hisshi\""}},
    .schema = "kanju.hisshi/1",
};
