/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of the composer print alike: the work, and its versions. */
#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/cli/offers.h"
#include "repl/command/compose.h"
#include "repl/command/compose_fields.def"
#include "repl/diagram/picture.h"
#include "repl/job/phrases.h"

double kj_compose_seconds(const KjCompose *compose)
{
    return (double)(g_get_monotonic_time() - compose->begun) / 1e6;
}

KjPosition kj_compose_version(const KjComposeWork *work, const KjRepair *version, KjMove **out_line,
                              unsigned *out_n)
{
    const KjPosition *root = &work->job.root;
    KjPosition pos = version->position ? *version->position : *root;
    *out_line = NULL;
    *out_n = work->wish.n_line;
    if (version->line) {
        *out_n = version->n_line;
        *out_line = g_memdup2(version->line, version->n_line * sizeof *version->line);
    } else if (work->wish.keep == KJ_KEEP_LINE) {
        *out_line = kj_repair_line(&work->wish, root->game->t, &version->candidate);
    }
    kj_candidate_position(&pos, work->wish.attacker, &version->candidate, &pos);
    return pos;
}

/* ---- the work ---- */

void kj_compose_draw(const KjCompose *compose, const KjPosition *pos)
{
    const KjValue *diagram = &compose->call->values->value[KJ_OPT(DIAGRAM)];
    if (diagram->set && !diagram->flag)
        return;
    g_autofree char *board =
        kj_picture_board(&compose->session->term, compose->call->values, pos, KJ_MOVE_NONE);
    kj_printer_block(compose->call->printer, board);
}

void kj_compose_begin_record(const KjCompose *compose, const KjComposeWork *work)
{
    KjPrinter *printer = compose->call->printer;
    kj_printer_begin(printer, compose->call->command->schema);
    if (work->job.solve.input)
        kj_input_print_position(printer, work->job.solve.input);
}

/* The defects of the work, and its line where that is to be kept, for people. */
static void tell_work(const KjCompose *compose, const KjComposeWork *work, bool played,
                      KjPrinter *printer)
{
    const KjCheckJob *job = &work->job;
    KjReportView view = kj_check_view(&compose->request, job);
    g_autofree char *verdict = kj_check_verdict_text(&job->report);
    kj_printer_line(printer, "%s (%s)", verdict, compose->request.profile.name);
    for (unsigned i = 0; i < job->report.findings->len; i++) {
        const KjFinding *finding = &g_array_index(job->report.findings, KjFinding, i);
        if (finding->severity != KJ_SEVERITY_DEFECT)
            continue;
        g_autofree char *text = kj_check_finding_text(&view, finding);
        kj_printer_line(printer, "%s", text);
    }
    if (work->wish.keep != KJ_KEEP_LINE || !played)
        return;
    g_autofree char *moves = kj_line_words(&job->root, work->line, work->wish.n_line, KJ_MOVE_NONE,
                                           compose->request.solve.notation);
    kj_printer_line(printer, "intended line: %s", moves);
}

void kj_compose_print_work(const KjCompose *compose, const KjComposeWork *work)
{
    static const char *const keeps[] = {"line", "length", "end", "any"};
    KjPrinter *printer = compose->call->printer;
    const KjReport *report = &work->job.report;
    const KjPosition *root = &work->job.root;
    bool played = kj_judge_line_holds(&work->wish, root);
    if (!kj_call_board_is_seen(compose->call))
        kj_compose_draw(compose, root);
    tell_work(compose, work, played, printer);
    KJ_FIELDS_GIVEN;
}

void kj_compose_end_record(const KjCompose *compose, const KjComposeWork *work)
{
    KjPrinter *printer = compose->call->printer;
    kj_printer_spent(printer, work->nodes + work->job.report.searched, kj_compose_seconds(compose));
    KJ_FIELDS_SPENT;
    kj_printer_end(printer);
}

/* ---- versions ---- */

void kj_compose_print_defects(const KjPosition *version, const KjMove *line, const KjJudgement *j,
                              KjPrinter *printer)
{
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++)
        kj_compose_print_defect(version, line, &j->defect[i], printer);
}

/* "1. remove P on 5d (sound, 5 plies; pieces saved: 1)", its defects and position. */
static void tell_version(const KjCompose *compose, unsigned number, const char *change,
                         const KjRepair *version, const KjPosition *pos, const KjMove *line)
{
    KjPrinter *printer = compose->call->printer;
    const KjJudgement *j = &version->judgement;
    g_autofree char *economy = kj_compose_economy_text(&version->candidate.economy);
    g_autofree char *judged = kj_judgement_text(j);
    g_autofree char *position = kj_position_write(pos);
    kj_printer_line(printer, "%2u. %s (%s; %s)", number, change, judged, economy);
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++) {
        g_autofree char *defect = kj_compose_defect_text(compose, pos, line, &j->defect[i]);
        kj_printer_line(printer, "    %s", defect);
    }
    kj_printer_line(printer, "    %s", position);
}

void kj_compose_print_version(const KjCompose *compose, const KjComposeWork *work,
                              const KjRepair *version, unsigned number, bool with_board)
{
    KjPrinter *printer = compose->call->printer;
    const KjGame *game = work->job.root.game;
    const KjJudgement *j = &version->judgement;
    g_autofree KjMove *line = NULL;
    unsigned n_line;
    KjPosition pos = kj_compose_version(work, version, &line, &n_line);
    g_autofree char *position = kj_position_write(&pos);
    if (number) {
        g_autofree char *change = kj_compose_version_text(compose, work, version);
        tell_version(compose, number, change, version, &pos, line);
        if (with_board)
            kj_compose_draw(compose, &pos);
        kj_offers_add(compose->session->offers, &work->job.root, &pos, line, line ? n_line : 0,
                      version->line ? n_line : j->plies, change);
    }
    KJ_ITEM(KJ_FIELDS_VERSION);
}

void kj_compose_print_versions(const KjCompose *compose, const KjComposeWork *work,
                               const GArray *versions)
{
    for (unsigned i = 0; i < versions->len && i < compose->most; i++)
        kj_compose_print_version(compose, work, &g_array_index(versions, KjRepair, i), i + 1,
                                 i == 0);
}

void kj_compose_print_near(const KjCompose *compose, const KjComposeWork *work, const GArray *near,
                           unsigned before)
{
    unsigned most = (unsigned)compose->call->values->value[KJ_OPT(NEAR)].integer;
    if (near->len && most)
        kj_printer_line(compose->call->printer, "near misses:");
    for (unsigned i = 0; i < near->len && i < most; i++)
        kj_compose_print_version(compose, work, &g_array_index(near, KjRepair, i), before + i + 1,
                                 false);
}
