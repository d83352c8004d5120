/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check: is a work sound? */

#include "core/text/lang.h"
#include "repl/check/check_page.h"
#include "repl/check/check_print.h"
#include "repl/diagram/replay_page.h"
#include "repl/job/certificate.h"
#include "repl/job/file_draft.h"
#include "repl/job/solver_cache.h"
#include "repl/run/runner.h"

/* What one run of the command has besides KjRun. */
typedef struct {
    KjCheckRequest request;
    unsigned count[KJ_WORK_UNKNOWN + 1];
    unsigned n_open, longest; // those with something left open; the plies of the longest of these
    GString *page;            // the body of --html, or NULL
    KjPictureRequest pictures;
} Own;

/* ---- the work ---- */

/* The question of the mate that a check begins with. */
static KjQuestion question_of(const KjRun *run, const KjCheckJob *job)
{
    return (KjQuestion){.root = &job->root,
                        .attacker = job->solve.attacker,
                        .options = run->request->solver,
                        .limits = run->request->limits};
}

/* Leaves the mate that was found for the rest of the session, and what its first proof took. */
static void leave(KjSolverCache *cache, const KjQuestion *question, const KjReport *report,
                  uint64_t proof_nodes)
{
    bool mates = report->mate == KJ_MATE && !report->authors && !report->tentative &&
                 report->plies == report->shortest && report->n_line == report->plies;
    KjResult result = {.verdict = report->mate,
                       .plies = report->plies,
                       .plies_proved = report->shortest_proved,
                       .pure_plies = report->pure_plies,
                       .pure_proved = report->pure_proved,
                       .n_line = report->n_line,
                       .line = report->line,
                       .leftover = report->leftover,
                       .line_complete = mates,
                       .nodes = report->searched,
                       .seconds = report->seconds};
    kj_solver_cache_remember(cache, question, &result, false, proof_nodes);
}

/* The cache of the session, where this check may use it: what is resumed, or resumed later by
 * whoever asked for it, begins with an empty table. */
static KjSolverCache *cache_of(const KjRun *run)
{
    const KjCheckpointFile *file = &run->checkpoint.file;
    bool alone = run->n_jobs == 1 && (!file->path || (file->quiet && !file->resumes));
    return alone ? run->session->cache : NULL;
}

static bool open_check(KjRunSearch *search, GError **error)
{
    KjSolverCache *cache = cache_of(search->run);
    search->solver = cache ? kj_solver_cache_take(cache, &search->options) : NULL;
    search->warm = search->solver != NULL;
    if (!search->solver)
        search->solver = kj_solver_new(&search->options, error);
    if (!search->solver || !search->run->request->hisshi)
        return search->solver != NULL;
    search->hisshi = kj_hisshi_new(search->solver, search->options.memory_mib, error);
    return search->hisshi != NULL;
}

static void close_check(KjRunSearch *search)
{
    KjSolverCache *cache = cache_of(search->run);
    if (cache && search->solver)
        kj_solver_cache_put(cache, g_steal_pointer(&search->solver), &search->options);
}

/*
 * Checks with what the cache has. A proof that older ones have helped says nothing of how hard the
 * work is: what it took at first counts, and if nobody knows that, nothing does.
 */
static void work_check(KjRunSearch *search)
{
    KjRun *run = search->run;
    const Own *own = run->own;
    KjCheckJob *job = (KjCheckJob *)search->job;
    KjReport *report = &job->report;
    KjSolverCache *cache = run->request->hisshi ? NULL : run->session->cache;
    KjQuestion question = question_of(run, job);
    job->hisshi = search->hisshi;
    job->answers = run->checkpoint.answers;
    job->before.nodes = run->checkpoint.unanswered;
    if (cache)
        job->proof_nodes = kj_solver_cache_proof_nodes(cache, &question);
    bool known = job->proof_nodes || !search->warm;
    kj_check_run(&own->request, search->solver, &search->limits, job);
    job->hisshi = NULL;
    if (!known)
        report->difficulty.stars = 0;
    if (cache)
        leave(cache, &question, report, known && report->mate == KJ_MATE ? report->proof_nodes : 0);
    kj_checkpoint_end(&run->checkpoint, report->searched,
                      report->n_open || report->mate == KJ_UNKNOWN);
    report->seconds += run->checkpoint.before.seconds;
    report->searched += run->checkpoint.unanswered;
}

/* ---- what comes out ---- */

static KjExit status_of(const KjSolveJob *job)
{
    static const KjExit status[] = {KJ_EXIT_OK, KJ_EXIT_OK, KJ_EXIT_DEFECT, KJ_EXIT_UNKNOWN};
    return status[((const KjCheckJob *)job)->report.verdict];
}

static void print_check(KjRun *run, KjSolveJob *solve)
{
    Own *own = run->own;
    const KjCheckJob *job = (const KjCheckJob *)solve;
    own->count[job->report.verdict]++;
    if (kj_check_is_open(&job->report)) {
        own->n_open++;
        own->longest = MAX(own->longest, job->report.n_line);
    }
    kj_check_print(run->session, run->call, &own->request, job);
    if (own->request.output) {
        g_autofree char *kif = kj_check_kif(&own->request, job);
        kj_run_record(run, solve, kif);
    }
    if (own->page)
        kj_check_page_add(&own->request, &own->pictures, job, own->page);
}

