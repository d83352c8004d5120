/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a command that works on problems. */
#include "repl/run/runner.h"

#include "core/text/lang.h"
#include "repl/cli/board_work.h"
#include "repl/cli/input_print.h"
#include "repl/job/pool.h"

/* A part of a job. */
typedef struct {
    unsigned job, part;
    bool last; // of the job
} Part;

/* What the pool works on. */
typedef struct {
    KjRun *run;
    Part *parts;
    unsigned n_parts;
    KjSolveJob *begun; // of which parts were taken, but not all, and which can be printed; or NULL
} Parts;

/* ---- the work ---- */

/* What a search tells. */
static void show_search(const KjProgress *progress, void *data)
{
    const KjRunSearch *search = data;
    KjRun *run = search->run;
    kj_progress_line_search(&run->line, atomic_load(&run->n_done), run->n_all,
                            search->job->input->called, progress);
}

static bool open_search(KjRunSearch *search, GError **error)
{
    if (search->run->kind->open)
        return search->run->kind->open(search, error);
    // a fresh table for each problem, so that its node count does not depend on the others
    search->solver = kj_solver_new(&search->options, error);
    return search->solver != NULL;
}

/* Begins with what is kept of the search, if anything is; false if that cannot be. */
static bool begin_checkpoint(KjRunSearch *search)
{
    KjRun *run = search->run;
    KjCheckpoint *checkpoint = &run->checkpoint;
    if (!checkpoint->file.path)
        return true;
    checkpoint->hisshi = search->hisshi;
    KjCheckAnswers *answers = run->kind->answers ? kj_check_answers_new() : NULL;
    if (!kj_checkpoint_begin(checkpoint, run->request, search->solver, answers, search->job))
        return false;
    kj_checkpoint_limits(checkpoint, &search->limits);
    if (checkpoint->resumed && !answers && search->hisshi)
        kj_hisshi_resume(search->hisshi, &checkpoint->before);
    else if (checkpoint->resumed && !answers)
        kj_solver_resume(search->solver, &checkpoint->before);
    return true;
}

static void close_search(KjRunSearch *search)
{
    if (search->solver)
        kj_solver_set_progress(search->solver, NULL, NULL);
    kj_hisshi_free(search->hisshi);
    if (search->run->kind->close)
        search->run->kind->close(search);
    kj_solver_free(search->solver);
}

static void search_part(KjRunSearch *search, bool last)
{
    KjRun *run = search->run;
    g_autoptr(GError) error = NULL;
    bool opened = open_search(search, &error);
    if (!opened && last) // of several parts one thread tells
        search->job->failure = g_strdup(error->message);
    if (opened && run->line.shown)
        kj_solver_set_progress(search->solver, show_search, search);
    if (opened && begin_checkpoint(search))
        run->kind->work(search);
    close_search(search);
}

static void work_on_part(void *data, unsigned index, const atomic_bool *cancel)
{
    const Parts *parts = data;
    const Part *part = &parts->parts[index];
    KjRun *run = parts->run;
    KjRunSearch search = {.run = run,
                          .job = run->jobs[part->job],
                          .part = part->part,
                          .options = run->request->solver,
                          .limits = run->request->limits};
    search.options.threads = kj_cores_for_next(&run->cores, run->kind->one_thread);
    search.limits.stop = cancel;
    if (search.job->usable)
        search_part(&search, part->last);
    if (part->last)
        kj_cores_done(&run->cores);
}

/* ---- what comes out ---- */

/* The status of a job by itself. */
static KjExit status_of(const KjRun *run, const KjSolveJob *job)
{
    if (job->input->error)
        return KJ_EXIT_INPUT;
    if (job->failure)
        return job->refused ? KJ_EXIT_INPUT : KJ_EXIT_INTERNAL;
    KjExit status = run->kind->status ? run->kind->status(job) : kj_solve_exit(job->result.verdict);
    if (!job->certificate_failure)
        return status;
    return kj_exit_worse(status, job->certificate_limited ? KJ_EXIT_UNKNOWN : KJ_EXIT_INTERNAL);
}

static void deliver_job(KjRun *run, KjSolveJob *job)
{
    run->status = kj_exit_worse(run->status, status_of(run, job));
    if (!kj_input_usable(run->session, run->call, job->input)) {
        run->n_unusable++;
        return;
    }
    if (job->failure) {
        kj_input_report_failure(run->session, job);
        if (!run->kind->print_failed)
            return;
    }
    run->kind->print(run, job);
    if (job->certificate_failure)
        kj_term_message(&run->session->term, "%s: %s", job->input->where, job->certificate_failure);
}

static bool deliver_part(void *data, unsigned index)
{
    Parts *parts = data;
    const Part *part = &parts->parts[index];
    KjRun *run = parts->run;
    KjSolveJob *job = run->jobs[part->job];
    pthread_mutex_lock(&run->printing);
    atomic_fetch_add(&run->n_done, 1);
    bool whole = !run->kind->take || run->kind->take(run, job, part->part);
    parts->begun = whole && !part->last ? job : NULL;
    if (part->last)
        deliver_job(run, job);
    pthread_mutex_unlock(&run->printing);
    return run->call->printer->failed == 0;
}

/* Between what the searches tell. Of a single piece of work the count says nothing. */
static void show_count(void *data)
{
    const Parts *parts = data;
    KjRun *run = parts->run;
    if (run->n_all == 1 || !kj_progress_line_due(&run->line))
        return;
    g_autofree char *text =
        g_strdup_printf(kj_tr("%u/%u done"), atomic_load(&run->n_done), run->n_all);
    kj_progress_line_draw(&run->line, text);
}

/* ---- records ---- */

