/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE // files without a name
#include "core/os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0666, FD_TEXT = 32 };

static bool told(bool there, const struct stat *status, KjOsFile *out)
{
    if (!there)
        return false;
#ifdef __APPLE__
    struct timespec changed = status->st_mtimespec;
#else
    struct timespec changed = status->st_mtim;
#endif
    *out = (KjOsFile){.regular = S_ISREG(status->st_mode),
                      .mode = status->st_mode & 0777,
                      .names = (unsigned)status->st_nlink,
                      .device = (uint64_t)status->st_dev,
                      .number = (uint64_t)status->st_ino,
                      .bytes = (uint64_t)status->st_size,
                      .changed = changed.tv_sec * G_USEC_PER_SEC + changed.tv_nsec / 1000};
    return true;
}

bool kj_os_look(const char *path, KjOsFile *out)
{
    struct stat status;
    return told(stat(path, &status) == 0, &status, out);
}

bool kj_os_look_open(int fd, KjOsFile *out)
{
    struct stat status;
    return told(fstat(fd, &status) == 0, &status, out);
}

int kj_os_open_read(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

int kj_os_open_write(const char *path)
{
    return open(path, O_WRONLY | O_CLOEXEC);
}

FILE *kj_os_fopen(const char *path, const char *mode)
{
    g_autofree char *closed = g_strconcat(mode, "e", NULL);
    return fopen(path, closed);
}

int kj_os_dup(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

bool kj_os_sync(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

void kj_os_sync_folder(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

char *kj_os_real_path(const char *path)
{
    char *real = realpath(path, NULL), *copy = g_strdup(real ? real : path);
    free(real);
    return copy;
}

char *kj_os_program(void)
{
    return g_strdup("/proc/self/exe"); // Linux has it
}

bool kj_os_link(const char *path, const char *other)
{
    return link(path, other) == 0;
}

/* ---- a file without a name ---- */

#ifdef O_TMPFILE
/* Where it is found to be given a name. */
static void fd_path(char out[FD_TEXT], int fd)
{
    g_snprintf(out, FD_TEXT, "/proc/self/fd/%d", fd);
}

int kj_os_open_nameless(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    char itself[FD_TEXT];
    int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, FILE_MODE);
    if (fd < 0)
        return -1;
    fd_path(itself, fd);
    if (access(itself, F_OK) == 0)
        return fd;
    close(fd);
    return -1;
}

bool kj_os_name(int fd, const char *path, bool over)
{
    char itself[FD_TEXT];
    if (over) {
        errno = EEXIST;
        return false;
    }
    fd_path(itself, fd);
    return linkat(AT_FDCWD, itself, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}
#else
int kj_os_open_nameless(const char *path)
{
    (void)path;
    return -1;
}

bool kj_os_name(int fd, const char *path, bool over)
{
    (void)fd, (void)path, (void)over;
    return false;
}
#endif

int kj_os_open_temporary(char *path)
{
    return g_mkstemp_full(path, O_WRONLY | O_CLOEXEC, FILE_MODE);
}

void kj_os_set_mode(int fd, unsigned mode)
{
    int done = fchmod(fd, (mode_t)mode);
    (void)done;
}

/* ---- a lock ---- */

/* Whether a name still is that of an open file: who gave the lock up has taken its name away. */
static bool is_named(int fd, const char *path)
{
    KjOsFile open, there;
    return kj_os_look_open(fd, &open) && kj_os_look(path, &there) && open.device == there.device &&
           open.number == there.number;
}

int kj_os_lock(const char *path, bool fresh, unsigned mode)
{
    int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (fresh ? O_EXCL : 0);
    for (;;) {
        int fd = open(path, flags, (mode_t)mode);
        if (fd < 0)
            return -1;
        bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        int code = errno;
        if (locked && is_named(fd, path))
            return fd;
        close(fd);
        errno = code;
        if (!locked || fresh)
            return -1;
    }
}

bool kj_os_is_locked(const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
    bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    return locked;
}

void kj_os_unlock(int fd, const char *path)
{
    unlink(path);
    close(fd);
}

/* ---- standard input and output, memory as a file ---- */

void kj_os_keep_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) // the lowest that is free is the one that is got
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

bool kj_os_is_unread(int code)
{
    return code == EPIPE;
}

FILE *kj_os_memory_open(char **out_text, size_t *out_length)
{
    return open_memstream(out_text, out_length);
}

void kj_os_memory_close(FILE *stream, char **out_text, size_t *out_length)
{
    (void)out_text, (void)out_length;
    fclose(stream);
}
