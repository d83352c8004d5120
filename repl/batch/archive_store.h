/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An archive of works that were made, in a store: each work is an item with the result of the task
 * `check`, as a batch would write it, so that find and report read it. A family is a file of the
 * store. What was committed survives a kill.
 */
#pragma once

#include "repl/job/solve_job.h"
#include "solver/compose/made.h"

typedef struct KjArchiveStore KjArchiveStore;

/*
 * Opens the store, made if it is not there, for the task `check` with the options of a call, and the
 * search's. Errors: KJ_TEXT_ERROR for what is no store, KJ_STORE_ERROR, G_FILE_ERROR_NOMEM. (transfer
 * full)
 */
KjArchiveStore *kj_archive_store_open(const char *path, const KjValues *values,
                                      const KjSolveRequest *options, GError **error);
void kj_archive_store_close(KjArchiveStore *store);

/* The game of its works, NULL if it holds none. More than one are KJ_TEXT_ERROR: then false. */
bool kj_archive_store_game(KjArchiveStore *store, const KjGame **out, GError **error);

/* How often it was opened for this task, this time included. */
uint64_t kj_archive_store_runs(const KjArchiveStore *store);

/* Goes through the works that the task found sound, as far as a made work can be one (KjMade.number:
 * of its family, from 1), sente attacking. */
typedef void (*KjArchiveStoreFn)(void *data, const KjMade *made);
bool kj_archive_store_each(KjArchiveStore *store, const KjGame *game, KjArchiveStoreFn take,
                           void *data, GError **error);

/*
 * Checks works as the task does, and writes those that are sound with a note on each, in one
 * transaction. What is there already is left.
 */
bool kj_archive_store_put(KjArchiveStore *store, const KjMade *works, char *const *notes,
                          unsigned n, const KjLimits *limits, GError **error);
