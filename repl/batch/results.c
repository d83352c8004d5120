/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing the rows of tasks and results. */
#include "repl/batch/results.h"

#include <string.h>

#include "version.h"

char *kj_task_rules(const KjValues *values)
{
    GString *text = g_string_new(NULL);
    bool check = kj_task_kind_of(values) == &kj_task_check;
    for (const KjOption *option = NULL; (option = kj_option_next(option));) {
        const KjValue *value = &values->value[option->id];
        // these two are in the problem itself
        bool convention = option->groups & KJ_OPTIONS_TSUME && option->id != KJ_OPT(ATTACKER) &&
                          option->id != KJ_OPT(COMPLETE_HANDS);
        convention = convention && (value->set || option->default_text); // else the profile's
        bool rule = option->groups & KJ_OPTIONS_RULES && value->set;
        bool first_defect = option->id == KJ_OPT(FIRST_DEFECT) && value->flag;
        bool verdict = check && (option->groups & KJ_OPTIONS_JUDGE ||
                                 (option->id == KJ_OPT(GOAL) && value->choice != 0));
        if (!convention && !rule && !first_defect && !verdict && option->id != KJ_OPT(SHORTEN))
            continue;
        g_autofree char *word = kj_value_text(option, value);
        g_string_append_printf(text, "%s%s=%s", text->len ? " " : "", option->name, word);
    }
    return g_string_free(text, FALSE);
}

gint64 kj_task_open(KjStore *store, const char *kind, const char *rules, GError **error)
{
    g_autoptr(sqlite3_stmt) put =
        kj_store_prepare(store,
                         "INSERT INTO task(kind,version,rules,used) VALUES(?,?,?,"
                         "(SELECT coalesce(max(used),0)+1 FROM task)) ON "
                         "CONFLICT DO UPDATE SET used=excluded.used",
                         error);
    g_autoptr(sqlite3_stmt) find = kj_store_prepare(
        store, "SELECT id FROM task WHERE kind=? AND version=? AND rules=?", error);
    if (!put || !find)
        return -1;
    for (unsigned i = 0; i < 2; i++) {
        sqlite3_stmt *statement = i ? find : put;
        kj_bind_text(statement, 1, kind);
        kj_bind_text(statement, 2, KJ_VERSION);
        kj_bind_text(statement, 3, rules);
    }
    if (!kj_store_do(store, put, error) || kj_store_step(store, find, error) < 0)
        return -1;
    return sqlite3_column_int64(find, 0);
}

// An answer that ran out of memory gains from more memory only, the others from larger limits.
static sqlite3_stmt *prepare_open(KjStore *store, const char *select, const char *more,
                                  GError **error)
{
    g_autofree char *sql = g_strconcat(
        "SELECT ", select,
        " FROM scope s JOIN problem p ON p.id=s.problem LEFT JOIN result r ON r.task=?1 AND "
        "r.problem=p.id AND r.whole "
        "WHERE (r.problem IS NULL OR (NOT r.settled AND CASE r.cause WHEN 'memory' THEN "
        "r.memory_mib<?4 ELSE r.seconds_limit<?2 OR r.nodes_limit<?3 END) OR (?5 AND "
        "r.certificate IS NULL AND r.verdict<>'unknown')) ",
        more, NULL);
    return kj_store_prepare(store, sql, error);
}

bool kj_results_init(KjResults *results, KjStore *store, gint64 task, gint64 memory_mib,
                     GError **error)
{
    *results = (KjResults){.store = store, .task = task, .memory_mib = memory_mib};
    const struct {
        sqlite3_stmt **statement;
        const char *sql;
    } rows[] = {
        {&results->put,
         "INSERT OR REPLACE INTO result(task,problem,seconds_limit,nodes_limit,memory_mib,settled,"
         "answer) VALUES(?,?,?,?,?,?,?)"},
        {&results->put_limits,
         "UPDATE result SET seconds_limit=?3,nodes_limit=?4,memory_mib=?5 WHERE "
         "task=?1 AND problem=?2"},
        {&results->clear_checkpoint, "DELETE FROM checkpoint WHERE task=? AND problem=?"},
        {&results->checkpoint, "SELECT bytes FROM checkpoint WHERE task=? AND problem=?"},
        {&results->put_checkpoint, "INSERT INTO checkpoint(task,problem,bytes) VALUES(?,?,?)"},
    };
    results->next = prepare_open(store, "p.id,p.game,p.position,p.claim,r.verdict",
                                 "AND p.id>?6 ORDER BY p.id LIMIT ?7", error);
    bool ok = results->next != NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(rows) && ok; i++)
        ok = (*rows[i].statement = kj_store_prepare(store, rows[i].sql, error)) != NULL;
    if (!ok)
        kj_results_clear(results);
    return ok;
}

