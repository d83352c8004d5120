/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: background jobs and the live light. */
#include <poll.h>
#include <string.h>

#include "core/text.h"
#include "repl/fault.h"
#include "repl/jobs.h"
#include "repl/pool.h"
#include "repl/rest.h"
#include "repl/settings.h"
#include "repl/shell_commands.h"
#include "repl/solve.h"
#include "repl/text.h"
#include "repl/watch.h"

enum { POLL_MILLISECONDS = 100 };

/* A search for `answer`, on a thread with a stack that is deep enough. */
typedef struct {
    KjSolveRequest request;
    KjPosition root;
    KjSide attacker;
    KjResult result;
    char *failure;
} Search;

static void work(void *data, unsigned index, const volatile bool *cancel)
{
    (void)index;
    Search *search = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(KjSolver) solver = kj_solver_new(&search->request.solver, &error);
    if (!solver) {
        search->failure = g_strdup(error->message);
        return;
    }
    KjLimits limits = search->request.limits;
    limits.stop = cancel;
    kj_solver_solve(solver, &search->root, search->attacker, &limits, &search->result);
}

static bool deliver(void *data, unsigned index)
{
    (void)data;
    (void)index;
    return true;
}

/* Puts the main line into the tree; where we are stays. */
static void add_line(KjWorkbench *bench, const KjResult *result)
{
    KjStudy *study = kj_study_copy(kj_workbench_study(bench));
    unsigned here = study->current;
    for (unsigned i = 0; i < result->n_line; i++)
        kj_study_play(study, result->line[i]);
    study->current = here;
    kj_workbench_change(bench, study);
}

/* What came out, for people. */
static KjExit tell(KjSession *session, const KjCall *call, const Search *search, KjPrinter *printer)
{
    const KjResult *result = &search->result;
    if (result->verdict != KJ_MATE) {
        const char *cause = result->verdict == KJ_UNKNOWN ? kj_cause_text(result->cause) : "";
        kj_say(printer, "%s%s%s", result->verdict == KJ_NOMATE ? "no mate" : "unknown",
               *cause ? ", " : "", cause);
        return result->verdict == KJ_NOMATE ? KJ_EXIT_DEFECT : KJ_EXIT_UNKNOWN;
    }
    KjMove last = kj_study_last(kj_workbench_study(session->bench));
    g_auto(GStrv) line = kj_line_text(&search->root, result->line, result->n_line, last,
                                      kj_call_notation(call, KJ_NOTATION_JA));
    g_autofree char *moves = g_strjoinv(" ", line);
    add_line(session->bench, result);
    return kj_say(printer, "mate in %s%u: %s", result->plies_proved ? "" : "at most ",
                  result->plies, moves);
}

KjExit kj_cmd_answer(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    Search search = {0};
    kj_workbench_position(session->bench, &search.root);
    // of the problem, also after a move of its line
    search.attacker = kj_solve_attacker(call->values, &kj_workbench_study(session->bench)->start);
    if (call->values->value[KJ_OPTION_COMPLETE_HANDS].flag)
        kj_rest_give(&search.root, kj_other(search.attacker));
    unsigned square;
    g_autofree char *fault = kj_fault_text(&search.root, &square);
    bool no_king = search.root.king[kj_other(search.attacker)] == KJ_NO_SQUARE;
    if (fault || no_king) {
        g_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_POSITION, "%s",
                    fault ? fault : "the defender has no king, expected one on the board");
        return KJ_EXIT_INPUT;
    }
    kj_solve_request(session, call, 1, &search.request);
    KjPoolTask task = {work, deliver, &search};
    if (!kj_pool_run(1, 1, session->stop, &task, error))
        return KJ_EXIT_INTERNAL;
    KjExit status = KJ_EXIT_INTERNAL;
    if (search.failure)
        kj_term_message(&session->term, "%s", search.failure);
    else
        status = tell(session, call, &search, printer);
    kj_result_clear(&search.result);
    g_free(search.failure);
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
    bench->watch = kj_watch_new(&request.solver, &request.limits, bench->wake[1]);
    if (bench->watch)
        kj_bench_look(session);
    return bench->watch != NULL;
}

KjExit kj_cmd_watch(KjSession *session, const KjCall *call, KjPrinter *printer, GError **error)
{
    enum { WATCH_SECONDS = 2 };
    KjWorkbench *bench = session->bench;
    if (!call->args[0]) {
        g_autofree char *light = bench->watch ? kj_watch_light(bench->watch) : g_strdup("off");
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
