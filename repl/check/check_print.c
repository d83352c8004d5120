/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text output of `check`, and the choice of its printer. */
#include <string.h>

#include "core/notation/textboard.h"
#include "repl/check/check_print.h"
#include "repl/check/going_on.h"
#include "repl/check/tries_print.h"
#include "repl/cli/input_print.h"
#include "repl/diagram/picture.h"
#include "repl/job/phrases.h"

enum { LONGER = 10 }; // times as long is proposed where the time by default was not enough

/* What the move of a node does, and what each shorter defence allows. */
static void print_because(const KjReportView *view, const KjCheckNode *node, KjPrinter *printer)
{
    g_autofree char *because = kj_check_because(view, node, NULL);
    if (*because)
        kj_printer_line(printer, "    %s", because);
    for (unsigned k = 0; !node->attacks && k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        g_autofree char *why = kj_check_because(view, node, alt);
        if (!*why || kj_check_is_told(view->report, node, alt))
            continue;
        g_autofree char *moves = kj_check_alike(view, node, alt, NULL);
        g_autofree char *told = g_strdup_printf("%s: %s", moves, why);
        kj_printer_line(printer, "    %s", told);
    }
}

/* A node of the main line: its move, and the classes of all others. */
static void print_node(const KjCheckRequest *request, const KjReportView *view,
                       const KjCheckNode *node, KjPrinter *printer)
{
    g_autofree char *main_move = kj_check_move(view, node, node->move);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "#%u %s", node->ply + 1, main_move);
    for (unsigned class = KJ_CLASS_FAILS; class < KJ_CLASSES; class ++) {
        g_autofree char *list = kj_check_class_list(view, node, (KjClass) class);
        if (list)
            g_string_append_printf(text, " | %s", list);
    }
    if (!node->examined)
        g_string_append(text, kj_tr(" | not looked at"));
    kj_printer_line(printer, "%s", text->str);
    if (request->solve.explain && !kj_printer_takes_fields(printer))
        print_because(view, node, printer);
}

/* How long the shortest mate is where that is not the main line's length. */
static void print_lengths(const KjReport *report, KjPrinter *printer)
{
    if (report->mate != KJ_MATE || !report->shortest)
        return;
    g_autofree char *shortest = kj_check_plies(report->shortest, report->shortest_proved);
    g_autofree char *pure = kj_check_plies(report->pure_plies, report->pure_proved);
    if (report->shortest < report->plies)
        kj_printer_line(printer, report->hisshi ? "shortest 必至: %s" : "shortest mate: %s",
                        shortest);
    else if (report->shortest > report->plies)
        kj_printer_line(printer, "against the longest defence: %s", shortest);
    if (report->pure_plies && report->pure_plies != report->shortest)
        kj_printer_line(printer, "shortest mate with futile interpositions counted: %s", pure);
}

/* From which ply on the author's line is a proof, if it is not one from the first. */
static void print_proof(const KjReport *report, KjPrinter *printer)
{
    unsigned from = report->nodes->len;
    while (from > 0 && g_array_index(report->nodes, KjCheckNode, from - 1).mate == KJ_MATE)
        from--;
    if (report->authors && from > 0 && from < report->nodes->len && !report->by_history)
        kj_printer_line(printer, "the line is a proof from ply %u on", from + 1);
}

/* What the line is called whose nodes are looked at. */
static const char *line_word(const KjReport *report)
{
    if (report->authors)
        return kj_tr("author's line");
    return kj_tr(report->tentative ? "a line that mates, for want of the main line" : "main line");
}

/* Whether there is a mate, or the main line and how it ends. */
static void print_mate(const KjCheckRequest *request, const KjCheckJob *job, KjPrinter *printer)
{
    const KjReport *report = &job->report;
    const char *cause = kj_check_cause_text(report->cause);
    g_autofree char *shortest = kj_check_plies(report->shortest, report->shortest_proved);
    g_autofree char *plies = kj_check_plies(report->plies, true);
    if (report->mate == KJ_UNKNOWN)
        kj_printer_line(printer, report->hisshi ? "必至: unknown (%s)" : "mate: unknown (%s)",
                        cause);
    if (report->mate == KJ_MATE && !report->n_line && report->hisshi && report->shortest)
        kj_printer_line(printer, "必至 in %s; no main line within the limits (%s)", shortest,
                        cause);
    else if (report->mate == KJ_MATE && !report->n_line && !report->hisshi && report->shortest)
        kj_printer_line(printer, "mate in %s; no main line within the limits (%s)", shortest,
                        cause);
    if (report->n_mating) {
        g_autofree char *moves = kj_line_words(&job->root, report->mating, report->n_mating,
                                               job->solve.input->last, request->solve.notation);
        kj_printer_line(printer, "a line that mates: %s", moves);
    }
    if (!report->n_line)
        return;
    if (report->hisshi) {
        kj_printer_line(printer, kj_tr("%s, %s to 必至"), line_word(report), plies);
        print_lengths(report, printer);
        return;
    }
    g_autofree char *left = kj_hand_kanji(&job->solve.input->game, report->leftover);
    kj_printer_line(printer, "%s, %s; left in hand: %s", line_word(report), plies,
                    *left ? left : kj_tr("nothing"));
    print_lengths(report, printer);
    print_proof(report, printer);
}

