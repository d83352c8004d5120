/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The progress line of a command: what the searches say of themselves, and between that how many
 * jobs are done. It never is longer than the terminal is wide: what matters less is left out.
 */
#pragma once

#include "repl/cli/session.h"
#include "solver/solver.h"

typedef struct {
    KjTerm *term;
    bool shown;           // it is wanted
    _Atomic gint64 drawn; // when it was last; monotonic microseconds
} KjProgressLine;

void kj_progress_line_begin(KjProgressLine *line, KjSession *session, const KjValues *values);

/* Whether it is wanted and nothing was drawn for a while. From any thread, as all below. */
bool kj_progress_line_due(const KjProgressLine *line);
void kj_progress_line_draw(KjProgressLine *line, const char *text);

/* Draws what a search tells. `done` of `all` jobs are; if there are several, this one is `id`. */
void kj_progress_line_search(KjProgressLine *line, unsigned done, unsigned all, const char *id,
                             const KjProgress *progress);

/* Makes the only solver of a command tell its progress, if it is wanted, until another is set. */
void kj_progress_line_watch(KjProgressLine *line, KjSolver *solver);

/*
 * Does one piece of work on a thread with a stack deep enough for the search, and shows for how long
 * it has been at `what` while it tells nothing itself. Once *stop is set, *cancel is. False with
 * G_FILE_ERROR when no thread can be had.
 */
bool kj_progress_line_work(KjProgressLine *line, const char *what, const atomic_bool *stop,
                           void (*work)(void *data, const atomic_bool *cancel), void *data,
                           GError **error);

/* Adds a part to a line, unless it would have more than `width` columns then; the format is a
 * message, which begins with what stands between the parts. */
void kj_progress_add(GString *line, unsigned width, const char *format, ...) G_GNUC_PRINTF(3, 4);
