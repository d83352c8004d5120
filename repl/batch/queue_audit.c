/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The queue of a worker that verifies: results of other workers, a share of those of a run, are found
 * out again, with a certificate, and held against it. Nothing that they have said is believed.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "core/format/position_text.h"
#include "core/format/sfen.h"
#include "core/notation/usi.h"
#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/batch/audit.h"
#include "repl/batch/wire.h"
#include "repl/verify/verify.h"

enum { CHUNK = 64, NUMBER = 32 }; // problems fetched at a time; characters of a number

typedef struct {
    KjQueue base;
    KjServer *server; // not owned
    KjTerm *term;     // for messages; not owned
    const atomic_bool *stop;
    KjOrder order;
    char share[G_ASCII_DTOSTR_BUF_SIZE];
    char *folder; // of certificates on their way
    gint64 last;  // problem given last
    KjAuditCount count;
} AuditQueue;

static gint64 begin_audit_pass(KjQueue *queue, unsigned pass, GError **error)
{
    (void)pass;
    AuditQueue *q = (AuditQueue *)queue;
    char task[NUMBER];
    g_snprintf(task, sizeof task, "%" G_GINT64_FORMAT, q->order.task);
    const char *const values[] = {task, q->share};
    q->count.chosen = kj_server_number(q->server, "SELECT count_to_verify($1,$2)", values,
                                       G_N_ELEMENTS(values), error);
    return q->count.chosen;
}

static GPtrArray *next(KjQueue *queue, unsigned flying, bool *out_end, GError **error)
{
    (void)flying;
    AuditQueue *q = (AuditQueue *)queue;
    char task[NUMBER], last[NUMBER], most[NUMBER];
    g_snprintf(task, sizeof task, "%" G_GINT64_FORMAT, q->order.task);
    g_snprintf(last, sizeof last, "%" G_GINT64_FORMAT, q->last);
    g_snprintf(most, sizeof most, "%d", CHUNK);
    const char *const values[] = {task, q->share, last, most};
    g_autoptr(PGresult) rows = kj_server_query(q->server, "SELECT next_to_verify($1,$2,$3,$4)",
                                               values, G_N_ELEMENTS(values), error);
    GPtrArray *jobs =
        rows ? kj_wire_jobs(kj_server_text(rows, 0, 0), q->order.budgets, error) : NULL;
    if (!jobs)
        return NULL;
    if (jobs->len)
        q->last = ((const KjBatchJob *)jobs->pdata[jobs->len - 1])->problem;
    *out_end = jobs->len == 0;
    return jobs;
}

static bool prepare_audit(KjQueue *queue, KjBatchJob *job, GError **error)
{
    (void)queue, (void)job, (void)error;
    return true; // from the beginning: what a checkpoint says would be believed
}

static bool is_stopped(const AuditQueue *q)
{
    return q->stop && atomic_load(q->stop);
}

/* Whether a certificate, which has SFEN in every game, is about the problem of a job. */
static bool is_about(const KjBatchJob *job, const KvResult *result)
{
    KjPositionText text;
    if (strcmp(result->game, job->game) != 0 ||
        !kj_position_text_read(job->position, job->rules, &text, NULL))
        return false;
    g_autofree char *sfen = kj_sfen_write(&text.start, 1);
    kj_position_text_clear(&text);
    size_t length = strlen(result->position);
    bool ends =
        sfen[length] == ' ' || sfen[length] == '\0'; // the number of the move may be missing
    return strncmp(sfen, result->position, length) == 0 && ends;
}

/* Whether a certificate is about the problem of a job, and says what was found out. */
static bool says_so(const AuditQueue *q, const KjBatchJob *job, const KvResult *result)
{
    const KjTaskOutcome *outcome = &job->outcome;
    bool about = is_about(job, result);
    bool solved = strcmp(q->order.kind, kj_task_solve.name) == 0;
    if (result->report)
        return about && !solved && strcmp(result->verdict, outcome->verdict) == 0;
    // of a check that has none of the report it is about the position, not about the author's line
    int plies = *result->interpositions ? outcome->plies : outcome->pure_plies;
    return about && (!solved || (result->mate == (outcome->plies >= 0) &&
                                 (!result->mate || (int)result->plies == plies)));
}

/* Whether the certificate of a job, which is removed, proves what was found out. */
static bool proves(const AuditQueue *q, const KjBatchJob *job)
{
    const KvResult *result = job->outcome.verified;
    if (!result)
        return false;
    g_unlink(job->outcome.certificate);
    if (says_so(q, job, result) || is_stopped(q))
        return true;
    char text[KV_LINE];
    kv_result_text(result, text, sizeof text);
    kj_term_message(q->term,
                    "problem %d: the certificate made here does not say what was found: %s",
                    (int)job->problem, text);
    return false;
}

