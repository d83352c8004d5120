/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives and compressed files, read with libarchive. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/text/lang.h"
#include "repl/batch/libarchive.h"
#include "repl/batch/sources.h"

enum { BLOCK = 1 << 16, ROOM = 4 << 20 };

static const struct {
    unsigned offset, length;
    const char *bytes;
} marks[] = {
    {0, 4, "PK\3\4"},
    {0, 2, "\x1f\x8b"},
    {0, 3, "BZh"},
    {0, 5, "\xfd\x37zXZ"},
    {0, 4, "\x28\xb5\x2f\xfd"},
    {0, 4, "7z\xbc\xaf"},
    {0, 6, "Rar!\x1a\x07"},
    {0, 4, "MSCF"},
    {2, 3, "-lh"},
    {257, 5, "ustar"},
};

bool kj_archive_is(const char *bytes, size_t length)
{
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
        if (length >= marks[i].offset + marks[i].length &&
            memcmp(bytes + marks[i].offset, marks[i].bytes, marks[i].length) == 0)
            return true;
    return false;
}

/* Whether so many bytes are more than an archive may unpack to, then with `out_error`. */
static bool is_too_much(const KjSources *sources, guint64 bytes, char **out_error)
{
    if (bytes <= sources->most)
        return false;
    *out_error = g_strdup_printf(kj_tr("unpacks to too much, expected at most %u MiB in all"),
                                 (unsigned)(sources->most >> 20));
    return true;
}

/* The bytes of the present member, with a NUL after them; NULL with `out_error`, or without if
 * stopped. */
static GByteArray *read_member(KjSources *sources, struct archive *archive, char **out_error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    guint8 chunk[BLOCK];
    la_ssize_t n = 0;
    while (bytes->len <= KJ_SOURCE_MAX &&
           (n = archive_read_data(archive, chunk, sizeof chunk)) > 0) {
        sources->unpacked += (guint64)n;
        if (kj_sources_stopped(sources) || is_too_much(sources, sources->unpacked, out_error))
            return NULL;
        g_byte_array_append(bytes, chunk, (guint)n);
    }
    if (n == 0) {
        g_byte_array_append(bytes, (const guint8 *)"", 1);
        return g_steal_pointer(&bytes);
    }
    const char *why = archive_error_string(archive);
    *out_error =
        n > 0 ? g_strdup_printf(kj_tr("too big, expected at most %d MiB"), KJ_SOURCE_MAX >> 20)
              : g_strdup(why ? why : kj_tr("cannot be unpacked"));
    return NULL;
}

/* The name of a member, valid UTF-8. Japanese archives have names in CP932. (transfer full) */
static char *member_name(struct archive_entry *entry)
{
    const char *raw = archive_entry_pathname(entry);
    raw = raw ? raw : archive_entry_pathname_utf8(entry);
    if (!raw)
        return g_strdup("?");
    if (g_utf8_validate(raw, -1, NULL))
        return g_strdup(raw);
    char *name = g_convert(raw, -1, "UTF-8", "CP932", NULL, NULL, NULL);
    if (!name)
        name = g_utf8_make_valid(raw, -1);
    return name;
}

/* `mates.tsv` for `mates.tsv.gz`. (transfer full) */
static char *without_extension(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot != name && !strchr(dot, '/') ? g_strndup(name, (size_t)(dot - name))
                                                   : g_strdup(name);
}

/* ---- the archive, given to libarchive in blocks, so that it comes to an end when it should
 * ---- */

typedef struct {
    const KjSources *sources;
    const char *bytes;
    size_t length, at;
} Packed;

static la_ssize_t read_block(struct archive *archive, void *data, const void **out)
{
    Packed *packed = data;
    size_t n = MIN(BLOCK, packed->length - packed->at);
    *out = packed->bytes + packed->at;
    packed->at += n;
    g_autofree char *error = NULL;
    // in the midst of a member that is passed over
    if (is_too_much(packed->sources, (guint64)archive_filter_bytes(archive, 0), &error)) {
        archive_set_error(archive, ENOMEM, "%s", error);
        return ARCHIVE_FATAL;
    }
    return kj_sources_stopped(packed->sources) ? ARCHIVE_FATAL : (la_ssize_t)n;
}

static la_int64_t skip_bytes(struct archive *archive, void *data, la_int64_t n)
{
    (void)archive;
    Packed *packed = data;
    size_t step = MIN((size_t)MAX(n, 0), packed->length - packed->at);
    packed->at += step;
    return (la_int64_t)step;
}

static la_int64_t seek_byte(struct archive *archive, void *data, la_int64_t offset, int whence)
{
    (void)archive;
    Packed *packed = data;
    la_int64_t base = whence == SEEK_SET   ? 0
                      : whence == SEEK_CUR ? (la_int64_t)packed->at
                                           : (la_int64_t)packed->length;
    if (base + offset < 0)
        return ARCHIVE_FATAL;
    packed->at = (size_t)MIN(base + offset, (la_int64_t)packed->length);
    return (la_int64_t)packed->at;
}

