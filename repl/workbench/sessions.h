/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sessions on terminals that are kept, a file each, named by when it began. A session has its
 * file to itself while it runs, whatever runs beside it, so none takes another's place; the last
 * KJ_SESSIONS_KEPT stay. Beside a file stand those that belong to it: NAME.lock while it runs,
 * checkpoints of its jobs.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { KJ_SESSIONS_KEPT = 20 };

typedef struct KjSessions KjSessions;

/* A session that was kept. */
typedef struct {
    char *path;
    gint64 changed; // microseconds since 1970 when it was written last
    bool running;   // it is another terminal's
} KjSessionFile;

/* Begins a session in the folder of what the program keeps. NULL with errno if there can be none.
 * (transfer full) */
KjSessions *kj_sessions_open(const char *state_folder);
void kj_sessions_close(KjSessions *sessions);

/* Goes on under another name: what was written up to now stays as a session of its own. */
void kj_sessions_begin(KjSessions *sessions);

/* Writes what there is of the session now, all or nothing, and lets those go that are too many.
 * Fails with G_FILE_ERROR. */
bool kj_sessions_write(KjSessions *sessions, const char *text, GError **error);

/* The sessions in the folder of what the program keeps, but for this one, which may be NULL; the one
 * written last first. (element-type KjSessionFile; transfer full) */
GPtrArray *kj_sessions_list(const char *state_folder, const KjSessions *sessions);

/* The name of a file that belongs to the session, and goes with it. (transfer full) */
char *kj_sessions_beside(const KjSessions *sessions, const char *what);
