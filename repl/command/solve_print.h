/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a finished job of `solve` is printed. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/cli/output.h"
#include "repl/diagram/picture.h"
#include "repl/job/solve_job.h"

/* Prints a finished job: in full with its diagram if asked for, else on one line. */
void kj_solve_print(KjSession *session, const KjCall *call, const KjSolveRequest *request,
                    const KjSolveJob *job);

/* Why a verdict is unknown, for people, in English. Static. */
const char *kj_solve_cause_words(KjCause cause);

/* Moves in even columns of a terminal so wide, each row with the number of its first ply. */
void kj_solve_print_rows(KjPrinter *printer, char **line, unsigned width);

/* The solution of a finished job as KIF, with all its branches. (transfer full) */
char *kj_solve_record(const KjSolveJob *job);

/* Writes the solutions of finished jobs (job->solution; others are left out) to an HTML file. Fails
 * with G_FILE_ERROR. */
bool kj_solve_page(const char *path, KjOver over, const KjPictureRequest *request,
                   KjSolveJob *const *jobs, unsigned n_jobs, GError **error);
