/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads of a batch: how many the search of a problem gets. */
#include "repl/batch/workers.h"
#include "tests/support/cmocka.h"

/* Finds out how many threads the engine has. */
static void run(KjTaskEngine *engine, const KjTaskRequest *request, KjTaskOutcome *out)
{
    (void)request;
    out->verdict = "unknown";
    out->answer = g_strdup_printf("%u", engine->options.solver.threads);
}

static const char *const verdicts[] = {"unknown", NULL};
static const KjTaskKind kind = {"count", verdicts, NULL, run, false};

/* What a problem gets of four threads when so many are left. */
static unsigned cores_of(KjWorkers *workers, unsigned left, KjBudget budget)
{
    KjBatchJob *job = g_new0(KjBatchJob, 1);
    job->problem = 1;
    job->game = g_strdup("shogi");
    job->rules = kj_game_find("shogi");
    job->position = g_strdup("7k1/9/6B1R/9/9/9/9/9/9 b G 1");
    job->budget = budget;
    kj_workers_left(workers, left);
    kj_workers_give(workers, job);
    KjBatchJob *back = NULL;
    while (!back)
        back = kj_workers_take(workers, G_USEC_PER_SEC);
    assert_ptr_equal(back, job);
    assert_null(back->outcome.failure);
    unsigned cores = (unsigned)g_ascii_strtoull(back->outcome.answer, NULL, 10);
    kj_batch_job_free(back);
    return cores;
}

TEST(the_last_problems_get_all_threads)
{
    const KjSolveRequest options = {.solver = {.memory_mib = 1, .threads = 1}};
    const KjBudget seconds = {10, 0}, nodes = {0, 1000000}, both = {10, 1000000}, none = {0, 0};
    KjWorkers *workers = kj_workers_new(4, &kind, &options, NULL, NULL);
    assert_non_null(workers);
    for (unsigned i = 0; i < 10; i++) { // whichever thread it is that takes it
        assert_int_equal(cores_of(workers, G_MAXUINT, seconds), 1);
        assert_int_equal(cores_of(workers, 4, seconds), 1);
        assert_int_equal(cores_of(workers, 3, seconds), 1);
        assert_int_equal(cores_of(workers, 2, seconds), 2);
        assert_int_equal(cores_of(workers, 1, seconds), 4);
        assert_int_equal(cores_of(workers, 1, none), 4);
        // with a limit of nodes the result is to be the same every time
        assert_int_equal(cores_of(workers, 1, nodes), 1);
        assert_int_equal(cores_of(workers, 2, both), 1);
    }
    kj_workers_free(workers);
}
