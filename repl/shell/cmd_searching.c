/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workbench: background jobs and the live light. */
#include <string.h>

#include "core/text/lang.h"
#include "repl/check/check_job.h"
#include "repl/cli/settings.h"
#include "repl/collection/tree_text.h"
#include "repl/job/phrases.h"
#include "repl/job/solve_job.h"
#include "repl/job/solver_cache.h"
#include "repl/job/unplaced_pieces.h"
#include "repl/shell/answer.h"
#include "repl/shell/shell_commands.h"
#include "repl/workbench/jobs.h"
#include "repl/workbench/watch.h"

enum { POLL_MILLISECONDS = 100 };

static KjExit kj_cmd_answer(KjSession *session, const KjCall *call, GError **error)
{
    KjExit status;
    KjProgressLine line;
    kj_progress_line_begin(&line, session, call->values);
    g_autofree char *text =
        kj_answer_find(session, call, call->values->value[KJ_OPT(BRANCHES)].flag,
                       kj_notation_asked(call->values, KJ_NOTATION_JA), &line, &status, error);
    if (text)
        kj_print_line(call->printer, "%s", text);
    return status;
}

static KjExit kj_cmd_jobs(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    if (call->args[0])
        return kj_shell_resume(session, call, error);
    g_autoptr(GArray) list = kj_jobs_list(kj_workbench_of(session)->jobs);
    kj_printer_begin(printer, NULL);
    for (unsigned i = 0; i < list->len; i++) {
        const KjJobState *job = &g_array_index(list, KjJobState, i);
        kj_printer_line(printer, "[%u] %s  %s  %.1f s%s%s", job->number, job->line, job->board,
                        job->seconds, job->progress ? ": " : "",
                        job->progress ? job->progress : "");
    }
    const GPtrArray *left = kj_workbench_of(session)->left;
    for (unsigned i = 0; i < left->len; i++) {
        const KjLeftJob *job = left->pdata[i];
        kj_printer_line(printer, "left %u: %s  %s ('jobs %u')", i + 1, job->line, job->place,
                        i + 1);
    }
    if (!list->len && !left->len)
        kj_printer_line(printer, "no jobs");
    kj_printer_end(printer);
    return KJ_EXIT_OK;
}

static KjExit kj_cmd_stop(KjSession *session, const KjCall *call, GError **error)
{
    unsigned number = kj_call_number(call, 0);
    if (!kj_jobs_stop(kj_workbench_of(session)->jobs, number))
        return number ? kj_usage_error(
                            error, "no job %u is running, expected one that 'jobs' lists", number)
                      : kj_usage_error(error, "no job is running");
    return KJ_EXIT_OK;
}

static KjExit kj_cmd_wait(KjSession *session, const KjCall *call, GError **error)
{
    KjPrinter *printer = call->printer;
    (void)error;
    KjWorkbench *bench = session->bench;
    unsigned number = kj_call_number(call, 0);
    KjExit status = KJ_EXIT_OK;
    while (kj_jobs_busy(bench->jobs, number) && !kj_session_ending()) {
        kj_os_wait(&(KjOsWake *){kj_jobs_wake(bench->jobs)}, 1, false, POLL_MILLISECONDS);
        if (kj_session_stopped(session))
            kj_jobs_stop(bench->jobs, number);
        g_autofree char *text = kj_jobs_take(bench->jobs, &status);
        if (!text)
            continue;
        kj_printer_begin(printer, NULL);
        kj_printer_block(printer, text);
        kj_printer_end(printer);
    }
    kj_shell_watch_learn(session);
    if (bench->watch && !number)
        kj_watch_wait(bench->watch, session->stop);
    return status;
}

/* ---- the light ---- */

void kj_shell_watch_look(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    KjPosition position = kj_workbench_position(bench);
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings, KJ_OPTIONS_TSUME, values);
    KjSide attacker = kj_solve_attacker(values, &kj_workbench_tree(bench)->start);
    if (values->value[KJ_OPT(COMPLETE_HANDS)].flag)
        kj_unplaced_give(&position, kj_other(attacker));
    g_autoptr(GArray) author = kj_workbench_author(bench, false);
    KjAnswer known;
    bool found = kj_answer_known(session, &known);
    bench->learnt = kj_solver_cache_serial(bench->cache);
    kj_watch_look(bench->watch, &position, attacker,
                  author ? (const KjMove *)(void *)author->data : NULL, author ? author->len : 0,
                  found ? &known : NULL);
}

void kj_shell_watch_learn(KjSession *session)
{
    KjWorkbench *bench = session->bench;
    if (bench->learnt == kj_solver_cache_serial(bench->cache))
        return;
    bench->learnt = kj_solver_cache_serial(bench->cache);
    if (bench->watch)
        kj_shell_watch_look(session);
}

/* What the light is to find out: by the settings of the session and what is given, else, of limits
 * and memory, as the light there is. */
static void watch_request(const KjWorkbench *bench, const KjValues *given, KjSolveRequest *out)
{
    enum { WATCH_SECONDS = 2, WATCH_MIB = 128 };
    g_autoptr(KjValues) values = kj_values_new();
    kj_settings_apply(bench->settings,
                      KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_JUDGE |
                          KJ_OPTIONS_NOTATION | KJ_OPTIONS_GOAL,
                      values);
    for (const KjOption *option = NULL; given && (option = kj_option_next(option));) {
        if (option->groups & (KJ_OPTIONS_SEARCH | KJ_OPTIONS_GOAL) &&
            option->kind != KJ_OPTION_TEXT)
            values->value[option->id] = given->value[option->id];
    }
    kj_solve_request(values, 1, out);
    const KjSolveRequest *now = given || !bench->watch ? NULL : kj_watch_request(bench->watch);
    if (!values->value[KJ_OPT(MEMORY)].set)
        out->solver.memory_mib = now ? now->solver.memory_mib : WATCH_MIB;
    if (!values->value[KJ_OPT(TIME)].set)
        out->limits.seconds = now ? now->limits.seconds : WATCH_SECONDS;
    if (!values->value[KJ_OPT(GOAL)].set && now)
        out->hisshi = now->hisshi;
    if (!values->value[KJ_OPT(NODES)].set && now)
        out->limits.nodes = now->limits.nodes;
}

