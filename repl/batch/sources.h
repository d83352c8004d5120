/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collections: files, and folders with all that is below them, given file by file in an order that
 * depends on names only.
 */
#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { KJ_SOURCE_MAX = 256 << 20 }; // bytes of one file

/* One file: its name, and its bytes or what is wrong; with neither, a folder that could be opened
 * and whose files follow. */
typedef struct {
    const char *name;
    const char *bytes; // with a NUL after them, or NULL
    size_t length;
    const char *error;
    unsigned first; // of a part of a list: the number of its first line, from 1; else 0
    bool more;      // of such a part: another one of the same name follows
} KjSource;

/* Takes one file. False: no more. */
typedef bool (*KjSourceFn)(void *data, const KjSource *source);

/* Who takes the files. */
typedef struct {
    KjSourceFn take;
    void *data;
    const atomic_bool *stop; // ends it soon wherever it is, or NULL
    bool parts;              // long lists on standard input are taken in parts, of whole lines
} KjSources;

/*
 * Gives every file of the arguments: a file as it is, "-" as "stdin", of a folder those with an
 * extension of a known format or of an archive, by name. What cannot be read, as an archive, is
 * given with an error, and the others go on. Returns false when `take` did, or after `stop`.
 */
bool kj_sources_each(KjSources *sources, const char *const *args);
