/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives and compressed files, by libarchive. */
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

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

static bool give_error(const char *name, const char *text, KjSourceFn take, void *data)
{
    KjSource source = {.name = name, .error = text};
    return take(data, &source);
}

/* The bytes of the present member, with a NUL after them; NULL with `out_error`. */
static GByteArray *read_member(struct archive *archive, char **out_error)
{
    GByteArray *bytes = g_byte_array_new();
    guint8 chunk[BLOCK];
    la_ssize_t n = 0;
    while (bytes->len <= KJ_SOURCE_MAX && (n = archive_read_data(archive, chunk, sizeof chunk)) > 0)
        g_byte_array_append(bytes, chunk, (guint)n);
    if (n == 0) {
        g_byte_array_append(bytes, (const guint8 *)"", 1);
        return bytes;
    }
    const char *why = archive_error_string(archive);
    *out_error = n > 0 ? g_strdup_printf("too big, expected at most %d MiB", KJ_SOURCE_MAX >> 20)
                       : g_strdup(why ? why : "cannot be unpacked");
    g_byte_array_unref(bytes);
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

static struct archive *open_archive(const char *bytes, size_t length)
{
    // libarchive (3.6) does not always look whether it got memory. Where there is none for sure, GLib
    // ends the program with a message instead.
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
    if (archive_read_open_memory(archive, bytes, length) == ARCHIVE_OK)
        return archive;
    archive_read_free(archive);
    return NULL;
}

static bool give_member(struct archive *archive, const char *name, unsigned depth, KjSourceFn take,
                        void *data)
{
    g_autofree char *error = NULL;
    g_autoptr(GByteArray) bytes = read_member(archive, &error);
    if (!bytes)
        return give_error(name, error, take, data);
    if (depth + 1 > KJ_SOURCE_MAX_PACKED)
        return give_error(name, "archives in archives too deep", take, data);
    return kj_source_give(name, (const char *)bytes->data, bytes->len - 1, depth + 1, take, data);
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

bool kj_archive_each(const char *name, const char *bytes, size_t length, unsigned depth,
                     KjSourceFn take, void *data)
{
    struct archive *archive = open_archive(bytes, length);
    // of our own: archive_read_next_header would not look whether it got memory for one
    struct archive_entry *entry = archive ? archive_entry_new2(archive) : NULL;
    if (!entry) {
        archive_read_free(archive);
        return give_error(name, "an archive that cannot be opened", take, data);
    }
    KjSource opened = {.name = name};
    bool more = take(data, &opened);
    int code = ARCHIVE_OK;
    while (more && ((code = archive_read_next_header2(archive, entry)) == ARCHIVE_OK ||
                    code == ARCHIVE_WARN)) {
        bool raw = archive_format(archive) == ARCHIVE_FORMAT_RAW;
        g_autofree char *member = raw ? NULL : member_name(entry);
        if (!raw && !is_wanted(entry, member))
            continue;
        g_autofree char *full =
            raw ? without_extension(name) : g_strconcat(name, "/", member, NULL);
        more = give_member(archive, full, depth, take, data);
    }
    if (more && code != ARCHIVE_EOF) {
        const char *why = archive_error_string(archive);
        more = give_error(name, why ? why : "a damaged archive", take, data);
    }
    archive_entry_free(entry);
    archive_read_free(archive);
    return more;
}
