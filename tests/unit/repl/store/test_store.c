/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE // asprintf
/* Stores: what is one, what is open at which limits, and what a merge keeps. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/text/text.h"
#include "repl/batch/results.h"
#include "repl/batch/workers.h"
#include "repl/job/options.h"
#include "repl/store/items.h"
#include "repl/store/merge.h"
#include "repl/store/store.h"
#include "tests/support/cmocka.h"

typedef struct {
    char *folder, *a, *b;
} Fixture;

static int set_up(void **state)
{
    Fixture *f = g_new0(Fixture, 1);
    f->folder = g_dir_make_tmp("kanju-XXXXXX", NULL);
    f->a = g_build_filename(f->folder, "a.kdb", NULL);
    f->b = g_build_filename(f->folder, "b.kdb", NULL);
    *state = f;
    return f->folder ? 0 : -1;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    g_unlink(f->a);
    g_unlink(f->b);
    g_rmdir(f->folder);
    g_free(f->folder);
    g_free(f->a);
    g_free(f->b);
    g_free(f);
    return 0;
}

EACH_TEST(set_up, tear_down)

static KjStore *open_new(const char *path)
{
    GError *error = NULL;
    KjStore *store = kj_store_open(path, KJ_STORE_CREATE, &error);
    assert_null(error);
    return store;
}

static void run(KjStore *store, const char *sql)
{
    GError *error = NULL;
    if (!kj_store_run(store, sql, &error))
        fail_msg("%s", error->message);
}

/* One problem, one task and a result of it. */
static void fill(KjStore *store, const char *verdict, int settled, int plies, int seconds)
{
    run(store, "INSERT INTO problem(game,position) VALUES('shogi','8k/9/9/9/9/9/9/9/9 b G 1')");
    run(store, "INSERT INTO task(kind,version,rules,used) VALUES('solve','1','x=y',0)");
    g_autofree char *sql = g_strdup_printf(
        "INSERT INTO result(task,problem,settled,seconds_limit,nodes_limit,memory_mib,answer) "
        "VALUES(1,1,%d,%d,9,1,json_object('schema','kanju.solve/2','verdict','%s','plies',"
        "nullif(%d,0),'plies_proved',json('%s'),'line',json('[\"7g7f\",\"P*5e\"]'),'nodes',1,'ms',"
        "1,"
        "'findings',json('[{\"code\":\"late\",\"ply\":1,\"severity\":\"defect\"}]')))",
        settled, seconds, verdict, plies, settled ? "true" : "false");
    run(store, sql);
}

static void count_clash(void *data, const char *position, const char *here, const char *there)
{
    (void)position;
    assert_string_not_equal(here, there);
    ++*(int *)data;
}

/*
 * Merges a result into another; gives the length that stays, and how many contradictions were told.
 */
static int merge(Fixture *f, const char *a, int a_settled, int a_plies, int a_seconds,
                 const char *b, int b_settled, int b_plies, int b_seconds, int *out_clashes)
{
    g_autoptr(KjStore) here = open_new(f->a);
    KjStore *there = open_new(f->b);
    fill(here, a, a_settled, a_plies, a_seconds);
    fill(there, b, b_settled, b_plies, b_seconds);
    kj_store_close(there);
    KjCopyCount count;
    GError *error = NULL;
    *out_clashes = 0;
    assert_true(kj_store_copy(
        here, f->b, &(KjCopy){.contradiction = count_clash, .data = out_clashes}, &count, &error));
    assert_int_equal(count.contradictions, *out_clashes);
    assert_int_equal(kj_store_number(here, "SELECT count(*) FROM problem", NULL), 1);
    assert_int_equal(kj_store_number(here, "SELECT count(*) FROM code", NULL), 1);
    int plies = (int)kj_store_number(here, "SELECT plies FROM result", NULL);
    kj_store_close(g_steal_pointer(&here));
    g_unlink(f->a);
    g_unlink(f->b);
    return plies;
}

