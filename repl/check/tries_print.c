/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries in words. */
#include "repl/check/tries_print.h"

#include "core/text/lang.h"
#include "repl/check/check_words.h"
#include "repl/job/because.h"
#include "repl/job/phrases.h"

enum { MOST_SHOWN = 10 };

char *kj_try_moves(const KjPosition *at, const KjWrongCheck *try, KjNotation notation)
{
    return kj_line_words(at, try->line, try->n_line, KJ_MOVE_NONE, notation);
}

char *kj_try_text(const KjCheckRequest *request, const KjReport *report, const KjWrongCheck *try)
{
    g_autofree char *moves =
        kj_try_moves(kj_wrong_check_position(report, try), try, request->solve.notation);
    return g_strdup_printf(kj_tr("ply %u, holds out for %u plies%s: %s"), try->ply + 1, try->held,
                           try->open ? kj_tr(", not followed to the end") : "", moves);
}

/* Whether the reply shown refutes: by a law of repetition only what the check says does. */
static bool is_refuted(const KjCheckRequest *request, const KjReport *report,
                       const KjWrongCheck *try)
{
    const KjCheckNode *node = &g_array_index(report->nodes, KjCheckNode, try->ply);
    const KjAlternative *alt = kj_check_alternative(node, try->move);
    bool by_law = kj_loops_by_law(request->solve.solver.loops, node->position.game);
    return try->n_refuting && (!by_law || (alt->n_line && alt->line[0] == try->line[1]));
}

char *kj_try_because(const KjCheckRequest *request, const KjReport *report, const KjWrongCheck *try)
{
    if (!is_refuted(request, report, try))
        return NULL;
    bool by_law =
        kj_loops_by_law(request->solve.solver.loops, kj_wrong_check_position(report, try)->game);
    bool known = !by_law && (!try->open || try->n_replies == 1);
    const KjFailure failure = {.attack = try->move,
                               .reply = try->line[1],
                               .lasts = KJ_LASTS_UNKNOWN,
                               .n_replies = known ? try->n_replies : 0,
                               .n_mated = known ? try->n_replies - try->n_refuting : 0};
    KjPosition next = kj_position_after(kj_wrong_check_position(report, try), try->move);
    return kj_because(&next, &failure);
}

void kj_try_print_entry(const KjCheckRequest *request, const KjReport *report,
                        const KjWrongCheck *try, unsigned number, KjPrinter *printer)
{
    if (kj_printer_takes_fields(printer))
        return;
    g_autofree char *text = kj_try_text(request, report, try);
    g_autofree char *because = kj_try_because(request, report, try);
    kj_printer_line(printer, "%2u. %s", number, text);
    if (because)
        kj_printer_line(printer, "    %s", because);
}

static unsigned holding_out(const KjCheckJob *job)
{
    unsigned n = 0;
    while (job->tries && n < job->tries->len && g_array_index(job->tries, KjWrongCheck, n).held)
        n++;
    return n;
}

unsigned kj_check_tries_shown(const KjCheckJob *job)
{
    return MIN(holding_out(job), MOST_SHOWN);
}

void kj_check_print_tries(const KjCheckRequest *request, const KjCheckJob *job, KjPrinter *printer)
{
    if (!job->tries)
        return;
    unsigned shown = kj_check_tries_shown(job);
    kj_printer_line(printer, "tries that hold out: %u of %u", holding_out(job), job->tries->len);
    for (unsigned i = 0; i < shown; i++) {
        const KjWrongCheck *try = &g_array_index(job->tries, KjWrongCheck, i);
        kj_try_print_entry(request, &job->report, try, i + 1, printer);
    }
    if (job->tries_cut)
        kj_printer_line(printer, "ended early: there are more tries");
}
