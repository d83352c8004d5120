/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The queue of a store on a server. Problems are claimed in batches that last some seconds, and
 * results are delivered together with the next claim, in one round trip (`exchange`). While the
 * server is away the searches go on, and what they find is delivered when it is back.
 */
#include <string.h>

#include "core/text/lang.h"
#include "repl/batch/queue.h"
#include "repl/batch/wire.h"

enum {
    BATCH = 5 * G_USEC_PER_SEC,       // what is claimed at a time lasts so long
    POLL_LEAST = G_USEC_PER_SEC / 10, // between two questions for work where there is none
    POLL_MOST = 2 * G_USEC_PER_SEC,
    BACK_OFF_LEAST = G_USEC_PER_SEC / 4, // between two tries to reach the server
    BACK_OFF_MOST = 30 * G_USEC_PER_SEC,
    ANSWER_SECONDS = 60, // after which a silent server counts as away
    LAST_TRIES = 5,      // to deliver what is there before the end
};

typedef struct {
    KjQueue base;
    KjServer *server; // not owned
    KjTerm *term;     // for messages; not owned
    KjOrder order;
    KjRunning *running; // what the threads are at, `threads` of them; not owned
    unsigned threads;
    GHashTable *held;   // gint64: problems that were claimed and not delivered
    GPtrArray *claimed; // KjBatchJob*, not given yet
    GPtrArray *waiting; // JsonNode*, results not delivered
    gint64 last;        // exchange that succeeded, monotonic microseconds
    gint64 next_try;    // no exchange before
    gint64 poll, back_off;
    double rate; // results a second, lately; 0: not known
    guint fresh; // results since the last exchange
    KjServerCounts count;
    bool away, end, left;
    bool scoped; // the session has a table of what is asked for
} ServerQueue;

/* ---- the round trip ---- */

static char *results_text(const ServerQueue *q)
{
    g_autoptr(JsonArray) array = json_array_new();
    for (guint i = 0; i < q->waiting->len; i++)
        json_array_add_element(array, json_node_copy(q->waiting->pdata[i]));
    g_autoptr(JsonNode) node = json_node_init_array(json_node_alloc(), array);
    return json_to_string(node, FALSE);
}

static char *held_text(const ServerQueue *q)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(gint64));
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, q->held);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        g_array_append_val(ids, *(gint64 *)key);
    return kj_wire_array((const gint64 *)(void *)ids->data, ids->len);
}

static char *running_text(const ServerQueue *q)
{
    g_autofree gint64 *ids = g_new(gint64, q->threads);
    unsigned n = 0;
    for (unsigned i = 0; i < q->threads; i++) {
        gint64 problem = q->running ? atomic_load(&q->running[i]) : 0;
        if (problem)
            ids[n++] = problem;
    }
    return kj_wire_array(ids, n);
}

static void hold(ServerQueue *q, KjBatchJob *job)
{
    gint64 *key = g_new(gint64, 1);
    *key = job->problem;
    g_hash_table_add(q->held, key);
    g_ptr_array_add(q->claimed, job);
}

/* Takes what the server has answered. */
static bool read_answer(ServerQueue *q, const char *text, GError **error)
{
    KjWireAnswer answer;
    if (!kj_wire_answer(text, q->order.budgets, &answer, error))
        return false;
    q->end = !answer.open;
    if (answer.contradictions)
        kj_term_message(q->term,
                        "contradiction: %d results of this machine and those of another one "
                        "cannot both be true; 'kanju batch --status' names the problems",
                        (int)answer.contradictions);
    if (answer.refused)
        kj_term_message(q->term,
                        "%d results of this machine are refused by the server, which should not "
                        "be; 'kanju batch --status' says why",
                        (int)answer.refused);
    q->count.late += (guint64)answer.late;
    q->count.contradictions += (guint64)answer.contradictions;
    q->count.refused += (guint64)answer.refused;
    for (guint i = 0; i < answer.jobs->len; i++)
        hold(q, answer.jobs->pdata[i]);
    g_ptr_array_unref(answer.jobs);
    return true;
}

