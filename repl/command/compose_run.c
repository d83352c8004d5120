/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about a work, and versions of it judged, on several threads. */
#include "repl/command/compose.h"

#include <stddef.h>

#include "core/text/lang.h"
#include "repl/job/pool.h"

/* ---- any questions ---- */

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    const KjComposeTask *task;
    unsigned n, part;         // questions, and those of a part
    unsigned n_parts, n_kept; // parts, and those whose answers were kept
    bool *whole;              // of each question
    uint64_t *spent;          // of each part; under the lock, as what follows
    unsigned n_delivered;     // parts
    uint64_t before;          // nodes of the work with all that was delivered
    pthread_mutex_t lock;
    atomic_bool failed; // a solver could not be had
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

static unsigned end_of(const Run *run, unsigned part)
{
    return MIN(run->n, (part + 1) * run->part);
}

/*
 * Adds to what a part has spent, and says how much --nodes leaves to it: what this part and those
 * before it have taken so far, on whatever thread, is gone. So what is asked here is cut only where
 * it would not be whole: its nodes and those before it, once all are in, are no fewer.
 */
static uint64_t spend(Run *run, unsigned part, uint64_t nodes)
{
    uint64_t most = run->compose->request.solve.limits.nodes;
    pthread_mutex_lock(&run->lock);
    run->spent[part] += nodes;
    uint64_t gone = run->before;
    for (unsigned i = run->n_delivered; i <= part; i++)
        gone += run->spent[i];
    pthread_mutex_unlock(&run->lock);
    return most ? most - MIN(most, gone) : UINT64_MAX;
}

static void ask_part(Run *run, unsigned part, KjSolver *solver, const atomic_bool *cancel)
{
    const KjComposeTask *task = run->task;
    uint64_t left = spend(run, part, 0);
    bool limited = left != UINT64_MAX, over = !left || kj_compose_out_of_time(run->compose);
    KjComposeAsk ask = {cancel, limited ? left : 0};
    for (unsigned i = part * run->part; i < end_of(run, part) && !over; i++) {
        task->work_on(task->data, i, solver, &ask);
        left = spend(run, part, task->spent(task->data, i));
        ask.left = limited ? left : 0;
        run->whole[i] = !atomic_load(cancel) && !kj_compose_out_of_time(run->compose);
        over = !run->whole[i] || !left;
    }
}

static void work_on(void *data, unsigned job, const atomic_bool *cancel)
{
    Run *run = data;
    g_autoptr(KjSolver) solver = kj_solver_new(&run->compose->request.solve.solver, NULL);
    if (!solver) {
        atomic_store(&run->failed, true);
        return;
    }
    ask_part(run, run->n_kept + job, solver, cancel);
}

/* Keeps the answers of a part, or takes those that were kept: false if there are none. */
static bool keep_part(const Run *run, unsigned part, const KjBytes *bytes)
{
    bool done = true;
    for (unsigned i = part * run->part; done && i < end_of(run, part); i++) {
        done = run->task->keep(run->task->data, i, bytes);
        run->whole[i] |= done;
    }
    return done;
}

/* Keeps answers, unless they may have been cut short. */
static void keep_answers(const Run *run, unsigned part)
{
    KjAnswersCheckpoint *checkpoint = run->compose->checkpoint;
    if (!checkpoint || kj_session_stopped(run->compose->session) ||
        kj_compose_out_of_time(run->compose) || atomic_load(&run->failed))
        return;
    KjBytes bytes = {.out = kj_answers_checkpoint_add, .data = checkpoint};
    kj_answers_checkpoint_open(checkpoint, part, run->n_parts);
    keep_part(run, part, &bytes);
    kj_answers_checkpoint_note(checkpoint, searched(run->work));
}

/* Takes the next answer, if --nodes has not cut it; false: it has. */
static bool take_answer(Run *run, unsigned i)
{
    uint64_t left = kj_compose_nodes_left(run->compose, run->work);
    uint64_t nodes = left ? run->task->spent(run->task->data, i) : 0;
    // what other threads let it take beyond that is as if not asked
    run->work->nodes += run->compose->jobs > 1 ? MIN(nodes, left) : nodes;
    if (nodes >= left)
        return false;
    if (run->task->deliver)
        run->task->deliver(run->task->data, i);
    return true;
}

/* Takes the answers of a part; false: a limit was reached. */
static bool take_part(Run *run, unsigned part)
{
    bool goes_on = true;
    for (unsigned i = part * run->part; i < end_of(run, part); i++) {
        goes_on = goes_on && take_answer(run, i);
        run->whole[i] &= goes_on;
    }
    pthread_mutex_lock(&run->lock);
    run->n_delivered = part + 1;
    run->before = searched(run->work);
    pthread_mutex_unlock(&run->lock);
    return !atomic_load(&run->failed) && goes_on && !kj_compose_out_of_time(run->compose);
}

static bool deliver_part(void *data, unsigned job)
{
    Run *run = data;
    bool goes_on = take_part(run, run->n_kept + job);
    if (goes_on)
        keep_answers(run, run->n_kept + job);
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
    KjBytes bytes = {.in = kj_answers_checkpoint_read, .data = checkpoint};
    bool goes_on = true;
    while (checkpoint && goes_on && run->n_kept < run->n_parts &&
           kj_answers_checkpoint_next(checkpoint, run->n_kept, run->n_parts) &&
           keep_part(run, run->n_kept, &bytes))
        goes_on = take_part(run, run->n_kept++);
    return goes_on;
}

