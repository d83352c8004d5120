/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that a session has left unfinished: what they were, to be kept with it and gone on with. */
#pragma once

#include <json-glib/json-glib.h>
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

/* A job as a JSON object; and back, NULL with KJ_TEXT_ERROR. (transfer full) */
JsonObject *kj_left_job_write(const KjLeftJob *job);
KjLeftJob *kj_left_job_read(JsonObject *object, GError **error);
