/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Versions judged on several threads. They go to the threads in parts of a fixed size, each with a
 * solver of its own, so that what a part costs and finds depends on nothing outside of it.
 */
#include <stdatomic.h>

#include "core/text/lang.h"
#include "repl/compose/compose.h"
#include "repl/job/pool.h"

enum { PART = 32 };

typedef struct {
    KjCompose *compose;
    KjComposeWork *work;
    GArray *repairs;
    bool whole;
    atomic_bool failed; // a solver could not be had
    unsigned n_sound;
    unsigned n_delivered; // versions, in order
} Run;

static bool out_of_time(const KjCompose *compose)
{
    double most = compose->request.solve.limits.seconds;
    return most > 0 && kj_compose_seconds(compose) >= most;
}

static unsigned end_of(const Run *run, unsigned part)
{
    return MIN(run->repairs->len, (part + 1) * PART);
}

static void work_on(void *data, unsigned part, const atomic_bool *cancel)
{
    Run *run = data;
    KjSolver *solver = kj_solver_new(&run->compose->request.solve.solver, NULL);
    if (!solver) {
        atomic_store(&run->failed, true);
        return;
    }
    KjWish wish = run->work->wish;
    wish.stop = cancel;
    for (unsigned i = part * PART; i < end_of(run, part); i++) {
        KjRepair *repair = &g_array_index(run->repairs, KjRepair, i);
        if (repair->judgement.fate != KJ_FATES)
            continue;
        if (out_of_time(run->compose))
            break;
        kj_repair_judge(solver, &wish, &run->work->job.root, run->whole, repair);
        if (atomic_load(cancel)) {
            repair->judgement.fate = KJ_FATES; // it may have been cut short
            break;
        }
    }
    kj_solver_free(solver);
}

static bool out_of_limits(const Run *run)
{
    const KjLimits *limits = &run->compose->request.solve.limits;
    return out_of_time(run->compose) ||
           (limits->nodes && run->work->nodes + run->work->job.report.searched >= limits->nodes);
}

static bool deliver(void *data, unsigned part)
{
    Run *run = data;
    KjTerm *term = &run->compose->session->term;
    run->n_delivered = end_of(run, part);
    for (unsigned i = part * PART; i < end_of(run, part); i++) {
        const KjJudgement *judgement = &g_array_index(run->repairs, KjRepair, i).judgement;
        run->work->n_judged += judgement->fate != KJ_FATES;
        run->work->nodes += judgement->nodes;
        run->n_sound += judgement->fate == KJ_FATE_SOUND;
    }
    if (kj_session_shows_progress(run->compose->session, run->compose->call->values)) {
        g_autofree char *text = g_strdup_printf(kj_tr("%u of %u versions, %u sound"),
                                                end_of(run, part), run->repairs->len, run->n_sound);
        kj_term_bar(term, text);
    }
    return !atomic_load(&run->failed) && !out_of_limits(run);
}

bool kj_compose_judge(KjCompose *compose, KjComposeWork *work, GArray *repairs, bool whole,
                      GError **error)
{
    Run run = {compose, work, repairs, whole, false, 0, 0};
    KjPoolTask task = {work_on, deliver, &run};
    bool done = kj_pool_run((repairs->len + PART - 1) / PART, compose->jobs, compose->session->stop,
                            &task, error);
    kj_term_bar(&compose->session->term, NULL);
    if (done && atomic_load(&run.failed)) {
        kj_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM, "no memory for the search's table");
        return false;
    }
    // what was begun after a limit was reached depends on the threads: it is as if not judged
    for (unsigned i = run.n_delivered; i < repairs->len; i++)
        g_array_index(repairs, KjRepair, i).judgement.fate = KJ_FATES;
    for (unsigned i = 0; i < repairs->len; i++)
        work->cut |= g_array_index(repairs, KjRepair, i).judgement.fate == KJ_FATES;
    return done;
}
