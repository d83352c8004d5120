/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions as fields. */
#include "repl/workbench/version_fields.h"

#include "core/format/position_text.h"
#include "repl/compose/compose.h"
#include "repl/workbench/intended.h"
#include "repl/workbench/version_outcome.h"
#include "repl/workbench/version_words.h"
#include "repl/workbench/work_notes.h"
#include "solver/compose/difference.h"

/* ---- a version ---- */

static void print_changes(const KjWorkbench *bench, const KjVersion *from, const KjVersion *to,
                          KjPrinter *printer)
{
    KjDifference difference = {0};
    KjSide attacker = KJ_SENTE;
    if (from) {
        attacker = kj_other(kj_workbench_defender(bench, &from->position));
        kj_difference(&from->position, &to->position, attacker, &difference);
    }
    kj_printer_begin_list(printer, "changes");
    for (unsigned i = 0; from && i < difference.changes->len; i++)
        kj_compose_print_change(to->position.game, &g_array_index(difference.changes, KjChange, i),
                                printer);
    kj_printer_end_list(printer);
    kj_printer_boolean(printer, "turned", NULL, difference.flipped);
    if (from)
        kj_difference_clear(&difference);
}

static const char *verdict_of(const KjJudged *judged)
{
    if (!judged->possible)
        return "impossible";
    return judged->mate == KJ_NOMATE ? "no-mate" : kj_work_text(judged->verdict);
}

static void print_outcome(const KjJudged *judged, KjPrinter *printer)
{
    kj_printer_string(printer, "verdict", NULL, verdict_of(judged));
    kj_printer_integer(printer, "plies", NULL, judged->plies);
    kj_printer_integer(printer, "cooks", NULL, judged->cooks);
    kj_printer_integer(printer, "defects", NULL, judged->defects);
    kj_printer_integer(printer, "blemishes", NULL, judged->blemishes);
    kj_printer_integer(printer, "open", NULL, judged->open);
    kj_printer_integer(printer, "tries", NULL, judged->tries);
    kj_printer_integer(printer, "wrong", NULL, judged->wrong);
    kj_printer_integer(printer, "held", NULL, judged->held);
    kj_printer_boolean(printer, "line_lost", NULL, judged->line_lost);
}

/* The ply at which the line intended breaks, or null. */
static void print_break(const KjWorkbench *bench, const KjVersion *version, KjPrinter *printer)
{
    KjLineBreak broken = {KJ_LINE_HOLDS, 0, 0};
    if (version->line) {
        KjPosition start = version->position;
        kj_workbench_obey(bench, &start);
        KjSide attacker = kj_other(kj_workbench_defender(bench, &start));
        broken = kj_line_break(&start, attacker, false, KJ_INTERPOSITIONS_STD2, version->line);
    }
    if (broken.state == KJ_LINE_HOLDS)
        kj_printer_null(printer, "breaks");
    else
        kj_printer_integer(printer, "breaks", NULL, broken.ply);
}

void kj_versions_print(const KjWorkbench *bench, const KjVersion *version, KjPrinter *printer)
{
    const KjVersion *parent =
        version->parent ? kj_versions_get(bench->versions, version->parent) : NULL;
    g_autofree char *position = kj_position_write(&version->position);
    kj_printer_begin_item(printer);
    kj_printer_integer(printer, "version", NULL, version->number);
    if (parent)
        kj_printer_integer(printer, "parent", NULL, parent->number);
    else
        kj_printer_null(printer, "parent");
    kj_printer_string(printer, "position", NULL, position);
    kj_printer_integer(printer, "pieces", NULL, kj_version_pieces(bench, version));
    print_changes(bench, parent, version, printer);
    print_break(bench, version, printer);
    if (version->outcome)
        print_outcome(&version->outcome->judged, printer);
    else
        kj_printer_null(printer, "verdict");
    kj_printer_end_item(printer);
}

/* ---- two versions ---- */

static GPtrArray *notes_of(const KjVersion *version)
{
    const KjVersionOutcome *outcome = version->outcome;
    return outcome && outcome->reported ? kj_work_notes(&outcome->report, &outcome->position,
                                                        outcome->request.solve.notation)
                                        : g_ptr_array_new();
}

/* The notes of one version that the other does not have. */
static void print_notes(const char *key, const KjVersion *version, const GPtrArray *of,
                        const GPtrArray *not_of, KjPrinter *printer)
{
    kj_printer_begin_list(printer, key);
    for (unsigned i = 0; i < of->len; i++) {
        const KjWorkNote *note = of->pdata[i];
        KjDefect defect = {note->is_fault, note->fault, note->class, note->ply, note->move};
        if (!kj_work_notes_have(not_of, note))
            kj_compose_print_defect(&version->outcome->position, note->line, &defect, printer);
    }
    kj_printer_end_list(printer);
}

void kj_versions_print_effect(const KjWorkbench *bench, const KjVersion *from, const KjVersion *to,
                              KjPrinter *printer)
{
    g_autoptr(GPtrArray) old = notes_of(from), new = notes_of(to);
    kj_printer_begin_list(printer, "versions");
    kj_versions_print(bench, from, printer);
    kj_versions_print(bench, to, printer);
    kj_printer_end_list(printer);
    print_changes(bench, from, to, printer);
    print_notes("gone", from, old, new, printer);
    print_notes("new", to, new, old, printer);
}