TEST(the_better_of_two_results_stays)
{
    int clashes;
    // settled before unsettled, decided before unknown, larger limits before smaller
    assert_int_equal(merge(*state, "unknown", 0, 1, 10, "mate", 1, 5, 1, &clashes), 5);
    assert_int_equal(merge(*state, "mate", 1, 5, 1, "unknown", 0, 1, 10, &clashes), 5);
    assert_int_equal(merge(*state, "mate", 0, 7, 10, "mate", 1, 5, 1, &clashes), 5);
    assert_int_equal(merge(*state, "mate", 0, 5, 1, "unknown", 0, 1, 10, &clashes), 5);
    assert_int_equal(merge(*state, "unknown", 0, 1, 10, "mate", 0, 5, 1, &clashes), 5);
    assert_int_equal(merge(*state, "mate", 0, 5, 1, "mate", 0, 7, 10, &clashes), 7);
    assert_int_equal(merge(*state, "mate", 0, 5, 10, "mate", 0, 7, 1, &clashes), 5);
    assert_int_equal(merge(*state, "mate", 1, 5, 1, "mate", 0, 7, 10, &clashes), 5);
    assert_int_equal(merge(*state, "unknown", 0, 1, 1, "unknown", 0, 2, 10, &clashes), 2);
    assert_int_equal(merge(*state, "unknown", 0, 1, 10, "unknown", 0, 2, 1, &clashes), 1);
    assert_int_equal(merge(*state, "unknown", 0, 1, 1, "unknown", 0, 2, 1, &clashes), 1);
    assert_int_equal(clashes, 0);
}

TEST(contradictions_are_told_and_nothing_is_replaced)
{
    int clashes;
    assert_int_equal(merge(*state, "mate", 1, 5, 1, "nomate", 1, 0, 10, &clashes), 5);
    assert_int_equal(clashes, 1);
    assert_int_equal(merge(*state, "mate", 1, 5, 1, "mate", 1, 7, 10, &clashes), 5);
    assert_int_equal(clashes, 1);
    // a mate in 3 was found, where 5 are said to be the least
    assert_int_equal(merge(*state, "mate", 0, 3, 1, "mate", 1, 5, 10, &clashes), 3);
    assert_int_equal(clashes, 1);
    assert_int_equal(merge(*state, "mate", 0, 7, 1, "mate", 1, 5, 10, &clashes), 5);
    assert_int_equal(clashes, 0);
}

/* How many problems are open at some limits. */
static gint64 open_at(KjStore *store, double seconds, guint64 nodes, int memory)
{
    KjResults results;
    GError *error = NULL;
    assert_true(kj_results_init(&results, store, 1, memory, &error));
    KjBudget budget = {seconds, nodes};
    gint64 n = kj_results_begin(&results, &budget, &error);
    GPtrArray *jobs = kj_results_next(&results, 10, &error);
    assert_int_equal(jobs->len, n);
    for (guint i = 0; i < jobs->len; i++)
        kj_batch_job_free(jobs->pdata[i]);
    g_ptr_array_unref(jobs);
    kj_results_clear(&results);
    return n;
}

TEST(a_problem_is_tried_again_only_with_more)
{
    Fixture *f = *state;
    g_autoptr(KjStore) store = open_new(f->a);
    fill(store, "unknown", 0, 1, 10); // 10 s, 9 nodes, 1 MiB
    run(store, "CREATE TEMP TABLE scope AS SELECT id AS problem FROM problem");
    assert_int_equal(open_at(store, 10, 9, 1), 0);
    assert_int_equal(open_at(store, 1, 5, 99), 0);
    assert_int_equal(open_at(store, 11, 9, 1), 1);
    assert_int_equal(open_at(store, 10, 10, 1), 1);
    assert_int_equal(open_at(store, 0, 9, 1), 1); // no limit is the most
    run(store, "UPDATE result SET answer=json_set(answer,'$.cause','memory')");
    assert_int_equal(open_at(store, 0, 0, 1), 0);
    assert_int_equal(open_at(store, 1, 1, 2), 1);
    run(store, "UPDATE result SET settled=1");
    assert_int_equal(open_at(store, 0, 0, 99), 0);
    run(store, "DELETE FROM result");
    assert_int_equal(open_at(store, 1, 1, 1), 1);
}

