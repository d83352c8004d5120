/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: background jobs and the live light. */
#include <poll.h>
#include <string.h>

#include "core/lang.h"
#include "repl/answer.h"
#include "repl/jobs.h"
#include "repl/rest.h"
#include "repl/settings.h"
#include "repl/shell_commands.h"
#include "repl/solve.h"
#include "repl/text.h"
#include "repl/watch.h"

enum { POLL_MILLISECONDS = 100 };

KjExit kj_cmd_answer(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    KjExit status;
    g_autofree char *text =
        kj_answer_find(session, call, call->values->value[KJ_OPTION_BRANCHES].flag,
                       kj_call_notation(call, KJ_NOTATION_JA), &status, error);
    if (text)
        kj_say(printer, "%s", text);
    return status;
}

KjExit kj_cmd_jobs(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)call;
    (void)error;
    g_autoptr(GArray) list = kj_jobs_list(session->bench->jobs);
    kj_printer_begin(printer, "");
    for (unsigned i = 0; i < list->len; i++) {
        const KjJobState *job = &g_array_index(list, KjJobState, i);
        kj_printer_line(printer, "[%u] %s  %.1f s%s%s", job->number, job->line, job->seconds,
                        job->progress ? ": " : "", job->progress ? job->progress : "");
    }
    if (!list->len)
        kj_printer_line(printer, "no jobs");
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

KjExit kj_cmd_stop(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)printer;
    unsigned number = kj_call_number(call, 0);
    if (!kj_jobs_stop(session->bench->jobs, number))
        return number ? kj_misuse(error, "no job %u is running (see 'jobs')", number)
                      : kj_misuse(error, "no job is running");
    return KJ_EXIT_OK;
}

KjExit kj_cmd_wait(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    (void)error;
    KjWorkbench *bench = session->bench;
    unsigned number = kj_call_number(call, 0);
    KjExit status = KJ_EXIT_OK;
    while (kj_jobs_busy(bench->jobs, number)) {
        struct pollfd wake = {.fd = kj_jobs_fd(bench->jobs), .events = POLLIN};
        poll(&wake, 1, POLL_MILLISECONDS);
        if (kj_session_stopped(session))
            kj_jobs_stop(bench->jobs, number);
        g_autofree char *text = kj_jobs_take(bench->jobs, &status);
        if (!text)
            continue;
        kj_printer_begin(printer, "");
        kj_printer_block(printer, text);
        kj_printer_end(printer);
    }
    if (bench->watch && !number)
        kj_watch_wait(bench->watch, session->stop);
    return status;
}

/* ---- the light ---- */

void kj_bench_look(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    KjPosition position;
    kj_workbench_position(bench, &position);
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, KJ_OPTIONS_TSUME, values);
    KjSide attacker = kj_solve_attacker(values, &kj_workbench_study(bench)->start);
    if (values->value[KJ_OPTION_COMPLETE_HANDS].flag)
        kj_rest_give(&position, kj_other(attacker));
    kj_watch_look(bench->watch, &position, attacker);
}

bool kj_bench_watch(KjSession *session, const double *seconds)
{
    enum { WATCH_MIB = 128 };
    KjWorkbench *bench = session->bench;
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME, values);
    KjCall call = {.values = values};
    KjSolveRequest request;
    kj_solve_request(session, &call, 1, &request);
    if (!values->value[KJ_OPTION_MEMORY].set)
        request.solver.memory_mib = WATCH_MIB;
    request.limits.seconds = seconds ? *seconds : kj_watch_seconds(bench->watch);
    kj_watch_free(g_steal_pointer(&bench->watch));
    bench->watch =
        kj_watch_new(&request.solver, &request.limits,
                     kj_profile_at(values->value[KJ_OPTION_PROFILE].choice), bench->wake[1]);
    if (bench->watch)
        kj_bench_look(session);
    return bench->watch != NULL;
}

KjExit kj_cmd_watch(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    enum { WATCH_SECONDS = 2 };
    KjWorkbench *bench = session->bench;
    if (!call->args[0]) {
        g_autofree char *light =
            bench->watch ? kj_watch_light(bench->watch) : g_strdup(kj_tr("off"));
        return kj_say(printer, "%s", light);
    }
    if (strcmp(call->args[0], "off") == 0) {
        kj_watch_free(g_steal_pointer(&bench->watch));
        return KJ_EXIT_OK;
    }
    const KjValue *value = &call->values->value[KJ_OPTION_TIME];
    double seconds = value->set ? value->real : WATCH_SECONDS;
    if (!kj_bench_watch(session, &seconds))
        return kj_misuse(error, "cannot start a thread to watch");
    return KJ_EXIT_OK;
}