static struct archive *open_archive(Packed *packed)
{
    // libarchive (3.6) does not always look whether it got memory. Where there is none for sure,
    // GLib ends the program with a message instead.
    g_free(g_malloc(ROOM));
    struct archive *archive = archive_read_new();
    if (!archive)
        return NULL;
    archive_read_support_filter_all(archive);
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_7zip(archive);
    archive_read_support_format_lha(archive);
    archive_read_support_format_rar(archive);
    archive_read_support_format_rar5(archive);
    archive_read_support_format_cab(archive);
    archive_read_support_format_raw(archive); // a compressed file that is no archive
    archive_read_set_read_callback(archive, read_block);
    archive_read_set_skip_callback(archive, skip_bytes);
    archive_read_set_seek_callback(archive, seek_byte);
    archive_read_set_callback_data(archive, packed);
    if (archive_read_open1(archive) == ARCHIVE_OK)
        return archive;
    archive_read_free(archive);
    return NULL;
}

static bool give_member(KjSources *sources, struct archive *archive, const char *name,
                        unsigned depth)
{
    g_autofree char *error = NULL;
    g_autoptr(GByteArray) bytes = read_member(sources, archive, &error);
    if (!bytes && !error)
        return false; // stopped
    if (!bytes)
        return kj_sources_fail(sources, name, error);
    if (depth + 1 > KJ_SOURCE_MAX_PACKED)
        return kj_sources_fail(sources, name, kj_tr("archives in archives too deep"));
    return kj_source_give(sources, name, (const char *)bytes->data, bytes->len - 1, depth + 1);
}

/* Whether a member is one to be read: an ordinary file of a known extension. */
static bool is_wanted(struct archive_entry *entry, const char *member)
{
    const char *leaf = strrchr(member, '/');
    leaf = leaf ? leaf + 1 : member;
    // what macOS adds to archives
    bool litter = g_str_has_prefix(member, "__MACOSX/") || g_str_has_prefix(leaf, "._");
    return archive_entry_filetype(entry) == AE_IFREG && !litter && kj_source_is_readable(member);
}

/* Whether the "member" is the archive itself, which no format could make anything of. */
static bool is_unread(struct archive *archive)
{
    return archive_format(archive) == ARCHIVE_FORMAT_RAW &&
           archive_filter_code(archive, 0) == ARCHIVE_FILTER_NONE;
}

/* Gives the members that can be had; what went wrong, if anything, is in `out_error`. */
static bool give_members(KjSources *sources, struct archive *archive, struct archive_entry *entry,
                         const char *name, unsigned depth, char **out_error)
{
    int code = ARCHIVE_OK;
    bool more = true;
    while (more && sources->unpacked <= sources->most &&
           ((code = archive_read_next_header2(archive, entry)) == ARCHIVE_OK ||
            code == ARCHIVE_WARN)) {
        bool raw = archive_format(archive) == ARCHIVE_FORMAT_RAW;
        g_autofree char *member = raw ? NULL : member_name(entry);
        // members that are passed over count as well
        if (is_too_much(sources, (guint64)archive_filter_bytes(archive, 0), out_error))
            return true;
        if (is_unread(archive)) {
            *out_error = g_strdup(kj_tr("a damaged archive"));
            return true;
        }
        if (!raw && !is_wanted(entry, member))
            continue;
        g_autofree char *full =
            raw ? without_extension(name) : g_strconcat(name, "/", member, NULL);
        more = give_member(sources, archive, full, depth);
    }
    const char *why = archive_error_string(archive);
    if (code != ARCHIVE_EOF && code != ARCHIVE_OK && code != ARCHIVE_WARN)
        *out_error = g_strdup(why ? why : kj_tr("a damaged archive"));
    return more && !kj_sources_stopped(sources);
}

bool kj_archive_each(KjSources *sources, const char *name, const char *bytes, size_t length,
                     unsigned depth)
{
    const char *missing = kj_libarchive_load();
    if (missing) {
        g_autofree char *error = g_strdup_printf(
            kj_tr("archives need libarchive (Debian's package libarchive13): %s"), missing);
        return kj_sources_fail(sources, name, error);
    }
    Packed packed = {sources, bytes, length, 0};
    struct archive *archive = open_archive(&packed);
    // of our own: archive_read_next_header would not look whether it got memory for one
    struct archive_entry *entry = archive ? archive_entry_new2(archive) : NULL;
    if (!entry) {
        archive_read_free(archive);
        return !kj_sources_stopped(sources) &&
               kj_sources_fail(sources, name, kj_tr("an archive that cannot be opened"));
    }
    KjSource opened = {.name = name};
    g_autofree char *error = NULL;
    bool more = sources->take(sources->data, &opened) &&
                give_members(sources, archive, entry, name, depth, &error);
    if (more && error)
        more = kj_sources_fail(sources, name, error);
    archive_entry_free(entry);
    archive_read_free(archive);
    return more;
}
