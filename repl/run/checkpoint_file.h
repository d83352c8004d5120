/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file of a checkpoint: what a long command has found, so that the same command resumes after
 * whatever ended it: --checkpoint, --checkpoint-every and --resume. It says what it is about, and
 * what is about something else is refused.
 */
#pragma once

#include <stdatomic.h>

#include "repl/cli/session.h"
#include "repl/run/checkpoint_stream.h"

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
    bool (*write)(void *data, KjCheckpointOut *out);
    bool (*read)(void *data, KjCheckpointIn *in);
    void *data; // these three are set before it is begun
} KjCheckpointFile;

/*
 * Reads the options. Errors: KJ_USAGE_ERROR, also where the file exists and is not to be resumed.
 * From then on SIGTERM ends the command as Ctrl-C does.
 */
bool kj_checkpoint_file_plan(KjSession *session, const KjValues *values, unsigned n_problems,
                             KjCheckpointFile *out, GError **error);

/* The first lines of what a file is about: the version and build of the program. */
GString *kj_checkpoint_file_about(void);

/* Begins with a planned file that is `about` (taken) this, and reads it if it is to be resumed: it may
 * be none yet. NULL, or why it cannot be: one line, the name of the file first; then nothing is
 * kept. (transfer full) */
char *kj_checkpoint_file_begin(KjCheckpointFile *file, char *about);

/* Writes it; what is wrong is told once, and the file is as it was. */
bool kj_checkpoint_file_write(KjCheckpointFile *file);

/* Says that the search goes on after what earlier runs took. */
void kj_checkpoint_file_tell_resumed(const KjCheckpointFile *file, uint64_t nodes, double seconds);

/* Writes it for the last time, where it was begun; `open`: the search may be resumed, which is
 * told. Then nothing is kept any more. */
void kj_checkpoint_file_end(KjCheckpointFile *file, bool open);
