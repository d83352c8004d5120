/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of a problem that was read: its errors and warnings. */
#pragma once

#include "repl/cli/commands.h"
#include "repl/cli/input_json.h"
#include "repl/job/solve_job.h"

/* Says on standard error what is wrong: "kanju: file:line:column: ...". */
void kj_input_report(KjSession *session, const KjInput *input);

/* Says what is strange about a problem that can be used, if anything is. */
void kj_input_warn(KjSession *session, const KjInput *input);

/*
 * Reports and prints (as a record of the command's schema, in JSON only) an input that has an error.
 * Returns whether it had none.
 */
bool kj_input_usable(KjSession *session, const KjCall *call, const KjInput *input);

/* Says why a job could not begin, `job->failure`. */
void kj_input_report_failure(KjSession *session, const KjSolveJob *job);
