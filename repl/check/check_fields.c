/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of `check`: kanju.check/1. */
#include "repl/check/check_print.h"
#include "repl/check/tries_print.h"
#include "repl/cli/commands.h"
#include "repl/cli/refutation_json.h"
#include "repl/cli/solve_json.h"
#include "repl/job/phrases.h"

static const char *const severities[] = {"none", "note", "blemish", "defect"};

static void print_move(KjPrinter *printer, const char *key, const KjPosition *pos, KjMove move)
{
    g_autofree char *text = move ? kj_move_text(pos, move, KJ_MOVE_NONE, KJ_NOTATION_USI) : NULL;
    kj_printer_string(printer, key, NULL, text);
}

static void print_number(KjPrinter *printer, const char *key, bool known, gint64 value)
{
    if (known)
        kj_printer_integer(printer, key, NULL, value);
    else
        kj_printer_null(printer, key);
}

static void print_alternative(const KjCheckNode *node, const KjAlternative *alt, KjPrinter *printer)
{
    KjPosition next = node->position;
    KjUndo undo;
    kj_position_make(&next, alt->move, &undo);
    g_auto(GStrv) line = kj_line_text(&next, alt->line, alt->n_line, alt->move, KJ_NOTATION_USI);
    kj_printer_begin_item(printer);
    print_move(printer, "move", &node->position, alt->move);
    kj_printer_string(printer, "class", NULL, kj_class_code(alt->class));
    kj_printer_string(printer, "severity", NULL, severities[alt->severity]);
    kj_printer_string(printer, "verdict", NULL, kj_verdict_text(alt->verdict));
    bool open = alt->class == KJ_CLASS_UNKNOWN && alt->cause != KJ_CAUSE_NONE;
    kj_printer_string(printer, "cause", NULL, open ? kj_cause_text(alt->cause) : NULL);
    print_number(printer, "plies", alt->verdict == KJ_MATE && alt->plies, alt->plies);
    kj_printer_boolean(printer, "exact", NULL, alt->exact);
    print_number(printer, "back_to", alt->meets >= 0, alt->meets + 1);
    kj_printer_strings(printer, "line", (const char *const *)line);
    kj_printer_integer(printer, "nodes", NULL, (gint64)alt->nodes);
    kj_printer_end_item(printer);
}

static void print_node(const KjCheckNode *node, KjPrinter *printer)
{
    kj_printer_begin_item(printer);
    kj_printer_integer(printer, "ply", NULL, node->ply + 1);
    kj_printer_string(printer, "side", NULL, node->attacks ? "attacker" : "defender");
    print_move(printer, "move", &node->position, node->move);
    print_number(printer, "plies", true, node->plies);
    kj_printer_boolean(printer, "futile", NULL, node->futile);
    kj_printer_boolean(printer, "examined", NULL, node->examined);
    kj_printer_string(printer, "mate", NULL, kj_verdict_text(node->mate));
    print_number(printer, "least", true, MIN(node->least, node->most));
    print_number(printer, "most", node->most < KJ_NO_BOUND, node->most);
    kj_printer_begin_list(printer, "alternatives");
    for (unsigned k = 0; k < node->alternatives->len; k++)
        print_alternative(node, &g_array_index(node->alternatives, KjAlternative, k), printer);
    kj_printer_end_list(printer);
    kj_printer_end_item(printer);
}

static void print_finding(const KjReport *report, const KjFinding *finding, KjPrinter *printer)
{
    kj_printer_begin_item(printer);
    kj_printer_string(printer, "code", NULL,
                      finding->is_fault ? kj_fault_code(finding->fault)
                                        : kj_class_code(finding->class));
    kj_printer_string(printer, "severity", NULL, severities[finding->severity]);
    print_number(printer, "ply", finding->ply >= 0, finding->ply + 1);
    bool at_node = !finding->is_fault;
    const KjCheckNode *node =
        at_node ? &g_array_index(report->nodes, KjCheckNode, (unsigned)finding->ply) : NULL;
    print_move(printer, "move", node ? &node->position : NULL, node ? finding->move : KJ_MOVE_NONE);
    kj_printer_string(printer, "details", NULL, finding->details);
    kj_printer_boolean(printer, "depends", NULL, finding->depends);
    kj_printer_end_item(printer);
}

