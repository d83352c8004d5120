/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files: written as a whole or not at all, named by `--output`. */
#pragma once

#include <glib.h>

#include "repl/cli/term.h"
#include "repl/job/files.h"
#include "repl/job/input.h"

/* Reads a whole file, with the limits of one of problems (kj_problem_bytes). Fails with G_FILE_ERROR,
 * which names it. (out_text: transfer full) */
bool kj_file_read(const char *path, char **out_text, size_t *out_length, GError **error);

/* The value of --output on its way. */
typedef struct {
    const char *target; // not owned; NULL: standard output
    bool to_folder;     // one file a problem
    GPtrArray *names;   // char*, of the files there, without folder and extension
    KjFiles *read;      // what must not be written over
    KjOver over;
} KjOutput;

/*
 * Takes the value of --output, NULL for none, for a call that reads `words`, and makes the folder
 * if it is one (it exists, or ends in a slash). Fails with KJ_USAGE_ERROR. Clear with
 * kj_output_clear in any case.
 */
bool kj_output_open(KjOutput *output, const KjValues *values, const char *target,
                    const char *const *words, GError **error);
void kj_output_clear(KjOutput *output);

/*
 * Names the files of problems after those they come from, of which `places` are "FILE" or
 * "FILE:LINE", never the same twice. Where several come from one they are numbered from 1, in as
 * many digits as the last number has, so that the order of names is theirs.
 */
void kj_output_plan(KjOutput *output, const char *const *places, unsigned n);
void kj_output_plan_inputs(KjOutput *output, const GPtrArray *inputs);

/* Warns that so many records of a format that has one a file go into one, if it is more than one;
 * `option` ("--output") is what could name a folder. */
void kj_output_warn_of_several(KjTerm *term, const char *option, unsigned n);

/* The file of the problem `index` of those planned. (transfer full) */
char *kj_output_name(const KjOutput *output, unsigned index, const char *extension);

/* kj_file_write to the target or a file in it, but never over one that is read (KJ_USAGE_ERROR). */
bool kj_output_write(const KjOutput *output, const char *path, const char *bytes, gssize length,
                     GError **error);
