/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as fields of a record, of the library, too. */
#pragma once

#include "repl/cli/printer.h"
#include "repl/job/refutation.h"
#include "repl/job/solve_job.h"
#include "repl/verify/verify.h"

/* The schemas of the records of `solve`, `hisshi` and `verify`. */
#define KJ_SOLVE_SCHEMA "kanju.solve/2"
#define KJ_HISSHI_SCHEMA "kanju.hisshi/1"
#define KJ_VERIFY_SCHEMA "kanju.verify/1"

/* The items of the list `refutation` of JSON records: one tree or none (`view` NULL); with `spoken`
 * the moves also as the notation has them. */
void kj_refutation_print(const KjRefutationView *view, bool spoken, KjPrinter *printer);

/* The fields after the position; `spoken` the moves of the line as people write them, or NULL. */
void kj_solve_print_fields(const KjSolveJob *job, const KjSolveRequest *request, KjPrinter *printer,
                           char **spoken);

/* Fields about the file the search is kept in, if there is one. */
void kj_solve_print_checkpoint(const KjSolveJob *job, KjPrinter *printer);

/* The file a certificate was written to, or NULL. */
const char *kj_solve_certificate_of(const KjSolveJob *job);

/* Why there is no mate, for the printers of refutations; its tree is NULL if nobody asked. */
KjRefutationView kj_solve_refutation_of(const KjSolveJob *job, KjNotation notation);

/* Prints what came out of the certificate of that file; `claims`, of KvMoveClaim, is what it told of
 * moves. */
void kj_verify_print(KjPrinter *printer, const char *path, const KvResult *result,
                     const GArray *claims);
