/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What leads from one version to another, in words. */
#include "repl/workbench/version_words.h"

#include "core/format/game_file.h"
#include "core/text/lang.h"
#include "repl/command/compose.h"
#include "repl/job/phrases.h"
#include "repl/workbench/version_outcome.h"
#include "repl/workbench/work_notes.h"
#include "solver/compose/difference.h"

static KjSide attacker_of(const KjWorkbench *bench, const KjVersion *version)
{
    return kj_other(kj_workbench_defender(bench, &version->position));
}

enum { TOLD = 5 }; // changes of one edit; what has more is another position

/* What leads from one diagram to another, unless those are more than `most` changes. */
static char *edit_text(const KjWorkbench *bench, const KjPosition *from, const KjPosition *to,
                       unsigned most)
{
    const KjGame *game = from->game;
    if (game->row != to->game->row)
        return g_strdup(kj_tr("another position"));
    KjSide attacker = kj_other(kj_workbench_defender(bench, from));
    KjDifference difference;
    kj_difference(from, to, attacker, &difference);
    GString *text = g_string_new(difference.flipped ? kj_tr("turn the board") : NULL);
    if (difference.changes->len > most)
        g_string_assign(text, kj_tr("another position"));
    for (unsigned i = 0; i < difference.changes->len && difference.changes->len <= most; i++) {
        const KjChange *change = &g_array_index(difference.changes, KjChange, i);
        g_autofree char *words = kj_compose_change_text(
            game, difference.flipped ? kj_other(attacker) : attacker, change);
        g_string_append_printf(text, "%s%s", text->len ? kj_tr("; then ") : "", words);
    }
    if (difference.side)
        g_string_append_printf(text, "%s%s", text->len ? kj_tr("; then ") : "",
                               kj_tr("the other side to move"));
    kj_difference_clear(&difference);
    if (!text->len)
        g_string_append(text, kj_tr("only the defender's hand"));
    return g_string_free(text, FALSE);
}

char *kj_workbench_edit_text(const KjWorkbench *bench, const KjPosition *from, const KjPosition *to)
{
    return edit_text(bench, from, to, G_MAXUINT);
}

/* How many nodes two trees have in common, from the first on. */
static unsigned common_nodes(const KjMoveTree *a, const KjMoveTree *b)
{
    unsigned n = MIN(a->nodes->len, b->nodes->len), i = 1;
    for (; i < n; i++) {
        const KjMoveNode *x = a->nodes->pdata[i], *y = b->nodes->pdata[i];
        if (x->move != y->move || x->parent->index != y->parent->index)
            break;
    }
    return i;
}

char *kj_workbench_change_text(const KjWorkbench *bench, const KjMoveTree *from,
                               const KjMoveTree *to, KjNotation notation)
{
    if (from->start.game->row != to->start.game->row ||
        !kj_position_equal(&from->start, &to->start))
        return edit_text(bench, &from->start, &to->start, TOLD);
    for (unsigned i = 0; i < KJ_ABOUTS; i++) {
        const char *key = kj_about_key((KjAbout)i);
        const char *before = kj_move_tree_header(from, key), *after = kj_move_tree_header(to, key);
        if (g_strcmp0(before, after) != 0)
            return kj_about_words((KjAbout)i, after);
    }
    if (from->nodes->len == to->nodes->len)
        return g_strdup(kj_tr("the intended line"));
    bool cut = from->nodes->len > to->nodes->len;
    const KjMoveNode *node = (cut ? from : to)->nodes->pdata[common_nodes(from, to)];
    KjPosition position = kj_move_node_position(cut ? from : to, node->parent);
    g_autofree char *move = kj_move_text(&position, node->move, node->parent->move, notation);
    unsigned n = (unsigned)ABS((int)from->nodes->len - (int)to->nodes->len);
    g_autofree char *moves =
        n > 1 ? g_strdup_printf(kj_tr("%s ... (%u moves)"), move, n) : g_strdup(move);
    return cut ? g_strdup_printf(kj_tr("cut %s"), moves) : g_steal_pointer(&moves);
}

static KjEconomy economy_of(const KjWorkbench *bench, const KjVersion *version)
{
    KjEconomy economy = {0};
    kj_economy_add(&version->position, attacker_of(bench, version), 1, &economy);
    return economy;
}

unsigned kj_version_pieces(const KjWorkbench *bench, const KjVersion *version)
{
    return (unsigned)economy_of(bench, version).pieces;
}

/* What a version saves or costs against another: "pieces saved: 2". (transfer full) */
static char *economy_text(const KjWorkbench *bench, const KjVersion *from, const KjVersion *to)
{
    KjEconomy a = economy_of(bench, from), b = economy_of(bench, to);
    b.pieces -= a.pieces;
    b.strength -= a.strength;
    return kj_compose_economy_text(&b);
}

/* The notes of one version that the other does not have, a line each. */
static void tell_notes(const GPtrArray *of, const GPtrArray *not_of, bool gone, KjPrinter *printer)
{
    for (unsigned i = 0; i < of->len; i++) {
        const KjWorkNote *note = of->pdata[i];
        if (!kj_work_notes_have(not_of, note))
            kj_printer_line(printer, gone ? "  gone: %s" : "  new: %s", note->text);
    }
}

static GPtrArray *notes_of(const KjVersion *version)
{
    const KjVersionOutcome *outcome = version->outcome;
    return outcome && outcome->reported ? kj_work_notes(&outcome->report, &outcome->position,
                                                        outcome->request.solve.notation)
                                        : g_ptr_array_new();
}

static void tell_break(const KjWorkbench *bench, const KjVersion *version, KjPrinter *printer)
{
    if (!version->line)
        return;
    KjPosition start = version->position;
    kj_workbench_obey(bench, &start);
    KjSide attacker = kj_other(kj_workbench_defender(bench, &start));
    KjLineBreak broken =
        kj_line_break(&start, attacker, false, KJ_INTERPOSITIONS_STD2, version->line);
    g_autofree char *why = kj_line_break_text(start.game, version->line, &broken);
    if (why)
        kj_printer_line(printer, "  the intended line breaks at %s", why);
}

void kj_versions_tell_effect(const KjWorkbench *bench, const KjVersion *a, const KjVersion *b,
                             KjPrinter *printer)
{
    g_autofree char *change = kj_workbench_edit_text(bench, &a->position, &b->position);
    g_autofree char *economy = economy_text(bench, a, b);
    g_autofree char *before = a->outcome ? kj_judgement_text(&a->outcome->judged) : NULL;
    g_autofree char *after = b->outcome ? kj_judgement_text(&b->outcome->judged) : NULL;
    kj_printer_line(printer, "%u -> %u: %s (%s)", a->number, b->number, change, economy);
    kj_printer_line(printer, "  before: %s", before ? before : kj_tr("not judged"));
    kj_printer_line(printer, "  after: %s", after ? after : kj_tr("not judged"));
    tell_break(bench, b, printer);
    g_autoptr(GPtrArray) old = notes_of(a), new = notes_of(b);
    tell_notes(old, new, true, printer);
    tell_notes(new, old, false, printer);
}
