/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What trim prints: kanju.trim/1, and lists for people. */
#include "core/text/lang.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/input_print.h"
#include "repl/compose/compose_fields.def"
#include "repl/compose/trim.h"
#include "repl/job/phrases.h"

/* What becomes of the work without a piece, in words. (transfer full) */
static char *reason_text(const KjTrimCall *c, const KjRepair *reason)
{
    const KjJudgement *j = &reason->judgement;
    KjPosition pos;
    switch (j->fate) {
    case KJ_FATE_SOUND: return g_strdup(kj_tr("not needed"));
    case KJ_FATE_LINE_LOST: return g_strdup(kj_tr("the line needs it"));
    case KJ_FATE_IMPOSSIBLE: return g_strdup(kj_tr("without it a king could be captured"));
    case KJ_FATE_UNSOUND: break;
    default: return g_strdup(kj_tr("undecided"));
    }
    kj_candidate_position(&c->work->job.root, c->work->wish.attacker, &reason->candidate, &pos);
    if (!j->n_defects)
        return g_strdup(kj_tr("without it there is no mate"));
    g_autofree char *defect =
        kj_compose_defect_text(c->compose, &pos, c->work->line, &j->defect[0]);
    return g_strdup_printf(kj_tr("without it %s"), defect);
}

static void tell_reasons(const KjTrimCall *c, KjPrinter *printer)
{
    kj_printer_line(printer, "what the pieces are for:");
    for (unsigned i = 0; i < c->reasons->len; i++) {
        const KjRepair *reason = &g_array_index(c->reasons, KjRepair, i);
        g_autofree char *text = reason_text(c, reason);
        g_autofree char *piece = kj_compose_piece_text(
            c->work->job.root.game, c->work->wish.attacker, reason->candidate.change[0].piece,
            reason->candidate.change[0].from);
        kj_printer_line(printer, "  %s: %s", piece, text);
    }
}

static void print_trimmed_text(const KjTrimCall *c, KjPrinter *printer)
{
    kj_compose_tell_work(c->compose, c->work, printer);
    if (c->work->job.report.verdict > KJ_WORK_BLEMISHED) {
        if (c->work->cut)
            kj_printer_line(printer, "ended early: there may be more reductions");
        else
            kj_printer_line(printer, "only a sound work can be trimmed: see 'repair'");
        return;
    }
    tell_reasons(c, printer);
    if (c->forms->len)
        kj_printer_line(printer, "reductions: %u", c->forms->len);
    else if (!c->work->cut && !c->n_undecided && c->moves)
        kj_printer_line(printer, "nothing can be removed or weakened, even if one piece is moved");
    else if (!c->work->cut && !c->n_undecided)
        kj_printer_line(printer, "nothing can be removed or weakened");
    for (unsigned i = 0; i < c->forms->len && i < c->compose->most; i++)
        kj_compose_tell_version(c->compose, c->work, &g_array_index(c->forms, KjRepair, i), i + 1,
                                i == 0, printer);
    if (c->narrowed)
        kj_printer_line(printer, "not all reductions were explored (limit %d)", (int)c->narrowed);
    if (c->work->cut)
        kj_printer_line(printer, "ended early: there may be more reductions");
    kj_printer_line(printer,
                    kj_tr_n(c->n_versions, "%u version, %u undecided", "%u versions, %u undecided"),
                    c->n_versions, c->n_undecided);
    kj_printer_spent(printer, c->work->nodes + c->work->job.report.searched,
                     kj_compose_seconds(c->compose));
}

static void print_reason(const KjTrimCall *c, const KjRepair *reason, KjPrinter *printer)
{
    const KjChange *change = &reason->candidate.change[0];
    const KjGame *game = c->work->job.root.game;
    KjPosition pos;
    kj_candidate_position(&c->work->job.root, c->work->wish.attacker, &reason->candidate, &pos);
    kj_printer_begin_item(printer);
    KJ_FIELDS_REASON;
    kj_printer_end_item(printer);
}

void kj_trim_print(const KjTrimCall *c)
{
    KjPrinter *printer = c->compose->call->printer;
    kj_printer_begin(printer, c->compose->call->command->schema);
    kj_input_print_position(printer, c->work->job.solve.input);
    print_trimmed_text(c, printer);
    kj_compose_print_work(c->compose, c->work, printer);
    KJ_FIELDS_TRIM;
    kj_printer_end(printer);
}