static void sum_up(const KjRun *run)
{
    const Own *own = run->own;
    if (run->n_jobs == 1 || run->call->printer->failed)
        return;
    kj_printer_begin(run->call->printer, NULL);
    kj_printer_line(run->call->printer,
                    "%u problems: %u sound, %u with blemishes, %u unsound, %u unknown", run->n_done,
                    own->count[KJ_WORK_SOUND], own->count[KJ_WORK_BLEMISHED],
                    own->count[KJ_WORK_UNSOUND], own->count[KJ_WORK_UNKNOWN]);
    if (own->request.patient && own->n_open)
        kj_check_print_going_on(run->call, own->longest);
    kj_printer_end(run->call->printer);
}

static void finish_check(KjRun *run)
{
    Own *own = run->own;
    g_autoptr(GError) error = NULL;
    sum_up(run);
    if (!own->page || !own->page->len) // none where all were refused
        return;
    g_autofree char *page = kj_replay_page(kj_tr("Soundness"), own->page->str);
    if (!kj_file_write(own->request.html, page, -1, run->call->values->over, &error))
        kj_run_unwritten(run, own->request.html, error);
}

/* ---- the call ---- */

/* Whether nothing says how long it may take: not even that there is no limit (`--time 0`). */
static bool is_unlimited(const KjValues *values)
{
    const KjOptionId limits[] = {KJ_OPT(TIME), KJ_OPT(NODES), KJ_OPT(MOVE_TIME),
                                 KJ_OPT(MOVE_NODES)};
    bool set = false;
    for (unsigned i = 0; i < G_N_ELEMENTS(limits); i++)
        set = set || values->value[limits[i]].set;
    return !set;
}

static bool read_options(KjRun *run, GError **error)
{
    Own *own = run->own;
    run->request = &own->request.solve;
    bool read = kj_check_request(run->call->values, run->n_jobs, &own->request, error);
    own->request.patient = is_unlimited(run->call->values);
    return read &&
           (!own->request.html || kj_picture_request(run->call, false, &own->pictures, error));
}

static void prepare_check(KjRun *run, KjSolveJob *job)
{
    kj_check_prepare(run->call, (KjCheckJob *)job);
}

static bool plan_check(KjRun *run, GError **error)
{
    Own *own = run->own;
    if (!kj_check_certificates_plan(run->call->values, run->n_jobs, error) ||
        !kj_certificate_plan("report-certificate", own->request.report_certificate, run->jobs,
                             run->n_jobs, error))
        return false;
    if (own->request.html) {
        own->page = g_string_new(NULL);
    }
    return true;
}

static void clear_check(KjSolveJob *job)
{
    kj_check_job_clear((KjCheckJob *)job);
}

static KjExit kj_cmd_check(KjSession *session, const KjCall *call, GError **error)
{
    static const KjRunKind kind = {.job_bytes = sizeof(KjCheckJob),
                                   .answers = true,
                                   .options = read_options,
                                   .prepare = prepare_check,
                                   .plan = plan_check,
                                   .open = open_check,
                                   .work = work_check,
                                   .close = close_check,
                                   .status = status_of,
                                   .print = print_check,
                                   .finish = finish_check,
                                   .clear = clear_check};
    Own own = {.page = NULL};
    KjExit status = kj_run(&kind, &own, session, call, error);
    if (own.page)
        g_string_free(own.page, TRUE);
    return status;
}

const KjCommand kj_check_command = {
    .name = "check",
    .ja = "検討",
    .group = KJ_COMMANDS_MATE,
    .summary = "report whether a work is sound, and if not, why",
    .details = "Looks at every other move at every node of the main line and says what it is: "
               "cooks, choices, detours, variations of every class, pieces left over, and what "
               "a limit left open. The author's line, from the problem or --line, is verified; "
               "else the line of best play is the main line. The status is 1 for an unsound "
               "work, 4 if no defect was found but some move is undecided. In the workbench it is "
               "about the position before the first move. With --goal=hisshi it is a problem of "
               "必至: what counts is whether mate is forced by checks and threats, and how many "
               "plies it takes to the move that makes it 必至. Without --time, --nodes, "
               "--each-time and --each-nodes it ends after 10 seconds, later for a line of more "
               "than 11 plies; --time 0 is no limit.",
    .args = {{.kind = KJ_ARG_PROBLEM, .name = "PROBLEM", .repeating = true}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_CHECK | KJ_OPTIONS_JUDGE | KJ_OPTIONS_TSUME |
               KJ_OPTIONS_RULES | KJ_OPTIONS_VARIANT | KJ_OPTIONS_NOTATION | KJ_OPTIONS_BOARD |
               KJ_OPTIONS_JSON | KJ_OPTIONS_PICTURE | KJ_OPTIONS_KEEP | KJ_OPTIONS_GIVEN,
    .flags = KJ_COMMAND_LONG | KJ_COMMAND_WORK,
    .run = kj_cmd_check,
    .examples = {{"check '9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1'", "A sound mate in one.",
                  "sound"},
                 {"check --tree --lang ja '9/9/1R7/9/k8/9/2N6/9/9 b r2b4g4s3n4l18p 1'",
                  "Its tree, in Japanese.", "完全"}},
    .schema = KJ_CHECK_SCHEMA,
};