void kj_run_unwritten(KjRun *run, const char *path, const GError *error)
{
    kj_term_message(&run->session->term, "%s: %s", path, error->message);
    run->status = kj_exit_worse(run->status, KJ_EXIT_INTERNAL);
}

static void write_record(KjRun *run, const char *path, const char *text)
{
    g_autoptr(GError) error = NULL;
    if (!kj_output_write(&run->output, path, text, -1, &error))
        kj_run_unwritten(run, path, error);
}

void kj_run_record(KjRun *run, const KjSolveJob *job, const char *text)
{
    if (run->output.to_folder) {
        g_autofree char *path = kj_output_name(&run->output, job->index, "kifu");
        write_record(run, path, text);
        return;
    }
    g_string_append(run->records, text);
    run->n_records++;
}

/* ---- the call ---- */

/* Reads the options and prepares the jobs. */
static bool prepare(KjRun *run, GPtrArray *inputs, GError **error)
{
    const KjRunKind *kind = run->kind;
    const KjCall *call = run->call;
    run->solve = (KjSolveRequest){0};
    kj_solve_request(call->values, run->n_jobs, &run->solve);
    if (kind->options && !kind->options(run, error))
        return false;
    if (call->command->options & KJ_OPTIONS_KEEP &&
        !kj_checkpoint_file_plan(run->session, call->values, run->n_jobs, &run->checkpoint.file,
                                 error))
        return false;
    kj_cores_plan(&run->cores, call->values, run->n_jobs, run->request);
    if (kind->one_thread)
        run->cores.each = run->request->solver.threads = 1;
    for (unsigned i = 0; i < run->n_jobs; i++) {
        run->jobs[i] = g_malloc0(kind->job_bytes);
        run->jobs[i]->input = inputs->pdata[i];
        run->jobs[i]->index = i;
        if (kind->prepare)
            kind->prepare(run, run->jobs[i]);
        else
            kj_solve_prepare(call->values, run->jobs[i]);
    }
    return true;
}

static bool plan(KjRun *run, const GPtrArray *inputs, GError **error)
{
    const KjOption *option = kj_option_find_in(run->call->command->options,
                                               run->kind->records ? run->kind->records : "kif");
    const char *target = option ? run->call->values->value[option->id].text : NULL;
    if (target && !*target)
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--%s: the name is empty, expected a file or folder", option->name);
    if (!kj_output_open(&run->output, run->call->values, target, run->call->args, error))
        return false;
    kj_output_plan_inputs(&run->output, inputs);
    return !run->kind->plan || run->kind->plan(run, error);
}

/* Parts of all jobs, in order. (transfer full) */
static Part *divide(KjRun *run)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Part));
    for (unsigned i = 0; i < run->n_jobs; i++) {
        unsigned n = run->kind->parts ? run->kind->parts(run, run->jobs[i]) : 1;
        for (unsigned k = 0; k < n; k++) {
            Part part = {i, k, k + 1 == n};
            g_array_append_val(all, part);
        }
    }
    run->n_all = all->len;
    return (Part *)(void *)g_array_free(all, FALSE);
}

static KjExit work(KjRun *run, GError **error)
{
    g_autofree Part *all = divide(run);
    Parts parts = {.run = run, .parts = all, .n_parts = run->n_all};
    KjPoolTask task = {
        .work = work_on_part, .deliver = deliver_part, .data = &parts, .tick = show_count};
    run->begun = g_get_monotonic_time();
    kj_progress_line_begin(&run->line, run->session, run->call->values);
    if (!kj_pool_run(run->n_all, run->request->threads, run->session->stop, &task, error))
        return KJ_EXIT_INTERNAL;
    if (parts.begun && !run->call->printer->failed) // Ctrl-C left the rest of it
        deliver_job(run, parts.begun);
    if (run->kind->finish)
        run->kind->finish(run);
    kj_output_warn_of_several(&run->session->term, "--kif", run->n_records);
    if (run->records->len)
        write_record(run, run->output.target, run->records->str);
    return run->status;
}

static void clear_run(KjRun *run)
{
    for (unsigned i = 0; i < run->n_jobs; i++) {
        if (run->jobs[i])
            (run->kind->clear ? run->kind->clear : kj_solve_job_clear)(run->jobs[i]);
        g_free(run->jobs[i]);
    }
    g_free(run->jobs);
    kj_check_answers_free(run->checkpoint.answers);
    kj_output_clear(&run->output);
    g_string_free(run->records, TRUE);
    pthread_mutex_destroy(&run->printing);
}

KjExit kj_run(const KjRunKind *kind, void *own, KjSession *session, const KjCall *call,
              GError **error)
{
    g_autoptr(GPtrArray) inputs =
        kj_inputs_read(call->values, call->board != NULL, call->args, error);
    if (!inputs)
        return KJ_EXIT_USAGE;
    KjRun run = {.kind = kind,
                 .session = session,
                 .call = call,
                 .own = own,
                 .request = &run.solve,
                 .n_jobs = inputs->len,
                 .printing = PTHREAD_MUTEX_INITIALIZER};
    run.records = g_string_new(NULL);
    run.jobs = g_new0(KjSolveJob *, run.n_jobs);
    if (call->command->options & KJ_OPTIONS_PICTURE)
        kj_board_give(session, call, inputs->pdata[0],
                      call->command->options & KJ_OPTIONS_ALONG ? KJ_BOARD_LINE : KJ_BOARD_ABOUT);
    bool ready = prepare(&run, inputs, error) && plan(&run, inputs, error);
    KjExit status = ready ? work(&run, error) : KJ_EXIT_USAGE;
    clear_run(&run);
    return status;
}
