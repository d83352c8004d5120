/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The task `hisshi`: is mate forced by checks and threats, how long, by which line. */
#include <stdatomic.h>

#include "repl/batch/task_outcome.h"
#include "repl/job/phrases.h"

static void run_hisshi_task(KjTaskEngine *engine, const KjTaskRequest *request, KjTaskOutcome *out)
{
    g_auto(KjHisshiResult) result;
    kj_solver_set_progress(engine->solver, request->progress, request->progress_data);
    kj_hisshi_solve(engine->hisshi, request->root, KJ_SENTE, &request->limits, &result);
    bool unknown = result.verdict == KJ_UNKNOWN;
    bool interrupted = request->limits.stop && atomic_load(request->limits.stop);
    kj_task_outcome_init(out);
    out->verdict = kj_hisshi_verdict_text(&result);
    out->cause = unknown ? kj_cause_text(result.cause) : NULL;
    out->settled = kj_hisshi_result_final(&result);
    out->stopped = interrupted && !out->settled;
    out->nodes = (gint64)result.nodes;
    out->ms = (gint64)(result.seconds * 1000 + 0.5);
    if (result.verdict == KJ_MATE && !result.by_checks) {
        out->plies = out->pure_plies = (int)result.plies;
        out->proved = result.plies_proved;
        out->complete = result.line_complete ? 1 + KJ_LINE_MAIN : 0;
        g_auto(GStrv) line =
            kj_line_text(request->root, result.line, result.n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
        out->canon_line = g_strjoinv(" ", line);
    }
}

static const KjExit exits[] = {KJ_EXIT_OK, KJ_EXIT_OK, KJ_EXIT_DEFECT, KJ_EXIT_UNKNOWN};

const KjTaskKind kj_task_hisshi = {"hisshi", kj_verdicts_hisshi, exits, run_hisshi_task, false};
