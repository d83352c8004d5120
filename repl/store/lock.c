/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locks of stores, and who holds them. */
#define _GNU_SOURCE // locks of open files
#include "repl/store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text/lang.h"
#include "core/text/text.h"
#include "repl/store/store.h"

enum {
    FILE_MODE = 0666,
    // The byte that is locked: after those of SQLite's own locks. That there is one in the file is
    // not needed.
    LOCK_BYTE = KJ_STORE_APPLICATION,
    MOST_COMMAND = 200, // bytes of a command in the file that says who
};

struct KjStoreLock {
    dev_t device;
    ino_t inode;
    int fd;
    bool held;
    char *path, *who_path;
    char *who; // what the latter holds
};

/*
 * Every file this process has locked. A descriptor is kept as long as the file has a name, and used
 * again: closing one would take away the locks SQLite has on the same file for another store that
 * is open here.
 */
static GMutex mutex;
static GSList *locks;

static bool is_file(const struct stat *st, const KjStoreLock *lock)
{
    return st->st_dev == lock->device && st->st_ino == lock->inode;
}

bool kj_store_lock_holds(const KjStoreLock *lock)
{
    struct stat there;
    return stat(lock->path, &there) == 0 && is_file(&there, lock);
}

/* ---- who ---- */

/* The command this process was started by, as far as the system tells. (transfer full) */
static char *own_command(void)
{
    g_autofree char *words = NULL;
    gsize length = 0;
    if (!g_file_get_contents("/proc/self/cmdline", &words, &length, NULL) || length == 0)
        return g_strdup("kanju");
    for (gsize i = 0; i + 1 < length; i++)
        if (words[i] == '\0')
            words[i] = ' ';
    return g_utf8_make_valid(words, (gssize)MIN(strlen(words), MOST_COMMAND));
}

/* The name of a file beside a store, or beside the store a link leads to. (transfer full) */
static char *name_beside(const char *path, const char *ending)
{
    char *real = realpath(path, NULL);
    char *name = g_strconcat(real ? real : path, ending, NULL);
    free(real);
    return name;
}

/* Says who writes. It is for people: the lock holds without it, as on a full disk. */
static void write_who(KjStoreLock *lock)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *since = g_date_time_format(now, "%Y-%m-%d %H:%M:%S %z");
    g_autofree char *command = own_command();
    g_free(lock->who);
    lock->who = g_strdup_printf("pid %ld, host %s, since %s: %s", (long)getpid(), g_get_host_name(),
                                since, command);
    int fd =
        g_open(lock->who_path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
    if (fd < 0)
        return;
    ssize_t written = write(fd, lock->who, strlen(lock->who));
    written += write(fd, "\n", 1);
    (void)written;
    close(fd);
}

/* Who writes, as it says of itself, "" if it does not. (transfer full) */
static char *read_who(const char *who_path)
{
    enum { MOST = 1000 };
    char text[MOST];
    int fd = g_open(who_path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
    if (fd < 0)
        return g_strdup("");
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    return g_strdup(text);
}

/* Takes back what was said; under the name of a store that was replaced it may be another's
 * word. */
static void remove_who(const KjStoreLock *lock)
{
    g_autofree char *who = read_who(lock->who_path);
    if (strcmp(who, lock->who) == 0)
        g_unlink(lock->who_path);
}

/* ---- locking ---- */

static KjStoreLock *fail_in_use(const char *path, GError **error)
{
    g_autofree char *who_path = name_beside(path, "-lock");
    g_autofree char *who = read_who(who_path);
    if (*who)
        kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_IN_USE,
                     "%s: another kanju is writing to it (%s)", path, who);
    else
        kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_IN_USE,
                     "%s: another kanju is writing to it", path);
    return NULL;
}

static KjStoreLock *fail_file(const char *path, int code, GError **error)
{
    kj_set_error(error, KJ_STORE_ERROR, KJ_STORE_ERROR_SQLITE, "%s: %s", path, kj_os_text(code));
    return NULL;
}

