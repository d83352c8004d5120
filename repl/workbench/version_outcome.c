/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions judged. */
#include "repl/workbench/version_outcome.h"

#include <stdio.h>
#include <string.h>

#include "core/rules/movegen.h"
#include "core/text/lang.h"
#include "repl/check/check_print.h"
#include "repl/workbench/intended.h"
#include "repl/workbench/work_notes.h"
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
    KjJudged *judged = &outcome->judged;
    judged->wrong = tries->len;
    for (unsigned i = 0; i < tries->len; i++)
        judged->tries += g_array_index(tries, KjWrongCheck, i).held > 0;
    judged->held = tries->len ? g_array_index(tries, KjWrongCheck, 0).held : 0;
}

/* Sums up the report. */
static void judge(KjVersionOutcome *outcome, bool line_lost)
{
    const KjReport *report = &outcome->report;
    g_autoptr(GPtrArray) notes =
        kj_work_notes(report, &outcome->position, outcome->request.solve.notation);
    outcome->judged = (KjJudged){.possible = true,
                                 .line_lost = line_lost,
                                 .has_line = report->n_line > 0,
                                 .tentative = report->tentative,
                                 .useless_open = kj_report_useless(report, KJ_OPEN),
                                 .mate = report->mate,
                                 .verdict = report->verdict,
                                 .plies = report->plies,
                                 .cooks = kj_work_notes_cooks(notes, report),
                                 .defects = report->n_defects,
                                 .blemishes = report->n_blemishes,
                                 .open = report->n_open};
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

char *kj_judged_text(const KjJudged *judged)
{
    if (!judged->possible)
        return g_strdup(kj_tr("impossible"));
    if (judged->mate == KJ_NOMATE)
        return g_strdup(kj_tr("no mate"));
    GString *text = g_string_new(kj_check_work_name(judged->verdict));
    if (judged->has_line) {
        g_autofree char *plies = kj_check_plies(judged->plies, !judged->tentative);
        g_string_append_printf(text, "%s%s", kj_tr(", "), plies);
    }
    unsigned cooks = judged->cooks;
    if (judged->defects)
        g_string_append_printf(text, kj_tr(", defects %u"), judged->defects);
    if (cooks)
        g_string_append_printf(text, kj_tr_n(cooks, " (%u cook)", " (%u cooks)"), cooks);
    if (judged->blemishes)
        g_string_append_printf(text, kj_tr(", blemishes %u"), judged->blemishes);
    if (judged->open)
        g_string_append_printf(text, kj_tr(", undecided moves %u"), judged->open);
    if (judged->useless_open)
        g_string_append(text, kj_tr(", useless pieces not all decided"));
    if (judged->has_line)
        g_string_append_printf(text, kj_tr(", tries %u of %u (up to %u plies)"), judged->tries,
                               judged->wrong, judged->held);
    if (judged->line_lost)
        g_string_append(text, kj_tr(", the intended line breaks"));
    return g_string_free(text, FALSE);
}

/* ---- as text ---- */

char *kj_version_outcome_write(const KjVersionOutcome *outcome)
{
    const KjJudged *j = &outcome->judged;
    g_autofree char *asked = g_strescape(outcome->asked ? outcome->asked : "", NULL);
    return g_strdup_printf("%s %s %d %d %d %d %d %u %u %u %u %u %u %u %u %s",
                           kj_verdict_text(j->mate), kj_work_text(j->verdict), j->possible,
                           j->line_lost, j->has_line, j->tentative, j->useless_open, j->plies,
                           j->cooks, j->defects, j->blemishes, j->open, j->wrong, j->tries, j->held,
                           asked);
}

/* The value that has a name among the first `n`, -1 none. */
static int value_of(const char *name, const char *(*name_of)(unsigned), int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(name, name_of((unsigned)i)) == 0)
            return i;
    return -1;
}

static const char *mate_name(unsigned value)
{
    return kj_verdict_text((KjVerdict)value);
}

static const char *work_name(unsigned value)
{
    return kj_work_text((KjWork)value);
}

KjVersionOutcome *kj_version_outcome_read(const char *line)
{
    char mate[16], verdict[32];
    int flag[5], end = 0;
    KjJudged j;
    int n = sscanf(line, "%15s %31s %d %d %d %d %d %u %u %u %u %u %u %u %u %n", mate, verdict,
                   &flag[0], &flag[1], &flag[2], &flag[3], &flag[4], &j.plies, &j.cooks, &j.defects,
                   &j.blemishes, &j.open, &j.wrong, &j.tries, &j.held, &end);
    int mated = n == 15 ? value_of(mate, mate_name, KJ_UNKNOWN + 1) : -1;
    int worth = n == 15 ? value_of(verdict, work_name, KJ_WORK_UNKNOWN + 1) : -1;
    if (mated < 0 || worth < 0 || !end)
        return NULL;
    j.mate = (KjVerdict)mated;
    j.verdict = (KjWork)worth;
    j.possible = flag[0];
    j.line_lost = flag[1];
    j.has_line = flag[2];
    j.tentative = flag[3];
    j.useless_open = flag[4];
    KjVersionOutcome *outcome = g_new0(KjVersionOutcome, 1);
    outcome->judged = j;
    outcome->asked = g_strcompress(line + end);
    return outcome;
}
