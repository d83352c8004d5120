/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of refutations as JSON. */
#ifndef KJ_REPL_CLI_REFUTATION_JSON_H
#define KJ_REPL_CLI_REFUTATION_JSON_H

#include "repl/cli/printer.h"
#include "repl/job/refutation.h"

/* The field `refutation` of JSON records, a list of one tree or none (`view` NULL); with `spoken`
 * the moves also as the notation has them. */
void kj_refutation_print(const KjRefutationView *view, bool spoken, KjPrinter *printer);

#endif
