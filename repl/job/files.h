/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files told by what they are, device and inode, and not by what they are called: links and `./`
 * make no difference. What a call reads is kept so, and nothing is written over it.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

// How files begin that Kanju keeps work in, of any version.
#define KJ_MAGIC_STORE "SQLite format 3"
#define KJ_MAGIC_CHECKPOINT "kanju checkpoint "
#define KJ_MAGIC_SESSION "{\"schema\":\"kanju.session/"
#define KJ_MAGIC_OLD_SESSION "kanju workbench "

/* Ordinary files. What is none (a pipe, a terminal, a folder, a name of nothing) is never among
 * them. */
typedef GHashTable KjFiles;

/* An empty set. (transfer full, g_hash_table_unref) */
KjFiles *kj_files_new(void);

/* Adds the file of a name; "-" is standard input. */
void kj_files_add(KjFiles *files, const char *name);

/* Whether two names lead to one file. */
bool kj_files_same(const char *a, const char *b);

/* Adds the file of a place, "file" or "file:line"; NULL: none. */
void kj_files_add_place(KjFiles *files, const char *place);

/*
 * Whether `name` may be written: false with KJ_USAGE_ERROR_OPTION, which begins with `what` (an
 * option or the like), if it is among the files that are read.
 */
bool kj_files_may_write(const KjFiles *read, const char *name, const char *what, GError **error);

/* What a file may be written over. */
typedef enum {
    KJ_OVER_MADE,       // what may be made again: no store of results, checkpoint or session
    KJ_OVER_CHECKPOINT, // likewise, or a checkpoint, which is one again
    KJ_OVER_SESSION,
    KJ_OVER_ANY, // that was said (`!`)
} KjOver;

/* What a file holds that may not be written over so, as a message ("it is a checkpoint"); NULL:
 * nothing, or there is none. */
const char *kj_file_kept(const char *path, KjOver over);

/* Makes the folder `path` that the option named `option` asks for, and those above it, if need be. False
 * with KJ_USAGE_ERROR_OPTION. */
bool kj_files_make_folder(const char *option, const char *path, GError **error);
