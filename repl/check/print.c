/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text output of `check`, and the choice of its printer. */
#include <string.h>

#include "core/notation/textboard.h"
#include "repl/check/print.h"
#include "repl/cli/input_print.h"
#include "repl/diagram/picture.h"
#include "repl/job/text.h"

enum { MANY = 12 }; // alternatives of a class that are listed one by one

/* The move before a node of the line. */
static KjMove before(const KjCheckJob *job, unsigned ply)
{
    return ply ? job->report.line[ply - 1] : job->solve.input->last;
}

char *kj_check_move(const KjCheckRequest *request, const KjCheckJob *job, const KjCheckNode *node,
                    KjMove move)
{
    return kj_move_text(&node->position, move, before(job, node->ply), request->solve.notation);
}

char *kj_check_follow(const KjCheckRequest *request, const KjCheckNode *node,
                      const KjAlternative *alt, unsigned most)
{
    KjPosition next = node->position;
    KjUndo undo;
    kj_position_make(&next, alt->move, &undo);
    g_auto(GStrv) line =
        kj_line_text(&next, alt->line, MIN(alt->n_line, most), alt->move, request->solve.notation);
    g_autofree char *text = g_strjoinv(" ", line);
    return g_strconcat(text, alt->n_line > most ? " …" : "", NULL);
}

char *kj_check_plies(unsigned plies, bool exact)
{
    if (exact)
        return g_strdup_printf(kj_tr(plies == 1 ? "%u ply" : "%u plies"), plies);
    return g_strdup_printf(kj_tr(plies == 1 ? "at most %u ply" : "at most %u plies"), plies);
}

static const char *class_word(KjClass class)
{
    return kj_check_name(kj_class_en(class), kj_class_ja(class));
}

/* "(9 plies, back at ply 5)" and the like. (transfer full) */
static char *remark(const KjCheckNode *node, const KjAlternative *alt)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (alt->verdict == KJ_MATE && alt->plies && alt->plies != node->plies) {
        g_autofree char *plies = kj_check_plies(alt->plies, alt->exact);
        g_string_append(text, plies);
    }
    if (alt->meets >= 0)
        g_string_append_printf(text, kj_tr("%sback to ply %d"), text->len ? ", " : "",
                               alt->meets + 1);
    if (alt->class == KJ_CLASS_UNKNOWN)
        g_string_append_printf(text, kj_tr("%s%" G_GUINT64_FORMAT " nodes"), text->len ? ", " : "",
                               alt->nodes);
    return text->len ? g_strdup_printf(" (%s)", text->str) : g_strdup("");
}

/* All of one class at a node, "cook: ▲… (9 plies), ▲…". (transfer full, NULL if there is none) */
static char *class_list(const KjCheckRequest *request, const KjCheckJob *job,
                        const KjCheckNode *node, KjClass class)
{
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned n = 0;
    bool listed = class != KJ_CLASS_FAILS && class != KJ_CLASS_SHORTER;
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->class != class)
            continue;
        if (listed && n < MANY) {
            g_autofree char *move = kj_check_move(request, job, node, alt->move);
            g_autofree char *note = remark(node, alt);
            g_string_append_printf(text, "%s%s%s", n ? ", " : "", move, note);
        }
        n++;
    }
    if (n == 0)
        return NULL;
    const char *word = class_word(class);
    if (!listed)
        return g_strdup_printf(kj_tr("%s: %u"), word, n);
    if (n > MANY)
        g_string_append_printf(text, " … (%u)", n);
    return g_strdup_printf("%s: %s", word, text->str);
}

/* A node of the main line: its move, and the classes of all others. */
static void print_node(const KjCheckRequest *request, const KjCheckJob *job,
                       const KjCheckNode *node, KjPrinter *printer)
{
    g_autofree char *main_move = kj_check_move(request, job, node, node->move);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "#%u %s", node->ply + 1, main_move);
    for (unsigned class = KJ_CLASS_FAILS; class < KJ_CLASSES; class ++) {
        g_autofree char *list = class_list(request, job, node, (KjClass) class);
        if (list)
            g_string_append_printf(text, " | %s", list);
    }
    if (!node->examined)
        g_string_append(text, kj_tr(" | not looked at"));
    kj_printer_line(printer, "%s", text->str);
}

