/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands that run in the background, each on a thread of its own with a session of its own. What
 * they print is kept until the workbench takes it, between two lines of the user.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "core/os/wake.h"
#include "repl/cli/offers.h"
#include "repl/cli/session.h"
#include "repl/job/exit.h"
#include "repl/workbench/left_jobs.h"

enum { KJ_MAX_JOBS = 8 }; // that run at the same time

typedef struct KjJobs KjJobs;

/* How a job stands. Strings are owned by the caller. */
typedef struct {
    unsigned number; // from 1
    char *line;      // the command
    char *board;     // the position it was given
    char *progress;  // the last that was heard of it, or NULL
    double seconds;  // since it began
} KjJobState;

/* No jobs. (transfer full) Freeing stops all jobs and waits for them. */
KjJobs *kj_jobs_new(void);
void kj_jobs_free(KjJobs *jobs);

/*
 * Begins a command in the background, on the position and with the terminal of `session`. `words`
 * are as for kj_dispatch, `place` is the position for people, `checkpoint` the file that is to keep
 * its search, or NULL: it goes on from it if it is there, and takes it away when it has ended.
 * Returns its number; 0 with KJ_USAGE_ERROR_ARGUMENT when too many are running or no thread can be
 * had. `tell`: what it says has its number from the start, as kj_jobs_runs has it from then on.
 */
unsigned kj_jobs_start(KjJobs *jobs, const KjSession *session, char **words, const char *place,
                       const char *checkpoint, bool tell, GError **error);

/* Whether a job has not ended yet; `tell`: from now on what it says has its number, and at its end
 * its command. */
bool kj_jobs_runs(KjJobs *jobs, unsigned number, bool tell);

/* The number of the job that is started next. */
unsigned kj_jobs_next(const KjJobs *jobs);

/* The jobs that run, to be kept. (element-type KjLeftJob; transfer full) */
GPtrArray *kj_jobs_left(KjJobs *jobs);

/* From now on what a job has kept stays when it ends: the session is left. */
void kj_jobs_leave(KjJobs *jobs);

/* The number of a job that does the same on the same position, by the same settings, and was not
 * told to stop; 0 none. */
unsigned kj_jobs_same(KjJobs *jobs, const KjSession *session, char **words);

/* The jobs that run, oldest first. (element-type KjJobState; free with g_array_unref) */
GArray *kj_jobs_list(KjJobs *jobs);

/* Tells a job, or with 0 all, to stop; false if there is none of that number. */
bool kj_jobs_stop(KjJobs *jobs, unsigned number);

/* Whether a job, or with 0 any, runs still or has output that was not taken. */
bool kj_jobs_busy(KjJobs *jobs, unsigned number);

/* What wakes when kj_jobs_take has something to give. (owned by jobs) */
KjOsWake *kj_jobs_wake(const KjJobs *jobs);

/* What ended jobs have printed, and messages of all, in order, as text to show; NULL if nothing.
 * `io_status` is made worse by the ended jobs' statuses. (transfer full) */
char *kj_jobs_take(KjJobs *jobs, KjExit *io_status);

/* The versions that the job taken last has listed, NULL if none has. (transfer full) */
KjOffers *kj_jobs_take_offers(KjJobs *jobs);
