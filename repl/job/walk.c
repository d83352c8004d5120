/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking through folders. */
#include "repl/job/walk.h"

#include <glib.h>
#include <string.h>

bool kj_walk_is_wanted(const char *name)
{
    static const char *const extensions[] = {
        "kif", "kifu", "ki2",  "ki2u", "bod", "csa", "jkf", "json", "jsonl", "ndjson", "sfen",
        "usi", "feen", "usen", "tsv",  "csv", "txt", "zip", "tar",  "tgz",   "txz",    "gz",
        "xz",  "bz2",  "zst",  "7z",   "lzh", "lha", "rar", "cab",  NULL};
    const char *dot = strrchr(name, '.');
    g_autofree char *lower = g_ascii_strdown(dot ? dot + 1 : "", -1);
    return g_strv_contains(extensions, lower);
}

typedef struct {
    KjWalkFn take;
    void *data;
} Walk;

static int compare_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_file(const char *path)
{
    bool dangling =
        g_file_test(path, G_FILE_TEST_IS_SYMLINK) && !g_file_test(path, G_FILE_TEST_EXISTS);
    return dangling || g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

static bool walk_folder(const Walk *walk, const char *path, unsigned depth)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(path, 0, &error);
    KjWalked opened = {path, folder != NULL, error ? error->message : NULL};
    bool more = walk->take(walk->data, &opened);
    if (!folder)
        return more;
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder));)
        // a slash on every system: stores and reports name a file alike
        g_ptr_array_add(paths, g_build_path("/", path, name, NULL));
    g_ptr_array_sort(paths, compare_text);
    for (guint i = 0; i < paths->len && more; i++) {
        const char *inner = paths->pdata[i];
        KjWalked file = {.path = inner};
        // links may lead back up
        if (!g_file_test(inner, G_FILE_TEST_IS_DIR))
            more = !kj_walk_is_wanted(inner) || !is_file(inner) || walk->take(walk->data, &file);
        else if (depth < KJ_WALK_MAX_DEPTH && !g_file_test(inner, G_FILE_TEST_IS_SYMLINK))
            more = walk_folder(walk, inner, depth + 1);
    }
    return more;
}

bool kj_walk(const char *path, KjWalkFn take, void *data)
{
    Walk walk = {take, data};
    KjWalked file = {.path = path};
    return g_file_test(path, G_FILE_TEST_IS_DIR) ? walk_folder(&walk, path, 0) : take(data, &file);
}
