/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries (紛れ) in words and as fields, for `tries`, reports and pages. */
#pragma once

#include "repl/check/check_job.h"
#include "solver/compose/tries.h"

/* "▲２二銀 △同　玉 …": the checks and what refutes them. (transfer full) */
char *kj_try_moves(const KjPosition *at, const KjWrongCheck *try, KjNotation notation);

/* "ply 1, holds out for 8 plies: ▲２二銀 △同　玉 …". (transfer full) */
char *kj_try_text(const KjCheckRequest *request, const KjReport *report, const KjWrongCheck *try);

/* Why it fails, in a sentence (repl/job/because.h); NULL if that is not known. (transfer full) */
char *kj_try_because(const KjCheckRequest *request, const KjReport *report,
                     const KjWrongCheck *try);

/* Both for people, as entry `number` of a list. */
void kj_try_print_entry(const KjCheckRequest *request, const KjReport *report,
                        const KjWrongCheck *try, unsigned number, KjPrinter *printer);

/* An item of a list of a record (docs/output-schema.md, kanju.tries/1). */
void kj_try_print(const KjCheckRequest *request, const KjReport *report, const KjWrongCheck *try,
                  KjPrinter *printer);

/* Those of a job (--tries) that hold out, for people. */
void kj_check_print_tries(const KjCheckRequest *request, const KjCheckJob *job, KjPrinter *printer);

/* How many of a job's are worth a word: those that hold out, ten at most. */
unsigned kj_check_tries_shown(const KjCheckJob *job);
