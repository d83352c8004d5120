/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of problems that were read: messages on standard error, and fields of JSON. */
#include "repl/cli/input_print.h"
#include "repl/cli/fields_print.h"
#include "repl/cli/solve_fields.def"

void kj_input_report(KjSession *session, const KjInput *input)
{
    // a file may be called what looks like another message
    g_autofree char *place = g_strdelimit(g_strdup(input->where), "\r\n", '?');
    if (input->column)
        kj_term_message(&session->term, "%s:%u: %s", place, input->column, input->error);
    else
        kj_term_message(&session->term, "%s: %s", place, input->error);
}

void kj_input_warn(KjSession *session, const KjInput *input)
{
    if (input->warning)
        kj_term_message(&session->term, "%s: warning: %s", input->where, input->warning);
}

bool kj_input_usable(KjSession *session, const KjCall *call, const KjInput *input)
{
    if (!input->error) {
        kj_input_warn(session, input);
        return true;
    }
    KjPrinter *printer = call->printer;
    kj_input_report(session, input);
    kj_printer_begin(printer, call->command->schema);
    KJ_FIELDS_UNUSABLE;
    kj_printer_end(printer);
    return false;
}

void kj_input_report_failure(KjSession *session, const KjSolveJob *job)
{
    if (job->refused) // it begins with the name of the file
        kj_term_message(&session->term, "%s", job->failure);
    else
        kj_term_message(&session->term, "%s: %s", job->input->where, job->failure);
}
