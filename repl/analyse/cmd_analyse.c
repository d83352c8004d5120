/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyse: mates, threats of mate and what became of them, in positions and games. */
#include <stdatomic.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/analyse/analyse.h"
#include "repl/cli/input_print.h"
#include "repl/cli/output.h"
#include "repl/job/pool.h"

enum {
    PART = 8, // plies of a record that are analysed with one table, from the last one back
    // nodes of a question and of a position, unless asked otherwise
    RECORD_QUESTION = 100000,
    RECORD_POSITION = 1000000,
    POSITION_QUESTION = 300000,
    POSITION_ALL = 3000000,
};

/* Plies of a record, or a whole position. */
typedef struct {
    KjAnalyseJob *job;
    unsigned first, n;
    bool last; // of its job
} Part;

typedef struct {
    KjSession *session;
    const KjCall *call;
    KjPrinter *printer;
    KjAnalyseRequest request;
    KjAnalyseJob *jobs;
    unsigned n_jobs;
    Part *parts;
    unsigned n_parts;
    atomic_llong *begun;  // of each job, in microseconds; 0: not yet
    atomic_bool *overrun; // of each job: a limit of the whole was reached
    atomic_uint n_asked;  // plies, or positions
    unsigned n_all;
    KjExit status;
    KjOutput annotated; // --kif
    GString *records;   // what goes to one file of it
    unsigned n_records;
} Run;

/* Since the first part of a job was begun, which this may be. */
static double seconds_of(const Run *run, const KjAnalyseJob *job)
{
    long long now = g_get_monotonic_time(), begun = 0;
    if (atomic_compare_exchange_strong(&run->begun[job - run->jobs], &begun, now))
        return 0;
    return (double)(now - begun) / 1e6;
}

/* ---- the work ---- */

typedef struct {
    Run *run;
    const KjAnalyseJob *job;
} Watch;

static void show_progress(const KjProgress *progress, void *data)
{
    const Watch *watch = data;
    g_autofree char *text =
        g_strdup_printf(kj_tr("%s: %u of %u positions, %.2f M nodes in this question, depth %u"),
                        watch->job->input->id, atomic_load(&watch->run->n_asked), watch->run->n_all,
                        (double)progress->nodes / 1e6, progress->depth);
    kj_term_bar(&watch->run->session->term, text);
}

static uint64_t either(uint64_t asked, uint64_t otherwise)
{
    return asked ? asked : otherwise;
}

/* What a position of a job may cost. */
static KjAnalyseLimits limits_of(const Run *run, const KjAnalyseJob *job, const atomic_bool *stop)
{
    const KjAnalyseRequest *request = &run->request;
    const KjLimits *all = &request->solve.limits;
    bool record = job->record;
    KjAnalyseLimits limits = {
        .question_nodes =
            either(request->question_nodes, record ? RECORD_QUESTION : POSITION_QUESTION),
        .nodes = either(request->position_nodes, record ? RECORD_POSITION : POSITION_ALL),
        .stop = stop};
    if (all->nodes)
        limits.nodes = MIN(limits.nodes, all->nodes);
    if (all->seconds > 0)
        limits.seconds = MAX(1e-6, all->seconds - seconds_of(run, job));
    return limits;
}

static void analyse_part(Run *run, KjAnalyst *analyst, const Part *part, const atomic_bool *cancel)
{
    KjAnalyseJob *job = part->job;
    KjAnalyseLimits limits = limits_of(run, job, cancel);
    kj_analyse_plies(analyst, &job->game, &limits, job->plies + part->first, part->n);
    atomic_fetch_add(&run->n_asked, part->n);
}

