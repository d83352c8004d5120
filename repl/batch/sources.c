/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking through files and folders. */
#include "repl/batch/sources.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "core/os/file.h"
#include "core/text/archive.h"
#include "core/text/lang.h"
#include "core/text/text_file.h"
#include "repl/job/input.h"
#include "repl/job/walk.h"

enum { PART = 4 << 20 }; // bytes of a list that are held at a time

static bool fail(const KjSources *sources, const char *name, const char *error)
{
    KjSource source = {.name = name, .error = error};
    return sources->take(sources->data, &source);
}

static bool stopped(const void *data)
{
    const KjSources *sources = data;
    return sources->stop && atomic_load(sources->stop);
}

/* Gives a file that has been read. */
static bool give(KjSources *sources, const char *name, const char *bytes, size_t length)
{
    g_autofree char *refusal = kj_archive_refusal(name, bytes, length);
    if (refusal)
        return fail(sources, name, refusal);
    KjSource source = {.name = name, .bytes = bytes, .length = length};
    return sources->take(sources->data, &source);
}

/* `code` is errno, 0: it is too big. */
static bool fail_reading(KjSources *sources, const char *name, int code)
{
    g_autofree char *big =
        g_strdup_printf(kj_tr("too big, expected at most %d MiB"), KJ_SOURCE_MAX >> 20);
    return fail(sources, name, code ? kj_os_text(code) : big);
}

/* Gives the whole lines that are there, and keeps the rest; at the end, all. */
static bool give_lines(KjSources *sources, const char *name, GByteArray *bytes, unsigned *first,
                       bool end)
{
    guint length = bytes->len;
    while (!end && length > 0 && bytes->data[length - 1] != '\n')
        length--;
    if (!end && length == 0)
        return true;
    g_autofree char *part = g_strndup((const char *)bytes->data, length);
    KjSource source = {
        .name = name, .bytes = part, .length = length, .first = *first, .more = !end};
    for (guint i = 0; i < length; i++)
        *first += part[i] == '\n';
    g_byte_array_remove_range(bytes, 0, length);
    return sources->take(sources->data, &source);
}

/* Whether what has come is a list of which whole lines can be taken. */
static bool is_lines(const GByteArray *bytes, const char *name)
{
    const char *text = (const char *)bytes->data;
    return memchr(text, '\n', bytes->len) && !memchr(text, '\0', bytes->len) &&
           kj_inputs_are_list(text, bytes->len, name);
}

/*
 * Gives standard input: a long list part by part as it comes, so that it may be of any length; all
 * else as a whole.
 */
static bool give_stream(KjSources *sources, const char *name)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    bool end = false, more = true;
    bool ok = kj_bytes_add(STDIN_FILENO, bytes, PART, stopped, sources, &end);
    bool lines = ok && !end && is_lines(bytes, name);
    unsigned first = 1;
    while (ok && lines && more && !end && bytes->len <= KJ_SOURCE_MAX) {
        more = give_lines(sources, name, bytes, &first, false);
        ok = kj_bytes_add(STDIN_FILENO, bytes, bytes->len + PART, stopped, sources, &end);
    }
    if (ok && !lines && !end)
        ok = kj_bytes_add(STDIN_FILENO, bytes, KJ_SOURCE_MAX, stopped, sources, &end);
    int code = ok ? 0 : errno;
    if (stopped(sources) || !more)
        return false;
    if (!ok || !end)
        return fail_reading(sources, name, code);
    if (lines)
        return give_lines(sources, name, bytes, &first, true);
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    return give(sources, name, (const char *)bytes->data, bytes->len - 1);
}

static bool give_file(KjSources *sources, const char *path, const char *name)
{
    bool standard = strcmp(path, "-") == 0;
    if (standard && sources->parts)
        return give_stream(sources, name);
    int fd = standard ? kj_os_dup(STDIN_FILENO) : kj_os_open_read(path);
    size_t length;
    g_autofree char *bytes =
        fd < 0 ? NULL : kj_bytes_read(fd, KJ_SOURCE_MAX, stopped, sources, &length);
    int code = errno;
    if (fd >= 0)
        close(fd);
    if (bytes)
        return give(sources, name, bytes, length);
    if (stopped(sources))
        return false;
    return fail_reading(sources, name, code);
}

static bool take_walked(void *data, const KjWalked *walked)
{
    KjSources *sources = data;
    const char *path = walked->path;
    if (stopped(sources))
        return false;
    if (walked->error)
        return fail(sources, path, walked->error);
    if (!*path)
        return fail(sources, "''", kj_os_text(ENOENT));
    if (!walked->folder)
        return give_file(sources, path, strcmp(path, "-") == 0 ? "stdin" : path);
    KjSource opened = {.name = path};
    return sources->take(sources->data, &opened);
}

bool kj_sources_each(KjSources *sources, const char *const *args)
{
    bool more = true;
    for (; *args && more; args++)
        more = kj_walk(*args, take_walked, sources);
    return more;
}