/* Notes that the server did not answer. True: it may later. */
static bool note_away(ServerQueue *q, GError *failure, GError **error)
{
    if (!g_error_matches(failure, KJ_STORE_ERROR, KJ_STORE_ERROR_AWAY)) {
        g_propagate_error(error, failure);
        return false;
    }
    if (!q->away)
        kj_term_message(&*q->term, "%s; searches go on, trying again", failure->message);
    g_error_free(failure);
    q->away = true;
    q->back_off = CLAMP(2 * q->back_off, BACK_OFF_LEAST, BACK_OFF_MOST);
    // not all workers at the same moment
    q->next_try = g_get_monotonic_time() + q->back_off / 2 +
                  g_random_int_range(0, (gint32)(q->back_off / 2) + 1);
    return true;
}

static void note_success(ServerQueue *q, bool busy)
{
    gint64 now = g_get_monotonic_time();
    double seconds = (double)(now - q->last) / G_USEC_PER_SEC;
    if (q->fresh && busy && seconds > 0) {
        double rate = q->fresh / seconds;
        q->rate = q->rate > 0 ? (q->rate + rate) / 2 : rate;
    }
    q->fresh = 0;
    q->last = now;
    q->back_off = 0;
    if (q->away)
        kj_term_message(q->term, "%s: connected again", q->base.name);
    q->away = false;
    g_ptr_array_set_size(q->waiting, 0);
}

/* Delivers what waits and claims up to `want`. True also where the server is away. */
static bool exchange(ServerQueue *q, unsigned want, bool leaves, GError **error)
{
    GError *failure = NULL;
    if (q->away && !kj_server_reconnect(q->server, &failure))
        return note_away(q, failure, error);
    g_autofree char *results = results_text(q), *held = held_text(q), *running = running_text(q);
    char number[16];
    g_snprintf(number, sizeof number, "%u", want);
    const char *const values[] = {q->order.token, results, leaves ? "{}" : held,
                                  running,        number,  leaves ? "true" : "false"};
    g_autoptr(PGresult) rows =
        kj_server_query(q->server, "SELECT kanju.exchange($1,$2,$3,$4,$5,$6)", values,
                        G_N_ELEMENTS(values), &failure);
    if (!rows)
        return note_away(q, failure, error);
    note_success(q, g_hash_table_size(q->held) > 0 || q->waiting->len > 0);
    return read_answer(q, kj_server_text(rows, 0, 0), error);
}

/* ---- the queue ---- */

static gint64 begin_server_pass(KjQueue *queue, unsigned pass, GError **error)
{
    (void)pass, (void)error;
    return ((ServerQueue *)queue)->order.open;
}

/* How many problems last as long as a batch should. */
static unsigned target(const ServerQueue *q)
{
    double n = q->rate * BATCH / G_USEC_PER_SEC;
    return (unsigned)CLAMP(n, q->threads, (double)q->threads * q->order.most);
}

static GPtrArray *next(KjQueue *queue, unsigned flying, bool *out_end, GError **error)
{
    ServerQueue *q = (ServerQueue *)queue;
    gint64 now = g_get_monotonic_time();
    *out_end = false;
    bool wanted = flying < q->threads || flying <= target(q) / 2;
    if (q->claimed->len == 0 && wanted && now >= q->next_try) {
        unsigned want = target(q) - MIN(flying, target(q));
        if (!exchange(q, want, false, error))
            return NULL;
        q->base.dry = !q->away && q->claimed->len < want;
        bool none = q->claimed->len == 0;
        q->poll = none ? CLAMP(2 * q->poll, POLL_LEAST, POLL_MOST) : 0;
        if (none && !q->away)
            q->next_try = g_get_monotonic_time() + q->poll;
        *out_end = none && !q->away && q->end && flying == 0;
    }
    GPtrArray *jobs = q->claimed;
    q->claimed = g_ptr_array_new();
    return jobs;
}

static bool prepare_from_server(KjQueue *queue, KjBatchJob *job, GError **error)
{
    (void)queue, (void)job, (void)error;
    return true; // checkpoints come with the jobs
}

static bool put(KjQueue *queue, const KjBatchJob *job, GError **error)
{
    (void)error;
    ServerQueue *q = (ServerQueue *)queue;
    gint64 problem = job->problem;
    g_hash_table_remove(q->held, &problem);
    if (job->outcome.stopped)
        return true;
    g_ptr_array_add(q->waiting, kj_wire_result(job));
    q->fresh++;
    return true;
}

/* Results are delivered, and leases renewed, at the latest so long after the last time. */
static gint64 due(const KjQueue *queue)
{
    const ServerQueue *q = (const ServerQueue *)queue;
    gint64 beat = (gint64)(q->order.lease_seconds * G_USEC_PER_SEC / 3);
    return MAX(q->last + MIN(beat, BATCH), q->next_try);
}

