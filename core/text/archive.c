/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives and compressed files, by how they begin. */
#include "core/text/archive.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "core/text/lang.h"

/* Of Debian's package libarchive-tools; it reads archives of all kinds. */
#define UNPACK "bsdtar -xf"

/* How a file begins at `offset`, and what unpacks it. */
static const struct {
    unsigned offset, length;
    const char *bytes;
    const char *command;
} marks[] = {
    {0, 4, "PK\3\4", UNPACK},
    {0, 2, "\x1f\x8b", "gunzip -k"},
    {0, 3, "BZh", "bunzip2 -k"},
    {0, 5, "\xfd\x37zXZ", "unxz -k"},
    {0, 4, "\x28\xb5\x2f\xfd", "unzstd"},
    {0, 4, "7z\xbc\xaf", UNPACK},
    {0, 6, "Rar!\x1a\x07", UNPACK},
    {0, 4, "MSCF", UNPACK},
    {2, 3, "-lh", UNPACK},
    {257, 5, "ustar", UNPACK},
};

/* Whether the name is that of a compressed tar. */
static bool is_tar(const char *name)
{
    static const char *const endings[] = {".tgz", ".txz", ".tbz", ".tbz2", ".tzst"};
    g_autofree char *lower = g_ascii_strdown(name, -1);
    bool tar = strstr(lower, ".tar.") != NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
        tar |= g_str_has_suffix(lower, endings[i]) != 0;
    return tar;
}

char *kj_archive_refusal(const char *name, const char *bytes, size_t length)
{
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (length < marks[i].offset + marks[i].length ||
            memcmp(bytes + marks[i].offset, marks[i].bytes, marks[i].length) != 0)
            continue;
        g_autofree char *file = g_shell_quote(strcmp(name, "stdin") == 0 ? "-" : name);
        return g_strdup_printf(kj_tr("an archive or compressed, unpack it first: %s %s"),
                               is_tar(name) ? UNPACK : marks[i].command, file);
    }
    return NULL;
}