/* The lock of the file of a name if this process has had one. */
static KjStoreLock *find(const char *path)
{
    struct stat there;
    if (stat(path, &there) != 0)
        return NULL;
    for (GSList *at = locks; at; at = at->next)
        if (is_file(&there, at->data))
            return at->data;
    return NULL;
}

/* Opens the file of a name, made if there is none. NULL with errno. */
static KjStoreLock *open_lock(const char *path)
{
    struct stat st;
    int fd = g_open(path, O_RDWR | O_CREAT | O_CLOEXEC, FILE_MODE);
    if (fd < 0 || fstat(fd, &st) != 0)
        return NULL;
    KjStoreLock *lock = g_new0(KjStoreLock, 1);
    *lock = (KjStoreLock){.device = st.st_dev, .inode = st.st_ino, .fd = fd};
    locks = g_slist_prepend(locks, lock);
    return lock;
}

/* A lock of the open file, not of the process, which would lose it as SQLite closes the file. */
static int set_lock(const KjStoreLock *lock, bool locked)
{
    struct flock byte = {.l_type = locked ? F_WRLCK : F_UNLCK,
                         .l_whence = SEEK_SET,
                         .l_start = LOCK_BYTE,
                         .l_len = 1};
    if (fcntl(lock->fd, F_OFD_SETLK, &byte) == 0)
        return 0;
    // systems that do not have them have the other kind
    return errno == EINVAL ? flock(lock->fd, locked ? LOCK_EX | LOCK_NB : LOCK_UN) : -1;
}

static bool has_other_names(const KjStoreLock *lock)
{
    struct stat st;
    return fstat(lock->fd, &st) == 0 && st.st_nlink > 1;
}

static KjStoreLock *take_lock(const char *path, GError **error)
{
    KjStoreLock *lock = find(path);
    if (!lock)
        lock = open_lock(path);
    if (!lock)
        return fail_file(path, errno, error);
    if (lock->held)
        return fail_in_use(path, error);
    if (set_lock(lock, true) != 0)
        return errno == EAGAIN || errno == EACCES ? fail_in_use(path, error)
                                                  : fail_file(path, errno, error);
    if (has_other_names(lock)) {
        set_lock(lock, false);
        kj_set_error(error, KJ_TEXT_ERROR, KJ_TEXT_ERROR_SYNTAX,
                     "%s: the file has other names (hard links), expected a store with one: what "
                     "is written beside it goes by its name",
                     path);
        return NULL;
    }
    g_free(lock->path);
    lock->path = g_strdup(path);
    g_free(lock->who_path);
    lock->who_path = name_beside(path, "-lock");
    lock->held = true;
    return lock;
}

KjStoreLock *kj_store_lock(const char *path, GError **error)
{
    g_mutex_lock(&mutex);
    KjStoreLock *lock = take_lock(path, error);
    if (lock)
        write_who(lock);
    g_mutex_unlock(&mutex);
    return lock;
}

void kj_store_unlock(KjStoreLock *lock)
{
    if (!lock)
        return;
    g_mutex_lock(&mutex);
    struct stat st;
    bool gone = fstat(lock->fd, &st) == 0 && st.st_nlink == 0;
    remove_who(lock);
    set_lock(lock, false);
    lock->held = false;
    if (gone) {
        locks = g_slist_remove(locks, lock);
        close(lock->fd);
        g_free(lock->path);
        g_free(lock->who_path);
        g_free(lock->who);
        g_free(lock);
    }
    g_mutex_unlock(&mutex);
}

bool kj_store_is_written_elsewhere(const char *path)
{
    struct stat st;
    g_autofree char *wal = name_beside(path, "-wal");
    // under this name there is what a writer writes
    if (stat(path, &st) != 0 || st.st_nlink <= 1 || g_file_test(wal, G_FILE_TEST_EXISTS))
        return false;
    g_mutex_lock(&mutex);
    KjStoreLock *lock = find(path);
    if (!lock)
        lock = open_lock(path);
    bool held = lock && lock->held;
    if (lock && !held) {
        held = set_lock(lock, true) != 0;
        set_lock(lock, false);
    }
    g_mutex_unlock(&mutex);
    return held;
}