static bool commit(KjQueue *queue, GError **error)
{
    ServerQueue *q = (ServerQueue *)queue;
    if (q->waiting->len == 0 && g_hash_table_size(q->held) == 0 && q->end)
        return true;
    return g_get_monotonic_time() < q->next_try || exchange(q, 0, false, error);
}

static void rollback(KjQueue *queue)
{
    (void)queue;
}

static bool is_there(KjQueue *queue, GError **error)
{
    (void)queue, (void)error;
    return true;
}

/* A worker has no scope, and perhaps no right to look at tables. */
static bool count_on_server(KjQueue *queue, const char *const *verdicts, guint64 *out_problems,
                            guint64 *out_counts, GError **error)
{
    ServerQueue *q = (ServerQueue *)queue;
    (void)error;
    if (!q->scoped) {
        *out_problems = MAX(*out_problems, (guint64)q->order.open);
        return true;
    }
    g_autofree char *sql =
        g_strdup_printf("SELECT coalesce(r.verdict,''),count(*) FROM scope s LEFT JOIN result r ON "
                        "r.problem=s.problem AND r.task=%" G_GINT64_FORMAT " GROUP BY 1",
                        q->order.task);
    g_autoptr(PGresult) rows = kj_server_query(q->server, sql, NULL, 0, NULL);
    if (!rows) {
        *out_problems = MAX(*out_problems, (guint64)q->order.open);
        return true;
    }
    *out_problems = 0;
    for (int i = 0; verdicts[i]; i++)
        out_counts[i] = 0;
    for (int row = 0; row < PQntuples(rows); row++) {
        guint64 n = (guint64)kj_server_integer(rows, row, 1);
        *out_problems += n;
        for (int i = 0; verdicts[i]; i++)
            if (strcmp(verdicts[i], kj_server_text(rows, row, 0)) == 0)
                out_counts[i] = n;
    }
    return true;
}

static char *label(KjQueue *queue, gint64 problem)
{
    (void)queue;
    return g_strdup_printf(kj_tr("problem %d"), (int)problem);
}

/* Says good-bye: what is held is free for others at once. */
static void leave(ServerQueue *q)
{
    g_autoptr(GError) failure = NULL;
    for (unsigned i = 0; i < LAST_TRIES && !q->left && q->order.token; i++) {
        bool ok = exchange(q, 0, true, &failure);
        q->left = !ok || !q->away;
        if (!q->left)
            g_usleep(BACK_OFF_LEAST);
    }
    if (failure)
        kj_term_message(q->term, "%s", failure->message);
    if (q->waiting->len)
        kj_term_message(q->term, "%s: %u results could not be delivered; others will find them",
                        q->base.name, q->waiting->len);
}

static void free_queue(KjQueue *queue)
{
    ServerQueue *q = (ServerQueue *)queue;
    leave(q);
    for (guint i = 0; i < q->claimed->len; i++)
        kj_batch_job_free(q->claimed->pdata[i]);
    g_ptr_array_unref(q->claimed);
    g_ptr_array_unref(q->waiting);
    g_hash_table_unref(q->held);
    kj_order_clear(&q->order);
}

static const KjQueueKind kind = {
    begin_server_pass, next,     prepare_from_server, put,   due,       commit,
    rollback,          is_there, count_on_server,     label, free_queue};

KjQueue *kj_queue_of_server(KjServer *server, KjOrder *order, bool scoped, unsigned threads,
                            KjRunning *running, KjTerm *term)
{
    ServerQueue *q = g_new0(ServerQueue, 1);
    q->base = (KjQueue){.kind = &kind, .passes = 1, .shared = true, .name = g_strdup(server->name)};
    q->server = server;
    q->term = term;
    q->scoped = scoped;
    q->order = *order;
    *order = (KjOrder){0};
    q->running = running;
    q->threads = threads;
    q->held = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    q->claimed = g_ptr_array_new();
    q->waiting = g_ptr_array_new_with_free_func((GDestroyNotify)json_node_unref);
    q->last = g_get_monotonic_time();
    server->seconds = ANSWER_SECONDS;
    return &q->base;
}

const KjOrder *kj_queue_order(const KjQueue *queue)
{
    return &((const ServerQueue *)queue)->order;
}

KjServerCounts kj_queue_server_counts(const KjQueue *queue)
{
    return ((const ServerQueue *)queue)->count;
}
