/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A worker in a process of its own, and a process that watches it: when the worker is killed, by
 * the kernel for want of memory or by a fault of the program, the other one is there to say of
 * which problems, and begins a new one.
 */
#pragma once

#include "repl/batch/queue.h"
#include "repl/cli/session.h"

/* What the two processes share. */
typedef struct {
    KjRunning running[KJ_MOST_JOBS]; // what each thread is at
    char token[64];                  // by which the server knows the worker, "": not yet
} KjShared;

/* What the worker's process died of, before the next one is begun; `signal` by its number. */
typedef void (*KjDiedFn)(void *data, const KjShared *shared, int signal);

/*
 * Makes a child process. Returns true in it, with `out_shared` set; it should go on and end as the
 * program does. False in the parent, once a child has ended by itself, with its exit status; or
 * where there can be no child, with -1.
 */
bool kj_supervise(KjSession *session, KjDiedFn died, void *data, KjShared **out_shared,
                  int *out_status);
