/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where results go when --output names a file or a folder. */
#ifndef KJ_REPL_OUTPUT_H
#define KJ_REPL_OUTPUT_H

#include <glib.h>

#include "repl/input.h"

/* The value of --output on its way. */
typedef struct {
    const char *target; // not owned; NULL: standard output
    bool to_folder;     // one file a problem
    GHashTable *names;  // files named so far
} KjOutput;

/* Takes the value of --output, NULL for none, and makes the folder if it is one (it exists, or ends in
 * a slash). Fails with KJ_USAGE_ERROR. Clear with kj_output_clear in any case. */
bool kj_output_open(KjOutput *output, const char *target, GError **error);
void kj_output_clear(KjOutput *output);

/* The file of a problem in the folder: named after the one it comes from, and never the same twice.
 * (transfer full) */
char *kj_output_name(KjOutput *output, const KjInput *input, const char *extension);

#endif
