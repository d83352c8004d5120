/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes and jobs as the functions of a server's store take and give them: JSON
 * (repl/store/server_functions.sql). */
#pragma once

#include <json-glib/json-glib.h>

#include "repl/batch/order.h"
#include "repl/batch/workers.h"

/* An outcome as an object for `exchange`. (transfer full) */
JsonNode *kj_wire_result(const KjBatchJob *job);

/*
 * What the server says is read as far as it is understood, whatever it is: these fail with
 * KJ_STORE_ERROR_SQLITE where it is no JSON of the right kind.
 */

/* The jobs of a list, without rules, each with the limits of its pass. What is no job is left out.
 * (transfer full) (element-type KjBatchJob) */
GPtrArray *kj_wire_jobs(const char *text, const GArray *budgets, GError **error);

/* An answer of `exchange`. */
typedef struct {
    bool open;                            // there is something left to do
    gint64 late, contradictions, refused; // of the results that were delivered
    GPtrArray *jobs;                      // KjBatchJob*, owned
} KjWireAnswer;

bool kj_wire_answer(const char *text, const GArray *budgets, KjWireAnswer *out, GError **error);

/* An answer of `hello`: an order, without a token where there is no run, or the version of the
 * program that is wanted. Clear with kj_order_clear; (transfer full) */
bool kj_wire_order(const char *text, KjOrder *out, char **out_wanted, GError **error);

/* "{1,2,3}", an array of bigint, of the keys of a table (gint64). (transfer full) */
char *kj_wire_array(const gint64 *numbers, unsigned n);
