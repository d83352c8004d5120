/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every file that Kanju writes: it appears when it is complete, or not at all, and nobody's work goes
 * for it.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "repl/job/files.h"

/*
 * A file on its way: written beside the one asked for, or beside the one a link leads to, whose
 * place and mode it takes when it is complete. What is no regular file is written to as it is. Errors
 * are G_FILE_ERROR and do not name the file.
 */
typedef struct {
    char *path;
    char *temporary; // NULL: it has none yet, or it is `path` itself that is written
    bool nameless;   // nothing is left of it when the program is killed
    int fd;          // to write to
} KjFileDraft;

/* Asks first whether what is there may be written over (kj_file_kept). */
bool kj_file_draft_open(KjFileDraft *draft, const char *path, KjOver over, GError **error);

bool kj_file_draft_write(const KjFileDraft *draft, const void *bytes, size_t n, GError **error);

/* A stream that writes to it, to be closed before the draft is finished; NULL with errno. */
FILE *kj_file_draft_stream(const KjFileDraft *draft);

/* Closes it and gives it its name. */
bool kj_file_draft_finish(KjFileDraft *draft, GError **error);

/* Frees it, and removes what has not become the file. */
void kj_file_draft_clear(KjFileDraft *draft);

/* A whole file, on the disk before it has its name; all of it or nothing. `length` -1: up to the
 * NUL. */
bool kj_file_write(const char *path, const char *bytes, gssize length, KjOver over, GError **error);