void kj_results_clear(KjResults *results)
{
    sqlite3_finalize(results->next);
    sqlite3_finalize(results->put);
    sqlite3_finalize(results->put_limits);
    sqlite3_finalize(results->clear_checkpoint);
    sqlite3_finalize(results->checkpoint);
    sqlite3_finalize(results->put_checkpoint);
    *results = (KjResults){.store = results->store};
}

static void bind_open(const KjResults *results, sqlite3_stmt *statement)
{
    sqlite3_bind_int64(statement, 1, results->task);
    sqlite3_bind_double(statement, 2, kj_seconds_limit(&results->budget));
    sqlite3_bind_int64(statement, 3, kj_nodes_limit(&results->budget));
    sqlite3_bind_int64(statement, 4, results->memory_mib);
    sqlite3_bind_int(statement, 5, results->certificates);
}

gint64 kj_results_begin(KjResults *results, const KjBudget *budget, GError **error)
{
    results->budget = *budget;
    results->last = 0;
    g_autoptr(sqlite3_stmt) count = prepare_open(results->store, "count(*)", "", error);
    if (!count)
        return -1;
    bind_open(results, count);
    return kj_store_step(results->store, count, error) > 0 ? sqlite3_column_int64(count, 0) : -1;
}

GPtrArray *kj_results_next(KjResults *results, unsigned n, GError **error)
{
    g_autoptr(GPtrArray) jobs = g_ptr_array_new();
    bind_open(results, results->next);
    sqlite3_bind_int64(results->next, 6, results->last);
    sqlite3_bind_int64(results->next, 7, n);
    int row;
    while ((row = kj_store_step(results->store, results->next, error)) > 0) {
        KjBatchJob *job = g_new0(KjBatchJob, 1);
        job->problem = results->last = sqlite3_column_int64(results->next, 0);
        job->game = g_strdup(kj_column_text(results->next, 1));
        job->position = g_strdup(kj_column_text(results->next, 2));
        job->claim = g_strdup(kj_column_text(results->next, 3));
        const char *before = kj_column_text(results->next, 4);
        job->before = before ? g_intern_string(before) : NULL;
        job->budget = results->budget;
        g_ptr_array_add(jobs, job);
    }
    if (row == 0)
        return g_steal_pointer(&jobs);
    g_ptr_array_set_free_func(jobs, (GDestroyNotify)kj_batch_job_free);
    return NULL;
}

bool kj_results_fetch_checkpoint(KjResults *results, KjBatchJob *job, GError **error)
{
    sqlite3_stmt *checkpoint = results->checkpoint;
    sqlite3_bind_int64(checkpoint, 1, results->task);
    sqlite3_bind_int64(checkpoint, 2, job->problem);
    int row = kj_store_step(results->store, checkpoint, error);
    if (row > 0)
        job->checkpoint = g_bytes_new(sqlite3_column_blob(checkpoint, 0),
                                      (gsize)sqlite3_column_bytes(checkpoint, 0));
    sqlite3_reset(checkpoint);
    return row >= 0;
}

/* Binds what a row of a problem begins with: its key, and the limits. */
static void bind_limits(const KjResults *results, sqlite3_stmt *statement, gint64 problem)
{
    sqlite3_bind_int64(statement, 1, results->task);
    sqlite3_bind_int64(statement, 2, problem);
    sqlite3_bind_double(statement, 3, kj_seconds_limit(&results->budget));
    sqlite3_bind_int64(statement, 4, kj_nodes_limit(&results->budget));
    sqlite3_bind_int64(statement, 5, results->memory_mib);
}

/* The checkpoint of the last try gives way to that of this one, if it has any. */
static bool put_checkpoint(KjResults *results, gint64 problem, GBytes *checkpoint, GError **error)
{
    sqlite3_bind_int64(results->clear_checkpoint, 1, results->task);
    sqlite3_bind_int64(results->clear_checkpoint, 2, problem);
    bool ok = kj_store_do(results->store, results->clear_checkpoint, error);
    if (!ok || !checkpoint)
        return ok;
    gsize size;
    const void *bytes = g_bytes_get_data(checkpoint, &size);
    sqlite3_bind_int64(results->put_checkpoint, 1, results->task);
    sqlite3_bind_int64(results->put_checkpoint, 2, problem);
    sqlite3_bind_blob64(results->put_checkpoint, 3, bytes, size, SQLITE_STATIC);
    return kj_store_do(results->store, results->put_checkpoint, error);
}

bool kj_results_put(KjResults *results, gint64 problem, const KjTaskOutcome *outcome,
                    GError **error)
{
    bool news = !outcome->no_news;
    sqlite3_stmt *put = news ? results->put : results->put_limits;
    bind_limits(results, put, problem);
    if (news) {
        sqlite3_bind_int(put, 6, outcome->settled);
        kj_bind_text(put, 7, outcome->answer);
    }
    return kj_store_do(results->store, put, error) &&
           (!news || put_checkpoint(results, problem, outcome->checkpoint, error));
}