TEST(only_stores_of_this_version_are_opened)
{
    Fixture *f = *state;
    GError *error = NULL;
    assert_null(kj_store_open(f->a, KJ_STORE_READ, &error));
    assert_true(g_error_matches(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX));
    g_clear_error(&error);
    KjStore *store = open_new(f->a);
    run(store, "PRAGMA user_version=99");
    kj_store_close(store);
    assert_null(kj_store_open(f->a, KJ_STORE_CREATE, &error));
    assert_non_null(strstr(error->message, "version 99"));
    g_clear_error(&error);
    store = NULL;
    g_unlink(f->a);
    store = open_new(f->a);
    run(store, "PRAGMA application_id=7");
    kj_store_close(store);
    assert_null(kj_store_open(f->a, KJ_STORE_WRITE, &error));
    g_clear_error(&error);
}

/* Puts a try of the problem into the store: its verdict, limit and checkpoint. */
static void put_try(KjStore *store, const char *verdict, bool no_news, guint64 nodes,
                    const char *checkpoint)
{
    KjResults results;
    GError *error = NULL;
    assert_true(kj_results_init(&results, store, 1, 1, &error));
    KjBudget budget = {0, nodes};
    assert_true(kj_results_begin(&results, &budget, &error) >= 0);
    KjTaskOutcome outcome = {.verdict = verdict, .no_news = no_news};
    if (asprintf(&outcome.answer, "{\"schema\":\"kanju.solve/2\",\"verdict\":\"%s\"}", verdict) < 0)
        fail();
    if (checkpoint)
        outcome.checkpoint = g_bytes_new(checkpoint, strlen(checkpoint));
    assert_true(kj_results_put(&results, 1, &outcome, &error));
    kj_task_outcome_clear(&outcome);
    kj_results_clear(&results);
}

/* The checkpoint of the problem, "" if there is none. */
static char *checkpoint_of(KjStore *store)
{
    KjResults results;
    GError *error = NULL;
    assert_true(kj_results_init(&results, store, 1, 1, &error));
    KjBatchJob *job = g_new0(KjBatchJob, 1);
    job->problem = 1;
    assert_true(kj_results_fetch_checkpoint(&results, job, &error));
    gsize size = 0;
    const char *bytes = job->checkpoint ? g_bytes_get_data(job->checkpoint, &size) : "";
    char *text = g_strndup(bytes, size);
    kj_batch_job_free(job);
    kj_results_clear(&results);
    return text;
}

TEST(checkpoints_live_as_long_as_results_are_open)
{
    Fixture *f = *state;
    g_autoptr(KjStore) store = open_new(f->a);
    fill(store, "unknown", 0, 1, 10);
    run(store, "CREATE TEMP TABLE scope AS SELECT id AS problem FROM problem");
    g_autofree char *none = checkpoint_of(store);
    assert_string_equal(none, "");
    put_try(store, "unknown", false, 20, "a");
    put_try(store, "mate", false, 30, "b");
    g_autofree char *second = checkpoint_of(store);
    assert_string_equal(second, "b");
    // what is decided stays, and is tried again with more only
    put_try(store, "mate", true, 40, NULL);
    assert_int_equal(kj_store_number(store, "SELECT verdict='mate' FROM result", NULL), 1);
    assert_int_equal(open_at(store, 0, 40, 1), 0);
    assert_int_equal(open_at(store, 0, 41, 1), 1);
    g_autofree char *same = checkpoint_of(store);
    assert_string_equal(same, "b");
    put_try(store, "mate", false, 50, NULL);
    g_autofree char *gone = checkpoint_of(store);
    assert_string_equal(gone, "");
}

TEST(one_process_writes_others_read)
{
    Fixture *f = *state;
    GError *error = NULL;
    g_autoptr(KjStore) store = open_new(f->a);
    assert_null(kj_store_open(f->a, KJ_STORE_WRITE, &error));
    assert_true(g_error_matches(error, KJ_STORE_ERROR, KJ_STORE_ERROR_IN_USE));
    g_clear_error(&error);
    // a reader sees what was committed, and whoever writes need not wait until it has seen all
    run(store, "INSERT INTO file(name) VALUES('x'),('y')");
    g_autoptr(KjStore) reader = kj_store_open(f->a, KJ_STORE_READ, &error);
    g_autoptr(sqlite3_stmt) rows = kj_store_prepare(reader, "SELECT name FROM file", &error);
    assert_int_equal(kj_store_step(reader, rows, &error), 1);
    assert_true(kj_store_begin(store, &error));
    run(store, "INSERT INTO file(name) VALUES('z')");
    assert_true(kj_store_commit(store, &error));
    assert_int_equal(kj_store_number(reader, "SELECT count(*) FROM file", NULL), 2);
    g_autoptr(KjStore) later = kj_store_open(f->a, KJ_STORE_READ, &error);
    assert_int_equal(kj_store_number(later, "SELECT count(*) FROM file", NULL), 3);
}

