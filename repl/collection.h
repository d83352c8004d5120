/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list file open for editing (cli.md "Positions as arguments"). Its lines are kept as they are, with
 * their ends, comments and whatever is not understood; only a problem that is put back changes, and of
 * its line only the position.
 */
#ifndef KJ_REPL_COLLECTION_H
#define KJ_REPL_COLLECTION_H

#include <glib.h>
#include <stdbool.h>

typedef struct KjCollection {
    char *path;
    GPtrArray *lines; // char*, each with its line end
    GArray *problems; // unsigned: index of the line of each problem
    unsigned current; // index of a problem
    bool changed;     // since it was read or saved
    bool foreign;     // made of a file that is no list, which is never written over
} KjCollection;

/* Opens a list file in UTF-8. NULL with G_FILE_ERROR or KJ_TEXT_ERROR when it cannot be read, is no
 * UTF-8, or holds no problem. (transfer full) */
KjCollection *kj_collection_open(const char *path, GError **error);
/* The same of the text of a list made from another file. */
KjCollection *kj_collection_foreign(const char *path, const char *list, GError **error);
void kj_collection_free(KjCollection *collection);

/* The position, id and note of a problem, as in the file; id and note may be "". (transfer full) */
char *kj_collection_position(const KjCollection *collection, unsigned problem);
char *kj_collection_id(const KjCollection *collection, unsigned problem);

/* The line of a problem without its end. (transfer full) */
char *kj_collection_line(const KjCollection *collection, unsigned problem);

/* Writes another position into the line of the current problem. */
void kj_collection_put(KjCollection *collection, const char *position);

/* Adds a problem after the last line and makes it the current one. */
void kj_collection_add(KjCollection *collection, const char *id, const char *position);

/* The next problem after the current one, round the end, whose line holds the text (letters in either
 * case), or -1. */
int kj_collection_find(const KjCollection *collection, const char *text);

/* Writes the file, all of it or nothing; `path` NULL: where it came from, which
 * must be a list file. Fails with G_FILE_ERROR or KJ_USAGE_ERROR_ARGUMENT. */
bool kj_collection_save(KjCollection *collection, const char *path, GError **error);

/* The state as text, and back, to survive a kill. */
char *kj_collection_write(const KjCollection *collection);
KjCollection *kj_collection_read(const char *text, GError **error);

#endif