static const KjAlternative *alternative_of(const KjCheckNode *node, KjMove move)
{
    for (unsigned k = 0; k < node->alternatives->len; k++) {
        const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
        if (alt->move == move)
            return alt;
    }
    return NULL;
}

char *kj_check_finding_text(const KjCheckRequest *request, const KjCheckJob *job,
                            const KjFinding *finding)
{
    static const char *const weights[] = {"", "note", "blemish", "defect"};
    const char *weight = kj_tr(weights[finding->severity]);
    const char *depends = finding->depends ? kj_tr(" [depends on the profile]") : "";
    if (finding->is_fault) {
        const char *word = kj_check_name(kj_fault_en(finding->fault), kj_fault_ja(finding->fault));
        g_autofree char *at =
            finding->ply >= 0 ? g_strdup_printf(kj_tr(", ply %d"), finding->ply + 1) : g_strdup("");
        g_autofree char *details = kj_check_details(job, finding);
        return g_strdup_printf("%s: %s%s%s%s%s", weight, word, at, details ? ": " : "",
                               details ? details : "", depends);
    }
    const KjCheckNode *node =
        &g_array_index(job->report.nodes, KjCheckNode, (unsigned)finding->ply);
    if (finding->move == node->move)
        return g_strdup_printf(kj_tr("%s, ply %d, the line's own reply is futile"), weight,
                               finding->ply + 1);
    g_autofree char *list = class_list(request, job, node, finding->class);
    const KjAlternative *alt = alternative_of(node, finding->move);
    g_autofree char *line =
        alt && alt->n_line ? kj_check_follow(request, node, alt, 12) : g_strdup("");
    return g_strdup_printf(kj_tr("%s, ply %d, %s%s%s%s"), weight, finding->ply + 1, list,
                           *line ? ": " : "", line, depends);
}

char *kj_check_verdict_text(const KjReport *report)
{
    const char *work = kj_check_name(kj_work_text(report->verdict), kj_work_ja(report->verdict));
    g_autoptr(GString) text = g_string_new(work);
    if (report->by_history)
        g_string_append(text,
                        kj_tr(report->mate == KJ_MATE ? ", mate by the law of repetition"
                                                      : ", no mate by the law of repetition"));
    if (report->n_defects)
        g_string_append_printf(text, kj_tr(", defects %u"), report->n_defects);
    if (report->n_blemishes)
        g_string_append_printf(text, kj_tr(", blemishes %u"), report->n_blemishes);
    if (report->cut)
        g_string_append_printf(text, kj_tr(", ended at the first defect: %u moves not decided"),
                               report->n_open);
    else if (report->n_open)
        g_string_append_printf(text, kj_tr(", undecided moves %u"), report->n_open);
    if (report->n_open_lengths)
        g_string_append_printf(text, kj_tr(", open lengths %u"), report->n_open_lengths);
    if (report->depends)
        g_string_append(text, kj_tr(" [depends on the profile]"));
    if (report->n_line && !report->tentative && !report->spares)
        g_string_append(text, kj_tr(", useless pieces not looked for"));
    else if (kj_report_open_spares(report))
        g_string_append(text, kj_tr(", useless pieces not all decided"));
    return g_strdup(text->str);
}

/* How long the shortest mate is where that is not the main line's length. */
static void print_lengths(const KjReport *report, KjPrinter *printer)
{
    if (report->mate != KJ_MATE || !report->shortest)
        return;
    g_autofree char *shortest = kj_check_plies(report->shortest, report->shortest_proved);
    g_autofree char *pure = kj_check_plies(report->pure_plies, report->pure_proved);
    if (report->shortest < report->plies)
        kj_printer_line(printer, "shortest mate: %s", shortest);
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
        kj_printer_line(printer, "mate: unknown (%s)", cause);
    if (report->mate == KJ_MATE && !report->n_line)
        kj_printer_line(printer, "mate in %s; no main line within the limits (%s)", shortest,
                        cause);
    if (report->n_mating) {
        g_auto(GStrv) line = kj_line_text(&job->root, report->mating, report->n_mating,
                                          job->solve.input->last, request->solve.notation);
        g_autofree char *moves = g_strjoinv(" ", line);
        kj_printer_line(printer, "a line that mates: %s", moves);
    }
    if (!report->n_line)
        return;
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
    kj_printer_line(printer, "certificates in %s: %u", request->certificates, job->n_certificates);
    for (unsigned i = 0; i < job->uncertified->len; i++) {
        const KjOpenClaim *open = &g_array_index(job->uncertified, KjOpenClaim, i);
        g_autofree char *move = open->node ? kj_check_move(request, job, open->node, open->move)
                                           : g_strdup(kj_tr("the work"));
        g_autofree char *ply = open->node ? g_strdup_printf("#%u ", open->node->ply + 1) : NULL;
        kj_printer_line(printer, "no certificate: %s%s (%s)", ply ? ply : "", move,
                        kj_tr(open->reason));
    }
}

