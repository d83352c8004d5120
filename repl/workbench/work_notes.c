/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes of a report. */
#include "repl/workbench/work_notes.h"

#include <string.h>

#include "repl/check/check_words.h"

static void note_free(gpointer data)
{
    KjWorkNote *note = data;
    g_free(note->line);
    g_free(note->text);
    g_free(note);
}

/* The line of a move beside that of the report, from the diagram on. */
static void set_line(KjWorkNote *note, const KjReport *report, const KjAlternative *alt)
{
    unsigned ply = (unsigned)note->ply;
    note->n_line = ply + 1 + alt->n_line;
    note->line = g_new(KjMove, note->n_line);
    memcpy(note->line, report->line, ply * sizeof *note->line);
    note->line[ply] = alt->move;
    if (alt->n_line)
        memcpy(note->line + ply + 1, alt->line, alt->n_line * sizeof *note->line);
}

static KjWorkNote *note_of_move(const KjReportView *view, const KjCheckNode *node,
                                const KjAlternative *alt)
{
    KjWorkNote *note = g_new0(KjWorkNote, 1);
    *note = (KjWorkNote){
        .severity = alt->severity, .class = alt->class, .ply = (int)node->ply, .move = alt->move};
    set_line(note, view->report, alt);
    note->text = kj_check_beside_words(view, node, alt, KJ_CHECK_FOLLOWING);
    return note;
}

static KjWorkNote *note_of_fault(const KjReportView *view, const KjFinding *finding)
{
    KjWorkNote *note = g_new0(KjWorkNote, 1);
    *note = (KjWorkNote){.severity = finding->severity,
                         .is_fault = true,
                         .fault = finding->fault,
                         .ply = finding->ply,
                         .move = finding->move};
    note->text = kj_check_fault_words(view, finding);
    note->n_line = view->report->n_line;
    note->line = g_memdup2(view->report->line, note->n_line * sizeof *note->line);
    return note;
}

static int by_weight(const void *a, const void *b)
{
    const KjWorkNote *x = *(KjWorkNote *const *)a, *y = *(KjWorkNote *const *)b;
    if (x->severity != y->severity)
        return x->severity > y->severity ? -1 : 1;
    if (x->ply != y->ply)
        return x->ply - y->ply;
    return (int)x->move - (int)y->move;
}

GPtrArray *kj_work_notes(const KjReport *report, const KjPosition *root, KjNotation notation)
{
    const KjReportView view = {.report = report, .root = root, .notation = notation};
    GPtrArray *notes = g_ptr_array_new_with_free_func(note_free);
    for (unsigned i = 0; i < report->findings->len; i++) {
        const KjFinding *finding = &g_array_index(report->findings, KjFinding, i);
        if (finding->is_fault && finding->severity >= KJ_SEVERITY_BLEMISH)
            g_ptr_array_add(notes, note_of_fault(&view, finding));
    }
    for (unsigned i = 0; i < report->nodes->len; i++) {
        const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, i);
        for (unsigned k = 0; k < node->alternatives->len; k++) {
            const KjAlternative *alt = &g_array_index(node->alternatives, KjAlternative, k);
            if (alt->severity >= KJ_SEVERITY_BLEMISH)
                g_ptr_array_add(notes, note_of_move(&view, node, alt));
        }
    }
    g_ptr_array_sort(notes, by_weight);
    return notes;
}

/* Whether two notes say the same of their works. */
static bool same(const KjWorkNote *a, const KjWorkNote *b)
{
    return a->is_fault == b->is_fault && a->ply == b->ply && a->move == b->move &&
           (a->is_fault ? a->fault == b->fault : a->class == b->class);
}

bool kj_work_notes_have(const GPtrArray *notes, const KjWorkNote *note)
{
    for (unsigned i = 0; i < notes->len; i++)
        if (same(note, notes->pdata[i]))
            return true;
    return false;
}

KjBb kj_work_useless(const KjReport *report)
{
    KjBb squares = 0;
    for (unsigned i = 0; report->spares && i < report->spares->len; i++) {
        const KjSpare *spare = &g_array_index(report->spares, KjSpare, i);
        if (spare->how == KJ_SPARE_REMOVE && spare->sound == KJ_YES &&
            spare->square != KJ_NO_SQUARE)
            squares |= (KjBb)1 << spare->square;
    }
    return squares;
}
