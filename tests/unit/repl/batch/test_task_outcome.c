/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks of a batch that are told to end while they are at it, and that go on. */
#include <stdatomic.h>
#include <string.h>

#include "core/format/position_text.h"
#include "repl/batch/task_outcome.h"
#include "tests/support/cmocka.h"

typedef struct {
    atomic_bool stop;
    gulong microseconds;
} Stopper;

static void *stop_later(void *data)
{
    Stopper *stopper = data;
    g_usleep(stopper->microseconds);
    atomic_store(&stopper->stop, true);
    return NULL;
}

/* Runs a task on a problem with a limit of nodes; stopped after some time, 0: never. */
static gint64 run_task(KjTaskEngine *engine, const char *position, gulong microseconds,
                       KjTaskOutcome *out)
{
    g_auto(KjPositionText) text;
    assert_true(kj_position_text_read(position, NULL, &text, NULL));
    KjPosition root = kj_position_text_end(&text);
    Stopper stopper = {.microseconds = microseconds};
    KjTaskRequest request = {.root = &root,
                             .game = "shogi",
                             .position = position,
                             .claim = "",
                             .limits = {0, 2000, &stopper.stop}};
    *out = (KjTaskOutcome){0};
    GThread *thread = microseconds ? g_thread_new("stop", stop_later, &stopper) : NULL;
    gint64 begun = g_get_monotonic_time();
    engine->kind->run(engine, &request, out);
    gint64 took = g_get_monotonic_time() - begun;
    if (thread)
        g_thread_join(thread);
    return took;
}

/* The answer but for its last number, how long it took. (transfer full) */
static char *without_time(const KjTaskOutcome *outcome)
{
    const char *time = strstr(outcome->answer, "\"ms\":");
    assert_non_null(time);
    return g_strndup(outcome->answer, (gsize)(time - outcome->answer));
}

/* A mate is found and its length proved after a third of the nodes; then its main line is looked
 * for. Whenever it is stopped, it gives the whole answer or none. */
TEST(what_is_stopped_is_the_whole_answer_or_none)
{
    static const char position[] = "9/8k/6g2/N1R6/3G2R2/9/9/9/9 b GS2bg3s3n4l18p 1";
    enum { STEPS = 60 };
    const KjTaskKind *kinds[] = {&kj_task_solve, &kj_task_check};
    for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++) {
        g_autoptr(KjValues) values = kj_values_new();
        KjSolveRequest options;
        kj_solve_request(values, 1, &options);
        options.solver.memory_mib = 16;
        KjTaskEngine *engine = kj_task_engine_new(kinds[k], &options, NULL, NULL);
        assert_non_null(engine);
        KjTaskOutcome whole, out;
        gint64 took = run_task(engine, position, 0, &whole);
        assert_false(whole.stopped);
        g_autofree char *all = without_time(&whole);
        for (unsigned i = 1; i <= STEPS; i++) {
            run_task(engine, position, (gulong)(took * i / STEPS + 1), &out);
            if (!out.stopped) {
                assert_string_equal(out.verdict, whole.verdict);
                g_autofree char *answer = without_time(&out);
                assert_string_equal(answer, all);
            }
            kj_task_outcome_clear(&out);
        }
        kj_task_outcome_clear(&whole);
        kj_task_engine_free(engine);
    }
}

/* A checkpoint is gone on from only where it leaves something of the limits. */
TEST(checkpoints_leave_something)
{
    // zuko-100, a mate that takes 400,000 nodes
    static const char position[] =
        "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1";
    static const struct {
        uint64_t nodes;
        double seconds;
        bool goes_on;
    } rows[] = {{0, 0, true},      {1999, 0, false},    {2000, 0, false},
                {2001, 0, true},   {0, 1e6, true},      {0, 1e-9, false},
                {2001, 1e6, true}, {2001, 1e-9, false}, {2000, 1e6, false}};
    g_autoptr(KjValues) values = kj_values_new();
    KjSolveRequest options;
    kj_solve_request(values, 1, &options);
    options.solver.memory_mib = 16;
    KjTaskEngine *engine = kj_task_engine_new(&kj_task_solve, &options, NULL, NULL);
    KjTaskOutcome out;
    run_task(engine, position, 0, &out); // 2000 nodes
    kj_task_engine_free(engine);
    assert_string_equal(out.verdict, "unknown");
    assert_non_null(out.checkpoint);
    g_autoptr(KjSolver) solver = kj_solver_new(&options.solver, NULL);
    KjPositionText text;
    assert_true(kj_position_text_read(position, NULL, &text, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        KjTaskRequest request = {.root = &text.start,
                                 .limits = {rows[i].seconds, rows[i].nodes, NULL},
                                 .checkpoint = out.checkpoint};
        KjSpent spent;
        assert_int_equal(kj_task_restore(solver, &request, &spent), rows[i].goes_on);
        assert_int_equal(spent.nodes, rows[i].goes_on ? 2000 : 0);
    }
    kj_position_text_clear(&text);
    kj_task_outcome_clear(&out);
}
