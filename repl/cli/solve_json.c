/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of `solve`: kanju.solve/2. */
#include "repl/cli/solve_json.h"

#include "repl/cli/fields_print.h"
#include "repl/cli/refutation_json.h"
#include "repl/cli/solve_fields.def"
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
    KJ_FIELDS_CHECKPOINT;
}

void kj_solve_print_fields(const KjSolveJob *job, const KjSolveRequest *request, KjPrinter *printer,
                           char **spoken)
{
    const KjResult *result = &job->result;
    const KjInput *input = job->input;
    bool mate = result->verdict == KJ_MATE;
    bool unknown = result->verdict == KJ_UNKNOWN, complete = mate && result->line_complete;
    g_autofree char *leftover = kj_hand_text(&input->game, result->leftover, job->attacker);
    g_autofree char *note = kj_solve_note(job, false);
    g_auto(GStrv) line =
        kj_line_text(&input->position, result->line, result->n_line, input->last, KJ_NOTATION_USI);
    KjRefutationView view = kj_solve_refutation_of(job, request->notation);
    KJ_FIELDS_SOLVE;
}
