/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work: solves problems from the list of a store on a server. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core/text/lang.h"
#include "repl/batch/audit.h"
#include "repl/batch/batch_fields.def"
#include "repl/batch/batch_run.h"
#include "repl/batch/supervise.h"
#include "repl/batch/wire.h"
#include "repl/cli/commands.h"
#include "repl/cli/fields_print.h"
#include "repl/job/cores.h"

static bool check(const KjCall *call, GError **error)
{
    const KjValue *value = call->values->value;
    static const KjOptionId refused[] = {KJ_OPTION_TIME, KJ_OPTION_NODES};
    for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
        if (!value[refused[i]].set)
            continue;
        return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
                            "--%s: the run has its own limits, expected it with 'kanju batch'",
                            kj_option_at(refused[i])->name);
    }
    if (kj_server_is(call->args[0]))
        return true;
    return kj_set_error(error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_ARGUMENT,
                        "URL '%s': expected a store on a server, as postgresql://HOST/DATABASE",
                        call->args[0]);
}

/* ---- the machine ---- */

/* Memory for all searches, in MiB: as asked for, else half of the machine's. */
static gint64 memory_mib(const KjValues *values)
{
    const KjValue *asked = &values->value[KJ_OPTION_MEMORY];
    if (asked->set)
        return asked->integer;
    return (gint64)sysconf(_SC_PHYS_PAGES) / 2 * sysconf(_SC_PAGESIZE) >> 20;
}

/* As many threads as there is memory for. False: not for one. */
static bool fit(const KjCall *call, const KjOrder *order, unsigned *threads, GError **error)
{
    gint64 room = memory_mib(call->values) / MAX(order->memory_mib, 1);
    *threads = (unsigned)MIN(*threads, room);
    if (*threads > 0)
        return true;
    return kj_set_error(
        error, KJ_USAGE_ERROR, KJ_USAGE_ERROR_OPTION,
        "--memory: %" G_GINT64_FORMAT
        " MiB is less than one search of this run takes, expected at least %" G_GINT64_FORMAT
        " MiB",
        memory_mib(call->values), order->memory_mib);
}

/* ---- the work ---- */

static void sum_up(const KjBatchRun *run, double seconds, const KjCall *call)
{
    KjPrinter *printer = call->printer;
    const KjOrder *order = kj_queue_order(run->queue);
    guint64 done = run->progress.done_now;
    KjServerCounts count = kj_queue_server_counts(run->queue);
    kj_printer_begin(printer, call->command->schema);
    KJ_FIELDS_WORKED;
    kj_printer_line(printer,
                    "worker %" G_GINT64_FORMAT ": %" G_GUINT64_FORMAT
                    " results in %.2f s, %.0f/s; %" G_GUINT64_FORMAT " of them came late",
                    order->worker, done, seconds, seconds > 0 ? (double)done / seconds : 0,
                    count.late);
    kj_printer_end(printer);
}

