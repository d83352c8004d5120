/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries in words. */
#include "repl/check/tries_print.h"

#include "core/text/lang.h"
#include "repl/job/phrases.h"

enum { MOST_SHOWN = 10 };

char *kj_try_moves(const KjPosition *at, const KjWrongCheck *try, KjNotation notation)
{
    return kj_line_words(at, try->line, try->n_line, KJ_MOVE_NONE, notation);
}

char *kj_try_text(const KjPosition *at, const KjWrongCheck *try, KjNotation notation)
{
    g_autofree char *moves = kj_try_moves(at, try, notation);
    g_autofree char *replies =
        try->n_refuting == 1
            ? g_strdup_printf(
                  kj_tr(try->n_replies == 1 ? "the only reply refutes" : "1 reply of %u refutes"),
                  try->n_replies)
            : g_strdup_printf(kj_tr("%u replies of %u refute"), try->n_refuting, try->n_replies);
    return g_strdup_printf(kj_tr("ply %u, holds out for %u plies, %s%s: %s"), try->ply + 1,
                           try->held, replies, try->open ? kj_tr(", not followed to the end") : "",
                           moves);
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
        g_autofree char *text =
            kj_try_text(kj_wrong_check_position(&job->report, try), try, request->solve.notation);
        kj_printer_line(printer, "%2u. %s", i + 1, text);
    }
    if (job->tries_cut)
        kj_printer_line(printer, "ended early: there are more tries");
}