static void print_full(const KjSession *session, const KjCall *call, const KjCheckRequest *request,
                       const KjCheckJob *job, KjPrinter *printer)
{
    const KjReport *report = &job->report;
    const KjInput *input = job->solve.input;
    if (g_strcmp0(input->id, input->place) != 0)
        kj_printer_line(printer, "%s", input->id);
    const KjValue *value = call->values->value;
    g_autofree char *board =
        kj_picture_board(&session->term, call->values, &job->root, input->last);
    // the workbench's board is on the screen already
    bool seen = call->on_board && session->board_shown && !value[KJ_OPTION_DIAGRAM].set;
    if (request->solve.diagrams && !seen)
        kj_printer_block(printer, board);
    g_autofree char *verdict = kj_check_verdict_text(report);
    kj_printer_line(printer, "%s (%s)", verdict, request->profile.name);
    print_mate(request, job, printer);
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        if (finding->severity == KJ_SEVERITY_NONE)
            continue;
        g_autofree char *text = kj_check_finding_text(request, job, finding);
        kj_printer_line(printer, "%s", text);
    }
    KjRefutationView view = kj_check_refutation_of(request, job);
    g_autofree char *nearest = view.tree ? kj_refutation_nearest_text(&view) : NULL;
    if (nearest)
        kj_printer_line(printer, "%s", nearest);
    if (job->tree)
        kj_printer_block(printer, job->tree);
    for (unsigned i = 0; i < report->nodes->len && !job->tree; i++)
        print_node(request, job, &g_array_index(report->nodes, KjCheckNode, i), printer);
    kj_check_print_beside(job, printer);
    kj_printer_line(printer, "%" G_GUINT64_FORMAT " nodes, %.2f s", report->searched,
                    report->seconds);
    if (job->uncertified)
        print_certificates(request, job, printer);
}

char *kj_check_summary(const KjReport *report)
{
    g_autofree char *verdict = kj_check_verdict_text(report);
    g_autofree char *plies = kj_check_plies(report->plies, true);
    GString *text = g_string_new(verdict);
    if (report->n_line)
        g_string_append_printf(text, ", %s", plies);
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *f = &g_array_index(report->findings, KjFinding, i);
        if (f->severity < KJ_SEVERITY_BLEMISH)
            continue;
        const char *fault = kj_check_name(kj_fault_code(f->fault), kj_fault_ja(f->fault));
        const char *class = kj_check_name(kj_class_code(f->class), kj_class_ja(f->class));
        g_string_append_printf(text, "; %s", f->is_fault ? fault : class);
        if (f->ply >= 0)
            g_string_append_printf(text, " #%d", f->ply + 1);
    }
    return g_string_free(text, FALSE);
}

static void print_short(const KjCheckJob *job, KjPrinter *printer)
{
    g_autofree char *summary = kj_check_summary(&job->report);
    kj_printer_line(printer, "%s: %s (%" G_GUINT64_FORMAT " nodes, %.2f s)", job->solve.input->id,
                    summary, job->report.searched, job->report.seconds);
}

void kj_check_print(const KjSession *session, const KjCall *call, const KjCheckRequest *request,
                    const KjCheckJob *job, KjPrinter *printer)
{
    kj_printer_begin(printer, call->command->schema);
    kj_input_print_position(printer, job->solve.input);
    if (!kj_printer_is_text(printer))
        kj_check_print_fields(request, job, printer);
    else if (request->full)
        print_full(session, call, request, job, printer);
    else
        print_short(job, printer);
    kj_printer_end(printer);
}