static KjExit sum_up_audit(const KjBatchRun *run, double seconds, const KjCall *call)
{
    KjPrinter *printer = call->printer;
    const KjAuditCount *count = kj_audit_count(run->queue);
    double share = call->values->value[KJ_OPTION_VERIFY_CERTIFICATES].real;
    gint64 now = count->agree + count->open + count->contradictions;
    char word[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(word, sizeof word, "%g", share);
    kj_printer_begin(printer, "kanju.verified/1");
    KJ_FIELDS_VERIFIED;
    kj_printer_line(printer,
                    "verified now: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                    " results chosen: %" G_GINT64_FORMAT " agree, %" G_GINT64_FORMAT
                    " without a certificate within the limits, %" G_GINT64_FORMAT " contradictions",
                    now, count->chosen, count->agree, count->open, count->contradictions);
    kj_printer_end(printer);
    return count->contradictions ? KJ_EXIT_DEFECT : count->open ? KJ_EXIT_UNKNOWN : KJ_EXIT_OK;
}

/* Runs with the queue; what is to be said in the end. */
static KjExit run_queue(KjBatchRun *run, bool audit, const KjCall *call, GError **error)
{
    gint64 begun = g_get_monotonic_time();
    bool ok = kj_batch_run(run, error);
    double seconds = (double)(g_get_monotonic_time() - begun) / 1e6;
    if (audit)
        return ok ? sum_up_audit(run, seconds, call) : KJ_EXIT_OK;
    if (ok)
        sum_up(run, seconds, call);
    KjServerCounts count = kj_queue_server_counts(run->queue);
    return count.contradictions || count.refused ? KJ_EXIT_DEFECT : KJ_EXIT_OK;
}

static KjExit run_order(KjSession *session, const KjCall *call, KjServer *server, KjOrder *order,
                        KjShared *shared, GError **error)
{
    unsigned threads = kj_cores_asked(call->values);
    const KjValue *share = &call->values->value[KJ_OPTION_VERIFY_CERTIFICATES];
    g_autoptr(KjValues) values = kj_order_values(order, server->name, error);
    if (!values || !fit(call, order, &threads, error))
        return KJ_EXIT_OK;
    KjBatchRun run = {.session = session,
                      .values = values,
                      .kind = kj_task_kind_of(values),
                      .jobs = threads,
                      .budgets = order->budgets, // the queue keeps them
                      .running = shared ? shared->running : NULL};
    kj_solve_request(values, 1, &run.options);
    run.options.threads = threads;
    run.options.certify_proved = share->set;
    run.options.solver.memory_mib = (size_t)order->memory_mib;
    run.progress.bar = kj_session_shows_progress(session, call->values);
    run.progress.lines = !call->values->value[KJ_OPTION_PROGRESS].set && !run.progress.bar &&
                         !session->term.err_is_terminal;
    g_autoptr(KjQueue) queue =
        share->set
            ? kj_queue_of_audit(server, order, share->real, &session->term, session->stop, error)
            : kj_queue_of_server(server, order, false, threads, run.running, &session->term);
    if (!queue)
        return KJ_EXIT_OK;
    run.queue = queue;
    run.certificates = share->set ? kj_audit_folder(queue) : NULL;
    return run_queue(&run, share->set, call, error);
}

static KjExit work_as_worker(KjSession *session, const KjCall *call, KjShared *shared,
                             GError **error)
{
    g_autoptr(KjServer) server = kj_server_open(call->args[0], error);
    KjOrder order;
    if (!server || !kj_order_take(server, 0, kj_cores_asked(call->values), &order, error))
        return KJ_EXIT_OK;
    KjExit status = KJ_EXIT_OK;
    if (order.token) {
        if (shared)
            g_strlcpy(shared->token, order.token, sizeof shared->token);
        status = run_order(session, call, server, &order, shared, error);
    } else {
        kj_term_message(&session->term,
                        "%s: there is no run, expected one by 'kanju batch --enqueue'",
                        server->name);
    }
    kj_order_clear(&order);
    return status;
}

/* ---- a death ---- */

typedef struct {
    KjSession *session;
    const char *url;
} Watch;

/* Tells the server which problems a worker was solving when it was killed. */
static void report_death(void *data, const KjShared *shared, int number)
{
    const Watch *watch = data;
    gint64 ids[KJ_MOST_JOBS];
    unsigned n = 0;
    for (unsigned i = 0; i < KJ_MOST_JOBS; i++) {
        gint64 problem = atomic_load(&((KjShared *)(gsize)shared)->running[i]);
        if (problem)
            ids[n++] = problem;
    }
    g_autofree char *why = g_strdup_printf("killed by signal %d (%s)", number, g_strsignal(number));
    g_autofree char *problems = kj_wire_array(ids, n);
    kj_term_message(&watch->session->term, "the worker was killed by signal %d (%s) at problems %s",
                    number, g_strsignal(number), problems);
    if (!*shared->token)
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjServer) server = kj_server_open(watch->url, &error);
    const char *const values[] = {shared->token, problems, why};
    g_autoptr(PGresult) told =
        server ? kj_server_query(server, "SELECT kanju.died($1,$2,$3)", values, 3, &error) : NULL;
    if (!told)
        kj_term_message(&watch->session->term, "%s", error->message);
}

static KjExit kj_cmd_work(KjSession *session, const KjCall *call, GError **error)
{
    if (!check(call, error))
        return KJ_EXIT_USAGE;
    KjShared *shared = NULL;
    int status = -1;
    Watch watch = {session, call->args[0]};
    // the workbench has threads, which no child would have
    if (!session->bench && !kj_supervise(session, report_death, &watch, &shared, &status) &&
        status >= 0)
        return (KjExit)status;
    kj_progress_listen();
    KjExit worst = work_as_worker(session, call, shared, error);
    kj_progress_ignore();
    return worst;
}

const KjCommand kj_work_command = {
    .name = "work",
    .group = KJ_COMMANDS_WHOLE,
    .summary = "solve what is on the list of a store on a server",
    .details = "Claims problems that 'kanju batch --enqueue' has put on the list, solves them and "
               "delivers the results, until nothing is left to do; on any number of machines at "
               "once. Without --threads it uses all processors, without --memory half of the "
               "machine's. SIGINT and SIGTERM end it gracefully; killed, it loses seconds of "
               "work, which others do again. With --verify-certificates it holds a share of what "
               "others have found out against certificates. docs/scale.md has more.",
    .args = {{.kind = KJ_ARG_TEXT, .name = "URL"}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_WORK | KJ_OPTIONS_JSON,
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_work,
    .examples = {{"work service=tsume", "Solve what is on the list.", "worker 1: 1 results"}},
    .schema = "kanju.work/1",
};
