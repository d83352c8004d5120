/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files as the system has them. Names are UTF-8 everywhere, contents are bytes, and no file that is
 * opened here is passed on to programs that are started. What fails leaves errno.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    bool regular;            // an ordinary file: no folder, pipe or device
    unsigned mode;           // its permissions, as of chmod
    unsigned names;          // hard links
    uint64_t device, number; // together they tell it from all other files
    uint64_t bytes;
    int64_t changed; // when it was written last, microseconds since 1970
} KjOsFile;

/* What stands behind a name, links followed, or is open. */
bool kj_os_look(const char *path, KjOsFile *out);
bool kj_os_look_open(int fd, KjOsFile *out);

/* Opens what is there. -1 if that fails. */
int kj_os_open_read(const char *path);
int kj_os_open_write(const char *path);

/* fopen() of such a name, with a mode as of C: "rb". */
FILE *kj_os_fopen(const char *path, const char *mode);

/* A second descriptor of what is open. */
int kj_os_dup(int fd);

/* Has what was written survive a power cut; false if the disk says no. What is no file of a disk
 * need not. */
bool kj_os_sync(int fd);

/* The same for the names in the folder of a file, if the system can. */
void kj_os_sync_folder(const char *path);

/* The name of the file that one leads to through all links; itself if there is none. (transfer full,
 * g_free) */
char *kj_os_real_path(const char *path);

/* The name of the running program's file, which may be none where the system does not tell. (transfer
 * full, g_free) */
char *kj_os_program(void);

/* Gives a file a second name, which none may have. */
bool kj_os_link(const char *path, const char *other);

/* ---- a file without a name, of which a kill leaves nothing ---- */

/* Opens one to be beside `path`; -1 where the system has none that could be given a name later. */
int kj_os_open_nameless(const char *path);

/* Gives it a name that no file has; `over`: in place of the file that has it, EEXIST where the system
 * cannot. */
bool kj_os_name(int fd, const char *path, bool over);

/* Elsewhere: one with a name, whose last six letters, XXXXXX, are replaced by others. -1 if that fails. */
int kj_os_open_temporary(char *path);

/* Gives a file the permissions of another, if they are such as can be given. */
void kj_os_set_mode(int fd, unsigned mode);

/* ---- a lock ---- */

/*
 * A lock is a file with nothing in it that one process holds open, and that goes with it or is given
 * up by the system when it is killed. `fresh`: nobody may have left the file there. `mode`: its
 * permissions. Returns a descriptor, -1 if that fails: errno is EWOULDBLOCK if another process holds
 * it.
 */
int kj_os_lock(const char *path, bool fresh, unsigned mode);

/* Whether a process holds it. */
bool kj_os_is_locked(const char *path);

/* Gives it up and removes it. */
void kj_os_unlock(int fd, const char *path);

/* ---- standard input and output, memory as a file ---- */

/*
 * At the start of the program: descriptors 0, 1 and 2 become something where the shell has closed them
 * (`>&-`), or the next file opened would get such a number, and what is printed would be written into a
 * store, say. Using them fails as before.
 */
void kj_os_keep_standard(void);

/* Whether writing failed with this errno since nobody reads a pipe any more. */
bool kj_os_is_unread(int code);

/* A stream that is written to memory. NULL with errno. */
FILE *kj_os_memory_open(char **out_text, size_t *out_length);

/* Closes it: then `*out_text` is what was written and a NUL. (free) */
void kj_os_memory_close(FILE *stream, char **out_text, size_t *out_length);
