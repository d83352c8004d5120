/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions about a work, and versions of it judged, on several threads. Versions go to the threads
 * in parts of a fixed size, each with a solver of its own, so that what a part costs and finds
 * depends on nothing outside of it.
 */
#include "repl/compose/compose.h"

#include <stddef.h>

#include "core/text/lang.h"
#include "repl/job/pool.h"

enum { PART = 64 };

/* ---- any questions ---- */

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    const KjComposeTask *task;
    unsigned n, n_kept; // questions, and those whose answers were kept
    atomic_bool failed; // a solver could not be had
    unsigned n_delivered;
} Run;

bool kj_compose_out_of_time(const KjCompose *compose)
{
    double most = compose->request.solve.limits.seconds;
    return most > 0 && kj_compose_seconds(compose) >= most;
}

gint64 kj_compose_until(const KjCompose *compose)
{
    double most = compose->request.solve.limits.seconds;
    return most > 0 ? compose->begun + (gint64)(most * 1e6) : 0;
}

/* What was searched for a work in all. */
static uint64_t searched(const KjComposeWork *work)
{
    return work->nodes + work->job.report.searched;
}

uint64_t kj_compose_nodes_left(const KjCompose *compose, const KjComposeWork *work)
{
    uint64_t most = compose->request.solve.limits.nodes, spent = searched(work);
    return most ? most - MIN(most, spent) : UINT64_MAX;
}

static bool out_of_limits(const Run *run)
{
    return kj_compose_out_of_time(run->compose) ||
           kj_compose_nodes_left(run->compose, run->work) == 0;
}

static void work_on(void *data, unsigned job, const atomic_bool *cancel)
{
    Run *run = data;
    KjSolver *solver = kj_solver_new(&run->compose->request.solve.solver, NULL);
    if (!solver) {
        atomic_store(&run->failed, true);
        return;
    }
    run->task->work_on(run->task->data, run->n_kept + job, solver, cancel);
    kj_solver_free(solver);
}

/* Keeps an answer, unless it may have been cut short. */
static void keep_answer(const Run *run, unsigned index)
{
    KjAnswersCheckpoint *checkpoint = run->compose->checkpoint;
    if (!checkpoint || kj_session_stopped(run->compose->session) ||
        kj_compose_out_of_time(run->compose) || atomic_load(&run->failed))
        return;
    KjBytes bytes = {.out = kj_answers_checkpoint_add, .data = checkpoint};
    kj_answers_checkpoint_open(checkpoint, index, run->n);
    run->task->keep(run->task->data, index, &bytes);
    kj_answers_checkpoint_note(checkpoint, searched(run->work));
}

/* Takes an answer; false: a limit was reached. */
static bool take_answer(Run *run, unsigned index)
{
    run->n_delivered = index + 1;
    run->task->deliver(run->task->data, index);
    return !atomic_load(&run->failed) && !out_of_limits(run);
}

static bool deliver_answer(void *data, unsigned job)
{
    Run *run = data;
    bool goes_on = take_answer(run, run->n_kept + job);
    keep_answer(run, run->n_kept + job);
    return goes_on;
}

static void show_progress(void *data)
{
    const Run *run = data;
    KjProgressLine *line = &run->compose->line;
    if (!kj_progress_line_due(line))
        return;
    g_autofree char *text = run->task->progress(run->task->data);
    kj_progress_line_draw(line, text);
}

/* Takes the answers that were kept; false: a limit was reached. */
static bool take_kept(Run *run)
{
    KjAnswersCheckpoint *checkpoint = run->compose->checkpoint;
    const KjComposeTask *task = run->task;
    KjBytes bytes = {.in = kj_answers_checkpoint_read, .data = checkpoint};
    bool goes_on = true;
    while (checkpoint && goes_on && run->n_kept < run->n &&
           kj_answers_checkpoint_next(checkpoint, run->n_kept, run->n) &&
           task->keep(task->data, run->n_kept, &bytes))
        goes_on = take_answer(run, run->n_kept++);
    return goes_on;
}

bool kj_compose_run(KjCompose *compose, KjComposeWork *work, const KjComposeTask *task, unsigned n,
                    unsigned *out_delivered, GError **error)
{
    Run run = {.compose = compose, .work = work, .task = task, .n = n};
    KjPoolTask pool = {
        .work = work_on, .deliver = deliver_answer, .data = &run, .tick = show_progress};
    bool done = !take_kept(&run) ||
                kj_pool_run(n - run.n_kept, compose->jobs, compose->session->stop, &pool, error);
    *out_delivered = run.n_delivered;
    if (done && atomic_load(&run.failed)) {
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM, "no memory for the search's table");
        return false;
    }
    return done;
}

