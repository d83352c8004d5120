/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What repair prints: kanju.repair/1, and lists for people. */
#include <string.h>

#include "core/format/position_text.h"
#include "core/text/lang.h"
#include "repl/cli/input_print.h"
#include "repl/compose/repair.h"
#include "repl/diagram/picture.h"
#include "repl/job/text.h"

static const char *const keeps[] = {"line", "length", "end", "any"};

/* The position of a version, and its line in that position's squares. (out_line: transfer full) */
static KjPosition version_of(const KjRepairCall *r, const KjRepair *repair, KjMove **out_line)
{
    const KjPosition *root = &r->work.job.root;
    KjPosition pos = *root;
    kj_candidate_position(root, r->work.wish.attacker, &repair->candidate, &pos);
    *out_line = kj_repair_line(&r->work.wish, root->game->t, &repair->candidate);
    return pos;
}

/* ---- JSON ---- */

static void print_version(const KjRepairCall *r, const KjRepair *repair, KjPrinter *printer)
{
    const KjGame *game = r->work.job.root.game;
    g_autofree KjMove *line = NULL;
    KjPosition pos = version_of(r, repair, &line);
    g_autofree char *position = kj_position_write(&pos);
    const KjJudgement *j = &repair->judgement;
    kj_printer_begin_item(printer);
    kj_printer_begin_list(printer, "changes");
    for (unsigned i = 0; i < repair->candidate.n_changes; i++)
        kj_compose_print_change(game, &repair->candidate.change[i], printer);
    kj_printer_end_list(printer);
    kj_printer_string(printer, "position", NULL, position);
    kj_printer_string(printer, "verdict", NULL, kj_work_text(j->verdict));
    kj_printer_integer(printer, "plies", NULL, j->plies);
    kj_printer_integer(printer, "blemishes", NULL, j->n_blemishes);
    kj_printer_integer(printer, "pieces", NULL, repair->candidate.economy.pieces);
    kj_printer_integer(printer, "strength", NULL, repair->candidate.economy.strength);
    kj_printer_integer(printer, "size", NULL, repair->candidate.economy.size);
    kj_printer_begin_list(printer, "defects");
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++)
        kj_compose_print_defect(&pos, line, &j->defect[i], printer);
    kj_printer_end_list(printer);
    kj_printer_end_item(printer);
}

static void print_versions(const KjRepairCall *r, const char *key, const GArray *repairs,
                           unsigned most, KjPrinter *printer)
{
    kj_printer_begin_list(printer, key);
    for (unsigned i = 0; i < repairs->len && i < most; i++)
        print_version(r, &g_array_index(repairs, KjRepair, i), printer);
    kj_printer_end_list(printer);
}

static unsigned near_wanted(const KjRepairCall *r)
{
    return (unsigned)r->compose.call->values->value[KJ_OPTION_NEAR].integer;
}

static double seconds_of(const KjRepairCall *r)
{
    return (double)(g_get_monotonic_time() - r->compose.begun) / 1e6;
}

static void print_fields(const KjRepairCall *r, KjPrinter *printer)
{
    const KjReport *report = &r->work.job.report;
    const KjPosition *root = &r->work.job.root;
    bool played = kj_judge_line_holds(&r->work.wish, root);
    g_auto(GStrv) line = kj_line_text(root, r->work.line, played ? r->work.wish.n_line : 0,
                                      KJ_MOVE_NONE, KJ_NOTATION_USI);
    kj_printer_string(printer, "attacker", NULL, kj_side_name(r->work.wish.attacker));
    kj_printer_string(printer, "profile", NULL, r->compose.request.profile.name);
    kj_printer_string(printer, "keep", NULL, keeps[r->work.wish.keep]);
    kj_printer_strings(printer, "line", (const char *const *)line);
    kj_printer_string(printer, "verdict", NULL, kj_work_text(report->verdict));
    kj_printer_integer(printer, "defects", NULL, report->n_defects);
    kj_printer_integer(printer, "versions", NULL, r->n_versions);
    kj_printer_integer(printer, "judged", NULL, r->work.n_judged);
    kj_printer_integer(printer, "line_lost", NULL, r->count[KJ_FATE_LINE_LOST]);
    kj_printer_integer(printer, "unsound", NULL, r->count[KJ_FATE_UNSOUND]);
    kj_printer_integer(printer, "other", NULL, r->count[KJ_FATE_OTHER]);
    kj_printer_integer(printer, "undecided", NULL, r->count[KJ_FATE_UNKNOWN]);
    kj_printer_integer(printer, "sound", NULL, r->count[KJ_FATE_SOUND]);
    print_versions(r, "repairs", r->found, r->compose.most, printer);
    print_versions(r, "near", r->near, near_wanted(r), printer);
    kj_printer_boolean(printer, "cut", NULL, r->work.cut);
    kj_printer_integer(printer, "nodes", NULL, (gint64)(r->work.nodes + report->searched));
    kj_printer_integer(printer, "ms", NULL, (gint64)(seconds_of(r) * 1000 + 0.5));
}