/* How many certificates there are, and what has none. */
static void print_certificates(const KjCheckRequest *request, const KjCheckJob *job,
                               KjPrinter *printer)
{
    KjReportView view = kj_check_view(request, job);
    kj_printer_line(printer, "certificates in %s: %u", request->certificates, job->n_certificates);
    unsigned refuted = 0;
    for (unsigned i = 0; i < job->uncertified->len; i++) {
        const KjOpenClaim *open = &g_array_index(job->uncertified, KjOpenClaim, i);
        if (strcmp(open->reason, KJ_CLAIM_REFUTED) == 0) {
            refuted++; // most moves beside a line of 必至
            continue;
        }
        g_autofree char *move =
            open->node ? kj_check_move(&view, open->node, open->move) : g_strdup(kj_tr("the work"));
        g_autofree char *ply = open->node ? g_strdup_printf("#%u ", open->node->ply + 1) : NULL;
        kj_printer_line(printer, "no certificate: %s%s (%s)", ply ? ply : "", move,
                        kj_tr(open->reason));
    }
    if (refuted)
        kj_printer_line(printer, "no certificate, not forced: %u", refuted);
}

/* The certificate of the report, and what it leaves open. */
static void print_certificate(const KjCheckJob *job, KjPrinter *printer)
{
    const KjReportCertificate *c = &job->certificate;
    if (!c->written || job->solve.certificate_failure)
        return; // which is told elsewhere
    kj_printer_line(printer, "certificate of the report: %s (moves: %u, facts: %llu)",
                    job->solve.certificate, c->claims, (unsigned long long)c->facts);
    if (c->open)
        kj_printer_line(printer, "the certificate leaves moves open: %u", c->open);
    if (c->open_pieces)
        kj_printer_line(printer, "the certificate leaves pieces open: %u", c->open_pieces);
    if (c->no_pieces)
        kj_printer_line(printer, "the certificate leaves open what useless pieces there are");
}

bool kj_check_is_open(const KjReport *report)
{
    return !report->cut && (report->verdict == KJ_WORK_UNKNOWN || report->n_open);
}

void kj_check_print_going_on(const KjCall *call, unsigned plies)
{
    g_autofree char *command = kj_check_going_on(call, LONGER * kj_check_patience(plies));
    kj_printer_line(call->printer, "no limit was set, so it ended by itself; to go on: %s",
                    command);
}

static void print_full(const KjSession *session, const KjCall *call, const KjCheckRequest *request,
                       const KjCheckJob *job)
{
    KjPrinter *printer = call->printer;
    const KjReport *report = &job->report;
    KjReportView said = kj_check_view(request, job);
    const KjInput *input = job->solve.input;
    if (g_strcmp0(input->id, input->place) != 0)
        kj_printer_line(printer, "%s", input->called);
    g_autofree char *board =
        kj_picture_board(&session->term, call->values, &job->root, input->last);
    if (request->solve.diagrams && !kj_call_board_is_seen(call))
        kj_printer_block(printer, board);
    g_autofree char *verdict = kj_check_verdict_text(report);
    kj_printer_line(printer, "%s (%s)", verdict, request->profile.name);
    print_mate(request, job, printer);
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        if (finding->severity == KJ_SEVERITY_NONE)
            continue;
        g_autofree char *text = kj_check_finding_text(&said, finding);
        kj_printer_line(printer, "%s", text);
    }
    KjRefutationView view = kj_check_refutation_of(&said);
    g_autofree char *nearest = view.tree ? kj_refutation_nearest_text(&view) : NULL;
    if (nearest)
        kj_printer_line(printer, "%s", nearest);
    if (job->tree)
        kj_printer_block(printer, job->tree);
    for (unsigned i = 0; i < report->nodes->len && !job->tree; i++)
        print_node(request, &said, &g_array_index(report->nodes, KjCheckNode, i), printer);
    kj_check_print_extras(job, printer);
    kj_check_print_tries(request, job, printer);
    kj_printer_spent(printer, report->searched, report->seconds);
    if (request->patient && kj_check_is_open(report))
        kj_check_print_going_on(call, report->n_line);
    if (job->uncertified)
        print_certificates(request, job, printer);
    print_certificate(job, printer);
}

static void print_short(const KjCheckJob *job, KjPrinter *printer)
{
    g_autofree char *summary = kj_check_summary(&job->report);
    kj_printer_line(printer, "%s: %s (%" G_GUINT64_FORMAT " nodes, %.2f s)",
                    job->solve.input->called, summary, job->report.searched, job->report.seconds);
}

void kj_check_print(const KjSession *session, const KjCall *call, const KjCheckRequest *request,
                    const KjCheckJob *job)
{
    KjPrinter *printer = call->printer;
    kj_printer_begin(printer, call->command->schema);
    kj_input_print_position(printer, job->solve.input);
    kj_check_print_fields(request, job, printer);
    if (request->full)
        print_full(session, call, request, job);
    else
        print_short(job, printer);
    kj_printer_end(printer);
}
