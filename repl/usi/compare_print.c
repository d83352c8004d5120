/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of `compare`. */
#include "repl/usi/compare_print.h"
#include "repl/cli/fields_print.h"

#include <string.h>

#include "repl/cli/input_print.h"
#include "repl/job/phrases.h"
#include "repl/usi/compare_fields.def"

enum { KANJU, ENGINE, MAX_ID_COLUMNS = 40 };

static const char *const difference_words[KJ_DIFFERENCES] = {
    [KJ_SAME] = "same",
    [KJ_UNDECIDED] = "undecided",
    [KJ_DIFFERENT_LENGTH] = "length",
    [KJ_DIFFERENT_VERDICT] = "verdict",
    [KJ_DIFFERENT_LINE] = "line",
    [KJ_DIFFERENT_FAILURE] = "failure",
};

static int id_columns(const KjCompareTotals *totals)
{
    return (int)CLAMP(totals->id_columns, strlen("problem"), MAX_ID_COLUMNS);
}

void kj_compare_print_head(KjPrinter *printer, const KjCompareTotals *totals)
{
    kj_printer_begin(printer, NULL);
    kj_printer_line(printer, "%-*s  %-10s %11s %9s  %-10s %11s %9s", id_columns(totals), "problem",
                    "Kanju", "nodes", "s", "engine", "nodes", "s");
    kj_printer_end(printer);
}

/* What Kanju found, in a few letters. (transfer full) */
static char *own_answer(const KjResult *result)
{
    switch (result->verdict) {
    case KJ_MATE:
        return g_strdup_printf("mate %s%u", result->pure_proved ? "" : "≤", result->pure_plies);
    case KJ_NOMATE: return g_strdup("no mate");
    case KJ_UNKNOWN: return g_strdup_printf("? (%s)", kj_cause_text(result->cause));
    }
    g_assert_not_reached();
}

/* And the engine. (transfer full) */
static char *other_answer(const KjComparison *c)
{
    switch (c->answer.kind) {
    case KJ_ENGINE_MATE: return g_strdup_printf("mate %u", g_strv_length(c->answer.line));
    case KJ_ENGINE_NOMATE: return g_strdup("no mate");
    case KJ_ENGINE_TIMEOUT: return g_strdup("? (time)");
    case KJ_ENGINE_NOT_IMPLEMENTED: return g_strdup("? (cannot)");
    case KJ_ENGINE_FAILED: return g_strdup("failed");
    case KJ_ENGINE_NOT_ASKED: return g_strdup("not asked");
    }
    g_assert_not_reached();
}

static void count(const KjComparison *c, KjCompareTotals *totals)
{
    const KjResult *result = &c->job.result;
    totals->count[c->difference]++;
    totals->decided[KANJU] += result->verdict != KJ_UNKNOWN;
    totals->decided[ENGINE] +=
        c->answer.kind == KJ_ENGINE_MATE || c->answer.kind == KJ_ENGINE_NOMATE;
    totals->nodes[KANJU] += result->nodes;
    totals->nodes[ENGINE] += c->answer.nodes;
    totals->seconds[KANJU] += result->seconds;
    totals->seconds[ENGINE] += c->answer.seconds;
}

static void print_row(const KjComparison *c, KjPrinter *printer, const KjCompareTotals *totals)
{
    const KjResult *result = &c->job.result;
    const char *id = c->job.input->id;
    g_autofree char *own = own_answer(result);
    g_autofree char *other = other_answer(c);
    int pad = MAX(0, id_columns(totals) - (int)kj_text_columns(id));
    kj_printer_line(printer,
                    "%s%*s  %-10s %11" G_GUINT64_FORMAT " %9.2f  %-10s %11" G_GUINT64_FORMAT
                    " %9.2f%s%s",
                    id, pad, "", own, result->nodes, result->seconds, other, c->answer.nodes,
                    c->answer.seconds, c->difference > KJ_UNDECIDED ? "  differs: " : "",
                    c->difference > KJ_UNDECIDED ? difference_words[c->difference] : "");
    if (c->answer.failure)
        kj_printer_line(printer, "    the engine: %s", c->answer.failure);
    if (c->line.fault)
        kj_printer_line(printer, "    the engine's line: %s", c->line.fault);
    for (unsigned i = 0; i < c->remarks->len; i++)
        kj_printer_line(printer, "    %s", (const char *)c->remarks->pdata[i]);
    if (c->job.certificate && !c->job.certificate_failure)
        kj_printer_line(printer, "    certificate: %s", c->job.certificate);
}

