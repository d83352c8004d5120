/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions as fields. */
#include "repl/workbench/version_fields.h"
#include "repl/cli/fields_print.h"

#include "core/format/position_text.h"
#include "repl/command/compose.h"
#include "repl/workbench/intended.h"
#include "repl/workbench/version_outcome.h"
#include "repl/workbench/version_words.h"
#include "repl/workbench/work_notes.h"
#include "repl/workbench/workbench_fields.def"
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
    KJ_FIELDS_CHANGES;
    if (from)
        kj_difference_clear(&difference);
}

static const char *verdict_of(const KjJudgement *judged)
{
    if (judged->fate == KJ_FATE_IMPOSSIBLE)
        return "impossible";
    return judged->mate == KJ_NOMATE ? "no-mate" : kj_work_text(judged->verdict);
}

/* The ply at which the line intended breaks. */
static KjLineBreak break_of(const KjWorkbench *bench, const KjVersion *version)
{
    if (!version->line)
        return (KjLineBreak){KJ_LINE_HOLDS, 0, 0};
    KjPosition start = version->position;
    kj_workbench_obey(bench, &start);
    KjSide attacker = kj_other(kj_workbench_defender(bench, &start));
    return kj_line_break(&start, attacker, false, KJ_INTERPOSITIONS_STD2, version->line);
}

void kj_versions_print(const KjWorkbench *bench, const KjVersion *version, KjPrinter *printer)
{
    const KjVersion *parent =
        version->parent ? kj_versions_get(bench->versions, version->parent) : NULL;
    g_autofree char *position = kj_position_write(&version->position);
    kj_printer_begin_item(printer);
    KJ_FIELDS_EDITED;
    print_changes(bench, parent, version, printer);
    KjLineBreak broken = break_of(bench, version);
    const KjJudgement *judged = version->outcome ? &version->outcome->judged : NULL;
    KJ_FIELDS_OUTCOME;
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
    KJ_FIELDS_EFFECT;
}
