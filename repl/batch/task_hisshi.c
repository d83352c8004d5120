/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The task `hisshi`: is mate forced by checks and threats, how long, by which line. */
#include <stdatomic.h>

#include "repl/batch/task_outcome.h"
#include "repl/cli/input_json.h"
#include "repl/cli/result_json.h"

/* The answer: what `hisshi` says of it, without what was asked for besides. */
static void say(const KjTaskRequest *request, const KjHisshiResult *result, KjTaskOutcome *out)
{
    KjPrinter *printer = kj_task_answer_begin(request, KJ_HISSHI_SCHEMA);
    bool forced = result->verdict == KJ_MATE && !result->by_checks;
    kj_printer_string(printer, "verdict", out->verdict);
    kj_printer_string(printer, "cause", out->cause);
    if (forced) {
        kj_printer_integer(printer, "plies", (gint64)result->plies);
        kj_printer_integer(printer, "pure_plies", (gint64)result->plies);
        kj_printer_boolean(printer, "plies_proved", result->plies_proved);
        kj_print_moves(printer, "line", request->root, result->line, result->n_line, KJ_MOVE_NONE);
        kj_printer_string(printer, "line_kind",
                          result->line_complete ? kj_line_kind_text(KJ_LINE_MAIN) : NULL);
    }
    kj_printer_integer(printer, "nodes", (gint64)result->nodes);
    kj_printer_integer(printer, "ms", (gint64)(result->seconds * 1000 + 0.5));
    kj_task_answer_end(out, printer);
}

static void run_hisshi_task(KjTaskEngine *engine, const KjTaskRequest *request, KjTaskOutcome *out)
{
    g_auto(KjHisshiResult) result;
    kj_solver_set_progress(engine->solver, request->progress, request->progress_data);
    kj_hisshi_solve(engine->hisshi, request->root, KJ_SENTE, &request->limits, &result);
    bool interrupted = request->limits.stop && atomic_load(request->limits.stop);
    out->verdict = kj_hisshi_verdict_text(&result);
    out->cause = result.verdict == KJ_UNKNOWN ? kj_cause_text(result.cause) : NULL;
    out->settled = kj_hisshi_result_final(&result);
    out->stopped = interrupted && !out->settled;
    say(request, &result, out);
}

static const KjExit exits[] = {KJ_EXIT_OK, KJ_EXIT_OK, KJ_EXIT_DEFECT, KJ_EXIT_UNKNOWN};

const KjTaskKind kj_task_hisshi = {"hisshi", kj_verdicts_hisshi, exits, run_hisshi_task, false};
