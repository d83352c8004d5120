/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a finished job of `solve` is printed. */
#ifndef KJ_REPL_COMMAND_SOLVE_PRINT_H
#define KJ_REPL_COMMAND_SOLVE_PRINT_H

#include "repl/cli/commands.h"
#include "repl/cli/output.h"
#include "repl/diagram/picture.h"
#include "repl/job/solve_job.h"

/* Prints a finished job: in full with its diagram if asked for, else on one line. */
void kj_solve_print(KjSession *session, const KjCall *call, const KjSolveRequest *request,
                    const KjSolveJob *job, KjPrinter *printer);

/* Why a verdict is unknown, for people, in English. Static. */
const char *kj_solve_cause_words(KjCause cause);

/* The line of progress; `done` goes before it. (transfer full) */
char *kj_solve_progress_text(const KjProgress *progress, const char *done);

/* Moves in even columns of a terminal so wide, each row with the number of its first ply. */
void kj_solve_print_rows(KjPrinter *printer, char **line, unsigned width);

/*
 * Writes the solutions of finished jobs as KIF, with all their branches: to one file, or where
 * `output` (--kif) is a folder to one a job. Fails with G_FILE_ERROR, which names the file.
 */
bool kj_solve_records(KjTerm *term, const KjOutput *output, const KjSolveJob *jobs, unsigned n_jobs,
                      GError **error);

/* Writes the solutions of finished jobs (job->solution; others are left out) to an HTML file. Fails
 * with G_FILE_ERROR. */
bool kj_solve_page(const char *path, const KjPictureRequest *request, const KjSolveJob *jobs,
                   unsigned n_jobs, GError **error);

#endif
