/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files written piece by piece: the file appears when it is complete, or not at all. */
#pragma once

#include <stdbool.h>

/*
 * A file on its way: written beside the one asked for, or beside the one a link leads to, whose
 * place and mode it takes when it is complete. What is no regular file is written to as it is. On
 * errors errno tells.
 */
typedef struct {
    char *path;
    char *temporary; // NULL: it has none yet, or it is `path` itself that is written
    bool nameless;   // nothing is left of it when the program is killed
    int fd;          // to write to
} KjFileDraft;

bool kj_file_draft_open(KjFileDraft *draft, const char *path);

/* Closes it and gives it its name. */
bool kj_file_draft_finish(KjFileDraft *draft);

/* Frees it, and removes what has not become the file. */
void kj_file_draft_clear(KjFileDraft *draft);
