/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes and jobs as the functions of a server's store take and give them: JSON
 * (repl/store/server_functions.sql). */
#ifndef KJ_REPL_BATCH_WIRE_H
#define KJ_REPL_BATCH_WIRE_H

#include <json-glib/json-glib.h>

#include "repl/batch/workers.h"

/* An outcome as an object for `exchange`. (transfer full) */
JsonNode *kj_wire_result(const KjBatchJob *job);

/* A job of `exchange`, without rules, with the limits of its pass; NULL when it is none. (transfer
 * full) */
KjBatchJob *kj_wire_job(JsonObject *object, const GArray *budgets);

/* "{1,2,3}", an array of bigint, of the keys of a table (gint64). (transfer full) */
char *kj_wire_array(const gint64 *numbers, unsigned n);

#endif
