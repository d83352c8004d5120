/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of `solve`: kanju.solve/2. */
#include "repl/cli/solve_json.h"

#include "core/notation/usi.h"
#include "repl/cli/refutation_json.h"
#include "repl/job/phrases.h"

const char *kj_solve_certificate_of(const KjSolveJob *job)
{
    bool decided = job->result.verdict != KJ_UNKNOWN;
    return decided && !job->certificate_failure ? job->certificate : NULL;
}

KjRefutationView kj_solve_refutation_of(const KjSolveJob *job, KjNotation notation)
{
    return (KjRefutationView){.tree = job->refutation,
                              .root = &job->input->position,
                              .last = job->input->last,
                              .notation = notation};
}

void kj_solve_print_checkpoint(const KjSolveJob *job, KjPrinter *printer)
{
    if (!job->checkpoint)
        return;
    kj_printer_string(printer, "checkpoint", NULL, job->checkpoint);
    kj_printer_integer(printer, "resumed_nodes", NULL, (gint64)job->resumed_nodes);
}

void kj_solve_print_fields(const KjSolveJob *job, const KjSolveRequest *request, KjPrinter *printer,
                           char **spoken)
{
    const KjResult *result = &job->result;
    const KjInput *input = job->input;
    bool mate = result->verdict == KJ_MATE;
    bool unknown = result->verdict == KJ_UNKNOWN;
    g_autofree char *leftover = kj_hand_text(&input->game, result->leftover, job->attacker);
    g_autofree char *note = kj_solve_note(job, false);
    g_auto(GStrv) line =
        kj_line_text(&input->position, result->line, result->n_line, input->last, KJ_NOTATION_USI);
    kj_printer_string(printer, "attacker", NULL, kj_side_name(job->attacker));
    kj_printer_string(printer, "profile", NULL, request->profile);
    kj_printer_string(printer, "interpositions", NULL,
                      kj_interpositions_text(request->solver.interpositions));
    if (request->first)
        kj_printer_boolean(printer, "first", NULL, job->first);
    kj_printer_string(printer, "verdict", NULL, kj_verdict_text(result->verdict));
    kj_printer_string(printer, "cause", NULL, unknown ? kj_cause_text(result->cause) : NULL);
    kj_printer_string(printer, "decided_by", NULL,
                      unknown ? NULL : kj_decided_by_text(result->decided_by));
    if (mate) {
        kj_printer_integer(printer, "plies", NULL, result->plies);
        kj_printer_integer(printer, "pure_plies", NULL, result->pure_plies);
    } else {
        kj_printer_null(printer, "plies");
        kj_printer_null(printer, "pure_plies");
    }
    kj_printer_boolean(printer, "plies_proved", NULL, mate && result->plies_proved);
    kj_printer_boolean(printer, "pure_proved", NULL, mate && result->pure_proved);
    kj_printer_boolean(printer, "interposition_sensitive", NULL,
                       mate && result->plies + result->tolerated < result->pure_plies);
    kj_printer_integer(printer, "tolerated", NULL, mate ? result->tolerated : 0);
    kj_printer_strings(printer, "line", (const char *const *)line);
    if (spoken)
        kj_printer_strings(printer, "line_text", (const char *const *)spoken);
    kj_printer_boolean(printer, "line_complete", NULL, mate && result->line_complete);
    kj_printer_string(printer, "line_kind", NULL,
                      mate && result->line_complete ? kj_line_kind_text(result->line_kind) : NULL);
    kj_printer_string(printer, "leftover", NULL, mate && result->line_complete ? leftover : NULL);
    KjRefutationView view = kj_solve_refutation_of(job, request->notation);
    kj_refutation_print(job->refutation ? &view : NULL, spoken != NULL, printer);
    kj_printer_integer(printer, "missing", NULL, job->missing);
    kj_printer_string(printer, "note", NULL, note);
    kj_printer_string(printer, "certificate", NULL, kj_solve_certificate_of(job));
    kj_solve_print_checkpoint(job, printer);
    kj_printer_integer(printer, "nodes", NULL, (gint64)result->nodes);
    kj_printer_integer(printer, "ms", NULL, (gint64)(result->seconds * 1000 + 0.5));
}