bool kj_shell_watch(KjSession *session, const KjValues *given)
{
    KjWorkbench *bench = session->bench;
    KjSolveRequest request;
    watch_request(bench, given, &request);
    kj_watch_free(g_steal_pointer(&bench->watch));
    bench->watch = kj_watch_new(&request, bench->wake);
    if (bench->watch)
        kj_shell_watch_look(session);
    return bench->watch != NULL;
}

static KjExit kj_cmd_watch(KjSession *session, const KjCall *call, GError **error)
{
    KjWorkbench *bench = session->bench;
    if (!call->args[0]) {
        g_autofree char *light =
            bench->watch ? kj_watch_light(bench->watch) : g_strdup(kj_tr("off"));
        g_autofree char *summary = bench->watch ? kj_watch_summary(bench->watch) : NULL;
        return summary ? kj_print_line(call->printer, "%s\n%s", light, summary)
                       : kj_print_line(call->printer, "%s", light);
    }
    if (strcmp(call->args[0], "off") == 0) {
        kj_watch_free(g_steal_pointer(&bench->watch));
        return KJ_EXIT_OK;
    }
    if (!kj_shell_watch(session, call->values))
        return kj_usage_error(error, "cannot start a thread to watch");
    return KJ_EXIT_OK;
}

const KjCommand kj_answer_command = {
    .name = "answer",
    .ja = "解答",
    .aliases = {"best"},
    .group = KJ_COMMANDS_SEARCH,
    .summary = "solve and put the main line on the board's tree",
    .details = "Solves the board while you wait, and adds the main line to the tree of moves; "
               "'goto +1' and 'browse' go through it. After a move of the defender's it "
               "gives the answer to that move. If there is no mate it adds the line that comes "
               "nearest to one, with the defender's best reply.",
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_TSUME | KJ_OPTIONS_NOTATION | KJ_OPTIONS_ANSWER,
    .run = kj_cmd_answer,
    .examples = {{"position '7k1/9/6B1R/9/9/9/9/9/9 b G'; answer; +1; position",
                  "The mating move is played.", "moves G*2b"}},
};

const KjCommand kj_jobs_command = {
    .name = "jobs",
    .ja = "探索一覧",
    .group = KJ_COMMANDS_SEARCH,
    .summary = "list what runs in the background, or go on with it",
    .details =
        "On a terminal what may take long runs in the background (solve, check, repair, near, "
        "...), unless another command follows on its line, and everywhere with & at the end. "
        "Prints the number, command, time and progress of each, and the jobs that were running "
        "when the session ended which 'restore' has brought back: with N goes on with the Nth of "
        "those. Searches that keep checkpoints (solve, check, repair, ...) go on from where they "
        "were, others begin anew.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 10000000}},
    .run = kj_cmd_jobs,
    .examples = {{"jobs", "Nothing runs.", "no jobs"},
                 {"perft 30 &\nkeep later\nstop\nrestore later; jobs 1; stop", "Begun again.",
                  "jobs left: 1"}},
};

const KjCommand kj_stop_command = {
    .name = "stop",
    .ja = "中止",
    .group = KJ_COMMANDS_SEARCH,
    .summary = "stop background jobs",
    .details =
        "Stops the job of that number, or all. Ctrl-C does the same. What was found is printed.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 10000000}},
    .run = kj_cmd_stop,
    .examples = {{"perft 30 &\nstop\nwait", "Begun and stopped.", "(stopped)"}},
};

const KjCommand kj_wait_command = {
    .name = "wait",
    .ja = "待つ",
    .group = KJ_COMMANDS_SEARCH,
    .summary = "wait for background jobs",
    .details = "Waits until the job of that number, or all, have ended, and until watch has its "
               "answer. Ctrl-C stops them.",
    .args = {{.kind = KJ_ARG_INTEGER, .name = "N", .optional = true, .min = 1, .max = 10000000}},
    .flags = KJ_COMMAND_LONG,
    .run = kj_cmd_wait,
    .examples = {{"position '7k1/9/6B1R/9/9/9/9/9/9 b G'; solve &\nwait", "Solved aside.",
                  "mate in 1 ply"}},
};

const KjCommand kj_watch_command = {
    .name = "watch",
    .ja = "監視",
    .group = KJ_COMMANDS_SEARCH,
    .summary = "keep solving what is on the board",
    .details =
        "With on, every change of the position is solved at once, for at most --time seconds "
        "(2), and the prompt shows what came out: mate and its plies, no mate, or ? when it is "
        "not decided; then, as long again, the work is judged as check does. Without an "
        "argument prints it, and what the check came to. With --goal=hisshi, or after 'set goal "
        "hisshi', it is about 必至.",
    .args = {{.kind = KJ_ARG_CHOICE, .name = "SWITCH", .optional = true, .choices = "on|off"}},
    .options = KJ_OPTIONS_SEARCH | KJ_OPTIONS_GOAL,
    .run = kj_cmd_watch,
    .examples = {{"watch on; position '7k1/9/6B1R/9/9/9/9/9/9 b G'\nwait\nwatch",
                  "A mate in one, watched.", "mate 1"}},
};
