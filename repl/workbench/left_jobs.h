/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that a session has left unfinished: what they were, to be kept with it and gone on with. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "repl/cli/board.h"

/* All strings are owned; those that may be missing are NULL then. */
typedef struct {
    char *line;       // the command, as sh quotes words
    char *place;      // the position it was given, for people
    KjBoard board;    // without collection and tree
    char *checkpoint; // the file of its checkpoint, if it keeps any
} KjLeftJob;

/* Jobs (KjLeftJob). (transfer full) */
GPtrArray *kj_left_jobs_new(void);

void kj_left_job_free(KjLeftJob *job);

/* A job as a section "job" of a saved session, appended to `out`; and back, without its title. NULL
 * with KJ_TEXT_ERROR. (transfer full) */
void kj_left_job_write(const KjLeftJob *job, GString *out);
KjLeftJob *kj_left_job_read(const char *text, GError **error);
