/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of the composer print alike: the work, and its versions. */
#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/offers.h"
#include "repl/compose/compose.h"
#include "repl/compose/compose_fields.def"
#include "repl/diagram/picture.h"
#include "repl/job/phrases.h"

static const char *const keeps[] = {"line", "length", "end", "any"};

double kj_compose_seconds(const KjCompose *compose)
{
    return (double)(g_get_monotonic_time() - compose->begun) / 1e6;
}

KjPosition kj_compose_version(const KjComposeWork *work, const KjRepair *repair, KjMove **out_line)
{
    const KjPosition *root = &work->job.root;
    KjPosition pos = *root;
    kj_candidate_position(root, work->wish.attacker, &repair->candidate, &pos);
    *out_line = work->wish.keep == KJ_KEEP_LINE
                    ? kj_repair_line(&work->wish, root->game->t, &repair->candidate)
                    : NULL;
    return pos;
}

/* ---- JSON ---- */

void kj_compose_print_version(const KjComposeWork *work, const KjRepair *repair, KjPrinter *printer)
{
    const KjGame *game = work->job.root.game;
    g_autofree KjMove *line = NULL;
    KjPosition pos = kj_compose_version(work, repair, &line);
    g_autofree char *position = kj_position_write(&pos);
    const KjJudgement *j = &repair->judgement;
    kj_printer_begin_item(printer);
    KJ_FIELDS_VERSION;
    kj_printer_end_item(printer);
}

void kj_compose_print_work(const KjCompose *compose, const KjComposeWork *work, KjPrinter *printer)
{
    const KjReport *report = &work->job.report;
    const KjPosition *root = &work->job.root;
    bool played = kj_judge_line_holds(&work->wish, root);
    g_auto(GStrv) line = kj_line_text(root, work->line, played ? work->wish.n_line : 0,
                                      KJ_MOVE_NONE, KJ_NOTATION_USI);
    KJ_FIELDS_GIVEN;
}

/* ---- for people ---- */

static void draw(const KjCompose *compose, const KjPosition *pos, KjPrinter *printer)
{
    const KjValue *diagram = &compose->call->values->value[KJ_OPTION_DIAGRAM];
    if (diagram->set && !diagram->flag)
        return;
    g_autofree char *board =
        kj_picture_board(&compose->session->term, compose->call->values, pos, KJ_MOVE_NONE);
    kj_printer_block(printer, board);
}

void kj_compose_tell_version(const KjCompose *compose, const KjComposeWork *work,
                             const KjRepair *repair, unsigned number, bool with_board,
                             KjPrinter *printer)
{
    const KjGame *game = work->job.root.game;
    g_autofree KjMove *line = NULL;
    KjPosition pos = kj_compose_version(work, repair, &line);
    g_autofree char *position = kj_position_write(&pos);
    g_autofree char *change =
        kj_compose_candidate_text(game, work->wish.attacker, &repair->candidate);
    g_autofree char *economy = kj_compose_economy_text(&repair->candidate.economy);
    g_autofree char *plies = kj_check_plies(repair->judgement.plies, true);
    const KjJudgement *j = &repair->judgement;
    const char *verdict = kj_check_work_name(j->verdict);
    kj_printer_line(printer, "%2u. %s (%s, %s; %s)", number, change, verdict, plies, economy);
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++) {
        g_autofree char *defect = kj_compose_defect_text(compose, &pos, line, &j->defect[i]);
        kj_printer_line(printer, "    %s", defect);
    }
    kj_printer_line(printer, "    %s", position);
    if (with_board)
        draw(compose, &pos, printer);
    kj_offers_add(compose->session->offers, &work->job.root, &pos, line,
                  line ? work->wish.n_line : 0, j->plies, change);
}

void kj_compose_tell_work(const KjCompose *compose, const KjComposeWork *work, KjPrinter *printer)
{
    const KjCheckJob *job = &work->job;
    KjReportView view = kj_check_view(&compose->request, job);
    if (!kj_call_board_is_seen(compose->call))
        draw(compose, &job->root, printer);
    g_autofree char *verdict = kj_check_verdict_text(&job->report);
    kj_printer_line(printer, "%s (%s)", verdict, compose->request.profile.name);
    for (unsigned i = 0; i < job->report.findings->len; i++) {
        const KjFinding *finding = &g_array_index(job->report.findings, KjFinding, i);
        if (finding->severity != KJ_SEVERITY_DEFECT)
            continue;
        g_autofree char *text = kj_check_finding_text(&view, finding);
        kj_printer_line(printer, "%s", text);
    }
    if (work->wish.keep != KJ_KEEP_LINE || !kj_judge_line_holds(&work->wish, &job->root))
        return;
    g_auto(GStrv) line = kj_line_text(&job->root, work->line, work->wish.n_line, KJ_MOVE_NONE,
                                      compose->request.solve.notation);
    g_autofree char *moves = g_strjoinv(" ", line);
    kj_printer_line(printer, "intended line: %s", moves);
}
