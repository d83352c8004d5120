/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game ply by ply as a table. */
#include "core/notation/notation.h"
#include "core/text/lang.h"
#include "repl/command/analyse.h"

enum { MOVE_COLUMNS = 14 };

typedef struct {
    const KjAnalyseRequest *request;
    GString *out;
    bool colour;
    unsigned quiet_from; // first of the plies without a remark, 0: none
} Table;

static void pad(GString *out, const char *text, unsigned columns)
{
    g_string_append(out, text);
    for (unsigned used = kj_text_columns(text); used < columns; used++)
        g_string_append_c(out, ' ');
}

/* The plies up to `last` of which there is nothing to say, in one row. */
static void end_quiet(Table *table, unsigned last)
{
    unsigned first = table->quiet_from;
    table->quiet_from = 0;
    if (!first || first > last)
        return; // the position after the last move
    g_autofree char *range =
        first == last ? g_strdup_printf("%u", last) : g_strdup_printf("%u-%u", first, last);
    g_string_append_printf(table->out, "%9s  ", range);
    pad(table->out, "", MOVE_COLUMNS);
    g_string_append_printf(table->out, " %s\n", kj_tr("no mate, no threat of mate"));
}

static void add_row(Table *table, const KjPlyReport *ply, const KjPlyReport *previous)
{
    g_autoptr(GArray) remarks = kj_analyse_remarks(table->request, ply, previous);
    if (remarks->len == 0) {
        table->quiet_from = table->quiet_from ? table->quiet_from : ply->ply;
        return;
    }
    end_quiet(table, ply->ply - 1);
    g_autofree char *move = ply->move ? kj_move_text(&ply->position, ply->move, ply->before,
                                                     table->request->solve.notation)
                                      : g_strdup(kj_tr("(end)"));
    g_string_append_printf(table->out, "%9u  ", ply->ply);
    pad(table->out, move, MOVE_COLUMNS);
    for (unsigned i = 0; i < remarks->len; i++) {
        const KjAnalyseRemark *remark = &g_array_index(remarks, KjAnalyseRemark, i);
        if (i)
            g_string_append_printf(table->out, "%*s", 11 + MOVE_COLUMNS, "");
        if (table->colour && remark->colour)
            g_string_append_printf(table->out, " \033[%um%s\033[m\n", remark->colour, remark->text);
        else
            g_string_append_printf(table->out, " %s\n", remark->text);
    }
}

/* How often each side has a finding among those of its plies. */
static unsigned count(const KjAnalyseJob *job, KjSide side, unsigned finding)
{
    unsigned n = 0;
    for (unsigned i = 0; i < job->n_plies; i++)
        n += job->plies[i].asked && job->plies[i].position.side == side &&
             (job->plies[i].finding & finding);
    return n;
}

static void print_sums(const KjAnalyseJob *job, KjPrinter *printer)
{
    unsigned open = 0;
    for (KjSide side = KJ_SENTE; side <= KJ_GOTE; side++) {
        unsigned missed = count(job, side, KJ_PLY_MISSED);
        unsigned deadly = count(job, side, KJ_PLY_DEADLY);
        unsigned threats = count(job, side, KJ_PLY_THREATENS);
        g_autoptr(GString) text = g_string_new(kj_tr(kj_side_name(side)));
        g_string_append_printf(text, kj_tr_n(missed, ": %u mate missed", ": %u mates missed"),
                               missed);
        g_string_append_printf(
            text,
            kj_tr_n(deadly, ", %u move lost to a mate (頓死)", ", %u moves lost to a mate (頓死)"),
            deadly);
        g_string_append_printf(
            text, kj_tr_n(threats, ", %u threat of mate (詰めろ)", ", %u threats of mate (詰めろ)"),
            threats);
        kj_printer_line(printer, "%s", text->str);
        open += count(job, side, KJ_PLY_OPEN);
    }
    if (open)
        kj_printer_line(printer, "open plies: %u (more of --each-nodes)", open);
    if (job->cut)
        kj_printer_line(printer, "ended early: %u of %u plies analysed", job->n_done, job->n_plies);
}

void kj_analyse_print_record(const KjSession *session, const KjCall *call,
                             const KjAnalyseRequest *request, const KjAnalyseJob *job)
{
    KjPrinter *printer = call->printer;
    KjColorWhen when = (KjColorWhen)call->values->value[KJ_OPT(COLOR)].choice;
    Table table = {request, g_string_new(NULL), kj_term_color(&session->term, when), 0};
    const KjPlyReport *first = &job->plies[0], *last = &job->plies[job->n_plies - 1];
    unsigned end = last->ply;
    for (unsigned i = 0; i < job->n_plies; i++) {
        if (!job->plies[i].asked) {
            end = job->plies[i].ply - 1;
            break;
        }
        add_row(&table, &job->plies[i], i ? &job->plies[i - 1] : NULL);
    }
    end_quiet(&table, MIN(end, job->game.n));
    kj_printer_line(printer, "%s: plies %u to %u of %u", job->solve.input->called, first->ply,
                    MIN(last->ply, job->game.n), job->game.n);
    kj_printer_block(printer, table.out->str);
    print_sums(job, printer);
    kj_printer_spent(printer, job->nodes, job->seconds);
    g_string_free(table.out, TRUE);
}