/* The kind of the task used last. */
static char *last_used(KjStore *store)
{
    KjTask task;
    GError *error = NULL;
    assert_true(kj_task_find(store, NULL, &task, &error));
    char *kind = g_strdup(task.kind);
    kj_task_clear(&task);
    return kind;
}

TEST(the_task_used_last_does_not_depend_on_the_clock)
{
    Fixture *f = *state;
    GError *error = NULL;
    KjStore *store = open_new(f->a);
    gint64 solve = kj_task_open(store, "solve", "a", &error);
    kj_task_open(store, "check", "a", &error);
    g_autofree char *first = last_used(store);
    assert_string_equal(first, "check");
    assert_int_equal(kj_task_open(store, "solve", "a", &error), solve); // in the same second
    g_autofree char *second = last_used(store);
    assert_string_equal(second, "solve");
    run(store, "UPDATE task SET used=4000000000"); // a clock that was wrong
    kj_task_open(store, "check", "a", &error);
    g_autofree char *third = last_used(store);
    assert_string_equal(third, "check");
    kj_store_close(store);
    // what is merged was not used here
    KjCopyCount count;
    store = open_new(f->b);
    kj_task_open(store, "solve", "b", &error);
    assert_true(kj_store_copy(store, f->a, &(KjCopy){0}, &count, &error));
    g_autofree char *merged = last_used(store);
    assert_string_equal(merged, "solve");
    KjTask task;
    assert_true(kj_task_find(store, "check", &task, &error));
    kj_task_clear(&task);
    kj_store_close(store);
}

TEST(a_store_has_one_writer_by_any_name)
{
    Fixture *f = *state;
    GError *error = NULL;
    KjStore *store = open_new(f->a);
    run(store, "INSERT INTO file(name) VALUES('x')");
    assert_int_equal(symlink(f->a, f->b), 0);
    assert_null(kj_store_open(f->b, KJ_STORE_WRITE, &error));
    assert_true(g_error_matches(error, KJ_STORE_ERROR, KJ_STORE_ERROR_IN_USE));
    g_clear_error(&error);
    g_unlink(f->b);
    assert_int_equal(link(f->a, f->b), 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_null(kj_store_open(i ? f->a : f->b, KJ_STORE_WRITE, &error));
        g_clear_error(&error);
    }
    kj_store_close(store);
    assert_null(
        kj_store_open(f->b, KJ_STORE_WRITE, &error)); // a journal would go by one of the names
    assert_non_null(strstr(error->message, "hard links"));
    g_clear_error(&error);
    g_unlink(f->b);
    kj_store_close(open_new(f->a));
}

TEST(a_store_that_is_deleted_or_replaced_is_told)
{
    Fixture *f = *state;
    GError *error = NULL;
    KjStore *store = open_new(f->a);
    assert_true(kj_store_begin(store, &error));
    run(store, "INSERT INTO file(name) VALUES('x')");
    assert_int_equal(g_rename(f->a, f->b), 0);
    assert_false(kj_store_commit(store, &error));
    assert_true(g_error_matches(error, KJ_STORE_ERROR, KJ_STORE_ERROR_GONE));
    g_clear_error(&error);
    assert_false(kj_store_is_there(store, NULL));
    // what has its name now stays what it is
    assert_true(g_file_set_contents(f->a, "x", -1, NULL));
    kj_store_close(store);
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(f->a, &text, NULL, NULL));
    assert_string_equal(text, "x");
    store = kj_store_open(f->b, KJ_STORE_READ, &error);
    assert_int_equal(kj_store_number(store, "SELECT count(*) FROM file", NULL), 0);
    kj_store_close(store);
}
