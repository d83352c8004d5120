/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 必至 of problems: `hisshi`, which is `solve --goal=hisshi`. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/job/solve_job.h"
#include "solver/hisshi/hisshi.h"

/* One problem. */
typedef struct {
    KjSolveJob solve; // its input and attacker; its result is not used
    KjHisshiResult result;
    GArray *mates; // KjHisshiMate: those behind the end of the line, if asked for, or NULL
} KjHisshiJob;

/* Runs a call of either command. Errors as of KjRunFn. */
KjExit kj_hisshi_run(KjSession *session, const KjCall *call, GError **error);

/* Prints a finished job. */
void kj_hisshi_print(KjSession *session, const KjCall *call, const KjSolveRequest *request,
                     const KjHisshiJob *job);
