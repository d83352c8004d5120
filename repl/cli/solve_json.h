/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of `solve` as fields of a record. */
#ifndef KJ_REPL_CLI_SOLVE_JSON_H
#define KJ_REPL_CLI_SOLVE_JSON_H

#include "repl/cli/printer.h"
#include "repl/job/refutation.h"
#include "repl/job/solve_job.h"

/* The schema of these records. */
#define KJ_SOLVE_SCHEMA "kanju.solve/2"

/* The fields after the position; `spoken` the moves of the line as people write them, or NULL. */
void kj_solve_print_fields(const KjSolveJob *job, const KjSolveRequest *request, KjPrinter *printer,
                           char **spoken);

/* Fields about the file the search is kept in, if there is one. */
void kj_solve_print_checkpoint(const KjSolveJob *job, KjPrinter *printer);

/* The file a certificate was written to, or NULL. */
const char *kj_solve_certificate_of(const KjSolveJob *job);

/* Why there is no mate, for the printers of refutations; its tree is NULL if nobody asked. */
KjRefutationView kj_solve_refutation_of(const KjSolveJob *job, KjNotation notation);

#endif
