/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks of a batch that are told to end while they are at it. */
#include <stdatomic.h>
#include <string.h>

#include "core/format/position_text.h"
#include "repl/batch/outcome.h"
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
static gint64 run_task(const KjTaskKind *kind, void *engine, const char *position,
                       gulong microseconds, KjOutcome *out)
{
    KjPositionText text;
    KjPosition root;
    assert_true(kj_position_text_read(position, NULL, &text, NULL));
    kj_position_text_end(&text, &root);
    Stopper stopper = {.microseconds = microseconds};
    KjOutcomeRequest request = {.root = &root,
                                .game = "shogi",
                                .position = position,
                                .claim = "",
                                .limits = {0, 2000, &stopper.stop}};
    *out = (KjOutcome){0};
    GThread *thread = microseconds ? g_thread_new("stop", stop_later, &stopper) : NULL;
    gint64 begun = g_get_monotonic_time();
    kind->run(engine, &request, out);
    gint64 took = g_get_monotonic_time() - begun;
    if (thread)
        g_thread_join(thread);
    kj_position_text_clear(&text);
    return took;
}

/* A mate is found and its length proved after a third of the nodes; then its main line is looked
 * for. Whenever it is stopped, it gives the whole answer or none. */
static void test_what_is_stopped_is_the_whole_answer_or_none(void **state)
{
    (void)state;
    static const char position[] = "9/8k/6g2/N1R6/3G2R2/9/9/9/9 b GS2bg3s3n4l18p 1";
    enum { STEPS = 60 };
    const KjTaskKind *kinds[] = {&kj_task_solve, &kj_task_check};
    for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++) {
        g_autoptr(KjValues) values = kj_values_new();
        KjSolveRequest options;
        kj_solve_request(values, 1, &options);
        options.solver.memory_mib = 16;
        void *engine = kinds[k]->begin(&options, NULL, NULL);
        assert_non_null(engine);
        KjOutcome whole, out;
        gint64 took = run_task(kinds[k], engine, position, 0, &whole);
        assert_false(whole.stopped);
        for (unsigned i = 1; i <= STEPS; i++) {
            run_task(kinds[k], engine, position, (gulong)(took * i / STEPS + 1), &out);
            if (!out.stopped) {
                assert_string_equal(out.verdict, whole.verdict);
                assert_string_equal(out.line, whole.line);
                assert_int_equal(out.line_kind, whole.line_kind);
                assert_int_equal(out.nodes, whole.nodes);
            }
            kj_outcome_clear(&out);
        }
        kj_outcome_clear(&whole);
        kinds[k]->end(engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_stopped_is_the_whole_answer_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