static void work_analysis(void *data, unsigned index, const atomic_bool *cancel)
{
    Run *run = data;
    const Part *part = &run->parts[index];
    KjAnalyseJob *job = part->job;
    if (!job->usable || atomic_load(&run->overrun[job - run->jobs]))
        return;
    (void)seconds_of(run, job); // it begins
    g_autoptr(GError) error = NULL;
    g_autoptr(KjAnalyst) analyst = kj_analyst_new(&run->request.solve.solver, &error);
    if (!analyst) {
        if (part->last)
            job->failure = g_strdup(error->message);
        return;
    }
    Watch watch = {run, job};
    if (kj_session_shows_progress(run->session, run->call->values))
        kj_solver_set_progress(kj_analyst_solver(analyst), show_progress, &watch);
    if (job->record) {
        analyse_part(run, analyst, part, cancel);
        return;
    }
    KjAnalyseLimits limits = limits_of(run, job, cancel);
    kj_analyse_position(analyst, &job->position, &job->past, &limits, &job->report);
    job->reported = true;
    job->nodes = job->report.nodes;
    atomic_fetch_add(&run->n_asked, 1);
}

/* ---- what comes out ---- */

static void write_failed(Run *run, const char *path, const GError *error)
{
    kj_term_message(&run->session->term, "%s: %s", path, error->message);
    run->status = kj_exit_worse(run->status, KJ_EXIT_INTERNAL);
}

/* Writes the annotated record to its file in the folder, or keeps it for the file asked for. */
static void annotate(Run *run, const KjAnalyseJob *job)
{
    g_autofree char *kif = kj_analyse_kif(&run->request, job);
    if (!run->annotated.to_folder) {
        g_string_append(run->records, kif);
        run->n_records++;
        return;
    }
    g_autoptr(GError) error = NULL;
    g_autofree char *path = kj_output_name(&run->annotated, (unsigned)(job - run->jobs), "kifu");
    if (!kj_output_write(&run->annotated, path, kif, -1, &error))
        write_failed(run, path, error);
}

/* Takes in a part of a record. What is behind a limit counts for nothing: a part, as it was begun or
 * not by how many threads there are; within a part, as it is analysed from its end. */
static void take_part(Run *run, const Part *part)
{
    KjAnalyseJob *job = part->job;
    const KjLimits *all = &run->request.solve.limits;
    bool dropped = atomic_load(&run->overrun[job - run->jobs]);
    for (unsigned i = part->first; i < part->first + part->n; i++) {
        dropped |= !job->plies[i].asked;
        if (dropped)
            job->plies[i].asked = false;
        job->n_done += job->plies[i].asked;
        job->nodes += job->plies[i].asked ? job->plies[i].nodes : 0;
    }
    if (dropped || (all->nodes && job->nodes >= all->nodes) ||
        (all->seconds > 0 && seconds_of(run, job) >= all->seconds))
        atomic_store(&run->overrun[job - run->jobs], true);
}

static bool is_open(const KjAnalyseJob *job)
{
    bool open = job->cut || (job->reported && kj_position_report_open(&job->report));
    for (unsigned i = 0; i < job->n_plies; i++)
        open |= job->plies[i].asked && (job->plies[i].finding & KJ_PLY_OPEN);
    return open;
}

static void finish(Run *run, KjAnalyseJob *job)
{
    if (!kj_input_usable(run->session, run->printer, job->input, run->call->command->schema)) {
        run->status = kj_exit_worse(run->status, KJ_EXIT_INPUT);
        return;
    }
    if (job->failure) {
        kj_term_message(&run->session->term, "%s: %s", job->input->place, job->failure);
        run->status = kj_exit_worse(run->status, KJ_EXIT_INTERNAL);
        return;
    }
    job->seconds = seconds_of(run, job);
    job->cut = job->record && job->n_done < job->n_plies;
    if (is_open(job))
        run->status = kj_exit_worse(run->status, KJ_EXIT_UNKNOWN);
    kj_analyse_print(run->session, run->call, &run->request, job, run->printer);
    if (run->request.kif && job->record)
        annotate(run, job);
}

