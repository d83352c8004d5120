/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders. */
#include "repl/batch/sources.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static bool give_error(const char *name, const char *text, KjSourceFn take, void *data)
{
    KjSource source = {.name = name, .error = text};
    return take(data, &source);
}

bool kj_source_is_readable(const char *name)
{
    static const char *const extensions[] = {"kif",  "kifu", "ki2", "ki2u", "bod", "csa", "jkf",
                                             "json", "sfen", "usi", "feen", "pan", "tsv", "txt",
                                             "zip",  "tar",  "tgz", "txz",  "gz",  "xz",  "bz2",
                                             "zst",  "7z",   "lzh", "lha",  "rar", "cab", NULL};
    const char *dot = strrchr(name, '.');
    g_autofree char *lower = g_ascii_strdown(dot ? dot + 1 : "", -1);
    return g_strv_contains(extensions, lower);
}

/* Everything up to the end, with a NUL after it; NULL with errno, 0: it is too big. */
static GByteArray *read_all(int fd)
{
    GByteArray *bytes = g_byte_array_new();
    guint8 chunk[1 << 16];
    ssize_t n = 0;
    while (bytes->len <= KJ_SOURCE_MAX) {
        n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        g_byte_array_append(bytes, chunk, (guint)n);
    }
    if (n < 0 || bytes->len > KJ_SOURCE_MAX) {
        int code = n < 0 ? errno : 0;
        g_byte_array_unref(bytes);
        errno = code;
        return NULL;
    }
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    return bytes;
}

bool kj_source_give(const char *name, const char *bytes, size_t length, unsigned depth,
                    KjSourceFn take, void *data)
{
    if (kj_archive_is(bytes, length))
        return kj_archive_each(name, bytes, length, depth, take, data);
    KjSource source = {.name = name, .bytes = bytes, .length = length};
    return take(data, &source);
}

static bool give_file(const char *path, const char *name, KjSourceFn take, void *data)
{
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? dup(STDIN_FILENO) : g_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return give_error(name, g_strerror(errno), take, data);
    g_autoptr(GByteArray) bytes = read_all(fd);
    int code = errno;
    close(fd);
    if (bytes)
        return kj_source_give(name, (const char *)bytes->data, bytes->len - 1, 0, take, data);
    g_autofree char *big = g_strdup_printf("too big, expected at most %d MiB", KJ_SOURCE_MAX >> 20);
    return give_error(name, code ? g_strerror(code) : big, take, data);
}

static int compare_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool give_path(const char *path, unsigned depth, KjSourceFn take, void *data);

static bool give_folder(const char *path, unsigned depth, KjSourceFn take, void *data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(path, 0, &error);
    if (!folder)
        return give_error(path, error->message, take, data);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder));)
        g_ptr_array_add(paths, g_build_filename(path, name, NULL));
    g_ptr_array_sort(paths, compare_text);
    KjSource opened = {.name = path};
    bool more = take(data, &opened);
    for (guint i = 0; i < paths->len && more; i++) {
        const char *inner = paths->pdata[i];
        // links may lead back up
        bool folder_below = g_file_test(inner, G_FILE_TEST_IS_DIR);
        bool follow = folder_below && depth < KJ_SOURCE_MAX_DEPTH &&
                      !g_file_test(inner, G_FILE_TEST_IS_SYMLINK);
        if (follow || (!folder_below && kj_source_is_readable(inner)))
            more = give_path(inner, depth + 1, take, data);
    }
    return more;
}

static bool give_path(const char *path, unsigned depth, KjSourceFn take, void *data)
{
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return give_folder(path, depth, take, data);
    if (!*path)
        return give_error("''", g_strerror(ENOENT), take, data);
    return give_file(path, strcmp(path, "-") == 0 ? "stdin" : path, take, data);
}

bool kj_sources_each(const char *const *args, KjSourceFn take, void *data)
{
    bool more = true;
    for (; *args && more; args++)
        more = give_path(*args, 0, take, data);
    return more;
}
