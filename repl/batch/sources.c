/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking through files, folders and archives. */
#include "repl/batch/sources.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "core/text/lang.h"
#include "core/text/text_file.h"
#include "repl/job/walk.h"

bool kj_sources_fail(const KjSources *sources, const char *name, const char *error)
{
    KjSource source = {.name = name, .error = error};
    return sources->take(sources->data, &source);
}

bool kj_sources_stopped(const KjSources *sources)
{
    return sources->stop && atomic_load(sources->stop);
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

static bool stopped(const void *data)
{
    return kj_sources_stopped(data);
}

bool kj_source_give(KjSources *sources, const char *name, const char *bytes, size_t length,
                    unsigned depth)
{
    if (kj_archive_is(bytes, length))
        return kj_archive_each(sources, name, bytes, length, depth);
    KjSource source = {.name = name, .bytes = bytes, .length = length};
    return sources->take(sources->data, &source);
}

static bool give_file(KjSources *sources, const char *path, const char *name)
{
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? dup(STDIN_FILENO) : g_open(path, O_RDONLY | O_CLOEXEC, 0);
    size_t length;
    g_autofree char *bytes =
        fd < 0 ? NULL : kj_bytes_read(fd, KJ_SOURCE_MAX, stopped, sources, &length);
    int code = errno;
    if (fd >= 0)
        close(fd);
    sources->unpacked = 0;
    if (bytes)
        return kj_source_give(sources, name, bytes, length, 0);
    if (kj_sources_stopped(sources))
        return false;
    g_autofree char *big =
        g_strdup_printf(kj_tr("too big, expected at most %d MiB"), KJ_SOURCE_MAX >> 20);
    return kj_sources_fail(sources, name, code ? kj_os_text(code) : big);
}

static bool take_walked(void *data, const KjWalked *walked)
{
    KjSources *sources = data;
    const char *path = walked->path;
    if (kj_sources_stopped(sources))
        return false;
    if (walked->error)
        return kj_sources_fail(sources, path, walked->error);
    if (!*path)
        return kj_sources_fail(sources, "''", kj_os_text(ENOENT));
    if (!walked->folder)
        return give_file(sources, path, strcmp(path, "-") == 0 ? "stdin" : path);
    KjSource opened = {.name = path};
    return sources->take(sources->data, &opened);
}

bool kj_sources_each(KjSources *sources, const char *const *args)
{
    bool more = true;
    for (; *args && more; args++)
        more = kj_walk(*args, kj_source_is_readable, take_walked, sources);
    return more;
}
