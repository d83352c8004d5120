/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of sessions. */
#include "repl/workbench/sessions.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/os/file.h"

#define ENDING ".session"
#define LOCK ".lock"

struct KjSessions {
    char *folder;
    char *name; // of this one, without folder and ending
    int lock;   // file descriptor that holds it, or -1
};

static char *path_of(const KjSessions *sessions, const char *name, const char *ending)
{
    g_autofree char *leaf = g_strconcat(name, ending, NULL);
    return g_build_filename(sessions->folder, leaf, NULL);
}

/* ---- locks ---- */

/* Takes a name that no session has; -1 if another has it. */
static int take_name(const KjSessions *sessions, const char *name)
{
    g_autofree char *path = path_of(sessions, name, ENDING);
    g_autofree char *lock = path_of(sessions, name, LOCK);
    int fd = kj_os_lock(lock, true, 0600);
    if (fd < 0 || !g_file_test(path, G_FILE_TEST_EXISTS))
        return fd;
    kj_os_unlock(fd, lock);
    return -1;
}

static bool is_running(const KjSessions *sessions, const char *name)
{
    g_autofree char *lock = path_of(sessions, name, LOCK);
    return kj_os_is_locked(lock);
}

static void let_go(KjSessions *sessions)
{
    if (sessions->lock < 0)
        return;
    g_autofree char *lock = path_of(sessions, sessions->name, LOCK);
    kj_os_unlock(sessions->lock, lock);
    sessions->lock = -1;
}

void kj_sessions_begin(KjSessions *sessions)
{
    enum { SAME_SECOND = 1000 };
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *date = g_date_time_format(now, "%Y-%m-%dT%H.%M.%S");
    let_go(sessions);
    for (unsigned i = 1; i <= SAME_SECOND && sessions->lock < 0; i++) {
        g_free(sessions->name);
        sessions->name = i > 1 ? g_strdup_printf("%s-%u", date, i) : g_strdup(date);
        sessions->lock = take_name(sessions, sessions->name);
    }
}

/* ---- those that are kept ---- */

static void file_free(gpointer data)
{
    KjSessionFile *file = data;
    g_free(file->path);
    g_free(file);
}

static int newest_first(const void *a, const void *b)
{
    const KjSessionFile *x = *(KjSessionFile *const *)a, *y = *(KjSessionFile *const *)b;
    if (x->changed != y->changed)
        return x->changed > y->changed ? -1 : 1;
    return strcmp(y->path, x->path);
}

static GPtrArray *list_all(const KjSessions *sessions)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(file_free);
    g_autoptr(GDir) dir = g_dir_open(sessions->folder, 0, NULL);
    const char *leaf;
    while (dir && (leaf = g_dir_read_name(dir))) {
        if (!g_str_has_suffix(leaf, ENDING))
            continue;
        g_autofree char *name = g_strndup(leaf, strlen(leaf) - strlen(ENDING));
        g_autofree char *path = path_of(sessions, name, ENDING);
        KjOsFile there;
        if (g_strcmp0(name, sessions->name) == 0 || !kj_os_look(path, &there))
            continue;
        KjSessionFile *file = g_new(KjSessionFile, 1);
        *file = (KjSessionFile){g_steal_pointer(&path), there.changed, is_running(sessions, name)};
        g_ptr_array_add(list, file);
    }
    g_ptr_array_sort(list, newest_first);
    return list;
}

GPtrArray *kj_sessions_list(const char *state_folder, const KjSessions *sessions)
{
    g_autofree char *folder = g_build_filename(state_folder, "sessions", NULL);
    KjSessions none = {.folder = folder, .lock = -1};
    return list_all(sessions ? sessions : &none);
}

/* The name of the session that a file of the folder belongs to. (transfer full) */
static char *owner_of(const char *leaf)
{
    // names have two dots, between hours, minutes and seconds
    const char *at = strchr(leaf, '.');
    at = at ? strchr(at + 1, '.') : NULL;
    at = at ? strchr(at + 1, '.') : NULL;
    return at ? g_strndup(leaf, (gsize)(at - leaf)) : NULL;
}

/* Removes the files whose session is none that is kept or runs. */
static void sweep(const KjSessions *sessions)
{
    g_autoptr(GDir) dir = g_dir_open(sessions->folder, 0, NULL);
    const char *leaf;
    while (dir && (leaf = g_dir_read_name(dir))) {
        g_autofree char *name = owner_of(leaf);
        g_autofree char *session = name ? path_of(sessions, name, ENDING) : NULL;
        g_autofree char *path = g_build_filename(sessions->folder, leaf, NULL);
        if (name && strcmp(name, sessions->name) != 0 &&
            !g_file_test(session, G_FILE_TEST_EXISTS) && !is_running(sessions, name))
            g_unlink(path);
    }
}

static void let_old_go(const KjSessions *sessions)
{
    g_autoptr(GPtrArray) list = list_all(sessions);
    for (unsigned i = KJ_SESSIONS_KEPT; i < list->len; i++) {
        const KjSessionFile *file = list->pdata[i];
        if (!file->running)
            g_unlink(file->path);
    }
    sweep(sessions);
}

bool kj_sessions_write(KjSessions *sessions, const char *text, GError **error)
{
    g_autofree char *path = path_of(sessions, sessions->name, ENDING);
    bool first = !g_file_test(path, G_FILE_TEST_EXISTS);
    if (!g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error))
        return false;
    if (first)
        let_old_go(sessions);
    return true;
}

char *kj_sessions_beside(const KjSessions *sessions, const char *what)
{
    g_autofree char *ending = g_strconcat(".", what, NULL);
    return path_of(sessions, sessions->name, ending);
}

/* ---- beginning and end ---- */

KjSessions *kj_sessions_open(const char *state_folder)
{
    KjSessions *sessions = g_new0(KjSessions, 1);
    sessions->folder = g_build_filename(state_folder, "sessions", NULL);
    sessions->lock = -1;
    if (g_mkdir_with_parents(sessions->folder, 0700) == 0)
        kj_sessions_begin(sessions);
    if (sessions->lock >= 0)
        return sessions;
    int why = errno;
    kj_sessions_close(sessions);
    errno = why;
    return NULL;
}

void kj_sessions_close(KjSessions *sessions)
{
    if (!sessions)
        return;
    let_go(sessions);
    g_free(sessions->folder);
    g_free(sessions->name);
    g_free(sessions);
}
