/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collections: files, folders with all that is below them, archives, and compressed files, given file by
 * file in an order that depends on names only.
 */
#ifndef KJ_REPL_BATCH_SOURCES_H
#define KJ_REPL_BATCH_SOURCES_H

#include <glib.h>
#include <stdbool.h>

enum {
    KJ_SOURCE_MAX = 256 << 20, // bytes of one file, unpacked
    KJ_SOURCE_MAX_DEPTH = 32,  // folders in folders
    KJ_SOURCE_MAX_PACKED = 3,  // archives in archives
};

/* One file: its name (a member of an archive: `ARCHIVE/MEMBER`), and its bytes or what is wrong; with
 * neither, a folder or archive that could be opened and whose files follow. */
typedef struct {
    const char *name;
    const char *bytes; // with a NUL after them, or NULL
    size_t length;
    const char *error;
} KjSource;

/* Takes one file. False: no more. */
typedef bool (*KjSourceFn)(void *data, const KjSource *source);

/*
 * Gives every file of the arguments: a file as it is, "-" as "stdin", of a folder those with an
 * extension of a known format or of an archive, by name. What cannot be read is given with an error,
 * and the others go on. Returns false when `take` did.
 */
bool kj_sources_each(const char *const *args, KjSourceFn take, void *data);

/* Whether the bytes are an archive or compressed, by how they begin. */
bool kj_archive_is(const char *bytes, size_t length);

/* Gives the members of an archive, or the content of a compressed file under its name without the
 * extension. `depth`: in how many archives it is itself. */
bool kj_archive_each(const char *name, const char *bytes, size_t length, unsigned depth,
                     KjSourceFn take, void *data);

/* Gives a file that has been read: its members if it is an archive. */
bool kj_source_give(const char *name, const char *bytes, size_t length, unsigned depth,
                    KjSourceFn take, void *data);

/* Whether files of this name are looked at in folders and archives. */
bool kj_source_is_readable(const char *name);

#endif
