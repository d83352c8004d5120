/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions judged. */
#include "repl/workbench/outcome.h"

#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/check/print.h"
#include "repl/workbench/intended.h"
#include "repl/workbench/work_notes.h"
#include "solver/compose/tries.h"

enum { TRY_NODES = 5000 }; // for each wrong check

void kj_outcome_free(KjOutcome *outcome)
{
    if (!outcome)
        return;
    if (outcome->reported)
        kj_report_clear(&outcome->report);
    g_free(outcome->asked);
    g_free(outcome);
}

static void count_tries(KjOutcome *outcome, KjSolver *solver, const atomic_bool *stop)
{
    KjLimits limits = {.stop = stop};
    g_autoptr(GArray) tries =
        kj_wrong_checks_follow(solver, &outcome->report, TRY_NODES, &limits, NULL);
    outcome->n_wrong = tries->len;
    for (unsigned i = 0; i < tries->len; i++)
        outcome->n_tries += g_array_index(tries, KjWrongCheck, i).held > 0;
    outcome->held = tries->len ? g_array_index(tries, KjWrongCheck, 0).held : 0;
}

/* Whether there is something to check. */
static bool can_check(const KjPosition *pos, KjSide attacker)
{
    return pos->king[kj_other(attacker)] != KJ_NO_SQUARE &&
           kj_position_check(pos, NULL, NULL) == KJ_POSITION_OK && !kj_can_capture_king(pos);
}

KjOutcome *kj_outcome_new(const KjCheckRequest *request, const KjGame *game,
                          const KjPosition *position, KjSide attacker, const GArray *line,
                          const atomic_bool *stop)
{
    KjOutcome *outcome = g_new0(KjOutcome, 1);
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
    outcome->line_lost = line && !holds;
    if (outcome->report.n_line)
        count_tries(outcome, solver, stop);
    return outcome;
}

char *kj_outcome_text(const KjOutcome *outcome)
{
    const KjReport *report = &outcome->report;
    if (!outcome->reported)
        return g_strdup(kj_tr("impossible"));
    if (report->mate == KJ_NOMATE)
        return g_strdup(kj_tr("no mate"));
    GString *text =
        g_string_new(kj_check_name(kj_work_text(report->verdict), kj_work_ja(report->verdict)));
    if (report->n_line) {
        g_autofree char *plies = kj_check_plies(report->plies, !report->tentative);
        g_string_append_printf(text, ", %s", plies);
    }
    g_autoptr(GPtrArray) notes =
        kj_work_notes(report, &outcome->position, outcome->request.solve.notation);
    unsigned cooks = kj_work_notes_cooks(notes, report);
    if (cooks)
        g_string_append_printf(text, kj_tr_n(cooks, ", %u cook", ", %u cooks"), cooks);
    if (report->n_defects)
        g_string_append_printf(text, kj_tr(", defects %u"), report->n_defects);
    if (report->n_blemishes)
        g_string_append_printf(text, kj_tr(", blemishes %u"), report->n_blemishes);
    if (report->n_open)
        g_string_append_printf(text, kj_tr(", undecided moves %u"), report->n_open);
    if (kj_report_useless(report, KJ_OPEN))
        g_string_append(text, kj_tr(", useless pieces not all decided"));
    if (report->n_line)
        g_string_append_printf(text, kj_tr(", tries %u of %u (up to %u plies)"), outcome->n_tries,
                               outcome->n_wrong, outcome->held);
    if (outcome->line_lost)
        g_string_append(text, kj_tr(", the line is lost"));
    return g_string_free(text, FALSE);
}