/* ---- versions ---- */

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *repairs;
    bool whole;
    unsigned judged_before, sound_before;
    atomic_uint n_judged, n_sound; // now
} Judging;

static unsigned end_of(const Judging *judging, unsigned part)
{
    return MIN(judging->repairs->len, (part + 1) * PART);
}

/* Whether most versions may be as sound as the work is. */
static bool is_sound(const KjComposeWork *work)
{
    KjWork verdict = work->job.report.verdict;
    return work->wish.keep == KJ_KEEP_LINE && work->wish.n_line &&
           (verdict == KJ_WORK_SOUND || verdict == KJ_WORK_BLEMISHED);
}

static void judge_part(void *data, unsigned part, KjSolver *solver, const atomic_bool *cancel)
{
    Judging *judging = data;
    KjWish wish = judging->work->wish;
    wish.stop = cancel;
    wish.until = kj_compose_until(judging->compose);
    if (is_sound(judging->work)) // not counted: it is for each part the same
        kj_judge_base(solver, &wish, &judging->work->job.root);
    for (unsigned i = part * PART; i < end_of(judging, part); i++) {
        KjRepair *repair = &g_array_index(judging->repairs, KjRepair, i);
        if (repair->judgement.fate != KJ_FATES)
            continue;
        if (kj_compose_out_of_time(judging->compose))
            break;
        kj_repair_judge(solver, &wish, &judging->work->job.root, judging->whole, repair);
        if (atomic_load(cancel) || kj_compose_out_of_time(judging->compose)) {
            repair->judgement.fate = KJ_FATES; // it may have been cut short
            break;
        }
        atomic_fetch_add(&judging->n_judged, 1);
        atomic_fetch_add(&judging->n_sound, repair->judgement.fate == KJ_FATE_SOUND);
    }
}

static void take_part(void *data, unsigned part)
{
    Judging *judging = data;
    for (unsigned i = part * PART; i < end_of(judging, part); i++) {
        const KjJudgement *judgement = &g_array_index(judging->repairs, KjRepair, i).judgement;
        judging->work->n_judged += judgement->fate != KJ_FATES;
        judging->work->nodes += judgement->nodes;
        judging->work->n_sound += judgement->fate == KJ_FATE_SOUND;
    }
}

/* A judgement without the room for more defects. */
static bool keep_judgement(KjRepair *repair, const KjBytes *bytes)
{
    KjJudgement *j = &repair->judgement;
    if (bytes->in)
        *j = (KjJudgement){.fate = KJ_FATES};
    return kj_bytes_keep(bytes, j, offsetof(KjJudgement, defect)) &&
           kj_bytes_keep(bytes, j->defect, MIN(j->n_defects, KJ_MAX_DEFECTS) * sizeof *j->defect) &&
           kj_bytes_keep(bytes, &j->nodes, sizeof j->nodes) &&
           kj_bytes_keep(bytes, &repair->helps, sizeof repair->helps);
}

static bool keep_part(void *data, unsigned part, const KjBytes *bytes)
{
    const Judging *judging = data;
    bool done = true;
    for (unsigned i = part * PART; done && i < end_of(judging, part); i++)
        done = keep_judgement(&g_array_index(judging->repairs, KjRepair, i), bytes);
    return done;
}

/* With what was judged of the work before. */
static char *progress(const void *data)
{
    const Judging *judging = data;
    unsigned before = judging->judged_before;
    return g_strdup_printf(kj_tr("%u of %u versions, %u sound"),
                           before + atomic_load(&judging->n_judged), before + judging->repairs->len,
                           judging->sound_before + atomic_load(&judging->n_sound));
}

bool kj_compose_judge(KjCompose *compose, KjComposeWork *work, GArray *repairs, bool whole,
                      GError **error)
{
    Judging judging = {.compose = compose,
                       .work = work,
                       .repairs = repairs,
                       .whole = whole,
                       .judged_before = work->n_judged,
                       .sound_before = work->n_sound};
    KjComposeTask task = {.work_on = judge_part,
                          .deliver = take_part,
                          .progress = progress,
                          .keep = keep_part,
                          .data = &judging};
    unsigned parts;
    if (!kj_compose_run(compose, work, &task, (repairs->len + PART - 1) / PART, &parts, error))
        return false;
    // what was begun after a limit was reached depends on the threads: it is as if not judged
    for (unsigned i = parts * PART; i < repairs->len; i++)
        g_array_index(repairs, KjRepair, i).judgement.fate = KJ_FATES;
    for (unsigned i = 0; i < repairs->len; i++)
        work->cut |= g_array_index(repairs, KjRepair, i).judgement.fate == KJ_FATES;
    return true;
}
