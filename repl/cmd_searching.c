/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: background jobs and the live light. */
#include <poll.h>
#include <string.h>

#include "repl/jobs.h"
#include "repl/shell_commands.h"
#include "repl/watch.h"

enum { POLL_MILLISECONDS = 100 };

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

KjExit kj_cmd_watch(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    KjWorkbench *bench = session->bench;
    if (!call->args[0]) {
        g_autofree char *light = bench->watch ? kj_watch_light(bench->watch) : g_strdup("off");
        return kj_say(printer, "%s", light);
    }
    bool on = strcmp(call->args[0], "on") == 0;
    kj_watch_free(g_steal_pointer(&bench->watch));
    if (!on)
        return KJ_EXIT_OK;
    const KjValue *seconds = &call->values->value[KJ_OPTION_TIME];
    enum { WATCH_SECONDS = 2 };
    bench->watch = kj_watch_new(seconds->set ? seconds->real : WATCH_SECONDS, bench->wake[1]);
    if (!bench->watch)
        return kj_misuse(error, "cannot start a thread to watch");
    KjPosition position;
    kj_workbench_position(bench, &position);
    kj_watch_look(bench->watch, &position);
    return KJ_EXIT_OK;
}
