/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that keeps what a long command has found, so that the same command goes on from it after
 * whatever ended it: --checkpoint, --checkpoint-every and --resume. It says what it is about, and
 * what is about something else is refused.
 */
#ifndef KJ_REPL_CLI_KEPT_FILE_H
#define KJ_REPL_CLI_KEPT_FILE_H

#include <stdatomic.h>

#include "repl/cli/session.h"
#include "repl/job/checkpoint_stream.h"

typedef struct {
    const char *path; // NULL: nothing is kept
    bool resumes;
    const atomic_bool *stop; // the session's
    bool quiet; // nobody has asked for it: nothing is said of it, and only what is stopped is kept
    double every; // seconds
    KjTerm *term; // for what goes wrong
    char *about;  // lines NAME=VALUE that must be the same where it is resumed; owned
    bool told;    // that it could not be written, since it last was
    /* Writes what is kept, and reads it. False: there was an error (errno); it is damaged. */
    bool (*write)(void *data, KjPackedOut *out);
    bool (*read)(void *data, KjPackedIn *in);
    void *data;
} KjKeptFile;

/*
 * Reads the options. Errors: KJ_USAGE_ERROR, also where the file exists and is not to be resumed.
 * From then on SIGTERM ends the command as Ctrl-C does.
 */
bool kj_kept_file_plan(KjSession *session, const KjValues *values, unsigned n_problems,
                       KjKeptFile *out, GError **error);

/* The first lines of what a file is about: the version and build of the program. */
GString *kj_kept_file_about(void);

/* Reads the file if it is to be resumed: it may be none yet. NULL, or why it cannot be: one line,
 * the name of the file first. (transfer full) */
char *kj_kept_file_resume(KjKeptFile *file);

/* Writes it; what is wrong is told once, and the file is as it was. */
bool kj_kept_file_write(KjKeptFile *file);

/* Whether it is to be written when the search ends, which is left open or not. */
bool kj_kept_file_stays(const KjKeptFile *file, bool open);

/* Says that the search goes on after what earlier runs took; that it is kept. */
void kj_kept_file_tell_begun(const KjKeptFile *file, uint64_t nodes, double seconds);
void kj_kept_file_tell_open(const KjKeptFile *file);

/* Frees what it is about: nothing is kept any more. */
void kj_kept_file_clear(KjKeptFile *file);

#endif