/* Whether a line is one of legal moves from the position of a job. */
static bool can_be_played(const KjBatchJob *job, const char *line)
{
    KjPositionText text;
    if (!kj_position_text_read(job->position, job->rules, &text, NULL))
        return false;
    text.start.game = job->rules;
    KjPosition at = kj_position_text_end(&text);
    kj_position_text_clear(&text);
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    for (char **word = words; *word && **word; word++) {
        KjMove move;
        KjUndo undo;
        if (!kj_usi_move_read(&at, *word, &move, NULL) ||
            kj_move_legality(&at, move) != KJ_MOVE_LEGAL)
            return false;
        kj_position_make(&at, move, &undo);
    }
    return true;
}

static void print_audited(AuditQueue *q, const KjBatchJob *job, bool proved, const char *said)
{
    q->count.contradictions++;
    if (!proved) {
        kj_term_message(q->term, "contradiction: problem %d: %s, which cannot be",
                        (int)job->problem, said);
        return;
    }
    char plies[NUMBER] = "";
    if (job->outcome.plies >= 0)
        g_snprintf(plies, sizeof plies, " %d", job->outcome.plies);
    kj_term_message(q->term,
                    "contradiction: problem %d: %s, but %s%s by a certificate that was verified",
                    (int)job->problem, said, job->outcome.verdict, plies);
}

static bool put(KjQueue *queue, const KjBatchJob *job, GError **error)
{
    AuditQueue *q = (AuditQueue *)queue;
    if (job->outcome.stopped)
        return true;
    KjBatchJob seen = *job;
    bool proved = proves(q, job);
    if (!proved && is_stopped(q))
        return true;
    if (!proved)
        seen.outcome.verdict = "unknown";
    g_autoptr(JsonNode) node = kj_wire_result(&seen);
    if (job->said && !can_be_played(job, job->said))
        json_object_set_boolean_member(json_node_get_object(node), "impossible", TRUE);
    g_autofree char *text = json_to_string(node, FALSE);
    char task[NUMBER];
    g_snprintf(task, sizeof task, "%" G_GINT64_FORMAT, q->order.task);
    const char *const values[] = {task, text};
    g_autoptr(PGresult) rows = kj_server_query(q->server, "SELECT put_verified($1,$2)", values,
                                               G_N_ELEMENTS(values), error);
    if (!rows)
        return false;
    const char *said = kj_server_text(rows, 0, 0);
    if (said)
        print_audited(q, &seen, proved, said);
    else
        *(proved ? &q->count.agree : &q->count.open) += 1;
    return true;
}

static gint64 due(const KjQueue *queue)
{
    (void)queue;
    return 0; // every answer is there at once
}

static bool done(KjQueue *queue, GError **error)
{
    (void)queue, (void)error;
    return true;
}

static void rollback(KjQueue *queue)
{
    (void)queue;
}

static bool count_audited(KjQueue *queue, const char *const *verdicts, guint64 *out_problems,
                          guint64 *out_counts, GError **error)
{
    (void)verdicts, (void)out_counts, (void)error;
    *out_problems = (guint64)((AuditQueue *)queue)->count.chosen;
    return true;
}

static char *label(KjQueue *queue, gint64 problem)
{
    (void)queue;
    return g_strdup_printf(kj_tr("problem %d"), (int)problem);
}

/* Removes the folder, with what nobody came to verify. */
static void remove_folder(const char *folder)
{
    g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
    for (const char *leaf; files && (leaf = g_dir_read_name(files));) {
        g_autofree char *path = g_build_filename(folder, leaf, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
}

static void free_queue(KjQueue *queue)
{
    AuditQueue *q = (AuditQueue *)queue;
    kj_order_leave(q->server, &q->order);
    kj_order_clear(&q->order);
    remove_folder(q->folder);
    g_free(q->folder);
}

static const KjQueueKind kind = {begin_audit_pass, next, prepare_audit, put,   due,       done,
                                 rollback,         done, count_audited, label, free_queue};

KjQueue *kj_queue_of_audit(KjServer *server, KjOrder *order, double share, KjTerm *term,
                           const atomic_bool *stop, GError **error)
{
    char *folder = g_dir_make_tmp("kanju-XXXXXX", error);
    if (!folder)
        return NULL;
    AuditQueue *q = g_new0(AuditQueue, 1);
    q->base = (KjQueue){.kind = &kind, .passes = 1, .name = g_strdup(server->name)};
    q->server = server;
    q->term = term;
    q->stop = stop;
    q->order = *order;
    *order = (KjOrder){0};
    g_ascii_dtostr(q->share, sizeof q->share, share);
    q->folder = folder;
    return &q->base;
}

const char *kj_audit_folder(const KjQueue *queue)
{
    return ((const AuditQueue *)queue)->folder;
}

const KjAuditCount *kj_audit_count(const KjQueue *queue)
{
    return &((const AuditQueue *)queue)->count;
}
