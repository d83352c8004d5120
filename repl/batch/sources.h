/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collections: files, folders with all that is below them, archives, and compressed files, given
 * file by file in an order that depends on names only.
 */
#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    KJ_SOURCE_MAX = 256 << 20,        // bytes of one file, unpacked
    KJ_SOURCE_MAX_UNPACKED = 1 << 30, // bytes of one archive, for KjSources.most
    KJ_SOURCE_MAX_PACKED = 3,         // archives in archives
};

/* One file: its name (a member of an archive: `ARCHIVE/MEMBER`), and its bytes or what is wrong;
 * with neither, a folder or archive that could be opened and whose files follow. */
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

/* Who takes the files, and how far the archive is that is being read. */
typedef struct {
    KjSourceFn take;
    void *data;
    const atomic_bool *stop; // ends it soon wherever it is, or NULL
    bool parts;              // long lists on standard input are taken in parts, of whole lines
    guint64 most;            // bytes one archive may unpack to, with those inside it
    guint64 unpacked;        // bytes, of the outermost archive with all inside it
} KjSources;

/*
 * Gives every file of the arguments: a file as it is, "-" as "stdin", of a folder those with an
 * extension of a known format or of an archive, by name. What cannot be read is given with an
 * error, and the others go on. Returns false when `take` did, or after `stop`. `unpacked` need not
 * be set.
 */
bool kj_sources_each(KjSources *sources, const char *const *args);

/* Whether the files have been asked to end. */
bool kj_sources_stopped(const KjSources *sources);

/* Gives what could not be read, with the reason. */
bool kj_sources_fail(const KjSources *sources, const char *name, const char *error);

/* Whether the bytes are an archive or compressed, by how they begin. */
bool kj_archive_is(const char *bytes, size_t length);

/* Gives the members of an archive, or the content of a compressed file under its name without the
 * extension. `depth`: in how many archives it is itself. */
bool kj_archive_each(KjSources *sources, const char *name, const char *bytes, size_t length,
                     unsigned depth);

/* Gives a file that has been read: its members if it is an archive. */
bool kj_source_give(KjSources *sources, const char *name, const char *bytes, size_t length,
                    unsigned depth);

/* Whether files of this name are looked at in folders and archives. */
bool kj_source_is_readable(const char *name);