/* ---- for people ---- */

static void draw(const KjRepairCall *r, const KjPosition *pos, KjPrinter *printer)
{
    const KjValue *diagram = &r->compose.call->values->value[KJ_OPTION_DIAGRAM];
    if (diagram->set && !diagram->flag)
        return;
    g_autofree char *board =
        kj_picture_board(&r->compose.session->term, r->compose.call->values, pos, KJ_MOVE_NONE);
    kj_printer_block(printer, board);
}

/* One version: what is done, what it is worth, and its position; the first with its board. */
static void tell_version(const KjRepairCall *r, const KjRepair *repair, unsigned number,
                         bool with_board, KjPrinter *printer)
{
    const KjGame *game = r->work.job.root.game;
    g_autofree KjMove *line = NULL;
    KjPosition pos = version_of(r, repair, &line);
    g_autofree char *position = kj_position_write(&pos);
    g_autofree char *change =
        kj_compose_candidate_text(game, r->work.wish.attacker, &repair->candidate);
    g_autofree char *economy = kj_compose_economy_text(&repair->candidate.economy);
    g_autofree char *plies = kj_check_plies(repair->judgement.plies, true);
    const KjJudgement *j = &repair->judgement;
    const char *verdict = kj_check_name(kj_work_text(j->verdict), kj_work_ja(j->verdict));
    kj_printer_line(printer, "%2u. %s (%s, %s; %s)", number, change, verdict, plies, economy);
    for (unsigned i = 0; i < MIN(j->n_defects, KJ_MAX_DEFECTS); i++) {
        g_autofree char *defect = kj_compose_defect_text(&r->compose, &pos, line, &j->defect[i]);
        kj_printer_line(printer, "    %s", defect);
    }
    kj_printer_line(printer, "    %s", position);
    if (with_board)
        draw(r, &pos, printer);
}

static void tell_work(const KjRepairCall *r, KjPrinter *printer)
{
    const KjCheckJob *job = &r->work.job;
    draw(r, &job->root, printer);
    g_autofree char *verdict = kj_check_verdict_text(&job->report);
    kj_printer_line(printer, "%s (%s)", verdict, r->compose.request.profile.name);
    for (unsigned i = 0; i < job->report.findings->len; i++) {
        const KjFinding *finding = &g_array_index(job->report.findings, KjFinding, i);
        if (finding->severity != KJ_SEVERITY_DEFECT)
            continue;
        g_autofree char *text = kj_check_finding_text(&r->compose.request, job, finding);
        kj_printer_line(printer, "%s", text);
    }
    if (r->work.wish.keep != KJ_KEEP_LINE || !kj_judge_line_holds(&r->work.wish, &job->root))
        return;
    g_auto(GStrv) line = kj_line_text(&job->root, r->work.line, r->work.wish.n_line, KJ_MOVE_NONE,
                                      r->compose.request.solve.notation);
    g_autofree char *moves = g_strjoinv(" ", line);
    kj_printer_line(printer, "the line to keep: %s", moves);
}

static void sum_up(const KjRepairCall *r, KjPrinter *printer)
{
    if (r->work.cut)
        kj_printer_line(printer, "ended early: %u of %u versions judged", r->work.n_judged,
                        r->n_versions);
    kj_printer_line(printer,
                    "%u versions: %u sound, %u unsound, %u lose the line, %u with another "
                    "solution, %u undecided",
                    r->n_versions, r->count[KJ_FATE_SOUND], r->count[KJ_FATE_UNSOUND],
                    r->count[KJ_FATE_LINE_LOST], r->count[KJ_FATE_OTHER],
                    r->count[KJ_FATE_UNKNOWN]);
    kj_printer_line(printer, "%" G_GUINT64_FORMAT " nodes, %.2f s",
                    r->work.nodes + r->work.job.report.searched, seconds_of(r));
}

static void tell(const KjRepairCall *r, KjPrinter *printer)
{
    tell_work(r, printer);
    if (r->sound) {
        kj_printer_line(printer, "there is nothing to repair");
        return;
    }
    if (!r->found->len)
        kj_printer_line(printer, "no such change makes it sound");
    else
        kj_printer_line(printer, "repairs: %u", r->found->len);
    for (unsigned i = 0; i < r->found->len && i < r->compose.most; i++)
        tell_version(r, &g_array_index(r->found, KjRepair, i), i + 1, i == 0, printer);
    if (r->near->len && near_wanted(r))
        kj_printer_line(printer, "near misses:");
    for (unsigned i = 0; i < r->near->len && i < near_wanted(r); i++)
        tell_version(r, &g_array_index(r->near, KjRepair, i), i + 1, false, printer);
    sum_up(r, printer);
}

void kj_repair_print(const KjRepairCall *r)
{
    KjPrinter *printer = r->compose.printer;
    kj_printer_begin(printer, r->compose.call->command->schema);
    kj_input_print_position(printer, r->work.job.solve.input);
    if (kj_printer_is_text(printer))
        tell(r, printer);
    else
        print_fields(r, printer);
    kj_printer_end(printer);
}