bool kj_compose_run(KjCompose *compose, KjComposeWork *work, const KjComposeTask *task, unsigned n,
                    bool *whole, GError **error)
{
    unsigned part = MAX(task->part, 1);
    Run run = {.compose = compose,
               .work = work,
               .task = task,
               .n = n,
               .part = part,
               .n_parts = (n + part - 1) / part,
               .whole = whole,
               .before = searched(work)};
    g_autofree uint64_t *spent = g_new0(uint64_t, run.n_parts + 1);
    run.spent = spent;
    pthread_mutex_init(&run.lock, NULL);
    KjPoolTask pool = {
        .work = work_on, .deliver = deliver_part, .data = &run, .tick = show_progress};
    bool done = !take_kept(&run) || kj_pool_run(run.n_parts - run.n_kept, compose->jobs,
                                                compose->session->stop, &pool, error);
    pthread_mutex_destroy(&run.lock);
    // what was begun after a limit was reached depends on the threads: it is as if not asked
    for (unsigned i = run.n_delivered * part; i < n; i++)
        whole[i] = false;
    if (done && atomic_load(&run.failed))
        return kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
                            "no memory for the search's table");
    return done;
}

/* ---- versions ---- */

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    const KjWish *wish;
    GArray *repairs;
    bool whole;
    unsigned judged_before, sound_before;
    atomic_uint n_judged, n_sound; // now
} Judging;

static KjRepair *version_at(const Judging *judging, unsigned i)
{
    return &g_array_index(judging->repairs, KjRepair, i);
}

static KjWish wish_of(const Judging *judging, const KjComposeAsk *ask)
{
    KjWish wish = *judging->wish;
    wish.stop = ask->cancel;
    wish.left = ask->left;
    wish.until = kj_compose_until(judging->compose);
    return wish;
}

static void judge_version(void *data, unsigned i, KjSolver *solver, const KjComposeAsk *ask)
{
    Judging *judging = data;
    KjWish wish = wish_of(judging, ask);
    KjRepair *repair = version_at(judging, i);
    if (repair->judgement.fate != KJ_FATES)
        return;
    kj_repair_judge(solver, &wish, &judging->work->job.root, judging->whole, repair);
    atomic_fetch_add(&judging->n_judged, 1);
    atomic_fetch_add(&judging->n_sound, repair->judgement.fate == KJ_FATE_SOUND);
}

static uint64_t spent_on(const void *data, unsigned i)
{
    return version_at(data, i)->judgement.nodes;
}

/* A judgement without the room for more defects. */
static bool keep_version(void *data, unsigned i, const KjBytes *bytes)
{
    KjRepair *repair = version_at(data, i);
    KjJudgement *j = &repair->judgement;
    if (bytes->in)
        *j = (KjJudgement){.fate = KJ_FATES};
    return kj_bytes_keep(bytes, j, offsetof(KjJudgement, defect)) &&
           kj_bytes_keep(bytes, j->defect, MIN(j->n_defects, KJ_MAX_DEFECTS) * sizeof *j->defect) &&
           kj_bytes_keep(bytes, &j->nodes, sizeof j->nodes) &&
           kj_bytes_keep(bytes, &repair->helps, sizeof repair->helps);
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

bool kj_compose_judge(KjCompose *compose, KjComposeWork *work, const KjWish *wish, GArray *repairs,
                      bool whole, unsigned part, GError **error)
{
    Judging judging = {.compose = compose,
                       .work = work,
                       .wish = wish,
                       .repairs = repairs,
                       .whole = whole,
                       .judged_before = work->n_judged,
                       .sound_before = work->n_sound};
    KjComposeTask task = {.part = part,
                          .work_on = judge_version,
                          .spent = spent_on,
                          .progress = progress,
                          .keep = keep_version,
                          .data = &judging};
    g_autofree bool *whole_of = g_new0(bool, repairs->len + 1);
    if (!kj_compose_run(compose, work, &task, repairs->len, whole_of, error))
        return false;
    for (unsigned i = 0; i < repairs->len; i++) {
        KjJudgement *judgement = &version_at(&judging, i)->judgement;
        if (!whole_of[i])
            judgement->fate = KJ_FATES;
        work->cut |= !whole_of[i];
        work->n_judged += whole_of[i];
        work->n_sound += judgement->fate == KJ_FATE_SOUND;
    }
    return true;
}

bool kj_compose_judge_near(KjCompose *compose, KjComposeWork *work, const KjWish *wish,
                           GArray *near, unsigned part, GError **error)
{
    unsigned judged_before = work->n_judged; // the same versions, or none of those counted
    bool done = kj_compose_judge(compose, work, wish, near, true, part, error);
    work->n_judged = judged_before;
    for (unsigned i = near->len; i-- > 0;) {
        const KjJudgement *j = &g_array_index(near, KjRepair, i).judgement;
        if (j->fate != KJ_FATE_UNSOUND || !j->whole || !j->n_defects)
            g_array_remove_index(near, i);
    }
    return done;
}
