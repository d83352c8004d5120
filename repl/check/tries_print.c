/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries in words and as fields. */
#include "repl/check/tries_print.h"

#include "core/text/lang.h"
#include "repl/job/phrases.h"

enum { MOST_SHOWN = 10 };

char *kj_try_moves(const KjPosition *at, const KjWrongCheck *try, KjNotation notation)
{
    g_auto(GStrv) line = kj_line_text(at, try->line, try->n_line, KJ_MOVE_NONE, notation);
    return g_strjoinv(" ", line);
}

char *kj_try_text(const KjPosition *at, const KjWrongCheck *try, KjNotation notation)
{
    g_autofree char *moves = kj_try_moves(at, try, notation);
    g_autofree char *replies =
        try->n_refuting == 1
            ? g_strdup_printf(kj_tr("1 reply of %u refutes"), try->n_replies)
            : g_strdup_printf(kj_tr("%u replies of %u refute"), try->n_refuting, try->n_replies);
    return g_strdup_printf(kj_tr("ply %u, holds out for %u plies, %s%s: %s"), try->ply + 1,
                           try->held, replies, try->open ? kj_tr(", not followed to the end") : "",
                           moves);
}

void kj_try_print(const KjReport *report, const KjWrongCheck *try, KjPrinter *printer)
{
    const KjPosition *at = kj_wrong_check_position(report, try);
    g_auto(GStrv) line = kj_line_text(at, try->line, try->n_line, KJ_MOVE_NONE, KJ_NOTATION_USI);
    kj_printer_begin_item(printer);
    kj_printer_integer(printer, "ply", NULL, try->ply + 1);
    kj_printer_string(printer, "move", NULL, line[0]);
    kj_printer_integer(printer, "held", NULL, try->held);
    kj_printer_integer(printer, "replies", NULL, try->n_replies);
    kj_printer_integer(printer, "refuting", NULL, try->n_refuting);
    kj_printer_strings(printer, "line", (const char *const *)line);
    kj_printer_boolean(printer, "open", NULL, try->open);
    kj_printer_end_item(printer);
}

void kj_check_print_tries_fields(const KjCheckJob *job, KjPrinter *printer)
{
    if (!job->tries) {
        kj_printer_null(printer, "tries");
        kj_printer_null(printer, "tries_cut");
        return;
    }
    kj_printer_begin_list(printer, "tries");
    for (unsigned i = 0; i < job->tries->len; i++)
        kj_try_print(&job->report, &g_array_index(job->tries, KjWrongCheck, i), printer);
    kj_printer_end_list(printer);
    kj_printer_boolean(printer, "tries_cut", NULL, job->tries_cut);
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
