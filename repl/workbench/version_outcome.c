/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions judged. */
#include "repl/workbench/version_outcome.h"

#include "core/rules/movegen.h"
#include "repl/cli/fields_print.h"
#include "repl/workbench/intended.h"
#include "repl/workbench/workbench_fields.def"
#include "solver/compose/tries.h"

enum { TRY_NODES = 5000 }; // for each wrong check

void kj_version_outcome_free(KjVersionOutcome *outcome)
{
    if (!outcome)
        return;
    if (outcome->reported)
        kj_report_clear(&outcome->report);
    g_free(outcome->asked);
    g_free(outcome);
}

static void count_tries(KjVersionOutcome *outcome, KjSolver *solver, const atomic_bool *stop)
{
    KjLimits limits = {.stop = stop};
    g_autoptr(GArray) tries =
        kj_wrong_checks_follow(solver, &outcome->report, TRY_NODES, &limits, NULL);
    KjJudgement *judged = &outcome->judged;
    judged->wrong = tries->len;
    for (unsigned i = 0; i < tries->len; i++)
        judged->tries += g_array_index(tries, KjWrongCheck, i).held > 0;
    judged->held = tries->len ? g_array_index(tries, KjWrongCheck, 0).held : 0;
}

/* Sums up the report. */
static void judge(KjVersionOutcome *outcome, bool line_lost)
{
    static const KjFate fates[] = {KJ_FATE_SOUND, KJ_FATE_SOUND, KJ_FATE_UNSOUND, KJ_FATE_UNKNOWN};
    kj_judgement_take(&outcome->report, &outcome->judged);
    outcome->judged.fate = line_lost ? KJ_FATE_LINE_LOST : fates[outcome->report.verdict];
}

/* Whether there is something to check. */
static bool can_check(const KjPosition *pos, KjSide attacker)
{
    return pos->king[kj_other(attacker)] != KJ_NO_SQUARE &&
           kj_position_check_start(pos, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(pos);
}

KjVersionOutcome *kj_version_outcome_new(const KjCheckRequest *request, const KjGame *game,
                                         const KjPosition *position, KjSide attacker,
                                         const GArray *line, const atomic_bool *stop)
{
    KjVersionOutcome *outcome = g_new0(KjVersionOutcome, 1);
    outcome->request = *request;
    outcome->game = *game;
    outcome->position = *position;
    outcome->position.game = &outcome->game;
    g_autoptr(KjSolver) solver = kj_solver_new(&request->solve.solver, NULL);
    if (!solver || !can_check(&outcome->position, attacker))
        return outcome;
    bool any_move = request->solve.solver.attacker_moves != KJ_CHECKS_ONLY;
    bool holds = line && kj_line_break(&outcome->position, attacker, any_move,
                                       request->solve.solver.interpositions, line)
                                 .state == KJ_LINE_HOLDS;
    KjCheckOptions options;
    kj_check_ask(&request->solve, &outcome->position,
                 holds ? (const KjMove *)(void *)line->data : NULL, holds ? line->len : 0, -1,
                 &options);
    options.profile = &outcome->request.profile;
    KjLimits limits = request->solve.limits;
    limits.stop = stop;
    kj_check(solver, &outcome->position, attacker, &options, &limits, &outcome->report);
    outcome->report.profile = &outcome->request.profile;
    outcome->reported = true;
    judge(outcome, line && !holds);
    if (outcome->report.n_line)
        count_tries(outcome, solver, stop);
    return outcome;
}

/* ---- in saved sessions ---- */

JsonNode *kj_version_outcome_write(const KjVersionOutcome *outcome)
{
    const KjJudgement *judged = &outcome->judged;
    g_autoptr(KjPrinter) printer = kj_printer_new_json(NULL);
    kj_printer_begin(printer, "kanju.judged/1");
    KJ_FIELDS_KEPT;
    KJ_FIELDS_JUDGED;
    kj_printer_end_item(printer);
    return json_builder_get_root(printer->builder);
}
