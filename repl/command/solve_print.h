/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a finished job of `solve` is printed. */
#ifndef KJ_REPL_COMMAND_SOLVE_PRINT_H
#define KJ_REPL_COMMAND_SOLVE_PRINT_H

#include "repl/cli/commands.h"
#include "repl/job/solve.h"

/* Prints a finished job: in full with its diagram if asked for, else on one line. */
void kj_solve_print(KjSession *session, const KjCall *call, const KjSolveRequest *request,
                    const KjSolveJob *job, KjPrinter *printer);

#endif