/* What each profile makes of it. */
static void print_profiles(const KjReport *report, KjPrinter *printer)
{
    kj_printer_begin_list(printer, "profiles");
    for (size_t i = 0; i < kj_profile_count(); i++) {
        const KjProfile *profile = kj_profile_at(i);
        kj_printer_begin_item(printer);
        kj_printer_string(printer, "profile", NULL, profile->name);
        kj_printer_string(printer, "verdict", NULL,
                          kj_work_text(kj_report_judge(report, profile, NULL)));
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

/* The claims without a certificate. */
static void print_uncertified(const KjCheckJob *job, KjPrinter *printer)
{
    if (!job->uncertified) {
        kj_printer_null(printer, "uncertified");
        return;
    }
    kj_printer_begin_list(printer, "uncertified");
    for (unsigned i = 0; i < job->uncertified->len; i++) {
        const KjOpenClaim *open = &g_array_index(job->uncertified, KjOpenClaim, i);
        kj_printer_begin_item(printer);
        print_number(printer, "ply", open->node != NULL, open->node ? open->node->ply + 1 : 0);
        print_move(printer, "move", open->node ? &open->node->position : NULL, open->move);
        kj_printer_string(printer, "reason", NULL, open->reason);
        kj_printer_end_item(printer);
    }
    kj_printer_end_list(printer);
}

void kj_check_print_fields(const KjCheckRequest *request, const KjCheckJob *job, KjPrinter *printer)
{
    const KjReport *report = &job->report;
    const KjInput *input = job->solve.input;
    g_auto(GStrv) line =
        kj_line_text(&job->root, report->line, report->n_line, input->last, KJ_NOTATION_USI);
    g_auto(GStrv) mating =
        kj_line_text(&job->root, report->mating, report->n_mating, input->last, KJ_NOTATION_USI);
    g_autofree char *left = kj_hand_text(&input->game, report->leftover, report->attacker);
    kj_printer_string(printer, "attacker", NULL, kj_side_name(report->attacker));
    kj_printer_string(printer, "goal", NULL, report->hisshi ? "hisshi" : "mate");
    kj_printer_string(printer, "profile", NULL, request->profile.name);
    kj_printer_string(printer, "verdict", NULL, kj_work_text(report->verdict));
    kj_printer_integer(printer, "defects", NULL, report->n_defects);
    kj_printer_integer(printer, "blemishes", NULL, report->n_blemishes);
    kj_printer_integer(printer, "open", NULL, report->n_open);
    kj_printer_boolean(printer, "first_defect", NULL, report->cut);
    kj_printer_boolean(printer, "depends", NULL, report->depends);
    kj_printer_string(printer, "mate", NULL, kj_verdict_text(report->mate));
    kj_printer_boolean(printer, "by_repetition", NULL, report->by_history);
    print_number(printer, "plies", report->n_line > 0, report->plies);
    print_number(printer, "shortest", report->shortest > 0, report->shortest);
    kj_printer_boolean(printer, "shortest_proved", NULL, report->shortest_proved);
    print_number(printer, "pure_plies", report->pure_plies > 0, report->pure_plies);
    kj_printer_boolean(printer, "pure_proved", NULL, report->pure_proved);
    kj_printer_string(printer, "interpositions", NULL,
                      kj_interpositions_text(report->interpositions));
    kj_printer_boolean(printer, "interposition_sensitive", NULL,
                       report->shortest_proved && report->shortest < report->pure_plies);
    kj_printer_boolean(printer, "authors_line", NULL, report->authors);
    kj_printer_boolean(printer, "tentative", NULL, report->tentative);
    kj_printer_integer(printer, "open_lengths", NULL, report->n_open_lengths);
    kj_printer_strings(printer, "line", (const char *const *)line);
    kj_printer_string(printer, "leftover", NULL, report->n_line && !report->hisshi ? left : NULL);
    kj_printer_strings(printer, "mating_line", (const char *const *)mating);
    KjRefutationView view = kj_check_refutation_of(request, job);
    kj_refutation_print(view.tree ? &view : NULL, false, printer);
    kj_printer_begin_list(printer, "findings");
    for (unsigned i = 0; i < report->findings->len; i++)
        print_finding(report, &g_array_index(report->findings, KjFinding, i), printer);
    kj_printer_end_list(printer);
    kj_printer_begin_list(printer, "nodes_of_line");
    for (unsigned i = 0; i < report->nodes->len; i++)
        print_node(&g_array_index(report->nodes, KjCheckNode, i), printer);
    kj_printer_end_list(printer);
    print_profiles(report, printer);
    kj_check_print_extras_fields(job, printer);
    kj_check_print_tries_fields(job, printer);
    kj_printer_integer(printer, "certificates", NULL, job->n_certificates);
    print_uncertified(job, printer);
    kj_solve_print_checkpoint(&job->solve, printer);
    kj_printer_integer(printer, "nodes", NULL, (gint64)report->searched);
    kj_printer_integer(printer, "ms", NULL, (gint64)(report->seconds * 1000 + 0.5));
}