static bool deliver_analysis(void *data, unsigned index)
{
    Run *run = data;
    const Part *part = &run->parts[index];
    kj_term_bar(&run->session->term, NULL);
    if (part->job->record)
        take_part(run, part);
    if (part->last)
        finish(run, part->job);
    return run->printer->failed == 0;
}

/* ---- the call ---- */

/* Parts of all jobs, in order; from the front of a record, as its first plies are delivered
 * first. */
static void divide(Run *run)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
    for (unsigned i = 0; i < run->n_jobs; i++) {
        KjAnalyseJob *job = &run->jobs[i];
        unsigned n = job->record ? job->n_plies : 1;
        run->n_all += n;
        for (unsigned first = 0; first < n; first += PART) {
            Part part = {job, first, MIN(PART, n - first), first + PART >= n};
            g_array_append_val(parts, part);
        }
    }
    run->n_parts = parts->len;
    run->parts = (Part *)(void *)g_array_free(parts, FALSE);
}

/* Records of which Ctrl-C left parts that were not begun are told as far as they came. */
static void finish_stopped(Run *run)
{
    for (unsigned i = 0; i < run->n_parts; i++) {
        KjAnalyseJob *job = run->parts[i].job;
        bool begun = job->record && job->n_done > 0 && job->seconds == 0;
        if (run->parts[i].last && begun && !run->printer->failed)
            finish(run, job);
    }
}

static KjExit run_all(Run *run, GError **error)
{
    KjPoolTask task = {.work = work_analysis, .deliver = deliver_analysis, .data = run};
    unsigned threads = MIN(run->request.solve.threads, MAX(1, run->n_parts));
    run->records = g_string_new(NULL);
    bool ran = kj_pool_run(run->n_parts, threads, run->session->stop, &task, error);
    if (ran)
        finish_stopped(run);
    kj_output_warn_of_several(&run->session->term, "--kif", run->n_records);
    g_autoptr(GError) failed = NULL;
    if (run->n_records && !kj_output_write(&run->annotated, run->request.kif, run->records->str,
                                           (gssize)run->records->len, &failed))
        write_failed(run, run->request.kif, failed);
    g_string_free(run->records, TRUE);
    return ran ? run->status : KJ_EXIT_INTERNAL;
}

static KjExit kj_cmd_analyse(KjSession *session, const KjCall *call, KjPrinter *printer,
                             GError **error)
{
    g_autoptr(GPtrArray) inputs = kj_inputs_read(call->values, call->on_board, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    Run run = {.session = session, .call = call, .printer = printer, .n_jobs = inputs->len};
    if (!kj_analyse_request(call->values, inputs->len, &run.request, error))
        return KJ_EXIT_USAGE;
    bool opened = kj_output_open(&run.annotated, run.request.kif, call->args, error);
    if (opened)
        kj_output_plan_inputs(&run.annotated, inputs);
    run.jobs = g_new0(KjAnalyseJob, run.n_jobs);
    run.overrun = g_new0(atomic_bool, run.n_jobs);
    run.begun = g_new0(atomic_llong, run.n_jobs);
    for (unsigned i = 0; i < run.n_jobs; i++) {
        run.jobs[i].input = inputs->pdata[i];
        kj_analyse_prepare(&run.request, call, &run.jobs[i]);
    }
    divide(&run);
    KjExit status = opened ? run_all(&run, error) : KJ_EXIT_USAGE;
    kj_output_clear(&run.annotated);
    for (unsigned i = 0; i < run.n_jobs; i++)
        kj_analyse_job_clear(&run.jobs[i]);
    g_free(run.jobs);
    g_free(run.overrun);
    g_free(run.begun);
    g_free(run.parts);
    return status;
}

const KjCommand kj_analyse_command = {
    .name = "analyse",
    .aliases = "analyze",
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
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_analyse,
    .examples = {{"analyse --no-diagram '7nl/5Bbkp/5p1p1/9/6RN1/9/9/9/4K4 b 2G'",
                  "Who is to be mated here, and by what?", "詰み"}},
    .schema = "kanju.analyse/1",
};
