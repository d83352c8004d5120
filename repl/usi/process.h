/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another program at the other end of two pipes, talked to line by line. Nothing it does or leaves
 * undone makes a call last longer than its deadline.
 */
#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct KjProcess KjProcess;

typedef enum {
    KJ_PROCESS_LINE,    // there is a line
    KJ_PROCESS_LATE,    // the deadline has come
    KJ_PROCESS_ENDED,   // it has closed its output, or a line is endless
    KJ_PROCESS_STOPPED, // *stop was set
} KjProcessEvent;

/*
 * Starts a program, found on PATH, in a process group of its own so that what it starts ends with
 * it; its standard error is dropped. NULL with G_SPAWN_ERROR. (transfer full, kj_process_end)
 */
KjProcess *kj_process_start(char **argv, GError **error);

/* Writes a line, given without its end. False when it was not taken before `deadline` (monotonic
 * microseconds). */
bool kj_process_write(KjProcess *process, const char *line, gint64 deadline);

/* Reads a line, without its end and blanks around it, of which invalid UTF-8 was replaced.
 * `out_line` is set for KJ_PROCESS_LINE only. (transfer full) */
KjProcessEvent kj_process_read(KjProcess *process, gint64 deadline, const atomic_bool *stop,
                               char **out_line);

/*
 * Gives the program a moment to end by itself, if `gently`; ends it and frees it. Returns how it
 * ended, for people: "exit status 3", "killed by signal 11", or NULL when it had to be ended.
 * (transfer full)
 */
char *kj_process_end(KjProcess *process, bool gently);
