/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verifying what workers have delivered: a share of their results, found out again with
 * certificates. */
#pragma once

#include "repl/batch/queue.h"

/* How it went. */
typedef struct {
    gint64 chosen;         // results in the share, those verified before included
    gint64 agree;          // verified now
    gint64 open;           // within the limits of the run there was no certificate
    gint64 contradictions; // cannot be true; told on standard error
} KjAuditCount;

/*
 * The queue of the results of a run that `order`, whose contents move into it, is for: those in a
 * share (0 to 1) of them that were not verified before. Its jobs are to be run with certificates into
 * kj_audit_folder; `put` holds the result on the server against what its certificate proves by the
 * verifier. `stop` may be NULL. Freeing it removes the folder. NULL with G_FILE_ERROR where there
 * can be no temporary folder. (transfer full)
 */
KjQueue *kj_queue_of_audit(KjServer *server, KjOrder *order, double share, KjTerm *term,
                           const atomic_bool *stop, GError **error);

/* The folder for certificates, ending in no stroke. It lives as long as the queue. */
const char *kj_audit_folder(const KjQueue *queue);
const KjAuditCount *kj_audit_count(const KjQueue *queue);