static void print_own_fields(const KjComparison *c, KjPrinter *printer)
{
    const KjSolveJob *job = &c->job;
    const KjResult *result = &job->result;
    bool mate = result->verdict == KJ_MATE;
    g_auto(GStrv) line = kj_line_text(&job->input->position, result->line, result->n_line,
                                      job->input->last, KJ_NOTATION_USI);
    KJ_FIELDS_COMPARED_OWN;
}

static void print_other_fields(const KjComparison *c, KjPrinter *printer)
{
    static const char *const none[] = {NULL};
    const KjEngineAnswer *answer = &c->answer;
    bool mate = answer->kind == KJ_ENGINE_MATE;
    KJ_FIELDS_COMPARED_OTHER;
}

void kj_compare_print(const KjCall *call, const KjComparison *c, KjCompareTotals *totals)
{
    KjPrinter *printer = call->printer;
    count(c, totals);
    kj_printer_begin(printer, call->command->schema);
    print_row(c, printer, totals);
    kj_input_print_position(printer, c->job.input);
    print_own_fields(c, printer);
    print_other_fields(c, printer);
    g_autoptr(GPtrArray) remarks = g_ptr_array_new();
    for (unsigned i = 0; i < c->remarks->len; i++)
        g_ptr_array_add(remarks, c->remarks->pdata[i]);
    g_ptr_array_add(remarks, NULL);
    KJ_FIELDS_COMPARED;
    kj_printer_end(printer);
}

static unsigned differing(const KjCompareTotals *totals)
{
    unsigned n = 0;
    for (unsigned i = KJ_UNDECIDED + 1; i < KJ_DIFFERENCES; i++)
        n += totals->count[i];
    return n;
}

static void print_totals_for_people(KjPrinter *printer, const KjCompareTotals *totals, unsigned n)
{
    g_autoptr(GString) kinds = g_string_new(NULL);
    for (unsigned i = KJ_UNDECIDED + 1; i < KJ_DIFFERENCES; i++)
        if (totals->count[i])
            g_string_append_printf(kinds, "%s%s %u", kinds->len ? ", " : " (", difference_words[i],
                                   totals->count[i]);
    g_autofree char *unread = totals->not_understood
                                  ? g_strdup_printf(", %u not understood", totals->not_understood)
                                  : g_strdup("");
    kj_printer_line(printer, "%u problems: %u the same, %u undecided, %u different%s%s%s", n,
                    totals->count[KJ_SAME], totals->count[KJ_UNDECIDED], differing(totals),
                    kinds->str, kinds->len ? ")" : "", unread);
    for (unsigned i = KANJU; i <= ENGINE; i++)
        kj_printer_line(printer, "%-6s decided %u, %" G_GUINT64_FORMAT " nodes, %.2f s",
                        i == KANJU ? "Kanju" : "engine", totals->decided[i], totals->nodes[i],
                        totals->seconds[i]);
}

void kj_compare_print_totals(const KjCall *call, const KjCompareTotals *totals)
{
    KjPrinter *printer = call->printer;
    unsigned n = totals->not_understood;
    for (unsigned i = 0; i < KJ_DIFFERENCES; i++)
        n += totals->count[i];
    kj_printer_begin(printer, call->command->schema);
    print_totals_for_people(printer, totals, n);
    KJ_FIELDS_COMPARED_TOTALS;
    kj_printer_end(printer);
}
